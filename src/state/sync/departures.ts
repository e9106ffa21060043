import { type Attempt, attempt } from '../calls/attempt.ts';
import type { Desk, Read } from '../desk.ts';
import { departureReason, LEFT } from '../list/merge.ts';
import { matchesQuery } from '../query/match.ts';
import { loseConversations, withConversations } from './memory.ts';

/** The reason is read for at most this many rows that left; for more, the list only says that they are gone. */
const MAX_REASONS = 20;

/** Finds out why rows left, and marks them with the reason. */
export async function explainDepartures(desk: Desk, departed: readonly number[], read: Read): Promise<void> {
  if (departed.length === 0) return;
  const asked = await Promise.all(
    departed
      .slice(0, MAX_REASONS)
      .map(id => attempt(desk.client.conversation.get({ params: { conversation_id: id }, signal: read.signal }))),
  );
  if (!read.isCurrent()) return;
  loseConversations(
    desk,
    departed.filter((_, index) => isAbsent(asked[index])),
  );
  const found = asked.flatMap(answer => ('value' in answer ? [answer.value.data] : []));
  const world = withConversations(desk.world(), found, read);
  const listed = new Set(world.list.ids);
  const gone = new Map(world.list.gone);
  for (const [index, id] of departed.entries()) {
    const answer = asked[index];
    const conversation = answer && 'value' in answer ? answer.value.data : undefined;
    const isOwn = read.isStale(id) || world.patch.conversations.has(id);
    // It may only have moved further down, or the help center sorts in another way.
    const isStill = conversation !== undefined && matchesQuery(world.list.query, conversation, world) !== false;
    const isKnown = conversation !== undefined || isAbsent(answer);
    if (!listed.has(id) || isOwn || isStill) continue;
    gone.set(id, isKnown ? departureReason(world, conversation) : LEFT);
  }
  desk.store.setState({ ...world, list: { ...world.list, gone } });
}

function isAbsent(answer: Attempt<unknown> | undefined): boolean {
  return answer !== undefined && 'error' in answer && (answer.error.isAbsent || answer.error.isForbidden);
}
