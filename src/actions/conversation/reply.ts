import type { Action } from '../../keys/action.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyNoReply } from '../../state/mail-out.ts';
import { t } from '../../text/safe.ts';
import { openReply } from './field-draft.ts';
import { mailBox } from './mail-box.ts';
import { whyNoTarget } from './targets.ts';

export const conversationReply: Action<'conversation.reply'> = {
  id: 'conversation.reply',
  title: t`Reply`,
  help: t`Replies to the customer by mail`,
  scope: 'conversations',
  keys: ['r'],
  words: ['answer', 'respond', 'write', 'mail'],
  writes: true,
  hint: t`reply`,
  unavailable: world => whyNoTarget(world) ?? whyNoReply(world, targetsOf(world)),
  run: desk => openReply(desk, conversationReply, targetsOf(desk.world())),
  ...mailBox('conversation.reply', t`REPLY · goes to the customer`),
};
