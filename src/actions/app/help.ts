import type { Action } from '../../keys/action.ts';
import { openOverlay } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';

export const helpOpen: Action<'help'> = {
  id: 'help',
  title: t`Help`,
  help: t`Lists the keys of this place; type to search, Enter to run`,
  scope: 'everywhere',
  keys: ['?'],
  hint: t`help`,
  run: desk => openOverlay(desk, { kind: 'help', draft: { text: '', cursor: 0 }, index: 0, isPalette: false }),
};

export const paletteOpen: Action<'palette'> = {
  id: 'palette',
  title: t`All actions`,
  help: t`Searches all actions, with or without a key; Enter runs one`,
  scope: 'everywhere',
  keys: [':', 'ctrl-p'],
  run: desk => openOverlay(desk, { kind: 'help', draft: { text: '', cursor: 0 }, index: 0, isPalette: true }),
};

/** Digits alone are views, so a number is typed behind its sign. */
export const numberOpen: Action<'palette.number'> = {
  id: 'palette.number',
  title: t`Open #…`,
  help: t`Opens the conversation whose number is typed`,
  scope: 'everywhere',
  keys: ['#'],
  words: ['number', 'id', 'go'],
  run: desk => openOverlay(desk, { kind: 'help', draft: { text: '#', cursor: 1 }, index: 0, isPalette: true }),
};
