import { t } from '../text/safe.ts';
import type { Action } from './action.ts';

export const paneWiden: Action = {
  id: 'pane.widen',
  title: t`Widen this pane`,
  help: t`Gives this pane the whole screen, and takes it back.`,
  scope: 'everywhere',
  keys: ['w'],
  run: desk => desk.set({ isWide: !desk.world().isWide }),
};
