/** A text on one line: every run of blanks and controls is a blank. It is not safe to show. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}
