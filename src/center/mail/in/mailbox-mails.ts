import { MAX_MAIL_BYTES } from '../../intake/sources/bytes.ts';
import type { MailboxPlace } from '../../model/mailbox.ts';
import { type ListedMail, type MailboxConnection, PART_BYTES } from './mailbox-connection.ts';

/** A mail that is being fetched. */
interface FetchedMail extends Pick<ListedMail, 'uid' | 'at'> {
  readonly source: AsyncIterable<Buffer>;
}

/** The tools for taking the mails of a mailbox. */
export interface Taking {
  readonly connection: MailboxConnection;
  /** Commits mails, in their order. Rejects if one of them could not be committed, or ended with an error. */
  readonly accept: (mails: readonly FetchedMail[]) => Promise<void>;
  /** Commits the place. */
  readonly keep: (place: MailboxPlace) => Promise<void>;
  /** Called for a mail that stays in the mailbox, with the reason. */
  readonly leave: (uid: number, reason: string) => void;
  /** Mails that stay in the mailbox. */
  readonly left: ReadonlySet<number>;
  /** After a failure the first mails come one at a time, so that those before the one that fails are done with. */
  readonly isCautious: boolean;
  readonly signal: AbortSignal;
}

/** The taken mails, and the place behind them. */
export interface FetchedBatch {
  readonly place: MailboxPlace;
  readonly mails: number;
}

/** A mail could not be fetched, for the reason in `cause`. */
export class StuckMailError extends Error {
  readonly uid: number;

  constructor(uid: number, cause: unknown) {
    super('A mail could not be fetched.', { cause });
    this.uid = uid;
  }
}

/** The help center could not commit, for the reason in `cause`. */
export class NotKept extends Error {}

/** A mail is not to be taken, for the reason in its message, or is not there any more, if that is empty. */
class Unfit extends Error {}

const TOO_LARGE = 'It is larger than 50 MiB.';
/** This many UIDs are listed at once: after a renumbering all of a mailbox are gone through, and a cut loses little. */
const LISTED_UIDS = 1_000;
/** The most mails that are fetched at once, and their bytes. */
const batchLimit = { mails: 20, bytes: 4 * PART_BYTES } as const;
/** How much older than the mailbox's first sight a Date field may be: of a mail that came later it is not. */
const DATE_LEEWAY_MS = 7 * 24 * 3_600_000;

/** Whether a mail is to be taken, as far as its server can still say when it came. */
export function isToBeTaken({ uid, at, sentAt }: ListedMail, { renumberedTo, oldUntil }: MailboxPlace): boolean {
  if (uid > renumberedTo) return true;
  // A server that lost the times of arrival gives all mails the present one; the Date field stays.
  return at > oldUntil && !(sentAt < oldUntil - DATE_LEEWAY_MS);
}

