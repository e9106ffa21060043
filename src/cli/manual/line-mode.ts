import { roffText, section } from './roff.ts';

const TEXTS = [
  'frontdesk --plain is the desk in lines: for a braille display, for speech, for a dumb terminal, for a pipe. Nothing ' +
    'is drawn or redrawn. ACCESSIBLE=1 and the setting plain do the same.',
  'A line is a name or a key, then numbers of conversations, then the answer to what it asks: e, archive 1042, ' +
    'note 1039 She called. Every name in KEYS is one, and so is its last part. Without numbers it is for the marked ' +
    'conversations, or for the one at the cursor.',
  'next and previous move, open reads, #1042 reads that conversation, and an empty line reads on. Choices have numbers. ' +
    'A text of many lines ends with a line that holds a dot alone; ~e in it opens the editor.',
  '? lists what there is, ? archive explains one action, and q leaves.',
];

/** How the desk is used line by line. */
export function lineModeSection(): string {
  const [first, ...others] = TEXTS;
  return section('LINE MODE', roffText(first!), ...others.flatMap(text => ['.PP', roffText(text)]));
}
