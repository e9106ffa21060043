/** A pattern for `like … escape '\'` that matches texts with this one somewhere in them, whatever signs it holds. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
