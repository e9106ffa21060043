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
  /** Mail up to this UID may have had another one before. */
  readonly renumberedTo: number;
}

/** The place in the mailbox with this name; undefined if it was never seen. */
export async function readMailboxPlace(db: Db, name: string): Promise<MailboxPlace | undefined> {
  const row = await db.selectFrom('mailbox').selectAll().where('name', '=', name).executeTakeFirst();
  return (
    row && {
      uidValidity: row.uid_validity,
      lastUid: row.last_uid,
      oldUntil: row.old_until,
      renumberedTo: row.renumbered_to,
    }
  );
}

/** Keeps the place in a mailbox. Within one numbering it never moves back, even if an older write comes last. */
export async function keepMailboxPlace({ db }: Work, name: string, place: MailboxPlace): Promise<void> {
  const row = {
    uid_validity: place.uidValidity,
    last_uid: place.lastUid,
    old_until: place.oldUntil,
    renumbered_to: place.renumberedTo,
  };
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

/** A look into a mailbox. */
export interface MailboxLook {
  /** When it was last read, in milliseconds; null if never. */
  readonly at: number | null;
  /** Why it cannot be read now, on one line; empty if it can. */
  readonly trouble: string;
}

/** Keeps the last look into a mailbox; without `at`, the time of the one before. */
export async function keepMailboxLook({ db }: Work, name: string, look: Partial<MailboxLook>): Promise<void> {
  await db
    .insertInto('mailbox_look')
    .values({ name, ...look })
    .onConflict(conflict => conflict.column('name').doUpdateSet(look))
    .execute();
}

/** The last look into each mailbox, by its name. */
export async function mailboxLooks(db: Db): Promise<ReadonlyMap<string, MailboxLook>> {
  const rows = await db.selectFrom('mailbox_look').selectAll().execute();
  return new Map(rows.map(({ name, at, trouble }) => [name, { at, trouble }]));
}
