import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyNotInstalled } from './installed.ts';
import { freePort, run, textOf } from './mail-servers.ts';

const SERVER = '/usr/sbin/sshd';
/** Where Debian's sshd locks itself up, if root starts it. */
const JAIL = '/run/sshd';

/** A running sshd on loopback that takes the keys of one file. */
export interface Sshd {
  readonly port: number;
  /** The file of authorized keys, which it reads at each connection. */
  readonly authorized: string;
  /** Ends it, with every connection that it has. */
  stop(): Promise<void>;
}

/**
 * Starts an sshd of its own; `folder` gets its host key, configuration and log. With `port` it is one that was stopped.
 * `more`: further lines of its configuration.
 */
export async function startSshd(folder: string, port?: number, more: readonly string[] = []): Promise<Sshd> {
  const at = (name: string) => join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) mkdirSync(JAIL, { recursive: true, mode: 0o755 });
  const own = port ?? (await freePort());
  if (!existsSync(at('host'))) makeKey(at('host'));
  const config = [
    ...[`Port ${own}`, 'ListenAddress 127.0.0.1', `HostKey ${at('host')}`, `AuthorizedKeysFile ${at('allowed')}`],
    ...['StrictModes no', 'UsePAM no', 'PasswordAuthentication no', 'KbdInteractiveAuthentication no', 'PidFile none'],
    ...more,
  ];
  writeFileSync(at('config'), `${config.join('\n')}\n`);
  writeFileSync(at('log'), '');
  const isUp = () => textOf(at('log')).includes('Server listening');
  const stop = await run(SERVER, ['-D', '-f', at('config'), '-E', at('log')], isUp, at('log'));
  return { port: own, authorized: at('allowed'), stop };
}

/** Makes a pair of keys without a passphrase. */
export function makeKey(file: string): void {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
}

/** Why there is no sshd here; undefined if there is. With `FRONTDESK_SSH=1` there must be one. */
export function whyNoSsh(): string | undefined {
  return whyNotInstalled(SERVER, { variable: 'FRONTDESK_SSH', packages: 'openssh-server openssh-client' });
}
