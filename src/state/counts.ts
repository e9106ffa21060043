import type { IdMap } from './id-map.ts';
import { conversationOf } from './visible.ts';
import type { Conversation, Inbox, World } from './world.ts';

type Counts = Inbox['counts'];
type Read = (id: number) => Conversation | undefined;

/**
 * The inboxes with their counts changed by what these conversations were and are. Only conversations that were known
 * before count: of the others nobody can say where they were counted.
 */
export function recount(inboxes: readonly Inbox[], ids: Iterable<number>, before: Read, after: Read): readonly Inbox[] {
  const open = new Map<number, number>();
  const unassigned = new Map<number, number>();
  const count = (conversation: Conversation | undefined, step: number): void => {
    const { inbox_id: inbox, status, archived, merged_into } = conversation ?? {};
    if (!inbox || archived || merged_into || status?.toLowerCase() !== 'open') return;
    open.set(inbox, (open.get(inbox) ?? 0) + step);
    if (conversation?.assign_to === null) unassigned.set(inbox, (unassigned.get(inbox) ?? 0) + step);
  };
  for (const id of ids) {
    const former = before(id);
    if (!former) continue;
    count(former, -1);
    count(after(id), 1);
  }
  const add = (value: number | null, step = 0): number | null => (value === null ? null : Math.max(0, value + step));
  return inboxes.map(inbox => {
    if (!open.get(inbox.id) && !unassigned.get(inbox.id)) return inbox;
    const { counts } = inbox;
    const next: Counts = {
      open: add(counts.open, open.get(inbox.id)),
      unassigned: add(counts.unassigned, unassigned.get(inbox.id)),
    };
    return { ...inbox, counts: next };
  });
}

/** The inboxes as they are seen: their counts hold the agent's own changes already. */
export const inboxesOf = (world: World): readonly Inbox[] => {
  const { base, patch } = world;
  const patched: IdMap<Conversation> = patch.conversations;
  if (patched.size === 0) return base.inboxes;
  return recount(
    base.inboxes,
    patched.keys(),
    id => base.conversations.get(id),
    id => conversationOf(world, id),
  );
};
