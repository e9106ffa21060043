import type { Desk } from '../desk.ts';
import { PLACE_NAMES, placeTag } from '../world/place-tags.ts';
import { lastId } from '../world/thread.ts';
import { knownThread, readAhead } from './ahead.ts';
import { withThread } from './memory.ts';
import { countedViews, givenViews, readNumbers } from './numbers.ts';
import { aheadKind } from './reads.ts';

/** Asks with the first list for all that a start reads, as far as it is not here already. */
export function expectStart(desk: Desk): void {
  const { base, detail, list } = desk.world();
  const etags = PLACE_NAMES.flatMap(name => placeTag(base, name) ?? []);
  const id = detail.conversationId ?? list.restoredCursor?.id ?? undefined;
  const known = id === undefined ? undefined : knownThread(desk, id);
  const thread = known && {
    thread: id!,
    version: known.version ?? undefined,
    messages: lastId(known.messages) || undefined,
    notes: lastId(known.notes) || undefined,
  };
  const hasNumbers = countedViews(desk.world()).length > 0;
  desk.client.atStart.expect({ etags, hasNumbers, ...(thread && { thread }) });
}

/** Takes in the numbers of the given views that came with the start: no link is too slow for them. */
export async function takeNumbers(desk: Desk): Promise<void> {
  if (desk.client.atStart.hasNumbers()) await readNumbers(desk, givenViews);
}

/** Takes in the thread that came with the start, if nothing was known of it, before events tell of something newer. */
export async function takeThread(desk: Desk): Promise<void> {
  const id = desk.client.atStart.threadAtHand();
  if (id === undefined || !desk.world().base.conversations.has(id) || knownThread(desk, id)) return;
  const read = desk.reads.begin(aheadKind(id));
  const answer = await readAhead(desk, id, read);
  if ('value' in answer && read.isCurrent() && !read.isStale(id))
    desk.store.setState(withThread(desk.world(), id, answer.value));
  read.end();
}
