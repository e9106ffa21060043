import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Ended, runShell } from '../cli/run-shell.ts';
import { homeOf, type Serving, startServing } from '../faults/serving.ts';
import { openBuiltDesk } from './built-desk.ts';
import { type FarCenter, openFarCenter } from './far-desk.ts';
import { type LineLimits, type MeasuredLine, openMeasuredLine } from './measured-line.ts';
import type { Terminal } from './pty.ts';
import { makeKey, type Sshd, startSshd } from './sshd.ts';
import { deskEnvironment } from './temporary.ts';

/** A help center that is reached through a real OpenSSH, over a line that counts. */
export interface SshCenter {
  readonly center: FarCenter;
  readonly line: MeasuredLine;
  readonly url: string;
  /** The agent's machine. */
  readonly env: Readonly<Record<string, string>>;
  readonly sshd: () => Sshd;
  /** Ends sshd with all its connections, and starts it again at the same port. */
  restartSshd(): Promise<void>;
  /** Starts `serve` again, after its end. Rejects if it does not start. */
  serveAgain(): Promise<void>;
  /** Runs a command of the operator's, on the machine of the help center. */
  readonly operate: Operate;
  /** Runs a command of the agent's. */
  run(...args: readonly string[]): Promise<Ended>;
  openDesk(args?: readonly string[]): Terminal;
  close(): Promise<void>;
}

/** A command of the operator's, on the machine of the help center. */
type Operate = (...args: readonly string[]) => Promise<string>;

/** The operator of the help center in a folder, whose `serve` listens at this socket. */
export function operatorOf(server: string, socket: string): Operate {
  const env = deskEnvironment(homeOf(server));
  mkdirSync(join(env.XDG_CONFIG_HOME!, 'frontdesk'), { recursive: true });
  writeFileSync(join(env.XDG_CONFIG_HOME!, 'frontdesk/config.toml'), `[center]\nsocket = "${socket}"\n`);
  return async (...args) => {
    const { code, stdout, stderr } = await runShell([...args, '--database', join(server, 'center.db')], { env });
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
}

/** Makes the agent's machine, with a key and settings of ssh's own, in a folder. Returns its environment. */
export function openAgentsMachine(machine: string): Record<string, string> {
  const env = deskEnvironment(machine);
  makeKey(join(machine, 'id'));
  const own = [`IdentityFile ${machine}/id`, `UserKnownHostsFile ${machine}/known`, 'StrictHostKeyChecking accept-new'];
  writeFileSync(join(machine, 'ssh-config'), ['Host *', ...own, 'IdentitiesOnly yes', ''].join('\n'));
  // ssh looks for its settings in the home folder that the system knows, which is not this test's.
  mkdirSync(join(machine, 'bin'));
  writeFileSync(join(machine, 'bin/ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F ${machine}/ssh-config "$@"\n`);
  chmodSync(join(machine, 'bin/ssh'), 0o755);
  return { ...env, PATH: `${machine}/bin:${env.PATH}` };
}

/** Lets Mia come from that machine. */
export async function letIn(operate: Operate, machine: string, { authorized }: Sshd): Promise<void> {
  writeFileSync(authorized, '');
  await operate('agent', 'key', 'add', 'mia@shop.example', join(machine, 'id.pub'), '--to', authorized);
}

/** The address of a help center behind an sshd at this port. */
export function sshUrl(port: number, host = '127.0.0.1'): string {
  return `ssh://${userInfo().username}@${host}:${port}`;
}

/** Opens it with these contents (`openFarCenter`), and Mia, whose key is allowed. */
export async function openSshCenter(
  folder: string,
  contents: number | string,
  limits?: LineLimits,
): Promise<SshCenter> {
  const server = join(folder, 'server');
  const machine = join(folder, 'agent');
  mkdirSync(server, { recursive: true, mode: 0o700 });
  const socket = join(server, 'socket');
  const operate = operatorOf(server, socket);
  const center = await openFarCenter(server, contents);
  let again: Serving | undefined;
  let sshd = await startSshd(join(folder, 'sshd'));
  const line = await openMeasuredLine(sshd.port, limits);
  const env = openAgentsMachine(machine);
  await letIn(operate, machine, sshd);
  const url = sshUrl(line.port);
  return {
    center,
    line,
    url,
    env,
    sshd: () => sshd,
    restartSshd: async () => {
      await sshd.stop();
      line.cut();
      sshd = await startSshd(join(folder, 'sshd'), sshd.port);
    },
    serveAgain: async () => {
      again = await startServing({ location: join(server, 'center.db'), folder: server });
    },
    operate,
    run: (...args) => runShell(args, { env }),
    openDesk: (args = []) => openBuiltDesk(args, env),
    close: async () => {
      await line.close();
      await sshd.stop();
      await center.serving.kill();
      await again?.kill();
    },
  };
}
