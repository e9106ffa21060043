/** Whether a text is ASCII alone: without accents, marks and other forms of its letters. */
export function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/**
 * A text as it is compared with a search: without case and accents. The marks are removed first: normalising sorts the
 * marks on one letter, in time that grows with the square of their number.
 */
export function searchKey(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return withoutMarks(withoutMarks(text).normalize('NFD')).toLowerCase();
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '');
}
