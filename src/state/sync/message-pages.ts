import type { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import { t } from '../../text/safe.ts';
import { type Attempt, attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { degrade, whyLacking } from '../degrade.ts';
import type { Message } from '../world.ts';
import { rowFields } from './pages.ts';

const WHOLE_ONLY = t`This help center sends long messages only as a whole.`;

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
  const isSparing = !desk.contact.isQuick() && whyLacking(desk.world(), 'parts') === undefined;
  const fields = rowFields(desk);
  const rich = () => read({ ...(isSparing ? SPARING : QUICK), ...fields, after_id: after });
  const isRefusal = ({ status }: ApiError): boolean => status === 400 || status === 422;
  if (isSparing)
    return degrade(desk, { offer: 'parts', reason: WHOLE_ONLY, rich, plain: () => read(QUICK), isRefusal });
  const page = await rich();
  const isPlain = fields.fields === undefined && after === undefined;
  return isPlain || 'value' in page || !isRefusal(page.error) ? page : read(QUICK);
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
