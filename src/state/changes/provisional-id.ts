import { threadOf } from '../visible.ts';
import type { ChangeCall, World } from '../world.ts';

/** The id under which a change shows the note or the message that it adds, until the help center has assigned one. */
export function provisionalIdOf({ args }: ChangeCall): number | undefined {
  const { noteId, replyId } = args as { noteId?: number; replyId?: number };
  return noteId ?? replyId;
}

/**
 * A new id of this kind. It differs from every id that is shown or being sent, also from those of parts whose thread is
 * not loaded. `at`: milliseconds since 1970.
 */
export function newProvisionalId(world: World, conversationId: number, at: number): number {
  const { notes = [], messages = [] } = threadOf(world, conversationId) ?? {};
  const onTheirWay = world.pending.map(change => provisionalIdOf(change) ?? 0);
  const shown = [...notes, ...messages].map(({ id }) => id);
  return [...shown, ...onTheirWay].reduce((lowest, id) => Math.min(lowest, id), -at) - 1;
}
