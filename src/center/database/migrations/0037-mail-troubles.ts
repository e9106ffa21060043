import type { Kysely } from 'kysely';
import { addColumns, type DatabaseKind, empty, optionalWhole, zero } from './columns.ts';

/** Since when a mail account has its trouble, whether that is its sign-in, and the mails that were left in a mailbox. */
export function mailTroubles(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return addColumns(db, kind, 'mailbox_look', { since: optionalWhole, signed_out: zero, stuck: empty });
}
