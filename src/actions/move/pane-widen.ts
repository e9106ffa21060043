import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';

export const paneWiden: Action = {
  id: 'pane.widen',
  title: t`Widen this pane`,
  help: t`Shows this pane alone on the whole screen, or all panes again.`,
  scope: 'everywhere',
  keys: ['w'],
  run: desk => desk.set({ isWide: !desk.world().isWide }),
};
