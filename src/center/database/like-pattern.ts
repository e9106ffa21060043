/** A pattern for `like … escape '\'` that matches texts with this one somewhere in them, whatever signs it holds. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
