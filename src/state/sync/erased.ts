import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Desk } from '../desk.ts';
import { draftParts } from '../drafts/drafts.ts';
import { withoutGone } from '../list/marks.ts';
import type { Operation } from '../operations/operation.ts';
import { unresolved } from '../query/views.ts';
import type { World } from '../world.ts';
import { openList } from './list.ts';
import { forgetConversations } from './memory.ts';
import { forgetCommands } from './running-command.ts';

/** The conversations of erasures that the desk has not heard of. */
interface Erased {
  /** They are gone, with all that was written there. */
  readonly gone: ReadonlySet<number>;
  /** They are others' too, and are read again. */
  readonly shared: ReadonlySet<number>;
}

/**
 * Reads the erasures after the last one that the desk knows, the newest first, at most this many pages. Undefined if
 * that fails.
 */
async function readErased(desk: Desk, known: number, pages: number): Promise<Erased | undefined> {
  const [gone, shared] = [new Set<number>(), new Set<number>()];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const query = { sort: 'id.desc' as const, limit: MAX_PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
    const answer = await attempt(desk.client.erasure.list({ query }));
    if ('error' in answer) return undefined;
    const { data, nextCursor } = answer.value;
    for (const one of data) {
      if (one.id <= known) return { gone, shared };
      for (const id of one.conversations) gone.add(id);
      for (const id of one.shared) shared.add(id);
    }
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return { gone, shared };
}

function isOnlyOf(gone: ReadonlySet<number>, { calls }: Operation): boolean {
  const ids = calls.flatMap(call => [call, ...call.requests]).flatMap(({ args }) => args.ids);
  return ids.length > 0 && ids.every(id => gone.has(id));
}

/** The desk holds nothing of former runs: all its data have just been read. */
function isNew({ world, cache }: Desk): boolean {
  const { operations, drafts, erased } = world();
  return erased === 0 && operations.length + drafts.size === 0 && cache.places() === undefined;
}

/** The agent's texts in erased conversations are dropped: drafts, pending changes, lines of the journal. */
export function withoutErased<Held extends Pick<World, 'operations' | 'drafts'>>(
  held: Held,
  gone: ReadonlySet<number>,
): Held {
  const operations = held.operations.filter(one => !isOnlyOf(gone, one));
  const drafts = [...held.drafts].filter(([key]) => !gone.has(draftParts(key).id));
  if (operations.length === held.operations.length && drafts.length === held.drafts.size) return held;
  return { ...held, operations, drafts: new Map(drafts) };
}

/**
 * Leaves a search that finds nothing any more: its words may name an erased contact, and the desk keeps them with its place
 * and its frame.
 */
async function leaveSearch(desk: Desk): Promise<void> {
  const { query, filter } = desk.world().list;
  if (query.words + query.from === '') return;
  const found = await attempt(desk.client.conversation.list({ query: { ...filter, limit: 1 } }));
  const { list } = desk.world();
  if ('error' in found || found.value.data.length > 0 || list.query !== query) return;
  desk.set({ list: { ...list, marks: new Set(), away: withoutGone(desk.world()) } });
  await openList(desk, unresolved);
  desk.notify({ tone: 'done', text: t`A customer was erased, and your search finds nothing any more.` });
}

/**
 * Drops all that the desk and its files keep of contacts that were erased since the last time; `newest` is the last
 * erasure. Returns the conversations that must be read again.
 */
export async function dropErased(desk: Desk, newest: number): Promise<ReadonlySet<number>> {
  const known = desk.world().erased;
  if (newest <= known) return new Set();
  const erased = await readErased(desk, known, isNew(desk) ? 1 : Number.POSITIVE_INFINITY);
  // The next stream tells it again.
  if (!erased) return new Set();
  const { gone, shared } = erased;
  desk.cache.erase([...gone, ...shared]);
  forgetCommands(desk);
  forgetConversations(desk, [...gone, ...shared]);
  const { operations, drafts, discarded, erasedConversations } = desk.world();
  const left = withoutErased({ operations, drafts }, gone);
  const others = discarded.filter(({ key }) => !gone.has(draftParts(key).id));
  desk.set({ ...left, discarded: others, erased: newest, erasedConversations: erasedConversations.union(gone) });
  const touched = new Set([...gone, ...shared]);
  void leaveSearch(desk);
  return touched;
}
