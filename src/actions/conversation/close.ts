import { t } from '../../text/safe.ts';
import { statusAction } from './status-action.ts';

export const conversationClose = statusAction({
  id: 'conversation.close',
  title: t`Close`,
  help: t`Sets the conversation, or all that are marked, to closed.`,
  keys: ['c'],
  words: ['resolve', 'solve', 'done', 'finish'],
  kind: 'closed',
});
