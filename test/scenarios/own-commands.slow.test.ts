import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { openWatchedCenter } from './watched-center.ts';

const SIZE = { columns: 80, rows: 24 };
/** What a mail may hold: no shell and no terminal may obey it. */
const HOSTILE = 'Where is it? $(touch obeyed) \x1b]0;owned\x07';

/** A command that waits until a file is there, so that the test decides when it ends. */
function waiting(file: string, then: string): string {
  return `cat > ${file}.in; echo $$ > ${file}.pid; until [ -e ${file} ]; do sleep 0.02; done; ${then}`;
}

/** A help center that sends mail, a conversation in it, and the settings of an agent with commands. */
async function scene() {
  const folder = temporaryFolder();
  const at = (file: string) => join(folder, file);
  const center = await openWatchedCenter({ sendsMail: true, isLive: true });
  const { ask } = center;
  const { token } = await center.agent('Ana', 'admin');
  await ask('POST', '/inboxes/save', { id: 1, emails: [{ email: 'help@shop.example', status: 'primary' }] });
  const zoe = await ask<{ id: number }>('POST', '/contacts', { name: 'Zoë Quinn', email: 'zoe@customer.example' });
  const begin = async (title: string) => {
    const { id } = await ask<{ id: number }>('POST', '/conversations', { title, inbox_id: 1, contacts: [zoe.id] });
    await ask('POST', `/conversations/${id}/messages`, { body_text: HOSTILE });
    return id;
  };
  const [other, id] = [await begin('The other one'), await begin('Refund')];
  const command = (name: string, run: string, input: string, output: string, key: string) =>
    `[[commands]]\nname = "${name}"\nrun = '''${run}'''\ninput = "${input}"\noutput = "${output}"\nkey = "${key}"\n`;
  const config = at('config.toml');
  writeFileSync(
    config,
    [
      command('model', waiting(at('go'), `printf 'Dear {customer.name}\\033[2J,\\n'`), 'conversation', 'insert', 'B'),
      command('shout', 'tr a-z A-Z', 'message', 'page', 'P'),
      command('deaf', `trap '' TERM; sleep 300 & echo $! > ${at('child')}; wait`, 'customer', 'none', 'Y'),
    ].join(''),
  );
  const env = deskEnvironment(folder, { FRONTDESK_CONFIG: config, FRONTDESK_TOKEN: token, MODEL_API_KEY: 'canary' });
  const open = async (...more: string[]) => {
    const args = [launcher, '--url', center.url, '--link', 'fast', ...more];
    const desk = openTerminal({ command: process.execPath, args, env, ...SIZE });
    await desk.sees('Refund');
    await desk.settled();
    return desk;
  };
  const messages = () => ask<{ body_text: string }[]>('GET', `/conversations/${id}/messages`);
  return { at, center, env, id, other, open, messages, go: () => writeFileSync(at('go'), '') };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

test('a model’s draft comes into the box of the answer, waits to be accepted, and is sent as it was written', async () => {
  const { at, open, messages, go } = await scene();
  const desk = await open();
  desk.type('B');
  await desk.sees('Running model for #2 · Esc stops it');
  await expect.poll(() => existsSync(at('go.pid'))).toBe(true);
  const pid = readFileSync(at('go.pid'), 'utf8').trim();
  const [cmdline, environ] = ['cmdline', 'environ'].map(file => readFileSync(`/proc/${pid}/${file}`, 'latin1'));
  expect(cmdline! + environ!).not.toMatch(/obeyed|Refund|customer\.example|canary|FRONTDESK_TOKEN/);
  expect(JSON.parse(readFileSync(at('go.in'), 'utf8')).messages).toHaveLength(1);
  go();
  await desk.sees('Dear {customer.name}^[[2J,');
  await desk.sees('‹end of model›');
  desk.press('box.send');
  await desk.sees('Read what model wrote');
  desk.press('box.command');
  await desk.sees('Accept what model wrote');
  desk.press('enter');
  await desk.sees('Accepted: it can be sent now.');
  await desk.seesNot('‹end of model›');
  desk.press('box.send');
  await expect.poll(async () => (await messages()).at(-1)?.body_text).toBe('Dear {customer.name}^[[2J,');
  expect(existsSync('obeyed')).toBe(false);
});

test('a page is shown, and Esc ends a command that does not want to end, with its children', async () => {
  const { open, at } = await scene();
  const desk = await open();
  desk.type('P');
  await desk.sees('shout for #2');
  await desk.sees('WHERE IS IT? $(TOUCH OBEYED) ^[]0;OWNED^G');
  desk.press('esc');
  await desk.seesNot('shout for #2');
  desk.press('palette');
  desk.type('shou');
  await desk.sees(/P +Run shout/);
  desk.press('enter');
  await desk.sees('shout for #2');
  desk.press('esc');
  await desk.seesNot('shout for #2');
  desk.type('Y');
  await desk.sees('Running deaf for #2');
  await expect.poll(() => existsSync(at('child')) && readFileSync(at('child'), 'utf8')).toMatch(/\d/);
  const child = Number(readFileSync(at('child'), 'utf8'));
  expect(isAlive(child)).toBe(true);
  desk.press('back');
  await desk.sees('Stopped deaf: nothing of it was used.');
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('the end of the desk ends a command', async () => {
  const { open, at } = await scene();
  const desk = await open();
  desk.type('Y');
  await expect.poll(() => existsSync(at('child')) && readFileSync(at('child'), 'utf8')).toMatch(/\d/);
  const child = Number(readFileSync(at('child'), 'utf8'));
  desk.press('quit');
  await desk.exit();
  await expect.poll(() => isAlive(child)).toBe(false);
});
