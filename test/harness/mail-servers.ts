import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Debian, whyNotInstalled } from './installed.ts';

const START_LIMIT_MS = 30_000;

/** Real mail servers, by name. */
export const PROGRAMS = {
  dovecot: '/usr/sbin/dovecot',
  postfix: '/usr/sbin/postfix',
  opendkim: '/usr/sbin/opendkim',
  opendmarc: '/usr/sbin/opendmarc',
} as const;

const MAIL_SERVERS: Debian = {
  variable: 'FRONTDESK_MAIL_SERVERS',
  packages: 'dovecot-imapd postfix opendkim opendmarc',
};

/**
 * Why there is no such mail server here; undefined where there is. With `FRONTDESK_MAIL_SERVERS=1` there must be one: its
 * tests fail without it.
 */
export function whyNoMailServer(name: keyof typeof PROGRAMS): string | undefined {
  const missing = whyNotInstalled(PROGRAMS[name], MAIL_SERVERS);
  if (missing !== undefined || process.env[MAIL_SERVERS.variable] === '1') return missing;
  return process.getuid?.() === 0 ? undefined : `${name} is started as another user, which only root may do`;
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Starts a server and waits until `isUp`; the returned function ends it. */
export async function run(command: string, args: readonly string[], isUp: () => boolean, log: string) {
  if (!existsSync(command)) throw new Error(`${command} is not on this machine`);
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore' });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const killNow = () => void child.kill('SIGTERM');
  process.once('exit', killNow);
  const stop = async (): Promise<void> => {
    process.off('exit', killNow);
    child.kill('SIGTERM');
    await ended;
  };
  for (let left = START_LIMIT_MS; !isUp(); left -= 50) {
    if (left <= 0 || child.exitCode !== null) {
      await stop();
      throw new Error(`${command} did not start: ${textOf(log)}`);
    }
    await sleep(50);
  }
  return stop;
}

/** What a server has logged so far. */
export function textOf(log: string): string {
  return existsSync(log) ? readFileSync(log, 'utf8') : '';
}
