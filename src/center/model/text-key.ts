const marks = /\p{M}+/gu;
/** More marks on one letter no name has; normalising sorts them, in time that grows with the square of their number. */
const crowds = /(\p{M}{30})\p{M}+/gu;

/** Text as it is searched: without case and accents. */
export function searchKey(text: string): string {
  return text.replace(marks, '').normalize('NFKD').replace(marks, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Text as names are compared: without case. */
export function nameKey(text: string): string {
  return text.replace(crowds, '$1').normalize('NFC').toLowerCase();
}
