import { copyFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LineLimits, type LineTraffic, openMeasuredLine } from './measured-line.ts';
import { openTerminal, type Terminal } from './pty.ts';
import { makeKey, startSshd } from './sshd.ts';

interface Through {
  /** For keys, configuration and log. */
  readonly folder: string;
  /** The program and its arguments, without quotes in them. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
  readonly limits: LineLimits;
}

/** A terminal on a program at the other end of a real ssh, and what has gone over the line. */
export interface SshTerminal {
  readonly terminal: Terminal;
  traffic(): LineTraffic;
  close(): Promise<void>;
}

/** Starts a program through an sshd of its own, over a line of this kind. */
export async function openSsh({ folder, command, env, columns, rows, limits }: Through): Promise<SshTerminal> {
  const at = (name: string) => join(folder, name);
  const sshd = await startSshd(folder);
  makeKey(at('own'));
  copyFileSync(at('own.pub'), sshd.authorized);
  const line = await openMeasuredLine(sshd.port, limits);
  const options = ['UserKnownHostsFile=/dev/null', 'StrictHostKeyChecking=no', 'LogLevel=ERROR', 'IdentitiesOnly=yes'];
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const terminal = openTerminal({
    command: 'ssh',
    args: [
      ...['-tt', '-F', 'none', '-p', `${line.port}`, '-i', at('own')],
      ...options.flatMap(option => ['-o', option]),
      ...[`${userInfo().username}@127.0.0.1`, 'env', '-i', ...words, ...command],
    ],
    env: { ...env },
    columns,
    rows,
  });
  return {
    terminal,
    traffic: line.traffic,
    close: async () => {
      terminal.close();
      await line.close();
      await sshd.stop();
    },
  };
}

/** How `j` held for three seconds went. */
export interface Held {
  /** From the last press until the list's cursor is where it stays. */
  readonly lagMs: number;
  /** Bytes in both directions, from the first press on. */
  readonly up: number;
  readonly down: number;
}

const PRESSES = 90;
const PRESS_MS = 1000 / 30;
const LOOK_MS = 10;

/** Holds `j` for three seconds, 30 presses a second, and waits until nothing comes any more. */
export async function holdThrough({ terminal, traffic }: SshTerminal): Promise<Held> {
  await terminal.settled(3_000);
  const before = traffic();
  const began = performance.now();
  for (let press = 0; press < PRESSES; press++) {
    await sleep(Math.max(0, began + press * PRESS_MS - performance.now()));
    terminal.press('cursor.down');
  }
  const lastPress = performance.now();
  const cursorRow = () => `${terminal.cursor().y} ${terminal.screen()[terminal.cursor().y]}`;
  let [row, since] = [cursorRow(), lastPress];
  const looking = setInterval(() => {
    if (cursorRow() === row) return;
    row = cursorRow();
    since = performance.now();
  }, LOOK_MS);
  await terminal.settled(3_000);
  clearInterval(looking);
  const after = traffic();
  return { lagMs: since - lastPress, up: after.up - before.up, down: after.down - before.down };
}
