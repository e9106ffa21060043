import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actions } from '../../../src/actions/index.ts';
import { run } from '../../../src/cli/main.ts';
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
  for (const { title, help } of actions) expect(shown).toContain(` ${title} ${help}\n`);
  const lines = (await ran(['keys'])).stdout.trimEnd().split('\n');
  expect(lines.map(line => line.split('\t')[0]).sort()).toEqual(actions.map(({ id }) => id).sort());
  expect(new Set(lines.map(line => line.split('\t').length))).toEqual(new Set([5]));
});

test('keys prints the chosen fields as JSON, and names them without a choice', async () => {
  const { stdout } = await ran(['keys', '--json', 'id,keys']);
  expect(JSON.parse(stdout)).toContainEqual({ id: 'conversation.archive', keys: ['e'] });
  expect((await ran(['keys', '--json'])).stdout).toBe('id\nscope\nkeys\ntitle\nhelp\n');
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
