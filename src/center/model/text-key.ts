import { isAscii } from '../../text/search-key.ts';

/** Replaces lone surrogates and NUL, which both databases refuse or garble. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

const marks = /\p{M}+/gu;
/** No name has more marks on one letter; normalising sorts them, in time that grows with the square of their number. */
const crowds = /(\p{M}{30})\p{M}+/gu;

/** Text in the form for searching: without case and accents. */
export function searchKey(text: string): string {
  return text.replace(marks, '').normalize('NFKD').replace(marks, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Text in the form for comparing names: without case. */
export function nameKey(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(crowds, '$1').normalize('NFC').toLowerCase();
}
