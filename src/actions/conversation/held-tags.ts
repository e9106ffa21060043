import type { World } from '../../state/world.ts';
import type { SafeText } from '../../text/safe.ts';
import { conversationsOf } from './targets.ts';

/** The tags on these conversations, in order, each with the number of its conversations. */
export function heldTags(world: World, ids: readonly number[]): ReadonlyMap<SafeText, number> {
  const held = new Map<SafeText, number>();
  for (const { tags } of conversationsOf(world, ids)) {
    for (const tag of tags) held.set(tag, (held.get(tag) ?? 0) + 1);
  }
  return new Map([...held].sort(([a], [b]) => a.localeCompare(b)));
}
