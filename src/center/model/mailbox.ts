import { deleteRows, keepRow } from '../database/rows.ts';
import type { Db } from '../database/tables.ts';
import type { Work } from './work.ts';

/** How far a mailbox was read. */
export interface MailboxPlace {
  /** The numbering that its server uses now; under another one the UIDs mean other mails. */
  readonly uidValidity: number;
  /** Mail up to this UID is taken, or was there before the mailbox was first seen. */
  readonly lastUid: number;
  /** Mail that the server received up to this time, in milliseconds, was there before the mailbox was first seen. */
  readonly oldUntil: number;
  /** Mail up to this UID may have had another one before, or was there before the mailbox was first seen. */
  readonly renumberedTo: number;
  /** When the mailbox was first seen, in milliseconds; 0: a former program saw it first. */
  readonly seenAt: number;
  /** How many of the mails that were there then are not taken. */
  readonly older: number;
}

/** The place in the mailbox with this name; undefined if it was never seen. */
export async function readMailboxPlace(db: Db, name: string): Promise<MailboxPlace | undefined> {
  return (await mailboxPlaces(db)).get(name);
}

/** The places in all mailboxes, by their names. */
export async function mailboxPlaces(db: Db): Promise<ReadonlyMap<string, MailboxPlace>> {
  const rows = await db.selectFrom('mailbox').selectAll().execute();
  return new Map(
    rows.map(row => [
      row.name,
      {
        uidValidity: row.uid_validity,
        lastUid: row.last_uid,
        oldUntil: row.old_until,
        renumberedTo: row.renumbered_to,
        seenAt: row.seen_at,
        older: row.older,
      },
    ]),
  );
}

function rowOf(place: MailboxPlace) {
  return {
    uid_validity: place.uidValidity,
    last_uid: place.lastUid,
    old_until: place.oldUntil,
    renumbered_to: place.renumberedTo,
    seen_at: place.seenAt,
    older: place.older,
  };
}

/** Keeps the place to begin at. A mailbox that was seen before goes on from its own place, unless `isAnew`. */
export async function beginMailbox({ db }: Work, name: string, place: MailboxPlace, isAnew: boolean): Promise<void> {
  if (isAnew) await deleteRows(db, 'mailbox', { name });
  const begin = db.insertInto('mailbox').values({ name, ...rowOf(place) });
  await begin.onConflict(conflict => conflict.column('name').doNothing()).execute();
}

/** Keeps the place in a mailbox. Within one numbering it never moves back, even if an older write comes last. */
export async function keepMailboxPlace({ db }: Work, name: string, place: MailboxPlace): Promise<void> {
  const row = rowOf(place);
  await db
    .insertInto('mailbox')
    .values({ name, ...row })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet(row)
        .where(({ or, eb }) =>
          or([eb('mailbox.uid_validity', '!=', place.uidValidity), eb('mailbox.last_uid', '<=', place.lastUid)]),
        ),
    )
    .execute();
}

/** A mail that stays in its mailbox because it cannot be fetched. */
export interface StuckMail {
  readonly uid: number;
  /** When it was given up, in milliseconds. */
  readonly at: number;
  readonly reason: string;
}

/** How an account of mail goes: a mailbox, or the relay under the name of `relayLook`. */
export interface MailboxLook {
  /** When it was last read, in milliseconds; null if never. */
  readonly at: number | null;
  /** Why it cannot be used now, on one line; empty if it can. */
  readonly trouble: string;
  /** Since when; null if it can be used. */
  readonly since: number | null;
  /** The server refuses the sign-in. */
  readonly isSignedOut: boolean;
  readonly stuck: readonly StuckMail[];
}

/** The name under which the looks of a relay are kept. */
export function relayLook(name: string): string {
  return `relay ${name}`;
}

/** Mails that stayed in the mailbox are reported for a week, the newest ones. */
const TOLD_FOR_MS = 7 * 24 * 3_600_000;
const MAX_STUCK = 20;

/** Keeps that an account could be used. */
export function keepGoodLook(work: Work, name: string): Promise<void> {
  return keepLook(work, name, { at: work.now, trouble: '', since: null, isSignedOut: false });
}

/** Keeps why an account cannot be used, or not for long; `at`: it was read all the same. */
export async function keepTrouble(
  work: Work,
  name: string,
  trouble: Pick<MailboxLook, 'trouble' | 'isSignedOut'> & Partial<Pick<MailboxLook, 'at'>>,
): Promise<void> {
  const before = (await mailboxLooks(work.db)).get(name);
  await keepLook(work, name, { ...trouble, since: before?.since ?? work.now });
}

/** Keeps that a mail stays in its mailbox. */
export async function keepStuck(work: Work, name: string, stuck: Omit<StuckMail, 'at'>): Promise<void> {
  const before = (await mailboxLooks(work.db)).get(name)?.stuck ?? [];
  const recent = before.filter(({ at, uid }) => at > work.now - TOLD_FOR_MS && uid !== stuck.uid);
  await keepLook(work, name, { stuck: [...recent, { ...stuck, at: work.now }].slice(-MAX_STUCK) });
}

/** Keeps the present state. All desks hear of it if an account is signed out, or in again. */
async function keepLook(work: Work, name: string, look: Partial<MailboxLook>): Promise<void> {
  const { stuck, isSignedOut, ...rest } = look;
  const row = {
    ...rest,
    ...(stuck && { stuck: JSON.stringify(stuck) }),
    ...(isSignedOut !== undefined && { signed_out: isSignedOut ? (1 as const) : (0 as const) }),
  };
  const wasSignedOut = (await signedOut(work.db)).some(one => one.name === name);
  await keepRow(work.db, 'mailbox_look', { name }, row);
  if (isSignedOut !== undefined && isSignedOut !== wasSignedOut) work.namesChanged();
}

/** How each account of mail goes, by its name. */
export async function mailboxLooks(db: Db): Promise<ReadonlyMap<string, MailboxLook>> {
  const rows = await db.selectFrom('mailbox_look').selectAll().execute();
  return new Map(
    rows.map(({ name, signed_out, stuck, ...look }) => [
      name,
      { ...look, isSignedOut: signed_out === 1, stuck: stuck === '' ? [] : JSON.parse(stuck) },
    ]),
  );
}

/** The accounts that refuse the sign-in now, and since when. */
export async function signedOut(db: Db): Promise<readonly { readonly name: string; readonly since: number }[]> {
  const rows = await db
    .selectFrom('mailbox_look')
    .select(['name', 'since'])
    .where('signed_out', '=', 1)
    .orderBy('since')
    .execute();
  return rows.map(({ name, since }) => ({ name, since: since ?? 0 }));
}
