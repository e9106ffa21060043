import type { PreparedMail } from '../../intake/prepare-mail.ts';
import { recordMail } from '../../model/mail.ts';
import { conversationOf, noteFailure } from '../../model/message/delivery.ts';
import type { Work } from '../../model/work.ts';
import type { Bounce } from './judge/bounce.ts';

/** Why a report is set aside. */
export interface Unknown {
  readonly reason: string;
}

const OF_OTHERS = 'It reports on a mail that was not sent from here.';
const OF_DELETED = 'It reports on a message that is not here any more.';

/**
 * Keeps a report beside the message that it is about, as no message of its own: it opens no conversation and reopens
 * none.
 */
export async function storeBounce(
  work: Work,
  { mail, raw }: PreparedMail,
  { messageId, hasFailed, reason }: Bounce,
): Promise<'new' | Unknown> {
  if (messageId === undefined) return { reason: OF_OTHERS };
  const conversationId = await conversationOf(work, messageId);
  if (conversationId === undefined) return { reason: OF_DELETED };
  if (hasFailed) await noteFailure(work, { messageId, reason }, { agentId: null, byMail: true, now: work.now });
  await recordMail(work, {
    source_hash: mail.identity,
    message_key: mail.messageId,
    conversation_id: conversationId,
    message_id: null,
    keys: [],
    raw,
  });
  return 'new';
}
