import { type RawBuilder, sql } from 'kysely';
import { oneLine } from '../../../text/one-line.ts';

/** The most of a body that a list returns, in bytes of UTF-8. */
export const MAX_LISTED_BYTES = 256 * 1024;

const PREVIEW_LENGTH = 140;

/** The beginning of a text that fits into `bytes` of UTF-8, without half a character; undefined if all of it fits. */
export function cutToBytes(text: string, bytes: number): string | undefined {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return undefined;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
}

/** The first 140 characters of a message as one line. */
export function previewOf(text: string): string {
  const first = oneLine(text.slice(0, 4_096));
  // Most of a text may be blanks, so the length read first is only a guess.
  const line = first.length >= PREVIEW_LENGTH * 2 ? first : oneLine(text);
  return [...line.slice(0, PREVIEW_LENGTH * 2)].slice(0, PREVIEW_LENGTH).join('').trimEnd();
}

/** Which part of the text of a message to read, in characters (code points). */
export interface TextRange {
  /** The characters before it. */
  readonly from: number;
  /** The most characters of it. */
  readonly limit: number;
  /** The most bytes of it. */
  readonly bytes: number;
  /** Whether the caller asked for it: then the HTML is left out. */
  readonly isAsked: boolean;
}

interface PartQuery {
  readonly body_from?: number;
  readonly body_limit?: number;
}

/** No text is longer; a position further on would not fit into a database's integer. */
const MAX_POSITION = 999_999_999;

/** The part that a query asks for, within its limit of bytes. */
export function askedPart({ body_from, body_limit }: PartQuery = {}, bytes = MAX_POSITION): TextRange {
  return {
    from: Math.min(body_from ?? 0, MAX_POSITION),
    limit: Math.min(body_limit ?? bytes, bytes),
    bytes,
    isAsked: body_from !== undefined || body_limit !== undefined,
  };
}

/** The whole text, and the HTML. */
export const WHOLE_TEXT = askedPart();

/** The columns of a part. The database cuts: a long text is not brought here for its beginning. */
export function partColumns(part: TextRange) {
  const { from, limit, isAsked } = part;
  const text = sql.ref<string>('message.body_text');
  // Both databases know the bytes of a text without reading it, and it has at most as many characters.
  const goesOn = sql`octet_length(${text}) > ${sql.lit(from + limit)}`;
  const isWhole = from === 0 && limit === MAX_POSITION;
  const nothing = sql`cast(null as integer)` as RawBuilder<number | null>;
  const noHtml = sql<string | null>`cast(null as text)`;
  return [
    (isWhole ? text : sql<string>`substr(${text}, ${sql.lit(from + 1)}, ${sql.lit(limit)})`).as('body_text'),
    (isWhole ? nothing : sql<number | null>`case when ${goesOn} then length(${text}) end`).as('body_length'),
    (isAsked ? noHtml : sql.ref<string | null>('message.body_html')).as('body_html'),
  ] as const;
}

/** The text of an answer. If the text goes on, the answer says where it ends and how long all of it is. */
export function answeredText(
  row: { readonly body_text: string; readonly body_length: number | null },
  part: TextRange,
) {
  if (row.body_length === null) return { body_text: row.body_text };
  const body_text = cutToBytes(row.body_text, part.bytes) ?? row.body_text;
  const body_end = part.from + charactersOf(body_text);
  if (body_end >= row.body_length) return { body_text };
  return { body_text, truncated: true, body_end, body_length: row.body_length };
}

function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
