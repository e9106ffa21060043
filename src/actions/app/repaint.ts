import type { Action } from '../../keys/action.ts';
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
