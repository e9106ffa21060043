import { type Additions, wholeZero } from './columns.ts';

/** When a mailbox was first seen, and how many of the mails that were there stay where they are. */
export const additions: Additions = { columns: { mailbox: { seen_at: wholeZero, older: wholeZero } } };
