import type { Kept } from '../kept.ts';
import type { Drafts, Journal, PendingChange, World } from '../world.ts';
import { withWords } from './drafts.ts';
import { restore } from './storage.ts';

/** A world with the data of an ended desk, and those of its changes that this version does not know. */
export interface Adopted {
  readonly world: World;
  readonly unknown: readonly PendingChange[];
}

/**
 * Puts the data of an ended desk into the world: its changes keep their keys and their order, its drafts come before
 * the present ones. Nothing is doubled. `now`: milliseconds since 1970.
 */
export function adopt(world: World, left: Kept, now: number): Adopted {
  const { kept, unknown } = restore(left, now);
  const held = new Set(world.pending.map(({ key }) => key));
  const added = kept.pending.filter(({ key }) => !held.has(key));
  const next = {
    ...world,
    pending: inOrder(world.pending, added),
    drafts: withDrafts(world.drafts, kept.drafts),
    journal: joinedJournals(kept.journal, world.journal),
    refused: [
      ...(kept.refused ?? []).filter(({ key }) => !world.refused.some(own => own.key === key)),
      ...world.refused,
    ],
  };
  return { world: next, unknown };
}

/**
 * Removes from the world what another desk has taken over: the contents of the file when it was last written. Later
 * input stays here.
 */
export function surrender(world: World, taken: Kept): World {
  const keys = new Set(taken.pending.map(({ key }) => key));
  const drafts = new Map([...world.drafts].filter(([id, text]) => taken.drafts.get(id) !== text));
  const isOwn = (former: Journal['undo']) => {
    const taken = new Set(former);
    return (entry: Journal['undo'][number]) => !taken.has(entry);
  };
  const journal = {
    undo: world.journal.undo.filter(isOwn(taken.journal.undo)),
    redo: world.journal.redo.filter(isOwn(taken.journal.redo)),
  };
  const gone = new Set(taken.refused?.map(({ key }) => key));
  const refused = world.refused.filter(({ key }) => !gone.has(key));
  const pending = world.pending.filter(({ key }) => !keys.has(key));
  return { ...world, drafts, journal, refused, pending };
}

/** Both lists as one by the time of their changes, each in its own order. */
function inOrder(own: readonly PendingChange[], added: readonly PendingChange[]): readonly PendingChange[] {
  const [a, b] = [[...own], [...added]];
  const all: PendingChange[] = [];
  while (a[0] && b[0]) all.push((b[0].at < a[0].at ? b : a).shift()!);
  return [...all, ...a, ...b];
}

/** A draft that continues the other one replaces it; otherwise both stay, the former one first. */
function withDrafts(own: Drafts, former: Drafts): Drafts {
  let drafts = own;
  for (const [key, text] of former) {
    const held = own.get(key) ?? '';
    if (held.startsWith(text)) continue;
    drafts = text.startsWith(held) ? new Map([...drafts, [key, text]]) : withWords(drafts, key, text);
  }
  return drafts;
}

function joinedJournals(former: Journal, own: Journal): Journal {
  return {
    undo: [...former.undo, ...own.undo],
    redo: own.undo.length === 0 ? former.redo : own.redo,
  };
}
