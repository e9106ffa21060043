import { t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { cyclePane } from './pane-order.ts';

export const panePrevious: Action = {
  id: 'pane.previous',
  title: t`Previous pane`,
  help: t`Gives the keys to the pane before, before the first one to the last.`,
  scope: 'everywhere',
  keys: ['shift-tab'],
  run: desk => cyclePane(desk, -1),
};
