import { isAscii } from '../../text/search-key.ts';

/** Replaces lone surrogates and NUL, which both databases refuse or garble. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** No name has more marks on one letter; normalising sorts them, in time that grows with the square of their number. */
const crowds = /(\p{M}{30})\p{M}+/gu;

/** Text in the form for comparing names: without case. */
export function nameKey(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(crowds, '$1').normalize('NFC').toLowerCase();
}
