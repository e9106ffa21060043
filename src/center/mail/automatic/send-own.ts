import { mailActor } from '../../model/history.ts';
import { addSystemMessage } from '../../model/message/write.ts';
import { createMessageId } from '../../model/message-id.ts';
import { enqueue } from '../../model/outgoing/enqueue.ts';
import type { Letter } from '../../model/outgoing/letter.ts';
import { readMailSecret } from '../../model/setting.ts';
import type { Work } from '../../model/work.ts';

/** A mail that the help center itself writes to a customer. */
export interface OwnMail extends Pick<Letter, 'subject' | 'inReplyTo' | 'references' | 'automatic' | 'hasNullSender'> {
  readonly conversationId: number;
  readonly inboxId: number;
  /** The inbox's name and address. */
  readonly from: Letter['from'];
  readonly to: Letter['from'];
  /** The text for agents. */
  readonly text: string;
}

/**
 * Adds the message of such a mail and puts it into the queue, in the caller's transaction. `textOf` gives the text that
 * is sent, for the message's id: by default the one that agents read.
 */
export async function sendOwn(
  work: Work,
  mail: OwnMail,
  textOf: (messageId: number) => Promise<string> = async () => mail.text,
): Promise<void> {
  const { conversationId, inboxId, from, to, text, ...head } = mail;
  const recipients = { to: [to], cc: [] };
  const actor = mailActor(work, 'service');
  const messageId = await addSystemMessage(work, { conversationId, bodyText: text, recipients }, actor);
  const domain = from.email.slice(from.email.lastIndexOf('@') + 1);
  const letter: Letter = {
    ...head,
    messageId: createMessageId({ conversationId, messageId }, domain, await readMailSecret(work.db)),
    date: work.now,
    from,
    to: [to],
    cc: [],
    bcc: [],
    text: await textOf(messageId),
    attachmentIds: [],
  };
  await enqueue(work, { letter, conversationId, messageId, inboxId, notBefore: work.now, isHeld: false });
}
