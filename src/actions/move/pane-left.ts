import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { goToPane } from '../go/go-to.ts';
import { neighbour, whyNoNeighbour } from './pane-order.ts';

export const paneLeft: Action = {
  id: 'pane.left',
  title: t`Pane to the left`,
  help: t`Moves to the pane on the left.`,
  scope: 'everywhere',
  keys: ['h', 'left'],
  unavailable: ({ pane }) => whyNoNeighbour(pane, -1),
  run: desk => goToPane(desk, neighbour(desk.world().pane, -1) ?? 'inboxes'),
};
