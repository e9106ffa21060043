import type { SafeText } from '../../text/safe.ts';
import { eachGrapheme } from '../../text/width.ts';

const CUT = '...';

/** The text, or its beginning and `...` if it has more than `bytes` bytes of UTF-8; cut at a word if one is near. */
export function cutBytes(text: SafeText, bytes: number): SafeText {
  if (text.length <= bytes && Buffer.byteLength(text) <= bytes) return text;
  let kept = 0;
  let size = CUT.length;
  eachGrapheme(text, (start, end) => {
    size += Buffer.byteLength(text.slice(start, end));
    if (size <= bytes) kept = end;
    return size <= bytes;
  });
  const blank = text.lastIndexOf(' ', kept);
  const at = text[kept] === ' ' || blank < kept / 2 ? kept : blank;
  return `${text.slice(0, at).trimEnd()}${CUT}` as SafeText;
}
