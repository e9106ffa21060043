import { type SafeBlock, safeBlock } from './safe.ts';

/** A text file names its charset at most so far from the start of its media type. */
const CHARSET = /^[^;]{0,100};(?:.{0,100};)? *charset *= *"?([\w.:-]{1,40})/i;
/** A text has no such byte, except in UTF-16. */
const NUL = 0;
const LOOKED_AT = 8_192;

/**
 * The text of a file, in the charset that it shows or that its media type names, otherwise UTF-8, or windows-1252 if it
 * is not UTF-8. Undefined if it is not text. `isWhole` false: the file goes on, perhaps in the middle of a character.
 */
export function decodeText(bytes: Uint8Array, mediaType: string, isWhole: boolean): SafeBlock | undefined {
  const marked = byMark(bytes);
  if (marked === undefined && bytes.subarray(0, LOOKED_AT).includes(NUL)) return undefined;
  const [, named = 'utf-8'] = CHARSET.exec(mediaType) ?? [];
  const read = (charset: string): string | undefined => decoded(bytes, charset, isWhole);
  const text = read(marked ?? named) ?? read('utf-8') ?? read('windows-1252');
  return text === undefined ? undefined : safeBlock(text);
}

function byMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Undefined if this is not a charset, or if the bytes are not in it. */
function decoded(bytes: Uint8Array, charset: string, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}
