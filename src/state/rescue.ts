import { changeOf } from './change-list.ts';
import type { ChangeCall, World } from './world.ts';

/** What the agent wrote in a change that comes to nothing for these conversations, put before what he writes now. */
export function rescue(world: World, call: ChangeCall, ids: Iterable<number>): World['drafts'] {
  const written = changeOf(call.name)?.written?.(call.args as never) ?? '';
  if (written === '') return world.drafts;
  const drafts = new Map(world.drafts);
  for (const id of ids) {
    const now = drafts.get(id);
    drafts.set(id, now === undefined ? written : `${written}\n\n${now}`);
  }
  return drafts;
}
