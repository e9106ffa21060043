import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyNoReply } from '../../state/mail/out.ts';
import type { MailData } from '../../state/reply/box.ts';
import { t } from '../../text/safe.ts';
import { readNeededThread } from './field-draft.ts';
import { mailFlow, openMailBox } from './mail-flow.ts';
import { whyNoTarget } from './targets.ts';

const replyFlow = mailFlow('conversation.reply', 'reply', t`REPLY · goes to the customer`);

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
  run: desk => openReply(desk, targetsOf(desk.world())),
  flows: [replyFlow],
};

/** Opens the reply box on these conversations with their draft. A draft belongs to the first one. */
export function openReply(desk: Desk, targets: readonly number[], part?: MailData['part']): void {
  const [id] = targets;
  if (id === undefined) return;
  readNeededThread(desk, id);
  openMailBox(desk, replyFlow, 'reply', targets, part && (() => part));
}
