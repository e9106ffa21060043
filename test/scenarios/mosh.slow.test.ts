import { describe, expect, test } from 'vitest';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { launcher } from '../harness/launcher.ts';
import { openMosh, whyNoMosh } from '../harness/mosh.ts';
import { neverWrongAfterKeys } from '../harness/random-keys.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

describe('over a real mosh', skippedFor(whyNoMosh()), () => {
  test('mosh-server sets the variable by which the desk knows it, and then asks for no answers', async () => {
    const env = deskEnvironment(temporaryFolder());
    const shell = openMosh({
      command: ['sh', '-c', 'echo "[$NCURSES_NO_UTF8_ACS]"; read -r _'],
      env,
      columns: 80,
      rows: 24,
    });
    await shell.sees('[1]');
    const within = { ...env, NCURSES_NO_UTF8_ACS: '1' };
    const desk = openBuiltDesk(['--sample'], within, { columns: 80, rows: 24 });
    await desk.sees('Unresolved', { within: 30_000 });
    desk.press(...Array(20).fill('cursor.down'));
    await desk.settled();
    expect(desk.output()).not.toContain('\x1b[5n');
  });

  test.for([
    [80, 24, 1],
    [120, 36, 2],
    [40, 12, 3],
  ] as const)('at %dx%d no row is wrong after random keys', { timeout: 300_000 }, async ([columns, rows, seed]) => {
    const command = [process.execPath, launcher, '--sample'];
    const desk = openMosh({ command, env: deskEnvironment(temporaryFolder()), columns, rows });
    await desk.sees('Unresolved', { within: 30_000 });
    await neverWrongAfterKeys(desk, { seed, times: 200 });
  });
});
