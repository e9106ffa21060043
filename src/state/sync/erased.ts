import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../desk.ts';
import type { Operation } from '../operation.ts';
import type { DraftKey, World } from '../world.ts';
import { forgetConversations } from './memory.ts';
import { forgetCommands } from './running-command.ts';

/** The conversations of erasures that the desk has not heard of. */
interface Erased {
  /** They are gone, with all that was written there. */
  readonly gone: ReadonlySet<number>;
  /** They are others' too, and are read again. */
  readonly shared: ReadonlySet<number>;
}

/** Reads the erasures after the last one that the desk knows, the newest first; undefined if that fails. */
async function readErased(desk: Desk, known: number): Promise<Erased | undefined> {
  const [gone, shared] = [new Set<number>(), new Set<number>()];
  let cursor: string | undefined;
  do {
    const query = { sort: 'id.desc' as const, limit: MAX_PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
    const answer = await attempt(desk.client.erasure.list({ query }));
    if ('error' in answer) return undefined;
    const { data, nextCursor } = answer.value;
    for (const one of data) {
      if (one.id <= known) return { gone, shared };
      for (const id of one.conversations) gone.add(id);
      for (const id of one.shared) shared.add(id);
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { gone, shared };
}

function isOnlyOf(gone: ReadonlySet<number>, { calls, requests }: Operation): boolean {
  const ids = [...calls, ...requests].flatMap(({ args }) => args.ids);
  return ids.length > 0 && ids.every(id => gone.has(id));
}

/** The desk holds nothing of former runs. */
function isNew({ world, cache }: Desk): boolean {
  const { operations, drafts } = world();
  return operations.length + drafts.size === 0 && cache.places() === undefined;
}

/** The conversation of a draft. */
function conversationOf(key: DraftKey): number {
  return Number(key.slice(key.indexOf(':') + 1));
}

/** What the agent wrote in erased conversations is not kept: no drafts, nothing that waits, no lines of the journal. */
export function withoutErased<Held extends Pick<World, 'operations' | 'drafts'>>(
  held: Held,
  gone: ReadonlySet<number>,
): Held {
  const operations = held.operations.filter(one => !isOnlyOf(gone, one));
  const drafts = [...held.drafts].filter(([key]) => !gone.has(conversationOf(key)));
  if (operations.length === held.operations.length && drafts.length === held.drafts.size) return held;
  return { ...held, operations, drafts: new Map(drafts) };
}

/**
 * Drops all that the desk and its files keep of contacts that were erased since the last time; `newest` is the last
 * erasure. Returns the conversations that must be read again.
 */
export async function dropErased(desk: Desk, newest: number): Promise<ReadonlySet<number>> {
  const known = desk.world().erased;
  if (newest <= known) return new Set();
  if (known === 0 && isNew(desk)) {
    desk.set({ erased: newest });
    return new Set();
  }
  const erased = await readErased(desk, known);
  // The next stream tells it again.
  if (!erased) return new Set();
  const { gone, shared } = erased;
  desk.cache.erase([...gone, ...shared]);
  forgetCommands(desk);
  forgetConversations(desk, [...gone, ...shared]);
  const { operations, drafts, erasedConversations } = desk.world();
  const left = withoutErased({ operations, drafts }, gone);
  desk.set({ ...left, erased: newest, erasedConversations: erasedConversations.union(gone) });
  return new Set([...gone, ...shared]);
}
