import { type Additions, empty, optionalWhole, zero } from './columns.ts';

/** Since when a mail account has its trouble, whether that is its sign-in, and the mails that were left in a mailbox. */
export const additions: Additions = {
  columns: { mailbox_look: { since: optionalWhole, signed_out: zero, stuck: empty } },
};
