import type { Action } from '../../keys/action.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { t } from '../../text/safe.ts';

export const repaint: Action<'repaint'> = {
  id: 'repaint',
  title: t`Repaint`,
  help: t`Draws the whole screen again`,
  scope: 'everywhere',
  keys: ['ctrl-l'],
  isForScreen: true,
  run: desk => desk.repaint(),
};

export const refreshAction: Action<'refresh'> = {
  id: 'refresh',
  title: t`Refresh`,
  help: t`Reads everything again; adds new rows, removes old ones`,
  scope: 'everywhere',
  keys: ['R'],
  words: ['reload', 'update'],
  run: desk => void refresh(desk),
};

export const suspend: Action<'suspend'> = {
  id: 'suspend',
  title: t`Suspend`,
  help: t`Gives the terminal back to the shell; fg returns`,
  scope: 'everywhere',
  keys: ['ctrl-z'],
  run: desk => desk.suspend(),
};

export const layoutToggle: Action<'app.layout'> = {
  id: 'app.layout',
  title: t`Detail below or beside`,
  help: t`Puts the detail below the list, or beside it again`,
  scope: 'everywhere',
  keys: [],
  isForScreen: true,
  words: ['layout', 'stacked', 'split', 'above', 'rows'],
  unavailable: ({ viewport }) =>
    viewport.canStack ? undefined : t`The window is too small to hold one above the other.`,
  run: desk => desk.set({ layout: desk.world().isStacked ? 'beside' : 'stacked', isWide: false }),
};
