import { setTimeout as sleep } from 'node:timers/promises';
import type { Unreadable } from '../../intake/mail-reader.ts';
import type { Mail } from '../../intake/mime/parse-mail.ts';
import { keepFiles, type PreparedMail } from '../../intake/prepare-mail.ts';
import { collectGarbage, isLarge, unpackedSize } from '../../intake/release.ts';
import { BATCH_MAILS, forgetIncoming, nextIncoming, setIncomingAside, type WaitingMail } from '../../model/incoming.ts';
import { knownMails } from '../../model/mail.ts';
import { problemOf } from '../../model/problem.ts';
import { indexOnce } from '../../model/search/reindex.ts';
import type { Besides, Work } from '../../model/work.ts';
import { factsIn, originOf } from './facts.ts';
import { giveBack } from './give-back.ts';
import { type Holding, holdAlone } from './hold.ts';
import type { MailCenter } from './mail-center.ts';
import type { Serial } from './serial.ts';
import { conversationsFor, type Outcome, type Routing, readRouting, storeLive } from './store.ts';

/** What became of a mail that was accepted. */
export type Understood = Outcome | 'set aside';

/** How many mails are in memory to be read. */
const READ_AT_ONCE = 2;

const MAX_TRIES = 5;

/** The lease of the one process that understands the accepted mails. */
const LEASE = 'incoming mail';

/** Has a mail taken apart. The caller limits the number of calls in progress. */
export function read(
  { reader, context }: MailCenter,
  { raw, facts, receivedAt }: WaitingMail,
): Promise<Mail | Unreadable> {
  const found = { source: originOf(factsIn(facts)), raw: asBuffer(raw), isQuoted: false, fileTime: receivedAt };
  return reader.read({ ...found, isPacked: true }, context.now());
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Reads mails in their order, a few at once. */
async function readAll(center: MailCenter, waiting: readonly WaitingMail[]): Promise<(Mail | Unreadable)[]> {
  const reading: Promise<Mail | Unreadable>[] = [];
  for (const mail of waiting) {
    reading.push(read(center, mail));
    await reading.at(-READ_AT_ONCE);
  }
  return Promise.all(reading);
}

async function prepare(center: MailCenter, { waiting, answer }: ReadMail): Promise<PreparedMail | Unreadable> {
  if ('reason' in answer) return answer;
  const files = await keepFiles(center.context.files, answer.files);
  return { source: originOf(factsIn(waiting.facts)), mail: { ...answer, files: [] }, files, raw: waiting.raw };
}

function asideLine(origin: string, reason: string): string {
  return `A mail from ${origin} was set aside: ${reason}`;
}

async function setAside(center: MailCenter, mail: WaitingMail, reason: string): Promise<'set aside'> {
  const origin = originOf(factsIn(mail.facts));
  await center.write(work => setIncomingAside(work, mail, { origin, reason }));
  center.log(asideLine(origin, reason));
  return 'set aside';
}

/** A mail that was taken apart, or the reason why it could not be. */
export interface ReadMail {
  readonly waiting: WaitingMail;
  readonly answer: Mail | Unreadable;
}

interface Settled {
  readonly became: Understood;
  readonly line?: string;
}

/** Stores a mail, or sets it aside if it cannot be read, or if nobody can tell whose it is. */
async function settle(
  work: Work,
  routing: Routing,
  mail: WaitingMail,
  prepared: PreparedMail | Unreadable,
): Promise<Settled> {
  const facts = factsIn(mail.facts);
  const origin = originOf(facts);
  const stored = 'reason' in prepared ? prepared : await storeLive(work, prepared, facts, routing);
  if (stored === 'dropped') return { became: stored, line: `A mail of ours came back from ${origin} and was dropped.` };
  if (typeof stored === 'string') return { became: stored };
  if ('line' in stored) return { became: 'new', line: stored.line };
  await setIncomingAside(work, mail, { origin, reason: stored.reason });
  return { became: 'set aside', line: asideLine(origin, stored.reason) };
}

/** Mails are stored beside other writes, but one after another. */
function beside(mails: readonly PreparedMail['mail'][]): Besides {
  return { once: LEASE, conversations: work => conversationsFor(work, mails) };
}

/** Stores mails in one transaction, which does `first` before. */
export async function storeTogether(
  center: MailCenter,
  mails: readonly ReadMail[],
  first: (work: Work) => Promise<void> = async () => undefined,
): Promise<Understood[]> {
  const prepared = await Promise.all(mails.map(mail => prepare(center, mail)));
  const readable = prepared.flatMap(each => ('mail' in each ? each.mail : []));
  const settled = await center.write(async work => {
    await first(work);
    const routing = { ...(await readRouting(work, center)), known: await knownMails(work.db, readable) };
    const each: Settled[] = [];
    await indexOnce(work, async inner => {
      for (const [at, { waiting }] of mails.entries()) each.push(await settle(inner, routing, waiting, prepared[at]!));
    });
    await forgetIncoming(
      work,
      mails.map(({ waiting }) => waiting.hash),
    );
    return each;
  }, beside(readable));
  for (const { line } of settled) if (line !== undefined) center.log(line);
  return settled.map(({ became }) => became);
}

/**
 * Stores mails in one transaction; if that fails, each in its own, so that one bad mail does not affect the others.
 */
async function store(center: MailCenter, mails: readonly ReadMail[], tries = 1): Promise<Understood[]> {
  const [only, ...others] = mails;
  if (!only) return [];
  try {
    return await storeTogether(center, mails);
  } catch (error) {
    const { code } = problemOf(error);
    if (code === 'unavailable') throw error;
    // Another process has stored the same mail, or a customer's address, in the same moment.
    if (code === 'conflict' && tries < MAX_TRIES) return store(center, mails, tries + 1);
    if (others.length === 0)
      return [await setAside(center, only.waiting, `It could not be stored: ${(error as Error).message}`)];
    const outcomes: Understood[] = [];
    for (const each of mails) outcomes.push(...(await store(center, [each])));
    return outcomes;
  }
}

/**
 * Makes messages of mails that were accepted, or sets them aside with the reason. Throws if the database cannot be
 * written: then they wait on. The bytes of large ones are gone afterwards.
 */
export async function understandAll(center: MailCenter, waiting: readonly WaitingMail[]): Promise<Understood[]> {
  // A mail that compresses well takes as much memory as any other of its size.
  const hasLarge = waiting.some(({ raw }) => isLarge(unpackedSize(raw)));
  const answers = await readAll(center, waiting);
  try {
    return await store(
      center,
      answers.map((answer, at) => ({ waiting: waiting[at]!, answer })),
    );
  } finally {
    const files = answers.flatMap(answer => ('files' in answer ? answer.files : []));
    giveBack(center, [...waiting.map(({ raw }) => raw), ...files.map(({ content }) => content)]);
    if (hasLarge) await collectGarbage();
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
  let hasFailed = false;
  let isUpToDate = false;

  const wake = (): void => {
    isUpToDate = false;
    bell.abort();
  };

  const understandSome = async (): Promise<number> => {
    try {
      const count = await alone(async () => {
        const waiting = await center.read(({ db }) => nextIncoming(db));
        await understandAll(center, waiting);
        return waiting.length;
      });
      hasFailed = false;
      // It may have rung after they were looked for.
      isUpToDate = count === 0 && !bell.signal.aborted;
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

  const done = holdAlone(holding, LEASE, work, stop.signal);
  return {
    wake,
    isUpToDate: () => isUpToDate,
    close: () => {
      stop.abort();
      return done;
    },
  };
}
