import { matches } from '../query/match.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, ListTotal, Numbers, World } from '../world.ts';
import { inboxesOf } from './counts.ts';

/** The effect of more changes waits until the help center has counted again: no key may take long. */
const MAX_CHANGED = 1_000;

type Read = (id: number) => Conversation | undefined;

/**
 * The numbers of views adapted to what these conversations were and are. Those that were not loaded before are ignored,
 * and those of which only the help center knows whether they belong to a view.
 */
export function movedNumbers(
  numbers: Numbers,
  world: World,
  ids: Iterable<number>,
  { before, after }: { readonly before: Read; readonly after: Read },
): Numbers {
  const changed = [...ids].flatMap(id => {
    const [former, next] = [before(id), after(id)];
    return former === undefined || next === undefined || former === next ? [] : [[former, next] as const];
  });
  if (changed.length === 0 || changed.length > MAX_CHANGED) return numbers;
  return new Map(
    [...numbers].map(([key, counted]) => {
      const step = changed.reduce((sum, [former, next]) => {
        const [was, is] = [matches(counted.query, former, world), matches(counted.query, next, world)];
        return was === 'unknown' || is === 'unknown' ? sum : sum + Number(is) - Number(was);
      }, 0);
      const moved = counted.isMore ? counted.number : Math.max(0, counted.number + step);
      return [key, moved === counted.number ? counted : { ...counted, number: moved }];
    }),
  );
}

/** The world with the numbers as shown, of inboxes and views: what the help center counted, and own changes. */
export function withNumbers(former: World): World {
  const world = { ...former, inboxes: inboxesOf(former) };
  const { base, patch } = world;
  const numbers = movedNumbers(base.numbers, world, patch.conversations.keys(), {
    before: id => base.conversations.get(id),
    after: id => conversationOf(world, id),
  });
  return sameNumbers(numbers, world.numbers) ? world : { ...world, numbers };
}

function sameNumbers(a: Numbers, b: ReadonlyMap<string, ListTotal>): boolean {
  if (a === b) return true;
  const isSame = ([key, { number, isMore }]: [string, ListTotal]): boolean =>
    b.get(key)?.number === number && b.get(key)?.isMore === isMore;
  return a.size === b.size && [...a].every(isSame);
}
