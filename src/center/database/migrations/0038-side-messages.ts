import type { Kysely } from 'kysely';
import { addColumns, type DatabaseKind, optionalWhole, zero } from './columns.ts';

/** Which messages a third party was asked by, or answered with, and which message such a question forwards. */
export function sideMessages(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return addColumns(db, kind, 'message', { side: zero, forwards: optionalWhole });
}
