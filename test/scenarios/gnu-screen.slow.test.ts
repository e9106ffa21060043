import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { describe, onTestFinished, test } from 'vitest';
import { whyNotInstalled } from '../harness/installed.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { neverWrongAfterKeys } from '../harness/random-keys.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const SCREEN = '/usr/bin/screen';
const why = whyNotInstalled(SCREEN, { variable: 'FRONTDESK_SCREEN', packages: 'screen' });

describe('inside GNU screen', skippedFor(why), () => {
  test.for([
    [80, 24, 1],
    [120, 36, 2],
    [40, 12, 3],
  ] as const)('at %dx%d no row is wrong after random keys', { timeout: 300_000 }, async ([columns, rows, seed]) => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o700);
    const env = { ...deskEnvironment(folder), SCREENDIR: folder };
    const name = `desk-${seed}`;
    onTestFinished(() => void spawnSync(SCREEN, ['-S', name, '-X', 'quit'], { env }));
    const within = ['-c', '/dev/null', '-U', '-S', name, process.execPath, launcher, '--sample'];
    const desk = openTerminal({ command: SCREEN, args: within, env, columns, rows, isForeign: true });
    await desk.sees('Unresolved', { within: 30_000 });
    await neverWrongAfterKeys(desk, { seed, times: 100 });
  });
});
