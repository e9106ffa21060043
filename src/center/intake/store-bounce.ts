import { recordMail } from '../model/mail.ts';
import { conversationOfMessage, noteFailure } from '../model/outgoing/delivery.ts';
import type { Work } from '../model/work.ts';
import type { Report } from './mime/report.ts';
import type { PreparedMail } from './prepare-mail.ts';

/** A report about a message that was sent from here. */
export interface ReportedBounce extends Pick<Report, 'hasFailed' | 'reason'> {
  readonly messageId: number;
  /** It may be about another mail than ours. */
  readonly isDoubtful?: boolean;
}

/**
 * Keeps a report beside the message that it is about, as no message of its own: it opens no conversation and reopens
 * none. From an archive it is old news, which no agent has to see. Returns the conversation; undefined if the message is
 * gone, and then nothing is kept.
 */
export async function storeBounce(
  work: Work,
  prepared: PreparedMail,
  { messageId, hasFailed, reason, isDoubtful = false }: ReportedBounce,
  from: 'archive' | 'live',
): Promise<number | undefined> {
  const conversationId = await conversationOfMessage(work, messageId);
  if (conversationId === undefined) return undefined;
  const isArchived = from === 'archive';
  const failure = { messageId, reason, isDoubtful, ...(isArchived ? { archivedAt: prepared.mail.sentAt } : {}) };
  if (hasFailed) await noteFailure(work, failure, { agentId: null, byMail: true, now: work.now });
  await recordMail(work, prepared, { conversationId, messageId: null, isArchived });
  return conversationId;
}
