import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { goToPane } from '../go/go-to.ts';
import { neighbour, whyNoNeighbour } from './pane-order.ts';

export const paneRight: Action = {
  id: 'pane.right',
  title: t`Pane to the right`,
  help: t`Moves to the pane on the right.`,
  scope: 'everywhere',
  keys: ['l', 'right'],
  unavailable: ({ pane }) => whyNoNeighbour(pane, 1),
  run: desk => goToPane(desk, neighbour(desk.world().pane, 1) ?? 'detail'),
};
