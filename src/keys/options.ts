import fuzzysort from 'fuzzysort';
import type { Desk } from '../state/desk.ts';
import type { PickerOverlay } from '../state/overlay.ts';
import type { World } from '../state/world.ts';
import type { Draft } from '../text/edit.ts';
import { type SafeText, t } from '../text/safe.ts';
import { searchKey } from '../text/search-key.ts';
import type { Option, Picker } from './action.ts';

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

/** The choices of a picker that its filter line leaves; those that stay, whatever is typed, come last. */
export function optionsOf<Data>(picker: Picker<Data>, world: World, overlay: PickerOverlay<Data>): readonly Option[] {
  const { leaving = [], staying = [] } = Object.groupBy(picker.options(world, overlay), ({ stays }) =>
    stays ? 'staying' : 'leaving',
  );
  return [...filterOptions(leaving, overlay.draft), ...staying];
}

/** Whether a word of a text begins with what is wanted; both as search keys. */
export function beginsWord(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || text.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(wanted));
}

/** The digit that chooses the option at this index of a picker without a filter line; a blank after the last digit. */
export function digitSign(index: number): SafeText {
  return index < 9 ? t`${index + 1}` : t` `;
}

type Cursor = Pick<PickerOverlay, 'index' | 'optionId'>;

/**
 * The place of the cursor among a picker's options, which may have changed since it was put there: it stays on its
 * option. If that is gone, it stays at its place; -1 if there is no option.
 */
export function cursorIn(options: readonly Option[], { index, optionId }: Cursor): number {
  const last = Math.min(index, options.length - 1);
  if (optionId === undefined || options[last]?.id === optionId) return last;
  const at = options.findIndex(({ id }) => id === optionId);
  return at < 0 ? last : at;
}

/** Whether the option that the cursor was on is no longer among the options. */
export function isGone(options: readonly Option[], cursor: Cursor): boolean {
  return cursor.optionId !== undefined && options[cursorIn(options, cursor)]?.id !== cursor.optionId;
}

/** A picker with its cursor on the option at a place, or on the nearest one. */
export function withCursor<Data>(
  overlay: PickerOverlay<Data>,
  options: readonly Option[],
  place: number,
): PickerOverlay<Data> {
  const index = Math.max(0, Math.min(options.length - 1, place));
  return { ...overlay, index, optionId: options[index]?.id };
}

/**
 * Keeps the cursor on the option that is drawn at it. Needed only for options that came, or went, without a key: every
 * key that moves the cursor puts it on an option.
 */
export function keepDrawn(desk: Desk, overlay: PickerOverlay, options: readonly Option[]): void {
  const at = cursorIn(options, overlay);
  if (at < 0 || options[at]!.id === overlay.optionId) return;
  const kept = withCursor(overlay, options, at);
  desk.set({ overlays: desk.world().overlays.map(one => (one === overlay ? kept : one)) });
}
