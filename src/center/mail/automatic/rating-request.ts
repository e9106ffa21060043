import type { ModelCenter } from '../../model/context.ts';
import { lockConversations } from '../../model/conversation/row.ts';
import { inboxAddresses } from '../../model/inbox/email.ts';
import { continued } from '../../model/message/head.ts';
import type { MailOut } from '../../model/outgoing/mail-out.ts';
import { createRatingToken, recordRatingRequest } from '../../model/rating/request.ts';
import { type Asking, askingFor, endWaiting, longestWaiting, type Waiting, waitOn } from '../../model/rating/wait.ts';
import { readMailSecret } from '../../model/setting.ts';
import type { Work } from '../../model/work.ts';
import type { Rest } from '../rest.ts';
import { isOfOurs, isUnread } from './addressee.ts';
import { sendOwn } from './send-own.ts';

/** How many conversations are read at once. */
const BATCH = 100;

/** Between two looks for conversations that were closed long enough, in milliseconds. */
const MIN_LOOK_MS = 500;
const MAX_LOOK_MS = 30_000;

async function linkFor(work: Work, publicUrl: string | null, requestId: number): Promise<string> {
  if (publicUrl === null) return '';
  return `\n\n${publicUrl}/rate/${createRatingToken(requestId, await readMailSecret(work.db))}`;
}

async function send(work: Work, conversationId: number, title: string, asking: Asking, mailOut: MailOut) {
  const { inboxId, from, to, text, contactId, answerId } = asking;
  // The customer's mail program shows the request below the answer that it is about.
  const head = (await continued(work.db, answerId)) ?? { subject: `Re: ${title}`, inReplyTo: null, references: [] };
  const mail = { conversationId, inboxId, from, to, text, automatic: 'auto-generated', hasNullSender: false } as const;
  // Only the customer gets the link: who has it can rate.
  await sendOwn(work, { ...mail, ...head }, async messageId => {
    const id = await recordRatingRequest(work, { conversationId, contactId, answerId, messageId });
    return text.trimEnd() + (await linkFor(work, mailOut.publicUrl, id));
  });
}

/**
 * Asks the customer of a conversation that waits, if it is to be asked now that it has been closed for long enough. The
 * waiting ends in the same transaction: no other process asks again.
 */
async function ask(work: Work, conversationId: number, mailOut: MailOut): Promise<void> {
  // Locked first, as by everybody who closes it: otherwise two could wait for each other.
  const [row] = await lockConversations(work, [conversationId]);
  if (!row || !(await endWaiting(work, conversationId))) return;
  const asking = await askingFor(work.db, row);
  if (asking === 'later') return waitOn(work, conversationId);
  if (!asking) return;
  const { email } = asking.to;
  if (isUnread(email) || isOfOurs(email, await inboxAddresses(work.db))) return;
  await send(work, conversationId, row.title, asking, mailOut);
}

/** Asks all customers for a rating whose conversations were closed long enough ago. */
export async function askForRatings(center: ModelCenter): Promise<void> {
  const { mailOut, now } = center.context;
  if (mailOut === null) return;
  // One whose answer is on its way begins to wait anew: without a delay it would be due again at once.
  const seen = new Set<number>();
  const isDue = ({ conversationId, since }: Waiting) =>
    since + mailOut.ratingDelayMs <= now() && !seen.has(conversationId);
  for (;;) {
    const due = (await center.read(({ db }) => longestWaiting(db, BATCH))).filter(isDue);
    for (const { conversationId } of due) {
      seen.add(conversationId);
      await center.write(work => ask(work, conversationId, mailOut), { conversations: [conversationId] });
    }
    if (due.length < BATCH) return;
  }
}

/** Asks for ratings whenever it is time, beside the queue, until the signal aborts. */
export async function keepAskingForRatings(
  center: ModelCenter & { readonly log: (line: string) => void },
  rest: Rest,
  stop: AbortSignal,
): Promise<void> {
  const { mailOut } = center.context;
  if (mailOut === null) return;
  const lookMs = Math.min(MAX_LOOK_MS, Math.max(MIN_LOOK_MS, mailOut.ratingDelayMs / 2));
  let hasFailed = false;
  while (!stop.aborted) {
    try {
      await askForRatings(center);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) center.log(`Requests for ratings wait: ${(error as Error).message}`);
      hasFailed = true;
    }
    await rest(lookMs, stop);
  }
}
