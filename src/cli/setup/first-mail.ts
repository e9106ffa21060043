import type { MailboxSeen } from '../../center/mail/in/check-mailbox.ts';
import { beginMailbox } from '../../center/model/mailbox.ts';
import { NO_CONVERSATION } from '../../center/model/work.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { askYes } from '../ask.ts';
import { withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';

/** So far back a new mailbox is taken if that is wanted. */
export const RECENT_DAYS = 14;

/** Asks for the recent mails of a mailbox, if there are some. */
export async function wantsRecent(shell: Shell, { mails, begins }: MailboxSeen): Promise<boolean> {
  const recent = begins?.recent;
  if (!recent) return false;
  shell.stderr.write(
    `Signed in: ${counted(mails, t`mail`)} in the mailbox, ${grouped(recent.mails)} of the last ${RECENT_DAYS} days.\n`,
  );
  return askYes(shell, t`Take the mail of the last ${RECENT_DAYS} days too? No automatic reply is sent for it.`);
}

/**
 * Keeps where taking mail begins: all that comes from now on is taken, also before the first start. Returns why not, as
 * a sentence behind another.
 */
export function keepBeginning(
  shell: Shell,
  database: string | undefined,
  { name, begins }: MailboxSeen,
  isRecentWanted: boolean,
): Promise<SafeText> {
  const place = isRecentWanted ? begins?.recent?.place : begins?.fromNow;
  if (!place) return Promise.resolve(t``);
  return withCenter(shell, database, async center => {
    await center.write(work => beginMailbox(work, name, place, isRecentWanted), NO_CONVERSATION);
    return t``;
  }).catch((error: Error) => t` Mail is taken from the first start on, not before: ${safeLine(error.message)}`);
}
