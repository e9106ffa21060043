import { t } from '../../text/safe.ts';
import { changeAction } from './change-action.ts';

export const conversationRestore = changeAction({
  id: 'conversation.restore',
  title: t`Restore`,
  help: t`Takes the conversation out of the archive`,
  keys: ['E'],
  words: ['unarchive', 'inbox'],
  holds: ({ archived }) => !archived,
  state: t`out of the archive`,
  change: (desk, ids) => desk.commit('conversation.restore', { ids }),
});
