import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { whyNotInstalled } from './installed.ts';
import { openTerminal, type Terminal } from './pty.ts';

const SERVER = '/usr/bin/mosh-server';

/** Why there is no mosh here; undefined if there is. With `FRONTDESK_MOSH=1` there must be one. */
export function whyNoMosh(): string | undefined {
  return whyNotInstalled(SERVER, { variable: 'FRONTDESK_MOSH', packages: 'mosh' });
}

interface Within {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

/** Starts a program in a real mosh-server, and returns the terminal of its mosh-client. */
export function openMosh({ command, env, columns, rows }: Within): Terminal {
  // It takes the first port of the range that is free.
  const args = ['new', '-i', '127.0.0.1', '-p', '60000:61000', '-c', '256', '--', ...command];
  const { stdout, stderr } = spawnSync(SERVER, args, { env: { ...env }, encoding: 'utf8' });
  const [, port, key] = /^MOSH CONNECT (\d+) (\S+)$/m.exec(stdout) ?? [];
  const [, pid] = /pid = (\d+)/.exec(stderr) ?? [];
  if (port === undefined || pid === undefined) throw new Error(`mosh-server did not start: ${stdout}${stderr}`);
  onTestFinished(() => killQuietly(Number(pid)));
  return openTerminal({
    command: '/usr/bin/mosh-client',
    args: ['127.0.0.1', port],
    // It shows only what mosh-server has: no guess of its own.
    env: { ...env, MOSH_KEY: key!, MOSH_PREDICTION_DISPLAY: 'never' },
    columns,
    rows,
    isForeign: true,
  });
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    // It ends with its client.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
