import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { cyclePane } from './pane-order.ts';

export const paneNext: Action = {
  id: 'pane.next',
  title: t`Next pane`,
  help: t`Moves to the next pane, and from the last one to the first.`,
  scope: 'everywhere',
  keys: ['tab'],
  run: desk => cyclePane(desk, 1),
};
