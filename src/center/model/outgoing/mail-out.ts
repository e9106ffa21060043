import type { Quote } from '../../../contract/inbox-body.ts';
import type { MailOutAnswer as Said } from '../../../contract/session.ts';
import type { Db } from '../../database/tables.ts';
import { signedOut } from '../mailbox.ts';
import { mailHome } from '../setting.ts';
import { timestamp } from '../time.ts';

/** How a help center sends mail. */
export interface MailOutSettings {
  /** How long an agent's message is held before it is sent, in milliseconds. */
  readonly sendDelayMs: number;
  /** How long after the closing of a conversation its customer is asked for a rating, in milliseconds. */
  readonly ratingDelayMs: number;
  /** The quote below answers of inboxes that leave it to the settings; by default none. */
  readonly quote?: Quote;
  /** The address of the help center for its customers' browsers, without a slash at its end; null if it has none. */
  readonly publicUrl: string | null;
  /** Returns the place of the database, so that a copy at another place is noticed. */
  readonly home?: () => string;
}

/** Whether mail goes out of this help center, and what is missing if it does not. */
export async function mailOutSaid(db: Db, mailOut: MailOutSettings | null): Promise<Said> {
  const signed_out = (await signedOut(db)).map(({ name, since }) => ({ account: name, since: timestamp(since) }));
  if (mailOut === null) return { sends: false, missing: ['relay'], signed_out };
  const home = await mailHome(db);
  const isCopy = home !== undefined && mailOut.home !== undefined && home !== mailOut.home();
  return { sends: !isCopy, missing: isCopy ? ['resume'] : [], signed_out };
}
