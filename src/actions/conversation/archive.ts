import { t } from '../../text/safe.ts';
import { changeAction } from './change-action.ts';

export const conversationArchive = changeAction({
  id: 'conversation.archive',
  title: t`Archive`,
  help: t`Archives the conversation`,
  keys: ['e'],
  words: ['done', 'remove', 'trash', 'hide'],
  hint: t`archive`,
  holds: ({ archived }) => archived,
  state: t`archived`,
  change: (desk, ids) => desk.commit('conversation.archive', { ids }),
});
