import { join, type SafeText, safeLine, t } from '../../text/safe.ts';

/** Signs of our own text, as they are read aloud. */
const WORDS: Readonly<Record<string, string>> = {
  ' · ': '. ',
  '…': '...',
  '“': '"',
  '”': '"',
  '’': "'",
  '–': '-',
  '—': '-',
  '✓': 'on',
  '↑': 'Up',
  '↓': 'Down',
  '→': 'Right',
  '←': 'Left',
};
const SIGNS = new RegExp(Object.keys(WORDS).join('|'), 'g');

/** Our own text with words in place of its signs, and without columns. */
export function spoken(text: SafeText): SafeText {
  return safeLine(text.replace(SIGNS, sign => WORDS[sign] ?? sign).replace(/ {2,}/g, ' '));
}

/** Our own text as a sentence with its full stop. */
export function sentence(text: SafeText): SafeText {
  const said = spoken(text);
  return said === '' || /[.?!:]$/.test(said) ? said : t`${said}.`;
}

/** A heading of our own with commas between its parts. */
export function heading(text: SafeText): SafeText {
  return spoken(safeLine(text.replaceAll(/ · | {2}/g, ', ')));
}

/** The parts that say something, with commas between them. */
export function listed(parts: readonly (SafeText | undefined)[]): SafeText {
  return join(
    parts.filter((part): part is SafeText => part !== undefined && part !== ''),
    t`, `,
  );
}

/**
 * A line that others wrote, or that may hold their words: a message, a name, the reason of a help center. No line behind
 * two blanks can be taken for one of ours.
 */
export function ofOthers(line: SafeText): SafeText {
  return t`  ${line}`;
}
