import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseRefused } from '../refused.ts';
import { hashOf, inFolder, keepWhole } from './folder.ts';
import { lockFile } from './lock.ts';

const LINES = 'erasures.ndjson';
const HEAD = 'erasures.head';

/** How long a ledger is, and the hash of its last line. */
export interface LedgerHead {
  readonly lines: number;
  readonly hash: string;
}

/** The erasures of a folder of backups: none of them is restored without it. */
export interface Ledger {
  /** The erasures in the order in which they were recorded, without the hashes that chain the lines. */
  readonly erasures: readonly object[];
  readonly head: LedgerHead;
  /** Whether the head file says the same. One line may be there before it does. */
  readonly isHeadNew: boolean;
  /** The missing or damaged lines; empty if the ledger is whole. */
  readonly faults: readonly string[];
  /** Whether the ledger goes on from one that was this long. */
  continues(head: LedgerHead): boolean;
}

/** Each line carries the hash of the line before, so that a line that is changed, gone or moved is noticed. */
function chained(erasures: readonly object[]): { readonly text: string; readonly hashes: readonly string[] } {
  const hashes = [''];
  let text = '';
  for (const erasure of erasures) {
    const line = JSON.stringify({ before: hashes.at(-1), ...erasure });
    hashes.push(hashOf(line));
    text += `${line}\n`;
  }
  return { text, hashes };
}

function headText({ lines, hash }: LedgerHead): string {
  return `${JSON.stringify({ lines, hash })}\n`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // A line that is not JSON is damaged: the caller says so.
    return undefined;
  }
}

/** The lines up to the first that does not follow the one before. */
function linesOf(text: string) {
  const lines = text.split('\n');
  const erasures: object[] = [];
  const hashes = [''];
  for (const line of lines.slice(0, -1)) {
    const { before, ...erasure } = parsed(line) ?? {};
    if (before !== hashes.at(-1)) break;
    erasures.push(erasure);
    hashes.push(hashOf(line));
  }
  const isWhole = erasures.length === lines.length - 1 && lines.at(-1) === '';
  return { erasures, hashes, faults: isWhole ? [] : [`${LINES} is damaged at line ${erasures.length + 1}`] };
}

function whole(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Reads the ledger of a folder, and checks each line of it. */
export function readLedger(folder: string): Promise<Ledger> {
  return inFolder(folder, async () => {
    // Read from the end in the order of writing, so that an erasure recorded meanwhile is not a fault.
    const headed = await whole(join(folder, HEAD));
    const text = await whole(join(folder, LINES));
    const { erasures, hashes, faults } = linesOf(text ?? '');
    const told = text === undefined ? [`${LINES} is missing`] : faults;
    const head = { lines: erasures.length, hash: hashes.at(-1)! };
    const at =
      headed === undefined ? undefined : hashes.findIndex((hash, lines) => headText({ lines, hash }) === headed);
    if (at === undefined) told.push(`${HEAD} is missing`);
    else if (at < 0 && told.length === 0) told.push(headFault(headed!, erasures.length));
    const continues = ({ lines, hash }: LedgerHead) => hashes[lines] === hash;
    return { erasures, head, isHeadNew: at === erasures.length, faults: told, continues };
  });
}

function headFault(text: string, lines: number): string {
  const { lines: said } = parsed(text) ?? {};
  return typeof said === 'number' && said > lines
    ? `${LINES} has ${lines} of ${said} lines`
    : `${HEAD} is not of these lines: it is damaged, or ${LINES} is`;
}

async function writeLedger(folder: string, erasures: readonly object[]): Promise<void> {
  const { text, hashes } = chained(erasures);
  await keepWhole(join(folder, LINES), text);
  await keepWhole(join(folder, HEAD), headText({ lines: erasures.length, hash: hashes.at(-1)! }));
}

/** How long to wait for another process that writes the ledger, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 50;

async function locked<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const busy = `Another process tells ${folder} of an erasure. Nothing was done; try again.`;
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    try {
      const unlock = lockFile(join(folder, 'erasures.lock'), busy);
      return await inFolder(folder, work).finally(unlock);
    } catch (error) {
      if (waitedMs >= MAX_WAIT_MS || (error as Error).message !== busy) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
}

/** Throws `DatabaseRefused` with the faults of a ledger. */
export function requireWhole(folder: string, { faults }: Pick<Ledger, 'faults'>): void {
  if (faults.length === 0) return;
  throw new DatabaseRefused(
    `The ledger of erasures in ${folder} cannot be trusted: ${faults.join('; ')}. Nothing was done. Beside the help ` +
      `center, frontdesk backup --verify ${folder} mends it.`,
  );
}

/** Begins the ledger of a folder in which none is. */
export function beginLedger(folder: string): Promise<void> {
  return locked(folder, async () => {
    const { faults } = await readLedger(folder);
    if (faults.length === 2 && faults.every(fault => fault.endsWith('missing'))) await writeLedger(folder, []);
  });
}

/** The same erasure, recorded once more, may have found more. */
export type SameErasure = (one: object, other: object) => boolean;

/**
 * Writes erasures down that are not there yet, safe on the disk. Throws `DatabaseRefused` if the ledger is not whole.
 * Returns their number.
 */
export function tellLedger(folder: string, erasures: readonly object[], isSame: SameErasure): Promise<number> {
  return locked(folder, async () => {
    const ledger = await readLedger(folder);
    requireWhole(folder, ledger);
    const missing = erasures.filter(one => !ledger.erasures.some(other => isSame(one, other)));
    if (missing.length > 0 || !ledger.isHeadNew) await writeLedger(folder, [...ledger.erasures, ...missing]);
    return missing.length;
  });
}

/**
 * Rewrites a damaged ledger from the erasures that the help center knows, if the result is exactly the former one:
 * `heads` are those that manifests name. Returns whether it is whole now.
 */
export function mendLedger(
  folder: string,
  known: readonly object[],
  heads: readonly LedgerHead[],
  isSame: SameErasure,
): Promise<boolean> {
  return locked(folder, async () => {
    const { erasures } = await readLedger(folder);
    const headed = parsed((await whole(join(folder, HEAD))) ?? '') as LedgerHead | undefined;
    // The line before the first that does not follow may be the damaged one.
    for (const left of [erasures, erasures.slice(0, -1)]) {
      const mended = [...left, ...known.filter(one => !left.some(other => isSame(one, other)))];
      const { hashes } = chained(mended);
      if ([...heads, ...(headed ? [headed] : [])].some(({ lines, hash }) => hashes[lines] !== hash)) continue;
      await writeLedger(folder, mended);
      return true;
    }
    return false;
  });
}
