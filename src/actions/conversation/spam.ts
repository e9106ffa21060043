import type { Action } from '../../keys/action.ts';
import { targetsOf } from '../../state/list/marks.ts';
import type { Inbox, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { loadedConversations, whyNoTarget } from './targets.ts';

/** The built-in inbox of a kind; undefined if the help center does not report the kinds of its inboxes. */
function inboxOf({ base }: World, kind: 'spam' | 'default'): Inbox | undefined {
  return base.inboxes.find(inbox => inbox.kind === kind);
}

/** Moves to the spam inbox, which blocks the sender. If all are there already, moves them back to the default inbox. */
export const conversationSpam: Action<'conversation.spam'> = {
  id: 'conversation.spam',
  title: t`Spam`,
  help: t`Moves to spam and blocks the sender; in spam, moves back`,
  scope: 'conversations',
  keys: ['!'],
  words: ['junk', 'block'],
  writes: true,
  unavailable: world =>
    whyNoTarget(world) ?? (inboxOf(world, 'spam') ? undefined : t`You see no inbox for spam at this help center.`),
  run: desk => {
    const world = desk.world();
    const ids = targetsOf(world);
    const [spam, home] = [inboxOf(world, 'spam'), inboxOf(world, 'default')];
    const isSpam = loadedConversations(world, ids).every(({ inbox_id }) => inbox_id === spam?.id);
    const target = isSpam ? home : spam;
    if (target) desk.commit('conversation.move', { ids, inbox_id: target.id });
  },
};
