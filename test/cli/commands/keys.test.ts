import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actions } from '../../../src/actions/index.ts';
import { run } from '../../../src/cli/main.ts';
import { BOX_KEYS } from '../../../src/keys/box-keys.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { shellHere } from '../shell-here.ts';

async function ran(args: readonly string[], options: { columns?: number; environment?: Record<string, string> } = {}) {
  const { shell, stdout, stderr } = shellHere(options.environment, '', { columns: options.columns });
  const code = await run(shell, args);
  return { code, stdout: stdout(), stderr: stderr() };
}

test('keys lists every action: by place on a terminal, in columns for a pipe', async () => {
  const { stdout } = await ran(['keys'], { columns: 100 });
  const shown = stdout.replace(/ +/g, ' ');
  const all = [...actions, ...Object.entries(BOX_KEYS).map(([id, key]) => ({ id, ...key }))];
  for (const { title, help } of all) expect(shown).toContain(` ${title} ${help}\n`);
  const lines = (await ran(['keys'])).stdout.trimEnd().split('\n');
  expect(lines.map(line => line.split('\t')[0]).sort()).toEqual(all.map(({ id }) => id).sort());
  expect(new Set(lines.map(line => line.split('\t').length))).toEqual(new Set([5]));
});

test('keys prints the chosen fields as JSON, and names them without a choice', async () => {
  const { stdout } = await ran(['keys', '--json', 'id,keys']);
  expect(JSON.parse(stdout)).toContainEqual({ id: 'conversation.archive', keys: ['e'] });
  expect((await ran(['keys', '--json'])).stdout).toBe('id\nscope\nkeys\nown\ntitle\nhelp\n');
});

test('keys shows the agent’s own keys, and --check what is wrong with them, with the line', async () => {
  const path = join(temporaryFolder(), 'config.toml');
  writeFileSync(
    path,
    '[keys]\n"conversation.archive" = ["B", "gx"]\nconversation.tag = "B"\n"conversation.arhcive" = "j"\nundo = 3\nredo = ""\n"box.send" = "Ctrl-m"\n',
  );
  const environment = { FRONTDESK_CONFIG: path };
  const { stdout, code } = await ran(['keys', '--json', 'id,keys,own'], { environment });
  const rows = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(rows).toContainEqual({ id: 'conversation.archive', keys: ['B', 'g x'], own: true });
  expect(rows).toContainEqual({ id: 'conversation.tag', keys: [], own: true });
  expect(rows).toContainEqual({ id: 'redo', keys: [], own: true });
  const checked = await ran(['keys', '--check'], { environment });
  expect(checked.code).toBe(1);
  expect(checked.stdout.split('\n').map(line => line.replace(`${path}, `, ''))).toEqual([
    'line 4: keys.conversation.arhcive is not an action: the nearest is "conversation.archive".',
    'line 5: keys.undo must be a key, a list of keys or "" for none, not 3.',
    'line 7: keys.box.send has Ctrl-m, which a terminal sends as Enter.',
    'line 3: keys.conversation.tag has B, which conversation.archive has already: the first one counts.',
    '',
  ]);
  expect((await ran(['keys', '--check'])).stdout).toBe('Your own keys are good.\n');
});

test('keys shows the agent’s commands, and --check what is wrong with them, with the line', async () => {
  const path = join(temporaryFolder(), 'config.toml');
  const command = (lines: string) => `[[commands]]\n${lines}\n`;
  const whole = 'run = "tr a b"\ninput = "message"\noutput = "page"';
  writeFileSync(
    path,
    [
      '[keys]\n"conversation.archive" = "B"\n',
      command(`name = "translate"\n${whole}\nkey = "gx"`),
      command(`name = "spell"\n${whole}\nkey = "B"`),
      command(`name = "translate"\n${whole}`),
      command(`name = "two words"\n${whole}`),
      command('name = "lookup"\ninput = "mail"\noutput = "page"'),
      command(`name = "odd"\n${whole}\nkey = "Ctrl-i"\nkeys = "x"`),
    ].join(''),
  );
  const environment = { FRONTDESK_CONFIG: path };
  const { stdout } = await ran(['keys', '--json', 'id,keys,own,title'], { environment });
  const rows = JSON.parse(stdout);
  const row = { own: true, title: 'Run translate' };
  expect(rows).toContainEqual({ id: 'command:translate', keys: ['g x'], ...row });
  expect(rows).toContainEqual({ id: 'command:spell', keys: [], own: true, title: 'Run spell' });
  expect(rows.filter(({ id }: { id: string }) => id.startsWith('command:'))).toHaveLength(3);
  const checked = await ran(['keys', '--check'], { environment });
  expect(checked.code).toBe(1);
  expect(checked.stdout.split('\n').map(line => line.replace(`${path}, `, ''))).toEqual([
    'line 21: commands.name must be a name of letters, digits and hyphens, such as "translate", not "two words".',
    'line 27: commands.input must be one of "conversation", "message", "draft", "customer", not "mail".',
    'line 25: commands needs run.',
    'line 35: commands.keys is not a setting: the nearest is commands.key.',
    'line 16: commands.name is translate, as one before it: the first one counts.',
    'line 34: commands.key has Ctrl-i, which a terminal sends as Tab.',
    'line 14: commands.key has B, which conversation.archive has already: the first one counts.',
    '',
  ]);
  const other = await ran(['conversations', 'run', 'lookup', '12'], { environment });
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('There is no command lookup. The settings have translate, spell, odd.');
  expect(other.stderr, 'why it is not there').toContain('line 25: commands needs run.');
});

test('a fault in the settings stops neither keys, man nor completions', async () => {
  const path = join(temporaryFolder(), 'config.toml');
  writeFileSync(path, 'link = 3');
  const environment = { FRONTDESK_CONFIG: path };
  const all = [['keys'], ['man'], ['completion', 'bash'], ['__complete', '--', '--vie']];
  for (const args of all) {
    const { code, stdout, stderr } = await ran(args, { environment });
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    expect(stdout.length).toBeGreaterThan(0);
  }
  expect((await ran(['conversations', 'list'], { environment })).code).toBe(2);
});
