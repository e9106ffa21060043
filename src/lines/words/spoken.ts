import { ROW_SIGNS, STATE_WORDS } from '../../state/list/row-state.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { datesInWords } from '../../text/time-words.ts';

/** The signs of a row's state, but for those that are punctuation elsewhere. */
const STATES = STATE_WORDS.map(([state, words]) => [ROW_SIGNS[state], words] as const).filter(([sign]) =>
  /^[^ -~·…]$/.test(sign),
);

/** Signs of our own text, as they are read aloud. A frame says nothing. */
const WORDS: Readonly<Record<string, string>> = {
  '← →': 'Left and Right',
  ' · ': '. ',
  '·': ',',
  '…': '...',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '✓': 'on',
  '↑': 'Up',
  '↓': 'Down',
  '→': 'to',
  '←': 'Left',
  '▌': 'here',
  '▏': 'read last',
  '┃': 'agent',
  '┆': 'third party',
  '▒': 'note',
  '✎': 'answers',
  '♪': 'subscribed',
  ...Object.fromEntries(STATES),
  ...Object.fromEntries(Array.from('│─┌┐└┘', frame => [frame, ''])),
};
const SIGNS = new RegExp(Object.keys(WORDS).join('|'), 'g');

/** Our own text with words in place of its signs and short dates, and without columns. */
export function spoken(text: SafeText): SafeText {
  const words = text.replace(SIGNS, sign => WORDS[sign] ?? sign).replace(/ {2,}/g, ' ');
  return datesInWords(safeLine(words));
}

/** Our own text as a sentence with its full stop. */
export function sentence(text: SafeText): SafeText {
  const said = spoken(text);
  return said === '' || /[.?!:]$/.test(said) ? said : t`${said}.`;
}

/** A heading of our own with commas between its parts. */
export function heading(text: SafeText): SafeText {
  return spoken(safeLine(text.replaceAll(/ · | {2,}/g, ', ')));
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
