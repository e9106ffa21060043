import type { MailboxPlace } from '../../model/mailbox.ts';
import type { ListedMail, MailboxConnection } from './mailbox-connection.ts';
import { isToBeTaken } from './mailbox-mails.ts';

const DAY_MS = 24 * 3_600_000;

/** Where to begin in a mailbox that is new to us: behind its last mail, so that only later mails are taken. */
export async function placeFromNow(connection: MailboxConnection, now: number): Promise<MailboxPlace> {
  const { uidValidity, uidNext, exists } = connection;
  const newest = await connection.newest();
  const oldUntil = newest ? Math.max(newest.at, now - DAY_MS) : 0;
  return { uidValidity, lastUid: uidNext - 1, oldUntil, renumberedTo: 0, seenAt: now, older: exists };
}

/** A mailbox is seen for the first time now, in milliseconds; mails of the last days may be wanted. */
export interface FirstSight {
  readonly now: number;
  readonly days: number;
}

/** Where taking the mail of a mailbox can begin. */
export interface Beginnings {
  readonly fromNow: MailboxPlace;
  /** With the mails of the last days, if there are some, and their number. */
  readonly recent?: { readonly place: MailboxPlace; readonly mails: number };
}

/** Where taking the mail of an open mailbox can begin. */
export async function beginnings(connection: MailboxConnection, { now, days }: FirstSight): Promise<Beginnings> {
  const fromNow = await placeFromNow(connection, now);
  const { seenAt, lastUid, older } = fromNow;
  const place = { ...fromNow, oldUntil: now - days * DAY_MS, renumberedTo: lastUid };
  // Servers search by days, in a zone of their own.
  const listed = await connection.since(place.oldUntil - DAY_MS);
  const wanted = listed.filter(mail => mail.uid <= lastUid && isToBeTaken(mail, place));
  if (!wanted[0]) return { fromNow };
  // A server's clock may be ahead of ours.
  const last = wanted.reduce((latest, { at }) => Math.max(latest, at), seenAt);
  const left = Math.max(0, older - wanted.length);
  const recent = { ...place, lastUid: wanted[0].uid - 1, seenAt: last, older: left };
  return { fromNow, recent: { place: recent, mails: wanted.length } };
}

/** Whether a mail was there before its mailbox was first seen. */
export function isOlderMail({ uid, at }: Pick<ListedMail, 'uid' | 'at'>, place: MailboxPlace): boolean {
  return uid <= place.renumberedTo && at <= place.seenAt;
}
