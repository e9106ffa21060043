import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../text/message-of.ts';
import type { Unreadable } from '../../intake/mail-reader.ts';
import { keepFiles, type PreparedMail } from '../../intake/prepare-mail.ts';
import { isLarge, unpackedSize } from '../../intake/release.ts';
import { storeBatch, storeEach } from '../../intake/store-batch.ts';
import { BATCH_MAILS, forgetIncoming, nextIncoming, setIncomingAside, type WaitingMail } from '../../model/incoming.ts';
import { knownMails } from '../../model/mail.ts';
import type { Concurrency, Work } from '../../model/work.ts';
import { type Rest, rest as realRest, waitForWork } from '../rest.ts';
import { factsIn, originOf } from './facts.ts';
import { freeBuffers } from './free-buffers.ts';
import { type Holding, withLease } from './hold.ts';
import { verifySender } from './judge/verified.ts';
import { createLater } from './later.ts';
import type { MailCenter } from './mail-center.ts';
import { type CheckLive, openLive, type ReadLive } from './read-live.ts';
import type { Serial } from './serial.ts';
import { conversationsFor, type Routing, readRouting, type StoreOutcome, storeLive } from './store.ts';

/** The outcome for an accepted mail; `waits`: for DNS. */
export type Understood = StoreOutcome | 'set aside' | 'waits';

/** How many mails are in memory to be read. */
const READ_AT_ONCE = 2;

/** The lease of the one process that understands the accepted mails. */
const LEASE = 'incoming mail';

/** So long a batch waits for DNS, in milliseconds; then mails without an answer let the others pass. */
const KEYS_MS = 1_000;

/** So long a mail waits for DNS after it arrived, in milliseconds; then it is taken as not verified. */
const WAIT_FOR_KEYS_MS = 10 * 60_000;

/** Whether a mail would be verified by a key for which DNS has not answered yet, and it can still wait for that. */
export function mustWait({ keys, context }: MailCenter, { waiting, answer, trust }: ReadLive): boolean {
  if (!trust.isUnanswered || 'reason' in answer || !keys || keys.isGone()) return false;
  return context.now() - waiting.receivedAt < WAIT_FOR_KEYS_MS && !verifySender(answer, trust).isVerified;
}

/** Reads mails in their order, a few at once, and then waits for DNS for all of them together. */
async function readAll(center: MailCenter, waiting: readonly WaitingMail[], rest: Rest): Promise<ReadLive[]> {
  const opening: Promise<CheckLive>[] = [];
  for (const mail of waiting) {
    opening.push(openLive(center, mail));
    await opening.at(-READ_AT_ONCE);
  }
  const opened = await Promise.all(opening);
  return waitForWork(rest, KEYS_MS, patience => Promise.all(opened.map(check => check(patience))));
}

/** The files of a mail that is known are not kept: it may have been erased. */
async function prepare(
  { context }: MailCenter,
  { waiting, answer }: ReadLive,
  known: ReadonlySet<string>,
): Promise<PreparedMail | Unreadable> {
  if ('reason' in answer) return answer;
  const files = known.has(answer.identity) ? [] : await keepFiles(context.files, answer.files);
  return { source: originOf(factsIn(waiting.facts)), mail: { ...answer, files: [] }, files, raw: waiting.raw };
}

function asideLine(origin: string, reason: string): string {
  return `A mail from ${origin} was set aside: ${reason}`;
}

async function quarantine(center: MailCenter, mail: WaitingMail, reason: string): Promise<'set aside'> {
  const origin = originOf(factsIn(mail.facts));
  await center.write(work => setIncomingAside(work, mail, { origin, reason }));
  center.log(asideLine(origin, reason));
  return 'set aside';
}

interface Settled {
  readonly became: Understood;
  readonly line?: string;
}

/** Stores a mail, or sets it aside if it cannot be read, or if its author is not certain. */
async function settle(
  work: Work,
  routing: Routing,
  { waiting: mail, trust }: ReadLive,
  prepared: PreparedMail | Unreadable,
): Promise<Settled> {
  const facts = factsIn(mail.facts);
  const origin = originOf(facts);
  const stored = 'reason' in prepared ? prepared : await storeLive(work, prepared, { facts, trust }, routing);
  if (stored === 'dropped') return { became: stored, line: `A mail of ours came back from ${origin} and was dropped.` };
  if (typeof stored === 'string') return { became: stored };
  if ('line' in stored) return { became: 'new', line: stored.line };
  await setIncomingAside(work, mail, { origin, reason: stored.reason });
  return { became: 'set aside', line: asideLine(origin, stored.reason) };
}

/** Mails are stored while other writes run, but one after another. */
function concurrencyOf(mails: readonly PreparedMail['mail'][]): Concurrency {
  return { once: LEASE, conversations: work => conversationsFor(work, mails) };
}

