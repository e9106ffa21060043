import { type SafeText, t } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import type { World } from '../world.ts';

/** Why a conversation that was here cannot be read any more. */
export const LOST = t`It was deleted, or its inbox is closed to you now.`;

/** The same in a row of the list. */
export const ROW_GONE = t`no longer there`;

/** Why a change of these conversations would be refused: the help center shows none of them any more. */
export function whyLost(world: World, ids: readonly number[]): SafeText | undefined {
  const { detail, list } = world;
  const isLost = (id: number): boolean =>
    conversationOf(world, id) === undefined &&
    (list.gone.get(id) === ROW_GONE || (detail.isLost && detail.conversationId === id));
  if (ids.length === 0 || !ids.every(isLost)) return undefined;
  return ids.length === 1
    ? t`Not possible with #${ids[0]!}: ${LOST}`
    : t`They were deleted, or their inboxes are closed to you now.`;
}
