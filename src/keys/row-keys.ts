import { type Draft, edit, insert } from '../text/edit.ts';
import type { KeyStroke } from './action.ts';

const DOWN = new Set(['down', 'ctrl-n']);
const UP = new Set(['up', 'ctrl-p']);
/** Also while a filter line takes the letters. */
const PAGE: Readonly<Record<string, number>> = { pgdn: 10, pgup: -10 };

/** A text after a key. */
export function withStroke(draft: Draft, stroke: KeyStroke, multiline = false): Draft {
  return stroke.text === undefined
    ? edit(draft, stroke.name, { multiline })
    : insert(draft, stroke.text, { multiline });
}

/** The step of a key that moves up or down; 0 for any other key. `hasLetters`: j and k move too. */
export function stepOf({ name }: KeyStroke, hasLetters: boolean): -1 | 0 | 1 {
  if (DOWN.has(name) || (hasLetters && name === 'j')) return 1;
  return UP.has(name) || (hasLetters && name === 'k') ? -1 : 0;
}

/** The rows that a key moves by in a list of choices. */
export function rowsBy(stroke: KeyStroke, hasLetters: boolean): number {
  return PAGE[stroke.name] ?? stepOf(stroke, hasLetters);
}
