import { Message } from '../contract/message.ts';
import type { SafeBlock } from '../text/safe.ts';
import { settledLength } from '../text/settled.ts';

/** A message of an answer, as far as its text may go on. */
interface Given {
  readonly body_text?: unknown;
  readonly truncated?: unknown;
  readonly body_end?: unknown;
}

/**
 * A message's text as far as what follows cannot change it: the next part begins there, behind what was read before
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