/** Groups of mails that are fetched together; after a failure those that failed come alone. */
function* batches(mails: readonly ListedMail[], isCautious: boolean): Generator<ListedMail[]> {
  let batch: ListedMail[] = [];
  let bytes = 0;
  for (const [at, mail] of mails.entries()) {
    const most = isCautious && at <= batchLimit.mails ? 1 : batchLimit.mails;
    if (batch.length >= most || (batch.length > 0 && bytes + mail.size > batchLimit.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(mail);
    bytes += mail.size;
  }
  if (batch.length > 0) yield batch;
}

/** The server lists a mail and does not give it, or not all of it. */
function notGiven(): Error {
  return Object.assign(new Error('The mail is not given.'), { code: 'NotGiven' });
}

/** A server may tell a size that is not exact; a mail that ends long before it was cut off. */
const LEAST_OF_SIZE = 0.6;

/** The bytes of a mail, part by part; the first part is there. */
async function* bytesOf(fetch: MailboxConnection['fetch'], { uid, size }: ListedMail, first: Buffer) {
  yield first;
  let length = first.length;
  for (let last = first; last.length === PART_BYTES; length += last.length) {
    if (length > MAX_MAIL_BYTES) throw new Unfit(TOO_LARGE);
    const part = (await fetch([uid], length)).get(uid);
    if (!part && length !== size) throw new Unfit();
    last = part ?? Buffer.alloc(0);
    yield last;
  }
  if (length < size * LEAST_OF_SIZE) throw notGiven();
}

/** Fetches and commits some mails, in their order. Returns the UIDs of those that were still there. */
async function acceptBatch({ connection, accept }: Taking, batch: readonly ListedMail[]): Promise<number[]> {
  let failure: { readonly cause: unknown } | undefined;
  const fetch: MailboxConnection['fetch'] = (...asked) =>
    connection.fetch(...asked).catch(cause => {
      failure = { cause };
      throw cause;
    });
  const firsts = await fetch(batch.map(({ uid }) => uid));
  const there = batch.filter(({ uid }) => firsts.has(uid));
  // A mail that was deleted meanwhile is not listed any more.
  for (const { uid } of batch)
    if (!firsts.has(uid) && (await connection.list(uid, uid)).some(mail => mail.uid === uid)) throw notGiven();
  try {
    if (there.length > 0)
      await accept(there.map(mail => ({ ...mail, source: bytesOf(fetch, mail, firsts.get(mail.uid)!) })));
  } catch (error) {
    if (error instanceof Unfit) throw error;
    if ((error as NodeJS.ErrnoException).code === 'NotGiven') throw error;
    throw failure ? failure.cause : new NotKept('The help center cannot store mail now.', { cause: error });
  }
  return there.map(({ uid }) => uid);
}

/** Takes some mails and marks them as read. Returns their number. */
async function takeBatch(taking: Taking, batch: readonly ListedMail[]): Promise<number> {
  const { connection, leave, left, isCautious } = taking;
  for (const { uid, size } of batch) if (size > MAX_MAIL_BYTES) leave(uid, TOO_LARGE);
  const wanted = batch.filter(({ uid }) => !left.has(uid));
  if (wanted.length === 0) return 0;
  const [{ uid }] = wanted as [ListedMail];
  try {
    const taken = await acceptBatch(taking, wanted);
    if (taken.length > 0) await connection.markRead(taken);
    return taken.length;
  } catch (error) {
    if (error instanceof NotKept) throw error;
    if (!(error instanceof Unfit)) throw isCautious && wanted.length === 1 ? new StuckMailError(uid, error) : error;
    if (wanted.length > 1) return takeEach(taking, wanted);
    if (error.message !== '') leave(uid, error.message);
    return 0;
  }
}

/** The mails from a UID on, step by step, each with the UID up to which they are listed. */
async function* listNew(connection: MailboxConnection, first: number) {
  let uids = LISTED_UIDS;
  for (let from = first; ; ) {
    const isEnd = from + uids >= connection.uidNext;
    const mails = await connection.list(from, isEnd ? 'end' : from + uids - 1);
    yield { mails, last: isEnd ? (mails.at(-1)?.uid ?? from - 1) : from + uids - 1 };
    if (isEnd) return;
    from += uids;
    // Most UIDs may belong to mails that were deleted.
    uids = mails.length < LISTED_UIDS / 10 ? uids * 4 : LISTED_UIDS;
  }
}

async function takeEach(taking: Taking, mails: readonly ListedMail[]): Promise<number> {
  let taken = 0;
  for (const mail of mails) taken += await takeBatch(taking, [mail]);
  return taken;
}

/**
 * Takes the mails that came since `place`. The place moves only after the mails before it are committed; a mail that
 * is fetched again is recognised. Throws `StuckMailError` if a mail cannot be fetched alone, and `NotKept`.
 */
export async function takeMails(taking: Taking, place: MailboxPlace): Promise<FetchedBatch> {
  const { connection, signal } = taking;
  let now = place;
  let mails = 0;
  const move = async (lastUid: number) => {
    now = { ...now, lastUid };
    await taking.keep(now);
  };
  for await (const { mails: listed, last } of listNew(connection, place.lastUid + 1)) {
    const wanted = listed.filter(mail => isToBeTaken(mail, place));
    for (const batch of batches(wanted, taking.isCautious)) {
      if (signal.aborted) return { place: now, mails };
      mails += await takeBatch(taking, batch);
      await move(batch.at(-1)!.uid);
    }
    if (last > now.lastUid) await move(last);
  }
  return { place: now, mails };
}
