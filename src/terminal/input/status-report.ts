/** "Are you well?" (DSR 5): the terminal answers after it has processed everything written before. */
export const STATUS_REQUEST = '\x1b[5n';

/** The answer: "I am well." */
export const STATUS_REPORT = '\x1b[0n';

/** How often a sequence is in the bytes that were read or written, given as text. */
export function occurrences(text: string, sought: string): number {
  return text.split(sought).length - 1;
}
