import type { Desk, Read } from '../context.ts';
import { unfinished } from '../detail/rest.ts';
import { emptyThread } from '../empty-world.ts';
import { byTime } from '../order.ts';
import type { Message, Thread } from '../world.ts';
import { withThread } from './memory.ts';
import { readMessagePage } from './message-pages.ts';
import { firstLength, readPart } from './parts.ts';
import { loadEarlier } from './thread.ts';

/** Pages of earlier messages that are read of one conversation. */
const MAX_PAGES = 10;

/**
 * Reads what is missing of a loaded thread in the background: its earlier messages, and the rest of long ones. It stops
 * between two reads when there is no more room; what came stays.
 */
export async function readWhole(desk: Desk, id: number, read: Read, hasRoom: () => boolean): Promise<void> {
  const thread = (): Thread | undefined => desk.world().base.threads.get(id);
  const goesOn = (): boolean => read.isCurrent() && hasRoom();
  for (let page = 0; page < MAX_PAGES && goesOn(); page += 1) if (!(await readEarlier(desk, id, read))) break;
  const lengths = firstLength();
  const options = { signal: read.signal, isBackground: true, lengths };
  for (const message of unfinished(thread() ?? emptyThread))
    while (goesOn() && isCut(thread(), message) && !(await readPart(desk, id, message.id, options)));
}

function isCut(thread: Thread | undefined, { id }: Message): boolean {
  return thread?.messages.find(one => one.id === id)?.truncated === true;
}

/** Returns whether a page of earlier messages was read. */
async function readEarlier(desk: Desk, id: number, { signal }: Read): Promise<boolean> {
  const cursor = desk.world().base.threads.get(id)?.nextCursor ?? null;
  if (cursor === null) return false;
  // Of the open one, the lines in view stay where they are.
  if (desk.world().detail.conversationId === id) {
    await loadEarlier(desk, id);
    return desk.world().base.threads.get(id)?.nextCursor !== cursor;
  }
  const page = await readMessagePage(desk, id, { signal, isBackground: true }, { cursor });
  const thread = desk.world().base.threads.get(id);
  if (signal.aborted || 'error' in page || thread?.nextCursor !== cursor) return false;
  const held = new Set(thread.messages.map(message => message.id));
  const added = page.value.data.filter(message => !held.has(message.id));
  const messages = [...added, ...thread.messages].sort(byTime);
  const nextCursor = added.length > 0 ? page.value.nextCursor : null;
  desk.store.setState(withThread(desk.world(), id, { ...thread, messages, nextCursor }), true);
  return true;
}
