import type { MailOutAnswer as Said } from '../../../contract/session.ts';
import type { Db } from '../../database/tables.ts';
import { mailHome } from '../mail-home.ts';
import { signedOut } from '../mailbox.ts';
import { timestamp } from '../time.ts';
import type { MailOut } from './mail-out.ts';

/** Whether mail goes out of this help center, and what is missing if it does not. */
export async function mailOutSaid(db: Db, mailOut: MailOut | null): Promise<Said> {
  const signed_out = (await signedOut(db)).map(({ name, since }) => ({ account: name, since: timestamp(since) }));
  if (mailOut === null) return { sends: false, missing: ['relay'], signed_out };
  const home = await mailHome(db);
  const isCopy = home !== undefined && mailOut.home !== undefined && home !== mailOut.home();
  return { sends: !isCopy, missing: isCopy ? ['resume'] : [], signed_out };
}
