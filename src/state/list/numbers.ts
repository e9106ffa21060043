import { matchesQuery } from '../query/match.ts';
import { conversationOf } from '../visible.ts';
import type { IdMap } from '../world/id-map.ts';
import type { Conversation, CountsByKey, Inbox, ListTotal, World } from '../world.ts';

type Counts = Inbox['counts'];
type Read = (id: number) => Conversation | undefined;

function statusOf({ status }: Conversation): string {
  return status?.toLowerCase() ?? '';
}

/** Which conversations of its inbox each count includes. */
const kinds: Readonly<Record<keyof Counts, (one: Conversation) => boolean>> = {
  open: one => statusOf(one) === 'open',
  unassigned: one => statusOf(one) === 'open' && one.assign_to === null,
  unresolved: one => statusOf(one) !== 'closed' && !one.snoozed,
};
const names = Object.keys(kinds) as (keyof Counts)[];

/**
 * The inboxes with their counts adapted to the former and the present state of these conversations. Those that were not
 * loaded before are ignored: it is unknown where they were counted.
 */
export function recount(inboxes: readonly Inbox[], ids: Iterable<number>, before: Read, after: Read): readonly Inbox[] {
  const steps = new Map<number, Record<keyof Counts, number>>();
  const count = (conversation: Conversation | undefined, step: number): void => {
    if (!conversation?.inbox_id || conversation.archived || conversation.merged_into) return;
    const found = steps.get(conversation.inbox_id) ?? { open: 0, unassigned: 0, unresolved: 0 };
    for (const name of names) if (kinds[name](conversation)) found[name] += step;
    steps.set(conversation.inbox_id, found);
  };
  for (const id of ids) {
    const former = before(id);
    if (!former) continue;
    count(former, -1);
    count(after(id), 1);
  }
  const add = (value: number | null, step: number): number | null =>
    value === null ? null : Math.max(0, value + step);
  return inboxes.map(inbox => {
    const found = steps.get(inbox.id);
    if (!found || names.every(name => found[name] === 0)) return inbox;
    const next = names.map(name => [name, add(inbox.counts[name], found[name])]);
    return { ...inbox, counts: Object.fromEntries(next) as unknown as Counts };
  });
}

/** The inboxes as shown: their counts include the agent's own changes. */
function inboxesOf(world: World): readonly Inbox[] {
  const { base, patch } = world;
  const patched: IdMap<Conversation> = patch.conversations;
  if (patched.size === 0) return base.inboxes;
  return recount(
    base.inboxes,
    patched.keys(),
    id => base.conversations.get(id),
    id => conversationOf(world, id),
  );
}

/** The effect of more changes waits until the help center has counted again: no key may take long. */
const MAX_CHANGED = 1_000;

/**
 * The numbers of views adapted to the former and the present state of these conversations. Those that were not loaded
 * before are ignored, and those of which only the help center knows whether they belong to a view.
 */
export function movedNumbers(
  numbers: CountsByKey,
  world: World,
  ids: Iterable<number>,
  { before, after }: { readonly before: Read; readonly after: Read },
): CountsByKey {
  const changed = [...ids].flatMap(id => {
    const [former, next] = [before(id), after(id)];
    return former === undefined || next === undefined || former === next ? [] : [[former, next] as const];
  });
  if (changed.length === 0 || changed.length > MAX_CHANGED) return numbers;
  return new Map(
    [...numbers].map(([key, counted]) => {
      const step = changed.reduce((sum, [former, next]) => {
        const [was, is] = [matchesQuery(counted.query, former, world), matchesQuery(counted.query, next, world)];
        return was === 'unknown' || is === 'unknown' ? sum : sum + Number(is) - Number(was);
      }, 0);
      const moved = counted.isMore ? counted.number : Math.max(0, counted.number + step);
      return [key, moved === counted.number ? counted : { ...counted, number: moved }];
    }),
  );
}

/** The world with the shown numbers of inboxes and views: the help center's counts, and own changes. */
export function withNumbers(former: World): World {
  const world = { ...former, inboxes: inboxesOf(former) };
  const { base, patch } = world;
  const numbers = movedNumbers(base.numbers, world, patch.conversations.keys(), {
    before: id => base.conversations.get(id),
    after: id => conversationOf(world, id),
  });
  return sameNumbers(numbers, world.numbers) ? world : { ...world, numbers };
}

function sameNumbers(a: CountsByKey, b: ReadonlyMap<string, ListTotal>): boolean {
  if (a === b) return true;
  const isSame = ([key, { number, isMore }]: [string, ListTotal]): boolean =>
    b.get(key)?.number === number && b.get(key)?.isMore === isMore;
  return a.size === b.size && [...a].every(isSame);
}
