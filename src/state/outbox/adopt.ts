import { derive } from '../changes/derive.ts';
import { fieldOf, fieldsIn, withDraftFields, withWords } from '../drafts/drafts.ts';
import type { SavedState } from '../kept/storage.ts';
import { isUndoable, outOfTurn, redoable } from '../operations/operation.ts';
import { askOlder, isOlder, markedDrafts } from '../sync/epoch.ts';
import { withoutErased } from '../sync/erased.ts';
import type { ChangeCall, Drafts, Operation, World } from '../world.ts';
import { restore } from './storage.ts';

/** A world with the data of an ended desk, and those of its changes that this version does not know. */
export interface Adopted {
  readonly world: World;
  readonly unknown: readonly ChangeCall[];
}

/**
 * Puts the state of an ended desk into the world: its operations keep their keys and their order, its drafts come
 * before the present ones. Nothing is doubled. Acts before `since` are forgotten. Times are milliseconds since 1970.
 */
export function adopt(world: World, left: SavedState, now: number, since = 0): Adopted {
  const { kept: restored, unknown } = restore(left, now, since);
  const kept = withoutErased(restored, world.erasedConversations);
  const own = new Set(world.operations.map(({ id }) => id));
  const hasActed = world.operations.some(isUndoable) || redoable(world.operations).length > 0;
  const added = kept.operations.filter(({ id }) => !own.has(id));
  const operations = inOrder(
    world.operations,
    // Z does not reach acts from before the agent's last operation here that were taken back.
    hasActed ? added.map(outOfTurn) : added,
  );
  const former = isOlder(world, left.epoch) ? markedDrafts(kept.drafts) : kept.drafts;
  const adopted = derive({ ...world, operations, drafts: withDrafts(world.drafts, former) });
  return { world: askOlder(adopted), unknown };
}

/**
 * Removes from the world the state that another desk has taken over: the contents of the file when it was last written.
 * Later input stays here.
 */
export function surrender(world: World, taken: SavedState): World {
  const ids = new Set(taken.operations.map(({ id }) => id));
  const since = fieldsIn(world.drafts).filter(([key, field, text]) => taken.drafts.get(key)?.[field] !== text);
  const drafts = withDraftFields(new Map(), since);
  return derive({ ...world, drafts, operations: world.operations.filter(({ id }) => !ids.has(id)) });
}

/** Both lists as one by the time of their operations, each in its own order. */
function inOrder(own: readonly Operation[], added: readonly Operation[]): readonly Operation[] {
  const [a, b] = [[...own], [...added]];
  const all: Operation[] = [];
  while (a[0] && b[0]) all.push((b[0].at <= a[0].at ? b : a).shift()!);
  return [...all, ...a, ...b];
}

/** A draft that continues the other one replaces it; otherwise both stay, the former one first. */
function withDrafts(own: Drafts, former: Drafts): Drafts {
  let drafts = own;
  for (const written of fieldsIn(former)) {
    const [key, field, text] = written;
    const held = fieldOf(own, key, field);
    if (held.startsWith(text)) continue;
    drafts = text.startsWith(held) ? withDraftFields(drafts, [written]) : withWords(drafts, written);
  }
  return drafts;
}
