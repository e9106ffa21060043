import type { Mail } from '../../intake/mime/parse-mail.ts';
import { inboxAddresses } from '../../model/inbox/email.ts';
import { type InboxVoice, inboxVoice } from '../../model/inbox/own-mail.ts';
import { recordReply, repliesSent } from '../../model/message/automatic-reply.ts';
import type { Work } from '../../model/work.ts';
import { isOfOurs } from './addressee.ts';
import { decideReply, type Occasion } from './decide-reply.ts';
import { sendOwn } from './send-own.ts';

/** A customer's mail that has just opened a conversation. */
export interface FirstMail extends Pick<Occasion['mail'], 'isVerified' | 'isAutomatic'> {
  readonly conversationId: number;
  readonly inboxId: number;
  readonly mail: Pick<Mail, 'messageId' | 'receivedAt' | 'sentAt'>;
  /** The customer's address; null if it is unknown. */
  readonly email: string | null;
}

async function occasionOf(work: Work, first: FirstMail, inbox: InboxVoice): Promise<Occasion> {
  const { email: to, mail, inboxId, isVerified, isAutomatic } = first;
  return {
    now: work.now,
    inbox: {
      kind: inbox.kind,
      sendsReply: inbox.send_autoresponse === 1,
      address: inbox.address,
    },
    mail: {
      isLive: true,
      receivedAt: mail.receivedAt ?? mail.sentAt,
      by: 'customer',
      isVerified,
      isFirst: true,
      isAutomatic,
      isBounce: false,
      isOfOurs: to !== null && isOfOurs(to, await inboxAddresses(work.db)),
    },
    to,
    ...(await repliesSent(work, to?.toLowerCase() ?? '', inboxId)),
  };
}

async function send(work: Work, { mail, inboxId, conversationId }: FirstMail, inbox: InboxVoice, to: string) {
  await sendOwn(work, {
    conversationId,
    inboxId,
    from: { name: inbox.name, email: inbox.address! },
    // Nothing that the customer wrote goes back, neither name nor subject: a forged mail would carry it to others.
    to: { name: '', email: to },
    subject: `Automatic reply: ${inbox.name}`,
    inReplyTo: mail.messageId,
    references: mail.messageId === null ? [] : [mail.messageId],
    text: inbox.autoresponse_text,
    automatic: 'auto-replied',
    hasNullSender: true,
  });
  await recordReply(work, to.toLowerCase(), inboxId);
}

/**
 * Sends the automatic reply of its inbox to a mail that has just been stored, in the same transaction, if it gets one.
 * Returns a line for the log if a brake holds it back.
 */
export async function replyAutomatically(work: Work, first: FirstMail): Promise<string | undefined> {
  const inbox = await inboxVoice(work.db, first.inboxId);
  // Most inboxes never reply: they need not look further.
  if (inbox.send_autoresponse === 0) return undefined;
  // The brakes count the replies of others.
  await work.concurrent?.lock('automatic replies');
  const decision = decideReply(await occasionOf(work, first, inbox));
  if (decision.replies) await send(work, first, inbox, first.email!);
  if (decision.replies || !decision.isLogged) return undefined;
  return `Conversation ${first.conversationId} got no automatic reply: ${decision.reason}.`;
}
