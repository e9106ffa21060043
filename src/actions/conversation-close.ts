import { t } from '../text/safe.ts';
import { changeAction } from './change-action.ts';
import { statusOfKind } from './status-of-kind.ts';

export const conversationClose = changeAction({
  id: 'conversation.close',
  title: t`Close`,
  help: t`Sets the conversation, or all that are marked, to closed.`,
  keys: ['c'],
  refuse: world =>
    statusOfKind(world, 'closed') ? undefined : t`The help center has no status “closed”: choose one with s.`,
  holds: ({ conversation_status_id }, world) => conversation_status_id === statusOfKind(world, 'closed')?.id,
  state: t`closed`,
  change: (desk, ids) => {
    const status = statusOfKind(desk.world(), 'closed');
    if (status) desk.commit('conversation.status', { ids, conversation_status_id: status.id });
  },
});