/** Stores mails in one transaction, which does `first` before. */
export async function storeTogether(
  center: MailCenter,
  mails: readonly ReadLive[],
  first: (work: Work) => Promise<void> = async () => undefined,
): Promise<Understood[]> {
  const readable = mails.flatMap(({ answer }) => ('reason' in answer ? [] : { ...answer, files: [] }));
  const before = await center.read(({ db }) => knownMails(db, readable));
  const prepared = await Promise.all(mails.map(mail => prepare(center, mail, before)));
  const settled = await center.write(async work => {
    await first(work);
    const routing = { ...(await readRouting(work, center)), known: before.union(await knownMails(work.db, readable)) };
    const each = await storeEach(work, mails, (inner, mail, at) => settle(inner, routing, mail, prepared[at]!));
    await forgetIncoming(
      work,
      mails.map(({ waiting }) => waiting.hash),
    );
    return each;
  }, concurrencyOf(readable));
  for (const { line } of settled) if (line !== undefined) center.log(line);
  return settled.map(({ became }) => became);
}

/** Stores mails, or sets those aside that cannot be stored. */
async function store(center: MailCenter, mails: readonly ReadLive[]): Promise<Understood[]> {
  const outcomes: Understood[] = [];
  await storeBatch(
    mails,
    async some => {
      outcomes.push(...(await storeTogether(center, some)));
    },
    async ({ waiting }, error) => {
      outcomes.push(await quarantine(center, waiting, `It could not be stored: ${messageOf(error)}`));
    },
  );
  return outcomes;
}

/**
 * Makes messages of mails that were accepted, or sets them aside with the reason; those that wait for DNS stay, unless
 * `isLast`. Throws if the database cannot be written: then they wait on. The bytes of large ones are gone afterwards.
 */
export async function understandAll(
  center: MailCenter,
  waiting: readonly WaitingMail[],
  { isLast = false, rest = realRest }: { readonly isLast?: boolean; readonly rest?: Rest } = {},
): Promise<Understood[]> {
  // A mail that compresses well takes as much memory as any other of its size.
  const hasLarge = waiting.some(({ raw }) => isLarge(unpackedSize(raw)));
  const read = await readAll(center, waiting, rest);
  try {
    const waits = read.map(each => !isLast && mustWait(center, each));
    const became = await store(
      center,
      read.filter((_, at) => !waits[at]),
    );
    return waits.map(each => (each ? 'waits' : became.shift()!));
  } finally {
    const files = read.flatMap(({ answer }) => ('files' in answer ? answer.files : []));
    await freeBuffers(center, [...waiting.map(({ raw }) => raw), ...files.map(({ content }) => content)], hasLarge);
  }
}

/** How often it looks for mails that other processes have accepted, in milliseconds. */
const LOOK_MS = 1_000;

/** After few mails it waits so long for others, in milliseconds: each transaction waits for the disk. */
const GATHER_MS = 25;

/** The pause after a failure, in milliseconds. */
const RETRY_MS = 5_000;

/** Understanding that goes on until it is closed. */
export interface Understanding {
  /** Says that a mail was accepted. */
  wake(): void;
  /** Whether this process understands the mails, and has seen none that waits. */
  isUpToDate(): boolean;
  /** Resolves when the mails in progress are stored; no others follow. */
  close(): Promise<void>;
}

/** Understands mails in the order in which they were accepted, in one process of all. */
export function understandAlways(center: MailCenter, holding: Holding, alone: Serial): Understanding {
  const stop = new AbortController();
  let bell = new AbortController();
  const later = createLater(center.context.now);
  let hasFailed = false;
  let isUpToDate = false;

  const wake = (): void => {
    isUpToDate = false;
    bell.abort();
  };

  const understandSome = async (): Promise<number> => {
    try {
      const count = await alone(async () => {
        const waiting = await center.read(({ db }) => nextIncoming(db, later.hashes()));
        const became = await understandAll(center, waiting, { isLast: later.isFull(), rest: holding.rest });
        later.keep(waiting.filter((_, at) => became[at] === 'waits'));
        return waiting.length;
      });
      hasFailed = false;
      // It may have rung after they were looked for.
      isUpToDate = count === 0 && later.hashes().length === 0 && !bell.signal.aborted;
      return count;
    } catch (error) {
      if (!hasFailed) center.log(`Accepted mail waits: ${(error as Error).message}`);
      hasFailed = true;
      return 0;
    }
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    signal.addEventListener('abort', wake);
    while (!signal.aborted) {
      // It may ring while mails are understood.
      bell = new AbortController();
      const count = await understandSome();
      if (count > 0 && count < BATCH_MAILS && !signal.aborted) await sleep(GATHER_MS);
      if (count > 0 || signal.aborted) continue;
      await holding.rest(hasFailed ? RETRY_MS : LOOK_MS, hasFailed ? signal : bell.signal);
    }
  };

  const done = withLease(holding, LEASE, work, stop.signal);
  return {
    wake,
    isUpToDate: () => isUpToDate,
    close: () => {
      stop.abort();
      return done;
    },
  };
}
