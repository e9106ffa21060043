import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Ended, runShell } from '../cli/run-shell.ts';
import { homeOf } from '../faults/serving.ts';
import { type FarCenter, openFarCenter } from './far-desk.ts';
import { launcher } from './launcher.ts';
import { type LineLimits, type MeasuredLine, openMeasuredLine } from './measured-line.ts';
import { openTerminal, type Terminal } from './pty.ts';
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
  /** Runs a command of the operator's, on the machine of the help center. */
  operate(...args: readonly string[]): Promise<string>;
  /** Runs a command of the agent's. */
  run(...args: readonly string[]): Promise<Ended>;
  openDesk(args?: readonly string[]): Terminal;
  close(): Promise<void>;
}

/** Opens it: sample conversations, and Mia, whose key is allowed. */
export async function openSshCenter(folder: string, conversations: number, limits?: LineLimits): Promise<SshCenter> {
  const server = join(folder, 'server');
  const machine = join(folder, 'agent');
  for (const one of [server, machine]) mkdirSync(one, { recursive: true, mode: 0o700 });
  const serverEnv = deskEnvironment(homeOf(server));
  mkdirSync(join(serverEnv.XDG_CONFIG_HOME!, 'frontdesk'), { recursive: true });
  writeFileSync(join(serverEnv.XDG_CONFIG_HOME!, 'frontdesk/config.toml'), `[center]\nsocket = "${server}/socket"\n`);
  const center = await openFarCenter(server, conversations);
  let sshd = await startSshd(join(folder, 'sshd'));
  const line = await openMeasuredLine(sshd.port, limits);
  makeKey(join(machine, 'id'));
  const own = [`IdentityFile ${machine}/id`, `UserKnownHostsFile ${machine}/known`, 'StrictHostKeyChecking accept-new'];
  writeFileSync(join(machine, 'ssh-config'), ['Host *', ...own, 'IdentitiesOnly yes', ''].join('\n'));
  // ssh looks for its settings in the home folder that the system knows, which is not this test's.
  mkdirSync(join(machine, 'bin'));
  writeFileSync(join(machine, 'bin/ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F ${machine}/ssh-config "$@"\n`);
  chmodSync(join(machine, 'bin/ssh'), 0o755);
  const agentEnv = deskEnvironment(machine);
  const env = { ...agentEnv, PATH: `${machine}/bin:${agentEnv.PATH}` };
  const operate = async (...args: readonly string[]): Promise<string> => {
    const asked = [...args, '--database', join(server, 'center.db')];
    const { code, stdout, stderr } = await runShell(asked, { env: serverEnv });
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  writeFileSync(sshd.authorized, '');
  await operate('agent', 'key', 'add', 'mia@shop.example', join(machine, 'id.pub'), '--to', sshd.authorized);
  const url = `ssh://${userInfo().username}@127.0.0.1:${line.port}`;
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
    operate,
    run: (...args) => runShell(args, { env }),
    openDesk: (args = []) =>
      openTerminal({ command: process.execPath, args: [launcher, ...args], env, columns: 120, rows: 36 }),
    close: async () => {
      await line.close();
      await sshd.stop();
      await center.serving.kill();
    },
  };
}
