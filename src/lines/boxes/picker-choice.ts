import type { Option, Picker } from '../../keys/action.ts';
import { beginsWord, filterOptions } from '../../keys/options.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { searchKey } from '../../text/search-key.ts';

/**
 * The choices of a picker that typed words can mean. With a filter line the picker itself knows more of them, and some,
 * such as nobody, that stay whatever is typed.
 */
export function choicesFor(
  picker: Picker<unknown>,
  world: World,
  overlay: PickerOverlay,
  words: string,
): readonly Option[] {
  const draft = { text: words, cursor: words.length };
  const plain = picker.options(world, overlay);
  if (overlay.draft === null) return filterOptions(plain, draft);
  const anyway = new Set(plain.map(({ id }) => id));
  const isMeant = (option: Option) => !anyway.has(option.id) || filterOptions([option], draft).length > 0;
  return picker.options(world, { ...overlay, draft }).filter(isMeant);
}

/**
 * The one choice that words surely mean: named by them, or alone with a word that begins so. One that only resembles
 * them, or that any words leave, is asked about.
 */
export function meantBy(options: readonly Option[], words: string): Option | undefined {
  const wanted = searchKey(words);
  const named = options.filter(({ label }) => searchKey(label) === wanted);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const beginning = options.filter(({ label }) => beginsWord(searchKey(label), wanted));
  return beginning.length === 1 ? beginning[0] : undefined;
}
