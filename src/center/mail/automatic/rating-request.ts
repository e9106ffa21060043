import type { ModelCenter } from '../../model/context.ts';
import { lockConversations } from '../../model/conversation/row.ts';
import { inboxAddresses } from '../../model/inbox/email.ts';
import type { Job } from '../../model/jobs/job.ts';
import { continued } from '../../model/message/head.ts';
import type { MailOutSettings } from '../../model/outgoing/mail-out.ts';
import { createRatingToken, recordRatingRequest } from '../../model/rating/request.ts';
import { askingFor, endWaiting, longestWaiting, type RatingQuestion, waitOn } from '../../model/rating/wait.ts';
import { readMailSecret } from '../../model/setting.ts';
import type { Work } from '../../model/work.ts';
import { isOfOurs, isUnreadAddress } from './addressee.ts';
import { sendOwn } from './send-own.ts';

/** How many conversations are read at once. */
const BATCH = 100;

async function linkFor(work: Work, publicUrl: string | null, requestId: number): Promise<string> {
  if (publicUrl === null) return '';
  return `\n\n${publicUrl}/rate/${createRatingToken(requestId, await readMailSecret(work.db))}`;
}

async function send(
  work: Work,
  conversationId: number,
  title: string,
  asking: RatingQuestion,
  mailOut: MailOutSettings,
) {
  const { inboxId, from, to, text, contactId, answerId } = asking;
  // The customer's mail program shows the request below the answer that it is about.
  const head = (await continued(work.db, answerId)) ?? { subject: `Re: ${title}`, inReplyTo: null, references: [] };
  const mail = { conversationId, inboxId, from, to, text, automatic: 'auto-generated', hasNullSender: false } as const;
  // Only the customer gets the link: anyone with the link can rate.
  await sendOwn(work, { ...mail, ...head }, async messageId => {
    const id = await recordRatingRequest(work, { conversationId, contactId, answerId, messageId });
    return text.trimEnd() + (await linkFor(work, mailOut.publicUrl, id));
  });
}

/**
 * Asks the customer of a conversation that waits, if it is to be asked now that it has been closed for long enough. The
 * waiting ends in the same transaction: no other process asks again.
 */
async function requestRating(work: Work, conversationId: number, mailOut: MailOutSettings): Promise<void> {
  // Locked first, as by everyone who closes it: otherwise two could wait for each other.
  const [row] = await lockConversations(work, [conversationId]);
  if (!row || !(await endWaiting(work, conversationId))) return;
  const asking = await askingFor(work.db, row);
  if (asking === 'later') return waitOn(work, conversationId);
  if (!asking) return;
  const { email } = asking.to;
  if (isUnreadAddress(email) || isOfOurs(email, await inboxAddresses(work.db))) return;
  await send(work, conversationId, row.title, asking, mailOut);
}

/** The shortest time after a closing, in milliseconds: a repeated wait must not be due at once. */
const MIN_DELAY_MS = 500;

/** Asks customers for a rating when their conversations were closed long enough ago. */
export function ratingJob(center: ModelCenter, mailOut: MailOutSettings): Job {
  const delayMs = Math.max(MIN_DELAY_MS, mailOut.ratingDelayMs);
  return {
    name: 'ratings',
    atOnce: BATCH,
    find: async (db, _now, most) => {
      const waiting = await longestWaiting(db, most);
      return { rows: waiting.map(({ conversationId: id, since }) => ({ id, at: since + delayMs })) };
    },
    run: async ids => {
      for (const id of ids) await center.write(work => requestRating(work, id, mailOut), { conversations: [id] });
    },
  };
}
