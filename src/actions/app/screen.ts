import type { Action } from '../../keys/action.ts';
import { openOverlay } from '../../keys/overlay.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { t } from '../../text/safe.ts';

export const repaint: Action<'repaint'> = {
  id: 'repaint',
  title: t`Repaint`,
  help: t`Draws the whole screen again`,
  keys: ['ctrl-l'],
  isForScreen: true,
  run: desk => desk.hooks.repaint(),
};

export const refreshAction: Action<'refresh'> = {
  id: 'refresh',
  title: t`Refresh`,
  help: t`Reads everything again; adds new rows, removes old ones`,
  keys: ['R'],
  words: ['reload', 'update'],
  run: desk => void refresh(desk),
};

export const suspend: Action<'suspend'> = {
  id: 'suspend',
  title: t`Suspend`,
  help: t`Gives the terminal back to the shell; fg returns`,
  keys: ['ctrl-z'],
  run: desk => desk.hooks.suspend(),
};

export const layoutToggle: Action<'app.layout'> = {
  id: 'app.layout',
  title: t`Detail below or beside`,
  help: t`Puts the detail below the list, or beside it again`,
  isForScreen: true,
  words: ['layout', 'stacked', 'split', 'above', 'rows'],
  unavailable: ({ viewport }) =>
    viewport.canStack ? undefined : t`The window is too small to hold one above the other.`,
  run: desk => desk.set({ layout: desk.world().isStacked ? 'beside' : 'stacked', isWide: false }),
};

export const helpOpen: Action<'help'> = {
  id: 'help',
  title: t`Help`,
  help: t`Lists the keys of this place; type to search, Enter to run`,
  keys: ['?'],
  hint: t`help`,
  run: desk => openOverlay(desk, { kind: 'help', draft: { text: '', cursor: 0 }, index: 0, isPalette: false }),
};

export const paletteOpen: Action<'palette'> = {
  id: 'palette',
  title: t`All actions`,
  help: t`Searches all actions, with or without a key; Enter runs one`,
  keys: [':', 'ctrl-p'],
  run: desk => openOverlay(desk, { kind: 'help', draft: { text: '', cursor: 0 }, index: 0, isPalette: true }),
};

/** Digits alone are views, so a number is typed behind its sign. */
export const numberOpen: Action<'palette.number'> = {
  id: 'palette.number',
  title: t`Open #…`,
  help: t`Opens the conversation whose number is typed`,
  keys: ['#'],
  words: ['number', 'id', 'go'],
  run: desk => openOverlay(desk, { kind: 'help', draft: { text: '#', cursor: 1 }, index: 0, isPalette: true }),
};
