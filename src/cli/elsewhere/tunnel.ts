import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { ApiError } from '../../client/api-error.ts';
import type { Fetch } from '../../client/over-http.ts';
import { fetchThrough } from '../../runtime/node-or-bun.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { GREETING } from '../dial-names.ts';
import { makeFolder, paths } from '../paths.ts';
import { childEnvironment } from '../secrets.ts';

/** How long the connection to the machine there stays for the next desk or command, in seconds. */
const KEPT_S = 600;
/** A connection that is silent for this long while an answer is due is replaced, in milliseconds. */
const SILENT_MS = 15_000;
/** How long the shared connection may take to end, in milliseconds. */
const EXIT_MS = 2_000;
/** How long the last words of a command that has ended are waited for, in milliseconds. */
const LAST_WORDS_MS = 100;
/** How much a shell may print before the greeting, in bytes. */
const MAX_BEFORE = 65_536;
/** The kept part of the command's stderr, in bytes. */
const MAX_SAID = 4_096;

/** How a help center is reached through SSH. */
export interface TunnelOptions {
  /** A command for `/bin/sh` in place of `ssh`. */
  readonly connectCommand?: string | undefined;
  /** A person can be asked for a passphrase, or whether the host is the right one. */
  readonly mayAsk: boolean;
}

/** How a connection ended that brought no answer. */
interface Failure {
  readonly reason: SafeText;
  /** It was refused because of the agent, and not because of the network. */
  readonly isRefused: boolean;
}

/**
 * Carries requests through SSH: a command, `ssh` or the agent's own, is started for each connection, and its standard
 * input and output are the connection. OpenSSH shares one connection to the machine among them, compresses it, and does
 * all that its own settings say.
 */
export function createTunnel(url: string, { connectCommand, mayAsk }: TunnelOptions): Fetch {
  const command = connectCommand === undefined ? sshTo(url, mayAsk) : { file: '/bin/sh', args: ['-c', connectCommand] };
  const bridge = createBridge(command.file, command.args, mayAsk);
  return async request => {
    // The key identifies the caller. Compressed answers would gain nothing on a line that is compressed as a whole.
    for (const name of ['authorization', 'accept-encoding']) request.headers.delete(name);
    const begun = performance.now();
    try {
      const response = await (await bridge.fetch())(request);
      // A key that was added again is another one, which the machine there looks for at the next connection.
      if (response.status === 401) endShared(url, connectCommand);
      return response;
    } catch (error) {
      const failure = bridge.failureSince(begun);
      if (failure) throw failureOf(failure, url, mayAsk);
      if (request.signal.aborted && bridge.isSilentSince(performance.now() - SILENT_MS)) endShared(url, connectCommand);
      throw error;
    }
  };
}

/** The last words of an ssh that could not ask. Of a jump host it shows only that the connection ended. */
const UNASKED = /host key verification failed|by UNKNOWN port/i;

function failureOf({ reason, isRefused }: Failure, url: string, mayAsk: boolean): ApiError {
  const isUnasked = !mayAsk && (isRefused || UNASKED.test(reason));
  const how = isUnasked ? t` · Try: frontdesk login ${safeLine(url)}` : t``;
  const message = t`${safeLine(new URL(url).host)} cannot be reached through SSH: ${reason}${how}`;
  return new ApiError({
    status: isRefused ? 401 : 0,
    code: 'unreachable',
    shape: isRefused ? 'other' : 'none',
    message,
  });
}

/** `ssh` with the connection that desks and commands share. Nothing in the address can be taken for an option. */
function sshTo(url: string, mayAsk: boolean): { readonly file: string; readonly args: readonly string[] } {
  const { port } = new URL(url);
  const asks = mayAsk ? [] : ['-o', 'BatchMode=yes'];
  const options = ['-T', '-a', '-x', ...shared(url), ...asks, ...(port === '' ? [] : ['-p', port])];
  return { file: 'ssh', args: [...options, '--', destination(url)] };
}

function destination(url: string): string {
  const { username, hostname } = new URL(url);
  return username === '' ? hostname : `${decodeURIComponent(username)}@${hostname}`;
}

/** Where the shared connection to an address is found. A socket's path may have some hundred characters only. */
function controlPath(url: string): string {
  return join(paths.state(), 'ssh', createHash('sha256').update(url).digest('hex').slice(0, 12));
}

