import { t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { whyNoTarget } from './targets.ts';

export const conversationReply: Action = {
  id: 'conversation.reply',
  title: t`Reply`,
  help: t`Replies to the customer where the help center offers it; else it says why not.`,
  scope: 'conversations',
  keys: ['r'],
  unavailable: world => {
    const { reply } = world.offers;
    const reason = reply === true || reply === undefined ? t`This help center sends no mail to customers` : reply;
    return whyNoTarget(world) ?? t`No reply: ${reason} · n writes an internal note.`;
  },
  run: () => undefined,
};
