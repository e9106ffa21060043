import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { cyclePane } from './pane-order.ts';

export const panePrevious: Action = {
  id: 'pane.previous',
  title: t`Previous pane`,
  help: t`Moves to the pane before, and from the first one to the last.`,
  scope: 'everywhere',
  keys: ['shift-tab'],
  run: desk => cyclePane(desk, -1),
};
