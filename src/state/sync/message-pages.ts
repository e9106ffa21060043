import type { Client } from '../../client/client.ts';
import { t } from '../../text/safe.ts';
import { type Attempt, attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import type { Message } from '../world.ts';
import { rowFields } from './pages.ts';

type Page = Awaited<ReturnType<Client['message']['list']>>;

/** Over a quick link: many messages, each as long as the help center lists it. */
const QUICK = { limit: 100 };
/** Over any other: about as much as a screen or two of each, so that the newest are here in some seconds. */
const SPARING = { limit: 20, body_limit: 4_096 };

/** Reads a page of messages, the newest first; over a slow link a short one, of the beginnings of long messages. */
export async function readMessagePage(
  desk: Desk,
  conversationId: number,
  lane: { readonly signal: AbortSignal; readonly isBackground?: true },
  { cursor, after }: { readonly cursor?: string; readonly after?: number | undefined } = {},
): Promise<Attempt<Page>> {
  const read = (form: typeof QUICK & { readonly fields?: 'list'; readonly after_id?: number | undefined }) =>
    attempt(
      desk.client.message.list({
        params: { conversation_id: conversationId },
        query: { ...form, sort: 'created_at.desc', cursor },
        ...lane,
      }),
    );
  const isSparing = !desk.contact.isQuick() && typeof desk.world().offers.parts !== 'string';
  const fields = rowFields(desk);
  const page = await read({ ...(isSparing ? SPARING : QUICK), ...fields, after_id: after });
  const isAsked = isSparing || fields.fields !== undefined || after !== undefined;
  if (!isAsked || 'value' in page || ![400, 422].includes(page.error.status)) return page;
  const whole = await read(QUICK);
  const reason = t`This help center sends long messages only as a whole.`;
  if (isSparing && 'value' in whole) desk.set({ offers: { ...desk.world().offers, parts: reason } });
  return whole;
}

/** The messages of an answer, which may be cut, with what was read of their texts before. */
export function withKnownParts(known: readonly Message[], messages: readonly Message[]): readonly Message[] {
  if (!messages.some(({ truncated }) => truncated)) return messages;
  const formers = new Map(known.map(message => [message.id, message]));
  return messages.map(message => withKnownPart(formers.get(message.id), message));
}

function withKnownPart(former: Message | undefined, message: Message): Message {
  const isMore = former !== undefined && former.body_text.length > message.body_text.length;
  if (!message.truncated || !isMore || !former.body_text.startsWith(message.body_text)) return message;
  const { body_text, truncated, body_end, body_length } = former;
  return { ...message, body_text, truncated, body_end, body_length };
}
