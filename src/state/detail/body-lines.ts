import { byteSize } from '../../text/byte-size.ts';
import { codeLines } from '../../text/code-lines.ts';
import { cut } from '../../text/cut.ts';
import { withShortLinks } from '../../text/links.ts';
import { foldSteps, type Segment } from '../../text/quote.ts';
import { type SafeBlock, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { threadOf } from '../visible.ts';
import type { Message, Note, Thread, World } from '../world.ts';
import { type DetailLine, detailLine, type Opened, voiceOf } from './line.ts';
import { runToEnd, type Steps } from './slices.ts';

/** The text lines of an entry's body. */
export type BodyLines = (
  entry: Message | Note,
  entryKey: string,
  columns: number,
  opened: Opened,
) => readonly DetailLine[];

/** Longer passages than this many lines are folded into one. */
const FOLD_OVER_LINES = { text: Number.POSITIVE_INFINITY, quote: 3, signature: 1 } as const;
/** This many lines are wrapped in one step. */
const LINES_OF_STEP = 500;
/** The cost of a line in addition to its characters, counted in characters. */
const COST_OF_LINE = 10;

/**
 * A body's text wrapped, with long quotations and signatures folded, and long links and lines of code shortened, unless
 * they are opened. Several blank lines in a row are one; none stands at the beginning or the end. Lines of code are at
 * most `code` columns wide.
 */
export function* bodySteps(
  entry: Message | Note,
  entryKey: string,
  columns: number,
  opened: Opened,
  code = columns,
): Steps<readonly DetailLine[]> {
  const voice = voiceOf(entry);
  const shortKey = `${entryKey}/short`;
  const lines: DetailLine[] = [];
  let isAfterBlank = true;
  const block = 'details' in entry ? entry.details : entry.body_text;
  const segments = yield* foldSteps(block);
  for (const [number, segment] of segments.entries()) {
    const foldKey = `${entryKey}/${number}`;
    const isLong = segment.lines.length > FOLD_OVER_LINES[segment.kind];
    if (isLong && opened !== 'all' && !opened.has(foldKey)) {
      lines.push({ ...detailLine(entryKey, 'fold', foldTitle(segment), t`Enter opens`), foldKey, voice });
      // As if it were opened: a search compares both forms line by line.
      isAfterBlank = isBlank(segment.lines.at(-1));
      continue;
    }
    const usual = { ...detailLine(entryKey, segment.kind, t``), foldKey: isLong ? foldKey : null, voice };
    for (let at = 0; at < segment.lines.length; at += LINES_OF_STEP) {
      const some = segment.lines.slice(at, at + LINES_OF_STEP);
      const whole: WrappedBlock = { block: joined(some), room: columns };
      for (const { block, room, short } of segment.kind === 'text' ? partsOf(some, columns, code) : [whole]) {
        const isShort = short !== undefined && opened !== 'all' && !opened.has(shortKey);
        const own =
          short === undefined ? usual : { ...usual, foldKey: shortKey, ...(isShort && { role: 'short' as const }) };
        for (const text of isShort ? short : wrap(block, room)) {
          if (!isBlank(text)) lines.push({ ...own, text });
          else if (!isAfterBlank) lines.push(own);
          isAfterBlank = isBlank(text);
        }
      }
      yield some.reduce((cost, line) => cost + line.length + COST_OF_LINE, 0);
    }
  }
  if (lines.length > 0 && isBlank(lines.at(-1)?.text)) lines.pop();
  return lines;
}

/** The same in one step. */
export function bodyLines(...args: Parameters<typeof bodySteps>): readonly DetailLine[] {
  return runToEnd(bodySteps(...args));
}

/** Lines that are wrapped to a room; `short`: the shown part of a long one until it is opened. */
interface WrappedBlock {
  readonly block: SafeBlock;
  readonly room: number;
  readonly short?: readonly SafeText[];
}

function joined(lines: readonly SafeText[]): SafeBlock {
  return lines.join('\n') as SafeBlock;
}

function partsOf(lines: readonly SafeText[], columns: number, code: number): readonly WrappedBlock[] {
  const isCode = codeLines(lines);
  const parts: WrappedBlock[] = [];
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const own =
      line.length <= columns && width(line) <= columns ? undefined : longLine(line, isCode[at]!, columns, code);
    if (own === undefined) continue;
    if (at > from) parts.push({ block: joined(lines.slice(from, at)), room: columns });
    parts.push(own);
    from = at + 1;
  }
  return from === lines.length ? parts : [...parts, { block: joined(lines.slice(from)), room: columns }];
}

/** A line of code in its own room, or a text with long links; undefined if it is wrapped as any other. */
function longLine(line: SafeText, isCode: boolean, columns: number, code: number): WrappedBlock | undefined {
  const block = joined([line]);
  if (isCode) return width(line) <= code ? { block, room: code } : { block, room: columns, short: [cut(line, code)] };
  const short = withShortLinks(line, columns);
  return short === line ? undefined : { block, room: columns, short: wrap(short, columns) };
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

/** The line at the end of the read part of a message; none if that is all. */
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
