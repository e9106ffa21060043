import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process among all others, as far as the system allows. Empty if it does not. */
interface Mark {
  readonly host: string;
  /** One start of the machine. */
  readonly boot: string;
  /** The container, because process ids differ by container. */
  readonly space: string;
  readonly pid: number;
  /** When the process started, in ticks since the machine did: a later process with the same id has another value. */
  readonly started: string;
}

/** This process, as text for `isSurelyEnded`. */
export function ownMark(): string {
  return JSON.stringify(markOf(process.pid));
}

/** The terminal of this process, for a person: `pts/3`. Empty if it is not known. */
export function ownTerminal(): string {
  const path = orNothing(() => readlinkSync('/proc/self/fd/0'));
  return path.startsWith('/dev/') ? path.slice('/dev/'.length) : '';
}

/**
 * Whether the process that left this mark has certainly ended. False proves nothing: it may run, or be out of sight
 * (another machine or container). A running process never counts as ended because of its id alone.
 */
export function isSurelyEnded(mark: string): boolean {
  const left = parse(mark);
  if (!left) return false;
  const now = markOf(left.pid);
  if (left.host !== now.host) return false;
  if (left.boot !== now.boot) return true;
  return left.space === now.space && (now.started !== left.started || !isRunning(left.pid));
}

function markOf(pid: number): Mark {
  return {
    host: hostname(),
    boot: orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    space: orNothing(() => readlinkSync('/proc/self/ns/pid')),
    pid,
    started: orNothing(() => startOf(pid)),
  };
}

/** A zombie has ended, although its parent has not noticed yet. */
function startOf(pid: number): string {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return /^[ZX]/.test(fields[0] ?? '') ? '' : (fields[19] ?? '');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function parse(text: string): Mark | undefined {
  try {
    const mark = JSON.parse(text) as Mark;
    return Number.isInteger(mark.pid) && mark.pid > 0 ? mark : undefined;
  } catch {
    return undefined;
  }
}

function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
