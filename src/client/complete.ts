import { Conversation as Schema } from '../contract/conversation.ts';
import { Message } from '../contract/message.ts';
import type { SafeBlock } from '../text/safe.ts';
import { settledLength } from '../text/settled.ts';
import { type Decode, unusable } from './decode.ts';
import type { Conversation, ConversationField } from './model.ts';

/** The fields that our own help center says of every conversation. */
const FIELDS = Object.entries(Schema.entries)
  .filter(([, { type }]) => (type as string) !== 'optional')
  .map(([name]) => name as ConversationField);

/**
 * A decoded conversation, with the fields that its answer leaves out, and the conversation that took it in if only a
 * message says so.
 */
export function completed(read: Conversation, item: unknown): Conversation {
  const unsaid = FIELDS.filter(name => !Object.hasOwn(item as object, name));
  const whole = unsaid.length === 0 ? read : { ...read, unsaid };
  const told = read.messages?.find(({ event }) => event === 'conversation.merged_with');
  return told && read.merged_into === null ? { ...whole, merged_into: told.merged_with } : whole;
}

/** Reads the resources in the events of a help center, in the desk's form. */
export interface EventReader {
  /** Reads the rows of conversations, and leaves out those that it cannot read. */
  conversations(rows: readonly unknown[]): readonly Conversation[];
}

/** Makes the reader of events. */
export function createTold(decode: Decode): EventReader {
  return {
    conversations: rows =>
      rows.flatMap(row => {
        const read = decode(Schema, row);
        return read === unusable ? [] : completed(read as Conversation, row);
      }),
  };
}

/** A message of an answer, as far as its text may go on. */
interface Given {
  readonly body_text?: unknown;
  readonly truncated?: unknown;
  readonly body_end?: unknown;
}

/**
 * A message's text as far as later parts cannot change it: the next part begins there, behind the former one
 * (`former`). Other resources stay as they are.
 */
export function settledPart(schema: object | undefined, item: unknown, former?: SafeBlock): unknown {
  const isMessage = schema === Message && typeof item === 'object' && item !== null;
  if (!isMessage) return item;
  const { body_text: text, truncated, body_end: end } = item as Given;
  if (typeof text !== 'string') return item;
  const before = former ?? '';
  if (truncated !== true || typeof end !== 'number')
    return before === '' ? item : { ...item, body_text: before + text };
  const settled = settledLength(text);
  const left = [...text.slice(settled)].length;
  return { ...item, body_text: before + text.slice(0, settled), body_end: end - left };
}
