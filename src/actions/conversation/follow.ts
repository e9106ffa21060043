import type { Action } from '../../keys/action.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { conversationOf } from '../../state/visible.ts';
import { t } from '../../text/safe.ts';
import { whyNoTarget } from './targets.ts';

export const followAction: Action<'conversation.follow'> = {
  id: 'conversation.follow',
  title: t`Follow`,
  help: t`Rings for news of the conversation, or no more`,
  scope: 'conversations',
  keys: ['b'],
  words: ['watch', 'unfollow', 'cc me'],
  writes: true,
  unavailable: world =>
    world.me === null
      ? t`The help center does not say which agent you are, so nothing can ring for you.`
      : (whyLacking(world, 'conversation.follow') ?? whyNoTarget(world)),
  run: desk => {
    const ids = targetsOf(desk.world());
    const isFollowedByAll = ids.every(id => conversationOf(desk.world(), id)?.followed === true);
    desk.commit('conversation.follow', { ids: [...ids], followed: !isFollowedByAll });
  },
};
