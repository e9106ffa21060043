import { expect, test } from 'vitest';
import { runShell } from '../cli/run-shell.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const SAMPLE = ['--sample', '--database'];

test('a desk in lines works through pipes, sends its changes, and ends with its input', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const input = ['next', 'e', 'note #200 Called her.', '?', 'archive ten', '#200', 'bottom', 'back'].join('\n');
  const { code, stdout, stderr } = await runShell(['--plain', ...SAMPLE, `${folder}/center.db`], { env, input });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^frontdesk on embedded help center, as \w+\.\nUnresolved, \d+ conversations\.\n.*240, /);
  expect(stdout).toMatch(/\nArchived #\d+\. z undoes\.\n.*: \d+, /);
  expect(stdout).toContain('\nNoted on #200. z undoes.\n');
  expect(stdout).toContain('Nothing was done.');
  expect(stdout).toMatch(/NOTE, .*:\n {2}Called her\.\n/);
  expect(stdout).toMatch(/^(?:\P{Cc}|\n)*$/u);
});

test('a box that the last desk left open takes no line of the next script', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const run = (input: string) => runShell(['--plain', ...SAMPLE, `${folder}/center.db`], { env, input });
  expect((await run('tag #200')).stdout).toContain('Tags of #200.');
  const { stdout } = await run('archive #201');
  expect(stdout).not.toContain('Tags of #200.');
  expect(stdout).toContain('Archived #201.');
});

test('on a dumb terminal nothing is redrawn; Ctrl-C goes back, then leaves, and a draft is kept', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder, { ACCESSIBLE: '1', TERM: 'dumb', EDITOR: 'echo edited >' });
  let written = '';
  const lines = openBuiltDesk([...SAMPLE, `${folder}/center.db`], env, {
    columns: 80,
    rows: 24,
    onOutput: bytes => {
      written += Buffer.from(bytes).toString();
    },
  });
  const type = async (line: string, sought: string | RegExp) => {
    lines.type(`${line}\n`);
    await lines.sees(sought);
  };
  await lines.sees(/^> $|^>$/m);
  await type('n', /^note>/m);
  await type('half a note', /half a note/);
  lines.type('\x03');
  await lines.sees(/Draft of #240 kept/);
  await type('N', /^note>.*$/m);
  await type('~p', /edited/);
  await type('.', /Noted on #240/);
  lines.type('\x03');
  await lines.sees(/Ctrl-C again leaves/);
  lines.type('\x03');
  const { exitCode } = await lines.exit();
  expect(exitCode).toBe(0);
  // The terminal's own echo and line ends are all that is not ours.
  expect(written.replaceAll('\r\n', '\n').replaceAll('^C', '')).toMatch(/^(?:\P{Cc}|\n)*$/u);
});
