import type { Action } from '../../keys/action.ts';
import { targetsOf } from '../../state/list/targets.ts';
import { whyNoReply } from '../../state/mail-out.ts';
import { t } from '../../text/safe.ts';
import { whyNoTarget } from './targets.ts';

export const conversationReply: Action<'conversation.reply'> = {
  id: 'conversation.reply',
  title: t`Reply`,
  help: t`Replies to the customer if the help center sends mail`,
  scope: 'conversations',
  keys: ['r'],
  unavailable: world => whyNoTarget(world) ?? whyNoReply(world, targetsOf(world)),
  run: () => undefined,
};
