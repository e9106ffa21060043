import { t } from '../../text/safe.ts';
import { statusAction } from './status-action.ts';

export const conversationReopen = statusAction({
  id: 'conversation.reopen',
  title: t`Reopen`,
  help: t`Sets the conversation, or all that are marked, to open.`,
  keys: ['C'],
  words: ['unresolve'],
  kind: 'open',
});
