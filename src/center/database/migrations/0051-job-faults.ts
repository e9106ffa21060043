import { type Additions, text, whole } from './columns.ts';

const columns = { job: text, item: whole, tries: whole, fault: text, since: whole, due_at: whole };

/** The jobs of the help center that have failed. */
export const additions: Additions = { tables: { job_fault: { columns, key: ['job', 'item'] } } };
