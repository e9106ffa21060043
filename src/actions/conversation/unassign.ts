import { t } from '../../text/safe.ts';
import { changeAction } from './change-action.ts';

export const conversationUnassign = changeAction({
  id: 'conversation.unassign',
  title: t`Unassign`,
  help: t`Removes the assignee`,
  keys: ['A'],
  words: ['release'],
  holds: ({ assign_to }) => assign_to === null,
  state: t`unassigned`,
  change: (desk, ids) => desk.commit('conversation.assign', { ids, assign_to: null }),
});
