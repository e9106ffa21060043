import type { Kysely } from 'kysely';
import { addTable, type DatabaseKind, text, whole } from './columns.ts';

/** The jobs of the help center that have failed. */
export function jobFaults(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const columns = { job: text, item: whole, tries: whole, fault: text, since: whole, due_at: whole };
  return addTable(db, kind, 'job_fault', { columns, key: ['job', 'item'] });
}
