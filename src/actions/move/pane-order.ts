import type { Desk } from '../../state/context.ts';
import type { Pane } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToPane } from '../go/go-to.ts';

const ORDER: readonly Pane[] = ['inboxes', 'list', 'detail'];

/** The pane beside the one that has the keys; undefined at the end of the row. */
export function neighbour(pane: Pane, direction: 1 | -1): Pane | undefined {
  return ORDER[ORDER.indexOf(pane) + direction];
}

/** Goes to the pane beside, round the ends. */
export function cyclePane(desk: Desk, direction: 1 | -1): void {
  const at = ORDER.indexOf(desk.world().pane) + direction + ORDER.length;
  goToPane(desk, ORDER[at % ORDER.length]!);
}

/** Why there is no pane on that side. */
export function whyNoNeighbour(pane: Pane, direction: 1 | -1): SafeText | undefined {
  if (neighbour(pane, direction) !== undefined) return undefined;
  return direction === 1 ? t`This is the rightmost pane.` : t`This is the leftmost pane.`;
}
