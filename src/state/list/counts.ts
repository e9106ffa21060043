import type { IdMap } from '../id-map.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, Inbox, World } from '../world.ts';

type Counts = Inbox['counts'];
type Read = (id: number) => Conversation | undefined;

function statusOf({ status }: Conversation): string {
  return status?.toLowerCase() ?? '';
}

/** Which conversations of its inbox each count includes. */
const kinds: Readonly<Record<keyof Counts, (one: Conversation) => boolean>> = {
  open: one => statusOf(one) === 'open',
  unassigned: one => statusOf(one) === 'open' && one.assign_to === null,
  unresolved: one => statusOf(one) !== 'closed',
};
const names = Object.keys(kinds) as (keyof Counts)[];

/**
 * The inboxes with their counts adapted to what these conversations were and are. Conversations that were not loaded
 * before are ignored: it is unknown where they were counted.
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
export function inboxesOf(world: World): readonly Inbox[] {
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
