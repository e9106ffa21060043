import type { PreparedMail } from '../../intake/prepare-mail.ts';
import { type Destination, storeMail } from '../../intake/store-mail.ts';
import { lockConversations, writeConversations } from '../../model/conversation/row.ts';
import { inboxBySlug, readAddresses } from '../../model/mail.ts';
import type { Work } from '../../model/work.ts';
import type { MailFacts } from './facts.ts';
import type { MailCenter } from './mail-center.ts';

/** What became of a mail: `known` was there before, `dropped` is ours come back. */
export type Outcome = 'new' | 'known' | 'dropped';

/** Stores a live mail that is understood, within a transaction. */
export async function storeLive(
  work: Work,
  prepared: PreparedMail,
  { mailbox }: MailFacts,
  _center: Pick<MailCenter, 'authservId' | 'log'>,
): Promise<Outcome> {
  const inboxId = mailbox?.inbox === undefined ? undefined : await inboxBySlug(work.db, mailbox.inbox);
  const to: Destination = { addresses: await readAddresses(work.db), inboxId: inboxId ?? null };
  const stored = await storeMail(work, prepared, to);
  if (!stored) return 'known';
  const rows = await lockConversations(work, [stored.conversationId]);
  const changes = rows.filter(row => row.merged_into === null).map(before => ({ before, patch: {} }));
  await writeConversations(work, changes, { agentId: null, now: work.now });
  return 'new';
}
