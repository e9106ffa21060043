import type { Action } from '../../keys/action.ts';
import { targetsOf } from '../../state/list/targets.ts';
import { conversationOf } from '../../state/visible.ts';
import { t } from '../../text/safe.ts';
import { whyNoTarget } from './targets.ts';

export const conversationRating: Action<'conversation.rating'> = {
  id: 'conversation.rating',
  title: t`Rating request on or off`,
  help: t`Switches the rating request after closing off or on`,
  scope: 'conversations',
  keys: ['%'],
  changes: true,
  unavailable: whyNoTarget,
  run: desk => {
    const ids = targetsOf(desk.world());
    const isOffForAll = ids.every(id => conversationOf(desk.world(), id)?.disable_rating === true);
    desk.commit('conversation.rating', { ids, disable_rating: !isOffForAll });
  },
};
