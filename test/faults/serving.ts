import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { launcher } from '../harness/launcher.ts';
import { queuedMs } from '../harness/queued.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import type { TestDatabase } from './test-database.ts';

/** A running `frontdesk serve`. */
export interface Serving {
  readonly url: string;
  readonly pid: number;
  /** From its start to its first line, in milliseconds, without the wait for a processor. */
  readonly startMs: number;
  /** The lines of its log, the last 2,000. */
  readonly log: readonly string[];
  /** Whether it still runs, and the last lines of its log: to explain a missing answer. */
  state(): string;
  /** Ends it without asking. */
  kill(): Promise<void>;
  /** Asks it to end, and waits until it did. */
  stop(): Promise<void>;
}

/** The API key that every `serve` of the faults takes. */
export const apiKey = 'faults-key-faults-key-faults-key';

const START_LIMIT_MS = 30_000;
const LINES_KEPT = 2_000;

function firstLine(child: ChildProcess, log: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`serve did not start: ${log.join('\n')}`)), START_LIMIT_MS);
    child.stdout!.on('data', chunk => {
      text += chunk;
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('exit', code => {
      clearTimeout(timer);
      reject(new Error(`serve ended with ${code} before it listened: ${log.join('\n')}`));
    });
  });
}

function keepLines(child: ChildProcess, log: string[]): void {
  let rest = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    log.push(...lines);
    if (log.length > LINES_KEPT) log.splice(0, log.length - LINES_KEPT);
  });
}

/** The home of a `serve` whose fault keeps things in `folder`. */
export function homeOf(folder: string): string {
  return join(folder, 'home');
}

/** Starts `frontdesk serve` (a built launcher) on a database, on a port of this machine; 0: a free one. */
export async function startServing(
  database: Pick<TestDatabase, 'location' | 'folder'>,
  nodeFlags: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
  port = 0,
  program = launcher,
): Promise<Serving> {
  const started = performance.now();
  const environment = deskEnvironment(homeOf(database.folder), { FRONTDESK_API_KEY: apiKey, ...variables });
  const args = [...nodeFlags, program, 'serve', '--port', String(port), '--database', database.location];
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const log: string[] = [];
  keepLines(child, log);
  // Nothing is left running when a run is broken off.
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  child.once('exit', () => process.off('exit', killNow));
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  try {
    const line = await firstLine(child, log);
    return {
      url: line.replace('listening on ', ''),
      pid: child.pid!,
      startMs: performance.now() - started - queuedMs(child.pid!),
      log,
      state: () => [`exit ${child.exitCode} ${child.signalCode}`, ...log.slice(-8)].join('\n'),
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
    };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}
