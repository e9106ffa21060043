import { byteSize } from '../../text/byte-size.ts';
import { foldSteps, type Segment } from '../../text/quote.ts';
import { type SafeBlock, type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { threadOf } from '../visible.ts';
import type { Message, Note, Thread, World } from '../world.ts';
import { type DetailLine, detailLine, type Opened, voiceOf } from './line.ts';
import { finish, type Steps } from './slices.ts';

/** The text lines of an entry's body. */
export type BodyLines = (
  entry: Message | Note,
  entryKey: string,
  columns: number,
  opened: Opened,
) => readonly DetailLine[];

/** Longer quotations and signatures than this many lines are folded into one. */
const FOLD_OVER_LINES = 3;
/** This many lines are wrapped in one step. */
const LINES_OF_STEP = 500;
/** The cost of a line in addition to its characters, counted in characters. */
const COST_OF_LINE = 10;

/**
 * A body's text wrapped, with long quotations and signatures folded unless they are opened. Several blank lines in a row
 * are one; none stands at the beginning or the end.
 */
export function* bodySteps(
  entry: Message | Note,
  entryKey: string,
  columns: number,
  opened: Opened,
): Steps<readonly DetailLine[]> {
  const voice = voiceOf(entry);
  const lines: DetailLine[] = [];
  let isAfterBlank = true;
  const block = 'details' in entry ? entry.details : entry.body_text;
  const segments = yield* foldSteps(block);
  for (const [number, segment] of segments.entries()) {
    const foldKey = `${entryKey}/${number}`;
    const isLong = segment.kind !== 'text' && segment.lines.length > FOLD_OVER_LINES;
    if (isLong && opened !== 'all' && !opened.has(foldKey)) {
      lines.push({ ...detailLine(entryKey, 'fold', foldTitle(segment), t`Enter opens`), foldKey, voice });
      // As if it were opened: a search compares both forms line by line.
      isAfterBlank = isBlank(segment.lines.at(-1));
      continue;
    }
    const usual = { ...detailLine(entryKey, segment.kind, t``), foldKey: isLong ? foldKey : null, voice };
    for (let at = 0; at < segment.lines.length; at += LINES_OF_STEP) {
      const lined = segment.lines.slice(at, at + LINES_OF_STEP);
      const some = lined.join('\n') as SafeBlock;
      for (const text of wrap(some, columns)) {
        if (!isBlank(text)) lines.push({ ...usual, text });
        else if (!isAfterBlank) lines.push(usual);
        isAfterBlank = isBlank(text);
      }
      yield some.length + lined.length * COST_OF_LINE;
    }
  }
  if (lines.length > 0 && isBlank(lines.at(-1)?.text)) lines.pop();
  return lines;
}

/** The same in one step. */
export function bodyLines(...args: Parameters<typeof bodySteps>): readonly DetailLine[] {
  return finish(bodySteps(...args));
}

function isBlank(text: SafeText | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function foldTitle({ kind, lines }: Segment): SafeText {
  return kind === 'quote' ? t`> quoted: ${lines.length} lines` : t`-- signature: ${lines.length} lines`;
}

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
