import fuzzysort from 'fuzzysort';
import type { Draft } from '../text/edit.ts';
import { type SafeText, t } from '../text/safe.ts';
import { searchKey } from '../text/search-key.ts';
import type { Option } from './action.ts';

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

/** Whether a word of a text begins with what is wanted; both as search keys. */
export function beginsWord(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || text.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(wanted));
}

/** The digit that chooses the option at this index of a picker without a filter line; a blank after the last digit. */
export function digitSign(index: number): SafeText {
  return index < 9 ? t`${index + 1}` : t` `;
}
