import type { Kysely } from 'kysely';
import { addColumns, type DatabaseKind, wholeZero } from './columns.ts';

/** When a mailbox was first seen, and how many of the mails that were there stay where they are. */
export function firstSight(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return addColumns(db, kind, 'mailbox', { seen_at: wholeZero, older: wholeZero });
}
