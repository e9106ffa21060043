import { t } from '../text/safe.ts';
import type { Action } from './action.ts';

export const repaint: Action = {
  id: 'repaint',
  title: t`Repaint`,
  help: t`Draws the whole screen again.`,
  scope: 'everywhere',
  keys: ['ctrl-l'],
  run: desk => desk.repaint(),
};
