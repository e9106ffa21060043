import { t } from '../text/safe.ts';
import { changeAction } from './change-action.ts';
import { statusOfKind } from './status-of-kind.ts';

export const conversationReopen = changeAction({
  id: 'conversation.reopen',
  title: t`Reopen`,
  help: t`Sets the conversation, or all that are marked, to open.`,
  keys: ['C'],
  refuse: world =>
    statusOfKind(world, 'open') ? undefined : t`The help center has no status “open”: choose one with s.`,
  holds: ({ conversation_status_id }, world) => conversation_status_id === statusOfKind(world, 'open')?.id,
  state: t`open`,
  change: (desk, ids) => {
    const status = statusOfKind(desk.world(), 'open');
    if (status) desk.commit('conversation.status', { ids, conversation_status_id: status.id });
  },
});
