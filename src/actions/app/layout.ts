import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';

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
