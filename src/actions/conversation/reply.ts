import type { Action } from '../../keys/action.ts';
import { t } from '../../text/safe.ts';
import { whyNoTarget } from './targets.ts';

export const conversationReply: Action<'conversation.reply'> = {
  id: 'conversation.reply',
  title: t`Reply`,
  help: t`Replies to the customer if the help center sends mail`,
  scope: 'conversations',
  keys: ['r'],
  unavailable: world =>
    whyNoTarget(world) ?? t`No reply: This help center sends no mail to customers · n writes an internal note.`,
  run: () => undefined,
};
