import { isUtf8 } from 'node:buffer';

/** A line of a file that is not empty; `text` is undefined if it cannot be read, for the `reason`. */
export type FileLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly reason: string };

const LINE_FEED = 10;
const BYTE_ORDER_MARK = '\ufeff';

function lineOf(number: number, pieces: readonly Buffer[], size: number, most: number): FileLine {
  if (size > most) return { number, reason: `It is longer than ${most.toLocaleString('en')} bytes.` };
  const bytes = Buffer.concat(pieces);
  if (!isUtf8(bytes)) return { number, reason: 'It is not UTF-8.' };
  const text = bytes.toString();
  return { number, text: text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text };
}

/**
 * Splits bytes into lines, counted from 1, with one of them in memory; a line over `most` bytes is skipped and
 * reported.
 */
export async function* linesIn(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<FileLine> {
  let number = 1;
  let pieces: Buffer[] = [];
  let size = 0;
  const take = (piece: Buffer): void => {
    size += piece.length;
    if (size > most) pieces = [];
    else pieces.push(piece);
  };
  const end = (): FileLine | undefined => {
    const line = lineOf(number, pieces, size, most);
    [number, pieces, size] = [number + 1, [], 0];
    return 'text' in line && line.text.trim() === '' ? undefined : line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      const line = end();
      if (line) yield line;
    }
    take(chunk.subarray(from));
  }
  const last = end();
  if (last) yield last;
}
