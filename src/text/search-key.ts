/**
 * A text as it is compared with what somebody types: without case and accents. The marks go first: normalising sorts
 * those on one letter, in time that grows with the square of their number.
 */
export function searchKey(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return withoutMarks(withoutMarks(text).normalize('NFD')).toLowerCase();
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '');
}
