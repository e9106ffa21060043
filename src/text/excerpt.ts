import { type SafeText, safeLine } from './safe.ts';

const LENGTH = 200;

/** The beginning of a text, as one line of at most `length` characters. */
export function excerpt(text: string, length = LENGTH): SafeText {
  return safeLine(text.slice(0, length).replace(/\s+/g, ' ').trim());
}
