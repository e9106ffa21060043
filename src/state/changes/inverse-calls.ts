import { conversationOf } from '../visible.ts';
import type { Conversation, Visible } from '../world.ts';
import type { OwnCall } from './change.ts';

/**
 * The calls that restore every conversation's former value: one for each value. `read` returns undefined if nothing has
 * to be restored. The former value of a conversation that was not loaded is unknown.
 */
export function inverseCalls<Value>(
  ids: readonly number[],
  before: Visible,
  read: (conversation: Conversation) => Value | undefined,
  call: (ids: readonly number[], value: Value) => OwnCall,
): readonly OwnCall[] {
  const groups = new Map<string, { value: Value; ids: number[] }>();
  for (const id of ids) {
    const conversation = conversationOf(before, id);
    const value = conversation && read(conversation);
    if (value === undefined) continue;
    const group = groups.get(JSON.stringify(value));
    if (group) group.ids.push(id);
    else groups.set(JSON.stringify(value), { value, ids: [id] });
  }
  return [...groups.values()].map(group => call(group.ids, group.value));
}
