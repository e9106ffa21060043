import type { ListReply } from '../../client/call.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { type Attempt, attempt } from '../attempt.ts';
import type { Desk, Read } from '../context.ts';
import { emptyThread } from '../empty-world.ts';
import type { Note, Thread } from '../world.ts';
import { readMessages, threadFrom } from './thread.ts';

/** Whatever the agent asks for goes before it. */
export const IN_BACKGROUND = { isBackground: true } as const;

/** Whether the thread of a conversation is here as the help center last said it. */
export function isAhead(desk: Desk, id: number): boolean {
  const thread = knownThread(desk, id);
  const version = desk.world().base.conversations.get(id)?.version ?? null;
  // Without versions only what this desk has read itself is known.
  return thread !== undefined && (version === null ? !thread.isCached : thread.version === version);
}

/** Reads the thread of a conversation before it is asked for. Nothing counts as read by that, and nothing is shown. */
export async function readAhead(desk: Desk, id: number, read: Read): Promise<Attempt<Thread>> {
  const row = desk.world().base.conversations.get(id);
  const [newest, notes] = await Promise.all([
    readMessages(desk, id, read, IN_BACKGROUND),
    row?.note_count === 0 ? NO_NOTES : readNotes(desk, id, read),
  ]);
  if ('error' in newest) return newest;
  if ('error' in notes && !notes.error.isAbsent) return notes;
  const { isCached: _, ...former } = knownThread(desk, id) ?? emptyThread;
  const found = 'value' in notes ? notes.value.data : [];
  return { value: { ...threadFrom(former, newest.value, found, desk.now()), version: row?.version ?? null } };
}

function knownThread({ world, cache }: Desk, id: number): Thread | undefined {
  return world().base.threads.get(id) ?? cache.thread(id);
}

const NO_NOTES: Attempt<Pick<ListReply<Note>, 'data'>> = { value: { data: [] } };

function readNotes({ client }: Desk, id: number, { signal }: Read): Promise<Attempt<Pick<ListReply<Note>, 'data'>>> {
  const query = { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' as const };
  return attempt(client.note.list({ params: { conversation_id: id }, query, signal, ...IN_BACKGROUND }));
}

/** How many bytes went to the help center and came from it so far; undefined if nobody counts them. */
export function trafficOf({ centerTraffic }: Desk): number | undefined {
  const traffic = centerTraffic?.();
  return traffic && traffic.sent + traffic.received;
}
