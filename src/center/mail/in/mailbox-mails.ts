import type { MailboxPlace } from '../../model/mailbox.ts';
import { type ListedMail, type MailboxConnection, PART_BYTES } from './mailbox-connection.ts';
import type { Received } from './receive.ts';

/** What the mails of a mailbox are taken with. */
export interface Taking {
  readonly connection: MailboxConnection;
  /** Commits a mail. Rejects if it could not be committed. */
  readonly receive: (raw: Buffer) => Promise<Received>;
  /** Commits the place. */
  readonly keep: (place: MailboxPlace) => Promise<void>;
  /** Is told of a mail that stays in the mailbox, and why. */
  readonly leave: (uid: number, reason: string) => void;
  /** Mails that stay in the mailbox. */
  readonly left: ReadonlySet<number>;
  /** After a failure: one mail at a time, so that those before the one that fails are done with. */
  readonly isCautious: boolean;
  readonly signal: AbortSignal;
}

/** Taken now, and recognised as there already. */
export interface Taken {
  readonly place: MailboxPlace;
  readonly fresh: number;
  readonly known: number;
}

/** A mail could not be fetched, for the reason in `cause`. */
export class StuckMail extends Error {
  readonly uid: number;

  constructor(uid: number, cause: unknown) {
    super('A mail could not be fetched.', { cause });
    this.uid = uid;
  }
}

/** The longest mail, as for LMTP. */
const MAX_MAIL_BYTES = 50 * 1_024 * 1_024;
const TOO_LARGE = 'It is larger than 50 MiB.';
/** The most mails that are fetched at once, and their bytes. */
const batchLimit = { mails: 20, bytes: 4 * PART_BYTES } as const;
/** How much older than the mailbox's first sight a Date field may be: of a mail that came later it is not. */
const DATE_LEEWAY_MS = 7 * 24 * 3_600_000;

/** Whether a mail came after the mailbox was first seen, as far as its server can still say. */
function isNew({ uid, at, sentAt }: ListedMail, { renumberedTo, oldUntil }: MailboxPlace): boolean {
  if (uid > renumberedTo) return true;
  // A server that lost the times of arrival gives all mails the present one; the Date field stays.
  return at > oldUntil && !(sentAt < oldUntil - DATE_LEEWAY_MS);
}

/** Groups of mails that are fetched together; a long one comes alone. */
function* batches(mails: readonly ListedMail[], isCautious: boolean): Generator<ListedMail[]> {
  const most = isCautious ? 1 : batchLimit.mails;
  let batch: ListedMail[] = [];
  let bytes = 0;
  for (const mail of mails) {
    if (batch.length >= most || (batch.length > 0 && bytes + mail.size > batchLimit.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(mail);
    bytes += mail.size;
  }
  if (batch.length > 0) yield batch;
}

/** The rest of a long mail. Returns undefined if it is gone meanwhile or is too large. */
async function whole({ connection, leave }: Taking, { uid, size }: ListedMail, first: Buffer) {
  const parts = [first];
  let length = first.length;
  for (let last = first; last.length === PART_BYTES; length += last.length) {
    if (length > MAX_MAIL_BYTES) {
      leave(uid, TOO_LARGE);
      return undefined;
    }
    const part = (await connection.fetch([uid], length)).get(uid);
    if (!part && length !== size) return undefined;
    last = part ?? Buffer.alloc(0);
    parts.push(last);
  }
  return parts.length === 1 ? first : Buffer.concat(parts, length);
}

interface FetchedMail {
  readonly uid: number;
  readonly raw: Buffer;
}

/** Fetches mails; those that somebody deleted meanwhile are missing. */
async function fetchBatch(taking: Taking, batch: readonly ListedMail[]): Promise<FetchedMail[]> {
  const fetched: FetchedMail[] = [];
  try {
    const firsts = await taking.connection.fetch(batch.map(({ uid }) => uid));
    for (const mail of batch) {
      const first = firsts.get(mail.uid);
      const raw = first && (await whole(taking, mail, first));
      if (raw) fetched.push({ uid: mail.uid, raw });
    }
    return fetched;
  } catch (error) {
    throw taking.isCautious ? new StuckMail(batch[0]!.uid, error) : error;
  }
}

/** Fetches and commits some mails, in their order, and marks them as read. */
async function takeBatch(taking: Taking, batch: readonly ListedMail[]): Promise<Received[]> {
  const { connection, receive, leave, left } = taking;
  for (const { uid, size } of batch) if (size > MAX_MAIL_BYTES) leave(uid, TOO_LARGE);
  const wanted = batch.filter(({ uid }) => !left.has(uid));
  if (wanted.length === 0) return [];
  const fetched = await fetchBatch(taking, wanted);
  const results: Received[] = [];
  for (const { raw } of fetched) results.push(await receive(raw));
  if (fetched.length > 0) await connection.markRead(fetched.map(({ uid }) => uid));
  return results;
}

/**
 * Takes the mails that came since `place`. The place moves only after the mails before it are committed; a mail that
 * is fetched again is recognised. Throws `StuckMail` if a mail cannot be fetched alone.
 */
export async function takeMails(taking: Taking, place: MailboxPlace): Promise<Taken> {
  const { mails, highest } = await taking.connection.list(place.lastUid + 1, mail => isNew(mail, place));
  let now = place;
  const move = async (lastUid: number) => {
    if (lastUid <= now.lastUid) return;
    now = { ...now, lastUid };
    await taking.keep(now);
  };
  let [fresh, known] = [0, 0];
  for (const batch of batches(mails, taking.isCautious)) {
    if (taking.signal.aborted) return { place: now, fresh, known };
    const results = await takeBatch(taking, batch);
    fresh += results.filter(({ stored }) => stored === 'new').length;
    known += results.filter(({ stored }) => stored === 'known').length;
    await move(batch.at(-1)!.uid);
  }
  await move(highest);
  return { place: now, fresh, known };
}
