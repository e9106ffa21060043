import { messageLimits } from '../../../contract/message.ts';
import { charsetOfCodePage, decodeCharset } from './charset.ts';

/** Ids of the MAPI properties that are read. */
export const property = {
  subject: 0x0037,
  text: 0x1000,
  richText: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  object: 0x3701,
  fileName: 0x3704,
  longFileName: 0x3707,
  mediaType: 0x370e,
  contentId: 0x3712,
  codePage: 0x3fde,
} as const;

/** One value of a property; `isUtf16` tells how to read its bytes as text. */
export interface MapiValue {
  readonly bytes: Buffer;
  readonly isUtf16: boolean;
}

const MULTIPLE = 0x1000;
const UTF16 = 0x1f;
/**
 * The length of a value by its property's type, including padding; types that are missing here have a variable length.
 */
const FIXED: ReadonlyMap<number, number> = new Map(
  (
    [
      [0, [1]],
      [4, [2, 3, 4, 10, 11]],
      [8, [5, 6, 7, 20, 64]],
      [16, [72]],
    ] as const
  ).flatMap(([length, types]) => types.map(type => [type, length])),
);
const OF_ANY_LENGTH: readonly number[] = [0x0d, 0x1e, UTF16, 0x102];
const FIRST_NAMED = 0x8000;
const MAX_PROPERTIES = 2_000;
/** Enough for all that a message can show, in any charset. */
const MAX_TEXT_BYTES = 4 * messageLimits.characters;

function padded(length: number): number {
  return (length + 3) & ~3;
}

/** Reads numbers and bytes one after the other; throws beyond the end. */
class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  word(): number {
    this.#at += 2;
    return this.#bytes.readUInt16LE(this.#at - 2);
  }

  long(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  take(length: number): Buffer {
    if (length > this.#bytes.length - this.#at) throw new RangeError('cut off');
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += padded(length);
    return taken;
  }
}

/** A named property has its name before its value. */
function skipName(cursor: Cursor): void {
  cursor.take(16);
  if (cursor.long() === 0) cursor.long();
  else cursor.take(cursor.long());
}

function readProperty(cursor: Cursor): { readonly id: number; readonly value: MapiValue | undefined } {
  const [type, id] = [cursor.word(), cursor.word()];
  if (id >= FIRST_NAMED) skipName(cursor);
  const single = type & ~MULTIPLE;
  const isOfAnyLength = OF_ANY_LENGTH.includes(single);
  const fixed = FIXED.get(single);
  if (!isOfAnyLength && fixed === undefined) throw new RangeError('of no known type');
  const count = isOfAnyLength || type !== single ? cursor.long() : 1;
  let value: MapiValue | undefined;
  for (let index = 0; index < count; index += 1) {
    const bytes = cursor.take(fixed ?? cursor.long());
    value ??= { bytes, isUtf16: single === UTF16 };
    if (bytes.length === 0 && fixed !== undefined) break;
  }
  return { id, value };
}

/** MAPI properties as TNEF writes them (MS-OXTNEF), the first value of each by its id; truncated ones are left out. */
export function readMapi(bytes: Buffer): ReadonlyMap<number, MapiValue> {
  const found = new Map<number, MapiValue>();
  try {
    const cursor = new Cursor(bytes);
    const count = Math.min(cursor.long(), MAX_PROPERTIES);
    for (let index = 0; index < count; index += 1) {
      const { id, value } = readProperty(cursor);
      if (value && !found.has(id)) found.set(id, value);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

/** The text of a value up to its zero byte; `codePage` is Windows' number of its charset, 0 if unknown. */
export function mapiText(value: MapiValue | undefined, codePage: number): string {
  if (!value) return '';
  const bytes = value.bytes.subarray(0, MAX_TEXT_BYTES);
  const text = value.isUtf16 ? bytes.toString('utf16le') : decodeCharset(bytes, charsetOfCodePage(codePage));
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).replaceAll('\r\n', '\n');
}
