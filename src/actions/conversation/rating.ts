import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/context.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyNobodyRates } from '../../state/rating-words.ts';
import { conversationOf } from '../../state/visible.ts';
import { t } from '../../text/safe.ts';
import { whyNoTarget } from './targets.ts';

export const conversationRating: Action<'conversation.rating'> = {
  id: 'conversation.rating',
  title: t`Rating request on or off`,
  help: t`Switches the rating request after closing off or on`,
  scope: 'conversations',
  keys: ['%'],
  writes: true,
  unavailable: whyNoTarget,
  run: desk => {
    const ids = targetsOf(desk.world());
    const isOffForAll = ids.every(id => conversationOf(desk.world(), id)?.disable_rating === true);
    desk.commit('conversation.rating', { ids, disable_rating: !isOffForAll });
    addReason(desk, ids);
  },
};

/** A switch that changes nothing for the customer says so. */
function addReason(desk: Desk, ids: readonly number[]): void {
  const world = desk.world();
  const { notice } = world;
  const reason = whyNobodyRates(world, ids);
  if (reason === undefined || notice?.tone !== 'done') return;
  desk.notify({
    ...notice,
    text: t`${notice.text} · not sent: ${reason}`,
    short: t`${notice.short ?? notice.text} · not sent: ${reason}`,
  });
}
