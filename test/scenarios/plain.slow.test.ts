import { expect, test } from 'vitest';
import { runShell } from '../cli/run-shell.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const SAMPLE = ['--sample', '--database'];

/** A desk in lines on a terminal, and all that it wrote. */
function inLines(folder: string, env: Record<string, string>, args: readonly string[] = []) {
  let written = '';
  const lines = openBuiltDesk([...args, ...SAMPLE, `${folder}/center.db`], env, {
    columns: 80,
    rows: 24,
    onOutput: bytes => {
      written += Buffer.from(bytes).toString();
    },
  });
  return { lines, written: () => written };
}

test('a desk in lines works through pipes, sends its changes, and ends with its input', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const input = ['next', 'e', 'note #200 Called her.', '?', 'archive ten', '#200', 'bottom', 'back'].join('\n');
  const { code, stdout, stderr } = await runShell(['--plain', ...SAMPLE, `${folder}/center.db`], { env, input });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^Line mode is on: --plain\.\nfrontdesk on embedded help center, as \w+\.\nUnresolved, \d+ conversations\.\n.*240, /,
  );
  expect(stdout).toMatch(/\nArchived #\d+\. z undoes\.\n.*: \d+, /);
  expect(stdout).toContain('\nNoted on #200. z undoes.\n');
  expect(stdout).toContain('Nothing was done.');
  expect(stdout).toMatch(/note: .*\d\n {2}Called her\.\n/);
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
  const env = deskEnvironment(folder, { TERM: 'dumb', EDITOR: 'echo edited >' });
  const { lines, written } = inLines(folder, env);
  const type = async (line: string, sought: string | RegExp) => {
    lines.type(`${line}\n`);
    await lines.sees(sought);
  };
  await lines.sees(/^list>/m);
  expect(written()).toMatch(/^Line mode is on: TERM is dumb\.\r\n/);
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
  // The terminal itself adds the echo and its line ends.
  expect(written().replaceAll('\r\n', '\n').replaceAll('^C', '')).toMatch(/^(?:\P{Cc}|\n)*$/u);
});

test('a terminal that knows prompt marks (OSC 133) gets them, a pipe does not', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder, { TERM: 'xterm-kitty' });
  const { lines, written } = inLines(folder, env, ['--plain', '--speak', 'short']);
  await lines.sees(/^list>/m);
  lines.type('speak\n');
  await lines.sees(/says the short words/);
  lines.type('q\n');
  expect((await lines.exit()).exitCode).toBe(0);
  const [A, B, C, D] = ['A', 'B', 'C', 'D'].map(letter => `\x1b]133;${letter}\x1b\\`);
  expect(written()).toContain(`${A}list> ${B}speak\r\n${C}Line mode says the short words`);
  expect(written()).toContain(`changes that.\r\n${D}${A}list> ${B}`);
  const piped = await runShell(['--plain', ...SAMPLE, `${folder}/center.db`], { env, input: 'speak' });
  expect(piped.stdout).toMatch(/^(?:\P{Cc}|\n)*$/u);
});
