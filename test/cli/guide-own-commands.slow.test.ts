import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { textIn } from '../harness/guides.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { type ServedCenter, servedCenter } from './served-center.ts';
import { shellHere } from './shell-here.ts';

/** The tables of the guide's four examples, without the first one, which only explains. */
function tablesOfGuide(): string {
  const [, ...blocks] = [...textIn('docs/commands.md').matchAll(/^```toml\n([\s\S]*?)^```$/gm)].map(
    ([, code]) => code!,
  );
  return blocks.join('\n');
}

/** Programs that stand in for those of the guide: each notes its arguments and what it read. */
const STAND_INS: Readonly<Record<string, string>> = {
  llm: 'echo "Dear customer, it is on its way."',
  trans: 'echo "übersetzt: $(cat "$seen.stdin")"',
  aspell: 'printf "teh\\nadress\\nteh\\n"',
  // As jq: the address of a customer, or the orders of a shop.
  jq: `case "$*" in *.email) sed 's/.*"email":"\\([^"]*\\)".*/\\1/' "$seen.stdin" | tr -d '\\n' ;; *) cat "$seen.stdin" ;; esac`,
  curl: 'echo "7741  sent  19.90"',
};

let center: ServedCenter;
let id: number;
beforeEach(async () => {
  center = await servedCenter();
  const contact = await center.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
  const body = { title: 'Refund', inbox_id: center.inboxId, contacts: [contact.body.data.id] };
  ({ id } = (await center.call('POST', '/conversations', { body })).body.data);
  await center.call('POST', `/conversations/${id}/messages`, {
    as: 'key',
    body: { body_text: 'Wo ist es? $(reboot)' },
  });
  await center.call('POST', `/conversations/${id}/notes`, { body: { details: 'Called her.' } });
});

/** Runs a command of the guide; returns what the shell says, and what each stand-in saw. */
async function ran(name: string, { input = '', tables = tablesOfGuide(), id: at = id } = {}) {
  const folder = temporaryFolder();
  const [bin, config] = [join(folder, 'bin'), join(folder, 'config.toml')];
  mkdirSync(bin);
  writeFileSync(config, tables);
  for (const [program, script] of Object.entries(STAND_INS)) {
    const seen = `seen=${folder}/${program}.$#\ncat > "$seen.stdin"; printf '%s\\n' "$@" > "$seen.args"; env > "$seen.env"\n`;
    writeFileSync(join(bin, program), `#!/bin/sh\n${seen}${script}\n`);
    chmodSync(join(bin, program), 0o755);
  }
  const environment = {
    FRONTDESK_CONFIG: config,
    FRONTDESK_TOKEN: center.tokens.admin,
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    SHOP_API_KEY: 'canary',
  };
  const { shell, stdout, stderr } = shellHere(environment, input);
  const code = await run(shell, ['conversations', 'run', name, `${at}`, '--url', center.url]);
  const seen = (file: string) => readFileSync(join(folder, file), 'utf8');
  return { code, stdout: stdout(), stderr: stderr(), seen };
}

describe('the commands of the guide', () => {
  test('a model gets the conversation with its notes as JSON, and nothing of it as an argument', async () => {
    const { code, stdout, stderr, seen } = await ran('draft');
    expect([code, stdout, stderr]).toEqual([0, 'Dear customer, it is on its way.\n', '']);
    expect(JSON.parse(seen('llm.4.stdin'))).toMatchObject({
      id,
      title: 'Refund',
      requester: { email: 'zoe@customer.example' },
      messages: [{ body_text: 'Wo ist es? $(reboot)' }],
      notes: [{ details: 'Called her.' }],
    });
    expect(seen('llm.4.args')).toMatch(/^-m\nlocal\n-s\nAnswer the newest message/);
    expect(seen('llm.4.args') + seen('llm.4.env')).not.toMatch(/reboot|customer\.example|canary|FRONTDESK_TOKEN/);
  });

  test('a translator gets the message, or the agent’s text', async () => {
    expect((await ran('to-english')).stdout).toBe('übersetzt: Wo ist es? $(reboot)\n');
    const own = await ran('to-german', { input: 'It comes tomorrow.\n' });
    expect(own.stdout).toBe('übersetzt: It comes tomorrow.\n');
    expect(own.seen('trans.2.args')).toBe('-brief\n:de\n');
  });

  test('a spell checker gets what the agent wrote, and its words come once', async () => {
    const { stdout, seen } = await ran('spell', { input: 'teh adress of teh shop' });
    expect(stdout).toBe('adress\nteh\n');
    expect(seen('aspell.2.stdin')).toBe('teh adress of teh shop');
  });

  test('a lookup sends the address of the customer, which no command line holds', async () => {
    const { stdout, seen } = await ran('orders');
    expect(stdout).toBe('7741  sent  19.90\n');
    expect(seen('curl.9.stdin')).toBe('zoe@customer.example');
    expect(seen('curl.9.args')).toContain('.config/shop/header\n');
    expect(seen('curl.9.args')).not.toContain('zoe');
  });
});

describe('frontdesk conversations run', () => {
  const own = (command: string, input = 'message') =>
    `[[commands]]\nname = "own"\nrun = '''${command}'''\ninput = "${input}"\noutput = "none"\n`;

  test('prints harmless text, with any output of the command', async () => {
    const { stdout, code } = await ran('own', { tables: own(`printf 'a\\033[2J\\342\\200\\256b\\377{{x}}'`) });
    expect([code, stdout]).toEqual([0, 'a^[[2Jb\ufffd{{x}}']);
  });

  test('says that it printed more, and takes only the beginning', async () => {
    const { stdout, stderr, code } = await ran('own', { tables: own('yes abcdefg') });
    expect([code, stdout.length]).toEqual([0, 65_536]);
    expect(stderr).toBe('frontdesk: own printed more: only the beginning is here.\n');
  });

  test('exits with 1 if the command fails, and says why in its words', async () => {
    const { stderr, code } = await ran('own', { tables: own('echo "no model" >&2; exit 3') });
    expect([code, stderr]).toEqual([
      1,
      'frontdesk: own ended with exit code 3 (it says: no model). Nothing was changed.\n',
    ]);
  });

  test('names the commands that there are, and runs nothing for a conversation that is not there', async () => {
    const unknown = await ran('spel');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'frontdesk: There is no command spel. The settings have draft, to-english, to-german, spell, orders. Nothing was done.\n',
    ]);
    const { code, stdout } = await ran('own', { tables: own('echo ran'), id: 999_999 });
    expect([code, stdout]).toEqual([1, '']);
  });
});
