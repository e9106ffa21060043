import type { Kysely } from 'kysely';
import { type Additions, optionalWhole, zero } from './columns.ts';

export const additions: Additions = {
  columns: {
    conversation: {
      snoozed_until: optionalWhole,
      snooze_keep: zero,
      snoozed_by: optionalWhole,
      woken_from: optionalWhole,
    },
  },
  indexes: {
    conversation_by_snoozed_until: `conversation
    (snoozed_until, id, status_id, home_id, assign_key) where snoozed_until is not null`,
  },
};

/**
 * Conversations are put off: they lie on a shelf of their own, so that lists and numbers leave them out as they leave out
 * archived ones. Only an index of those that are put off says which comes back next.
 */
export function change(db: Kysely<never>): Promise<void> {
  return db.schema.alterTable('conversation').renameColumn('archived', 'shelved').execute();
}
