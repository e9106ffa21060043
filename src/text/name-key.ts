import { isAscii } from './search-key.ts';

/** No name has more marks on one letter; normalising sorts them, in time that grows with the square of their number. */
const crowds = /(\p{M}{30})\p{M}+/gu;

/** Text in the form for comparing names: without case. */
export function nameKey(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(crowds, '$1').normalize('NFC').toLowerCase();
}
