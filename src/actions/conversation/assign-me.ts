import { t } from '../../text/safe.ts';
import { changeAction } from './change-action.ts';

export const conversationAssignMe = changeAction({
  id: 'conversation.assign-me',
  title: t`Assign to me`,
  help: t`Assigns the conversation to you`,
  keys: ['i'],
  words: ['take', 'claim', 'mine'],
  refuse: world =>
    world.me === null ? t`The help center does not say which agent you are: assign with a instead.` : undefined,
  holds: ({ assign_to }, world) => assign_to !== null && assign_to === world.me?.id,
  state: t`yours`,
  change: (desk, ids) => {
    const { me } = desk.world();
    if (me) desk.commit('conversation.assign', { ids, assign_to: me.id });
  },
});
