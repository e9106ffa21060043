import type { Attempt } from '../attempt.ts';
import type { Desk, Read } from '../context.ts';
import { unfinished } from '../detail/rest.ts';
import { emptyThread } from '../empty-world.ts';
import type { Thread } from '../world.ts';
import { NOTHING_NEW, readMessages, readNotes, threadFrom } from './thread-answer.ts';

/** Whatever the agent asks for goes before it. */
export const IN_BACKGROUND = { isBackground: true } as const;

/** Whether the thread of a conversation is here as the help center last said it. */
export function isAhead(desk: Desk, id: number): boolean {
  const thread = knownThread(desk, id);
  const version = desk.world().base.conversations.get(id)?.version ?? null;
  // Without versions only what this desk has read itself is known.
  return thread !== undefined && (version === null ? !thread.isCached : thread.version === version);
}

/** Whether nothing of its messages is missing: neither earlier ones, nor the rest of long ones. */
export function isWhole(desk: Desk, id: number): boolean {
  const thread = knownThread(desk, id);
  return thread !== undefined && thread.nextCursor === null && unfinished(thread).length === 0;
}

/** Reads the thread of a conversation before it is asked for. Nothing counts as read by that, and nothing is shown. */
export async function readAhead(desk: Desk, id: number, read: Read): Promise<Attempt<Thread>> {
  const row = desk.world().base.conversations.get(id);
  const asked = { signal: read.signal, ...IN_BACKGROUND };
  const [newest, notes] = await Promise.all([
    readMessages(desk, id, asked),
    row?.note_count === 0 ? NOTHING_NEW : readNotes(desk, id, asked),
  ]);
  if ('error' in newest) return newest;
  if ('error' in notes && !notes.error.isAbsent) return notes;
  const { isCached: _, ...former } = knownThread(desk, id) ?? emptyThread;
  const found = 'value' in notes ? notes.value.data : [];
  return { value: { ...threadFrom(former, newest.value, found, desk.now()), version: row?.version ?? null } };
}

/** What is here of the thread of a conversation, read by this desk or an earlier one. */
export function knownThread({ world, cache }: Desk, id: number): Thread | undefined {
  return world().base.threads.get(id) ?? cache.thread(id);
}

/** How many bytes went to the help center and came from it so far; undefined if nobody counts them. */
export function trafficOf({ centerTraffic }: Desk): number | undefined {
  const traffic = centerTraffic?.();
  return traffic && traffic.sent + traffic.received;
}
