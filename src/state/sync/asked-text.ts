import { decodeText } from '../../text/decode-text.ts';
import { type SafeBlock, type SafeText, safeBlock, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { noteLack } from '../calls/offers.ts';
import type { Desk } from '../desk.ts';
import type { Message } from '../world.ts';

/** A text of a message that is read only when the agent asks for it. */
export interface AskedText {
  readonly offer: 'htmlText' | 'source';
  /** Its name within a sentence, after `the`. */
  readonly noun: SafeText;
  readonly query: Readonly<Record<string, '1' | number>>;
  /** The text in an answer; null if the message has none, undefined if the help center does not give it. */
  readonly from: (message: Message) => SafeBlock | null | undefined;
}

export const HTML_TEXT: AskedText = {
  offer: 'htmlText',
  noun: t`HTML`,
  query: { html_text: '1' },
  from: ({ html_text: text }) => text,
};

/** The heads and the first parts of any mail; files of a hundred pages are not text to read. */
const SOURCE_BYTES = 262_144;
const CUT = '\n[…] The rest is not shown.';

export const SOURCE: AskedText = {
  offer: 'source',
  noun: t`source`,
  query: { source: '1', source_limit: SOURCE_BYTES },
  from: ({ source }) => {
    if (source === undefined || source === null) return source;
    const bytes = Buffer.from(source, 'base64');
    const isWhole = bytes.length < SOURCE_BYTES;
    const text = decodeText(bytes.subarray(0, SOURCE_BYTES), 'text/plain', isWhole);
    return text === undefined ? null : safeBlock(isWhole ? text : `${text}${CUT}`);
  },
};

/**
 * Reads such a text; null if the message has none, `problem` if it could not be read. Resolves with undefined if another
 * one was asked for meanwhile.
 */
export async function readAskedText(
  desk: Desk,
  asked: AskedText,
  { conversation_id, id }: Pick<Message, 'conversation_id' | 'id'>,
): Promise<SafeBlock | null | { readonly problem: SafeText } | undefined> {
  const read = desk.reads.begin('text of message');
  const params = { conversation_id, message_id: id };
  // The known parts are left out.
  const query = { ...asked.query, body_limit: 1 };
  const answer = await attempt(desk.client.message.get({ params, query, signal: read.signal }));
  if (!read.isCurrent()) return undefined;
  read.end();
  if ('error' in answer) return { problem: t`The ${asked.noun} was not read: ${answer.error.reason}` };
  const text = asked.from(answer.value.data);
  if (text !== undefined) return text;
  return { problem: noteLack(desk, asked.offer) };
}
