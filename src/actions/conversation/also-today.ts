import { conversationOf } from '../../state/visible.ts';
import type { Conversation, Notice, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { isSameDay } from '../../text/relative-time.ts';
import { t } from '../../text/safe.ts';
import { likeConversations } from './merge-candidates.ts';

const TITLE_COLUMNS = 40;

/**
 * A notice about another conversation that the same customer began today under a similar title, for the conversation
 * that is being opened; null if none is loaded. Reads nothing.
 */
export function alsoToday(world: World, id: number): Notice | null {
  const opened = conversationOf(world, id);
  if (!opened || !isOfToday(opened, world)) return null;
  const [other] = likeConversations(world, opened).filter(one => isOfToday(one, world));
  if (!other) return null;
  return {
    tone: 'done',
    text: t`Also today: #${other.id} ${cut(other.title, TITLE_COLUMNS)} (same customer) · m merges`,
    short: t`Also today: #${other.id} · m merges`,
  };
}

/** A row does not say when it was created: a conversation of one message began with that. */
function beganAt({ created_at, message_count, last_message_at }: Conversation): number | null {
  return created_at ?? (message_count === 1 ? last_message_at : null);
}

function isOfToday(conversation: Conversation, { now }: World): boolean {
  const { archived, merged_into } = conversation;
  const at = beganAt(conversation);
  return !archived && merged_into === null && at !== null && isSameDay(at, now);
}
