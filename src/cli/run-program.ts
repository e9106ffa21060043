import { spawn } from 'node:child_process';
import { type SafeBlock, type SafeText, safeBlock, safeLine, t } from '../text/safe.ts';
import { childEnvironment } from './secrets.ts';

/** From the request to end to the kill. */
const GRACE_MS = 1_000;
/** A program that has ended may have left children that hold its output open. */
const DRAIN_MS = 300;
/** At most this many characters of a failing program's words are shown. */
const MAX_SAID = 200;
const MAX_STDERR_BYTES = 4_096;

interface RunOptions {
  /** This process's environment. The program gets it without tokens, keys and passwords. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: string;
  readonly limitMs: number;
  /** Bytes of its output that are taken. A program that prints more is ended. */
  readonly maxBytes: number;
  /** Ends it. */
  readonly stop?: AbortSignal | undefined;
}

/** The result of a program. */
export interface ProgramEnd {
  /** Its output, as UTF-8; other bytes are replaced. */
  readonly output: SafeBlock;
  /** Whether it printed more than was taken. */
  readonly isCut: boolean;
  /** Undefined if a signal ended it, or it could not be started. */
  readonly exitCode: number | undefined;
  /** A clause that says how it failed, with the last line of its stderr: `ended with exit code 1 (it says: no model)`. */
  readonly failed: SafeText | undefined;
}

type Reason = 'stopped' | 'late' | 'full';

/**
 * Runs a command by `/bin/sh`, in a process group of its own and without a terminal. All of the group is ended by
 * `stop`, after `limitMs`, or with this process: by SIGTERM, then by SIGKILL. Never rejects.
 */
export async function runProgram(command: string, options: RunOptions): Promise<ProgramEnd> {
  const { environment, stdin, limitMs, maxBytes, stop } = options;
  const child = spawn('/bin/sh', ['-c', command], { env: childEnvironment(environment, 'all'), detached: true });
  const ended = Promise.withResolvers<void>();
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number, run: () => void) => timers.push(setTimeout(run, ms));
  let reason: Reason | undefined;
  const end = (why: Reason) => {
    if (reason !== undefined) return;
    reason = why;
    signalGroup(child.pid, 'SIGTERM');
    after(GRACE_MS, ended.resolve);
  };
  const kill = () => signalGroup(child.pid, 'SIGKILL');
  const onStop = () => end('stopped');
  const output = bytesUpTo(maxBytes, () => end('full'));
  let stderr: Buffer = Buffer.alloc(0);
  child.stdout.on('data', output.add);
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-MAX_STDERR_BYTES);
  });
  let isStarted = true;
  child.once('error', () => {
    isStarted = false;
    ended.resolve();
  });
  // The immediate comes after the output is read, also if this process had no time for it before.
  child.once('exit', () => after(DRAIN_MS, () => setImmediate(ended.resolve)));
  child.once('close', () => ended.resolve());
  // A program that reads nothing, or not all, may be right.
  child.stdin.on('error', () => undefined).end(stdin);
  after(limitMs, () => end('late'));
  stop?.addEventListener('abort', onStop);
  if (stop?.aborted) onStop();
  process.on('exit', kill);
  await ended.promise;
  if (reason !== undefined) kill();
  process.off('exit', kill);
  stop?.removeEventListener('abort', onStop);
  for (const timer of timers) clearTimeout(timer);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  child.unref();
  return {
    output: output.text(),
    isCut: output.isFull(),
    exitCode: child.exitCode ?? undefined,
    failed: isStarted ? howFailed(reason, child, limitMs, stderr) : t`cannot be started`,
  };
}

/** Signals a program and all that it has started, unless they have ended. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // They have ended.
  }
}

/** Collects at most `max` bytes, and calls `onMore` when there are more. */
function bytesUpTo(max: number, onMore: () => void) {
  const chunks: Buffer[] = [];
  let left = max;
  let isFull = false;
  return {
    add: (chunk: Buffer) => {
      if (left > 0) chunks.push(chunk.subarray(0, left));
      isFull ||= chunk.length > left;
      left = Math.max(0, left - chunk.length);
      if (isFull) onMore();
    },
    isFull: () => isFull,
    // A character that the limit cuts in two is left out.
    text: () => safeBlock(new TextDecoder().decode(Buffer.concat(chunks), { stream: isFull })),
  };
}

interface Ended {
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
}

function howFailed(
  reason: Reason | undefined,
  { exitCode, signalCode }: Ended,
  limitMs: number,
  stderr: Buffer,
): SafeText | undefined {
  if (reason === 'stopped') return t`was stopped`;
  if (reason === 'late') return t`took longer than ${limitMs / 1_000} seconds`;
  if (reason === 'full' || exitCode === 0) return undefined;
  const how = exitCode === null ? t`ended with ${safeLine(String(signalCode))}` : t`ended with exit code ${exitCode}`;
  const said =
    stderr
      .toString()
      .split(/[\r\n]/)
      .findLast(line => line.trim() !== '') ?? '';
  return said === '' ? how : t`${how} (it says: ${safeLine(said.trim().slice(0, MAX_SAID))})`;
}
