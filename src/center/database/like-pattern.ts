/** A pattern for `like … escape '\'` that matches texts containing this one, whatever signs it has. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
