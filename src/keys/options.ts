import fuzzysort from 'fuzzysort';
import type { ChoiceCursor } from '../state/world/open-box.ts';
import type { Draft } from '../text/edit.ts';
import { type SafeText, t } from '../text/safe.ts';
import { searchKey } from '../text/search-key.ts';
import type { Option } from './option.ts';

/** Only the beginning of a longer label is compared for likeness: agents see no more of it, and each letter costs. */
const MAX_SEARCHED = 500;

/**
 * The options that the typed text can mean: first those with a word that begins with it, in their order, then those
 * that resemble it, best first. All options if nothing is typed.
 */
export function filterOptions(options: readonly Option[], draft: Draft | null): readonly Option[] {
  const typed = draft?.text.trim() ?? '';
  if (typed === '') return options;
  const wanted = searchKey(typed);
  const beginning = options.filter(({ label }) => beginsWord(searchKey(label), wanted));
  const like = fuzzysort.go(typed, options, { key: ({ label }) => label.slice(0, MAX_SEARCHED) }).map(({ obj }) => obj);
  return [...new Set([...beginning, ...like])];
}

/** Whether a word of the text begins with the wanted one; both as search keys. */
export function beginsWord(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || text.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(wanted));
}

/** The digit that chooses the option at this index of a picker without a filter line; a blank after the last digit. */
export function digitSign(index: number): SafeText {
  return index < 9 ? t`${index + 1}` : t` `;
}

/**
 * The place of the cursor among a picker's options, which may have changed since it was put there: it stays on its
 * option. If that is gone, it stays at its place; -1 if there is no option.
 */
export function cursorIn(options: readonly Option[], { index, optionId }: ChoiceCursor): number {
  const last = Math.min(index, options.length - 1);
  if (optionId === undefined || options[last]?.id === optionId) return last;
  const at = options.findIndex(({ id }) => id === optionId);
  return at < 0 ? last : at;
}

/** Whether the option that the cursor was on is no longer among the options. */
export function isGone(options: readonly Option[], cursor: ChoiceCursor): boolean {
  return cursor.optionId !== undefined && options[cursorIn(options, cursor)]?.id !== cursor.optionId;
}

/** A list of choices with its cursor on the option at a place, or on the nearest one. */
export function withCursor<List extends ChoiceCursor>(list: List, options: readonly Option[], place: number): List {
  const index = Math.max(0, Math.min(options.length - 1, place));
  return { ...list, index, optionId: options[index]?.id };
}
