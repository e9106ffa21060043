import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { skippedFor } from '../harness/skipped.ts';
import { holdThrough, openSsh } from '../harness/ssh.ts';
import { whyNoSsh } from '../harness/sshd.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { furnishCenter } from '../harness/wire-desk.ts';

/** Bytes for 90 presses, each in a packet of its own, and for all that the terminal answers meanwhile. */
const MOST_UP = 7_000;

describe('through a real ssh', skippedFor(whyNoSsh()), () => {
  test.each(['slow', 'auto'])(
    'j held for three seconds on a line of 1,200 bytes a second sends at most 7 kB up: --link %s',
    async link => {
      const folder = temporaryFolder();
      const ssh = await openSsh({
        folder: join(folder, 'ssh'),
        command: [process.execPath, launcher, '--database', furnishCenter(folder), '--link', link],
        env: deskEnvironment(folder),
        columns: 80,
        rows: 24,
        limits: { bytesPerSecond: 1_200, oneWayMs: 150 },
      });
      onTestFinished(ssh.close);
      await ssh.terminal.sees('The whole story');
      const { up } = await holdThrough(ssh);
      expect(ssh.terminal.text()).not.toContain('The whole story');
      expect(up).toBeLessThanOrEqual(MOST_UP);
    },
    120_000,
  );
});
