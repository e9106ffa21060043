import { staysIn } from '../query/match.ts';
import { conversationOf } from '../visible.ts';
import type { List, Query, World } from '../world.ts';
import { markedRows } from './marks.ts';
import { membership } from './membership.ts';

type Away = List['away'];

/** The marks as the next list takes them over, without those on conversations that are gone. */
export function takenAlong(world: World): Away {
  const { list } = world;
  const here = markedRows(list).filter(id => !list.gone.has(id));
  if (here.length === 0) return withoutGone(world);
  return new Map([...withoutGone(world), ...here.map(id => [id, list.query] as const)]);
}

/** The marks away without those on conversations that, as far as is known, left the list in which they were marked. */
export function withoutGone(world: World): Away {
  const { away } = world.list;
  if (away.size === 0) return away;
  return new Map(
    [...away].filter(([id, home]) => {
      const seen = conversationOf(world, id);
      return !seen || staysIn(home, seen, world) !== false;
    }),
  );
}

/** The marks away without those that the agent's own changes have just taken out of the list where they were marked. */
export function withoutTaken(world: World): Away {
  const { list, base, patch } = world;
  if (list.away.size === 0 || patch.conversations.size === 0) return list.away;
  const isTaken = (id: number, home: Query): boolean => {
    const seen = patch.conversations.get(id);
    if (!seen || staysIn(home, seen, world) !== false) return false;
    const before = base.conversations.get(id);
    return before !== undefined && staysIn(home, before, world) !== false;
  };
  const left = [...list.away].filter(([id, home]) => !isTaken(id, home));
  return left.length === list.away.size ? list.away : new Map(left);
}

/** The list with the marks of those conversations that it shows now on their rows. */
export function withReturned(list: List): List {
  const { away, rows } = list;
  if (away.size === 0) return list;
  const isRow = membership(rows, away.size);
  const back = [...away.keys()].filter(isRow);
  if (back.length === 0) return list;
  const isBack = new Set(back);
  return {
    ...list,
    marks: new Set([...list.marks, ...back]),
    away: new Map([...away].filter(([id]) => !isBack.has(id))),
  };
}
