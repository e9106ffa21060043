import { byteSize } from '../../text/byte-size.ts';
import { t } from '../../text/safe.ts';
import { threadOf } from '../visible.ts';
import type { Message, Thread, World } from '../world.ts';
import { type DetailLine, detailLine } from './line.ts';

/** The characters of a message's text that were not read; null if the help center does not say how many. */
function restOf({ truncated, body_end, body_length }: Message): number | null {
  if (truncated !== true) return 0;
  return typeof body_end === 'number' && typeof body_length === 'number' ? Math.max(1, body_length - body_end) : null;
}

/** The messages of a thread whose texts were not read to the end, the newest first. */
export function unfinished({ messages }: Thread): readonly Message[] {
  return messages.filter(({ truncated }) => truncated === true).reverse();
}

/** Whether the loaded messages of the conversation in the detail are read to their ends. */
export function isReadWhole(world: World): boolean {
  const { conversationId } = world.detail;
  const thread = conversationId === null ? undefined : threadOf(world, conversationId);
  return thread === undefined || thread.messages.every(({ truncated }) => truncated !== true);
}

/** The line at the end of what was read of a message; none if that is all. */
export function restLines(message: Message, entryKey: string): readonly DetailLine[] {
  const rest = restOf(message);
  if (rest === 0) return [];
  const text = rest === null ? t`… only the beginning is read` : t`… ${byteSize(rest)} more`;
  return [detailLine(entryKey, 'rest', text, t`Enter reads on`)];
}

/** The id of the first message that is not read to its end and whose end stands among these lines. */
export function unfinishedWithin(lines: readonly DetailLine[], from: number, to: number): number | undefined {
  const line = lines.slice(from, to).find(({ role }) => role === 'rest');
  return line ? Number(line.entryKey?.split(':')[1]) : undefined;
}