function shared(url: string): readonly string[] {
  makeFolder(dirname(controlPath(url)), 'XDG_STATE_HOME');
  return [
    ...['-o', 'ControlMaster=auto', '-o', `ControlPath=${controlPath(url).replaceAll('%', '%%')}`],
    ...['-o', `ControlPersist=${KEPT_S}`, '-o', 'Compression=yes', '-o', 'ClearAllForwardings=yes'],
  ];
}

/**
 * Ends the shared connection, so that the next one is new. One that hangs does not answer: it is left alone, and ends
 * by itself.
 */
function endShared(url: string, connectCommand: string | undefined): void {
  if (connectCommand !== undefined) return;
  const asked = spawn('ssh', ['-O', 'exit', ...shared(url), '--', destination(url)], { stdio: 'ignore' });
  asked.unref();
  const leave = (): void => {
    asked.kill('SIGKILL');
    rmSync(controlPath(url), { force: true });
  };
  const timer = setTimeout(leave, EXIT_MS);
  asked.once('error', () => clearTimeout(timer)).once('exit', () => clearTimeout(timer));
}

interface Bridge {
  /** Sends requests through the command. */
  fetch(): Promise<Fetch>;
  failureSince(time: number): Failure | undefined;
  isSilentSince(time: number): boolean;
}

/** A socket in a folder of this process alone, each connection to which is a run of the command. */
function createBridge(file: string, args: readonly string[], mayAsk: boolean): Bridge {
  let last: (Failure & { readonly at: number }) | undefined;
  let heardAt = 0;
  let opened: Promise<Fetch> | undefined;

  const join = (local: Socket): void => {
    // Without a terminal of its own, neither a command nor the ssh to a jump host asks within the desk's screen.
    const child = spawn(file, args, { stdio: 'pipe', env: childEnvironment(process.env), detached: !mayAsk });
    let said = '';
    let hasAnswered = false;
    const answers = child.stdout.pipe(afterGreeting());
    answers.on('data', () => {
      hasAnswered = true;
      heardAt = performance.now();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-MAX_SAID);
    });
    const over = (reason: SafeText): void => {
      if (!hasAnswered) last = { reason, isRefused: /permission denied/i.test(reason), at: performance.now() };
      local.destroy();
    };
    child.once('error', () => over(t`${safeLine(file)} cannot be started.`));
    child.once('exit', code => {
      const end = () => over(lastLine(said) ?? t`the command ended (${code ?? 0}).`);
      // Its last words come after it; but the shared connection, which stays, may keep stderr open.
      const timer = setTimeout(end, LAST_WORDS_MS);
      child.stderr.once('end', () => {
        clearTimeout(timer);
        end();
      });
    });
    answers.once('error', () => child.kill());
    child.stdin.on('error', () => undefined);
    local.on('error', () => undefined).once('close', () => end(child));
    local.pipe(child.stdin);
    answers.pipe(local, { end: false });
    // A request keeps the process running, and a connection that is kept for another one does not.
    for (const one of [local, child, child.stdin, child.stdout, child.stderr]) (one as Partial<Socket>).unref?.();
  };
  return {
    fetch: () => {
      opened ??= listenFor(join).then(fetchThrough);
      return opened;
    },
    failureSince: time => (last && last.at >= time ? last : undefined),
    isSilentSince: time => heardAt < time,
  };
}

function end(child: ChildProcess): void {
  child.stdin?.end();
  child.kill();
}

/** Passes on the bytes after the greeting of `dial`. Shells print little before it: more is not a greeting. */
function afterGreeting(): Transform {
  let before: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform: (piece: Buffer, _, done) => {
      if (!before) return done(null, piece);
      before = Buffer.concat([before, piece]);
      const at = before.indexOf(GREETING);
      if (at < 0) return done(before.length > MAX_BEFORE ? new Error('no greeting') : null);
      const rest = before.subarray(at + GREETING.length);
      before = undefined;
      done(null, rest);
    },
  });
}

/** The last words of a program. */
function lastLine(said: string): SafeText | undefined {
  const line = said.trim().split('\n').at(-1)?.trim();
  return line ? safeLine(line) : undefined;
}

/** Listens at a new socket until the process ends. Resolves with its path. */
function listenFor(join: (local: Socket) => void): Promise<string> {
  const folder = mkdtempSync(`${tmpdir()}/frontdesk-ssh-`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server: Server = createServer(join).unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(`${folder}/line`, () => resolve(`${folder}/line`));
  });
}
