import { statusesOf, statusKey } from '../names.ts';
import type { ConversationStatus, World } from '../world.ts';

/** The status that `send and close` sets: the one that the agent’s settings name, else the closed one. */
export function statusAfterReply(world: World): ConversationStatus | undefined {
  const wanted = statusKey(world.afterReply);
  const statuses = statusesOf(world);
  return statuses.find(({ name }) => statusKey(name) === wanted) ?? statuses.find(({ kind }) => kind === 'closed');
}
