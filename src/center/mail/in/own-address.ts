import * as v from 'valibot';
import { EmailAddress } from '../../../contract/schema.ts';
import { addressKey } from '../../../text/address-form.ts';
import { addEmail, hasEmail } from '../../model/inbox/email.ts';
import { inboxTouched } from '../../model/inbox/read.ts';
import { inboxBySlug, readAddresses } from '../../model/mail.ts';
import type { Work } from '../../model/work.ts';

/**
 * Gives an inbox without an address the user name of its mailbox: answers need an address to be sent from. Not an
 * address of an agent or of another inbox. Returns whether it did. `slug`: by default the default inbox.
 */
export async function giveOwnAddress(work: Work, user: string, slug: string | undefined): Promise<boolean> {
  if (!v.is(EmailAddress, user)) return false;
  const { isOurs, defaultInbox } = await readAddresses(work.db);
  const inboxId = slug === undefined ? defaultInbox : ((await inboxBySlug(work.db, slug)) ?? defaultInbox);
  if (isOurs(addressKey(user)) || (await hasEmail(work.db, inboxId))) return false;
  await addEmail(work.db, inboxId, { email: user });
  await inboxTouched(work, inboxId);
  return true;
}
