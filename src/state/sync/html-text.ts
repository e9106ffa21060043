import { type SafeBlock, type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../desk.ts';
import { noteLack } from '../offers.ts';
import type { Message } from '../world.ts';

const LACKS = t`This help center does not give the text of HTML.`;

/**
 * Reads the text of a message's HTML; null if it has none, `problem` if it could not be read. Resolves with undefined if
 * another one was asked for meanwhile.
 */
export async function readHtmlText(
  desk: Desk,
  { conversation_id, id }: Pick<Message, 'conversation_id' | 'id'>,
): Promise<SafeBlock | null | { readonly problem: SafeText } | undefined> {
  const read = desk.reads.begin('html');
  const params = { conversation_id, message_id: id };
  // The known parts are left out.
  const query = { html_text: '1', body_limit: 1 } as const;
  const answer = await attempt(desk.client.message.get({ params, query, signal: read.signal }));
  if (!read.isCurrent()) return undefined;
  read.end();
  if ('error' in answer) return { problem: t`The HTML was not read: ${answer.error.reason}` };
  const { html_text: text } = answer.value.data;
  if (text !== undefined) return text;
  noteLack(desk, 'htmlText', LACKS);
  return { problem: LACKS };
}
