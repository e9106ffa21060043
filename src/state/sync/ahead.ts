import type { Attempt } from '../calls/attempt.ts';
import type { Desk, Read } from '../desk.ts';
import { unfinished } from '../detail/body-lines.ts';
import { emptyThread } from '../empty-world.ts';
import type { Thread, World } from '../world.ts';
import { withThread } from './memory.ts';
import { aheadKind } from './reads.ts';
import { NOTHING_NEW, readMessages, readNotes, threadFrom } from './thread-answer.ts';
import { followWorld } from './timers.ts';

/** All calls that the agent asks for go before it. */
export const IN_BACKGROUND = { isBackground: true } as const;

/** Whether the thread of a conversation is here as the help center last said it. */
export function isAhead(desk: Desk, id: number): boolean {
  const thread = knownThread(desk, id);
  const version = desk.world().base.conversations.get(id)?.version ?? null;
  // Without versions only this desk's own reads count.
  return thread !== undefined && (version === null ? !thread.isCached : thread.version === version);
}

/** Whether nothing of its messages is missing: neither earlier ones, nor the rest of long ones. */
export function isThreadWhole(desk: Desk, id: number): boolean {
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

/** The known part of a conversation's thread, read by this desk or an earlier one. */
export function knownThread({ world, cache }: Desk, id: number): Thread | undefined {
  return world().base.threads.get(id) ?? cache.thread(id);
}

/** The bytes to and from the help center so far; undefined if they are not counted. */
export function trafficOf({ hooks }: Desk): number | undefined {
  const traffic = hooks.centerTraffic?.();
  return traffic && traffic.sent + traffic.received;
}

/** This many conversations after the cursor's are read, in its direction. */
const AHEAD = 2;
/** How long the cursor rests before, in milliseconds, by the link. */
const REST_MS = { fast: 1_000, slow: 3_000 } as const;
/** After more than this many bytes over a slow link, nothing is read ahead for a while. */
const SMALL_BYTES = 4_096;
const AFTER_LARGE_MS = 60_000;

/** The state of reading ahead. */
interface Ahead {
  /** How many bytes may still be read in this run. */
  left: number;
  direction: 1 | -1;
  /** No read is begun before this moment of `desk.elapsed`. */
  notBefore: number;
  /** The versions that could not be read, by conversation. */
  readonly failed: Map<number, number | null>;
  /** The agent has moved the cursor. */
  hasStepped: boolean;
}

/**
 * Reads the next two conversations while the cursor rests and nothing else is asked for, within the allowance: opening
 * them then costs nothing. It begins with the agent's first step, so that an unused desk reads nothing. Returns a
 * function that stops it.
 */
export function followAhead(desk: Desk): () => void {
  const ahead: Ahead = { left: desk.allowance.ahead, direction: 1, notBefore: 0, failed: new Map(), hasStepped: false };
  const rest = (): void => {
    timers.clear('look');
    if (ahead.left > 0 && ahead.hasStepped) timers.set('look', REST_MS[desk.world().link], () => void look());
  };
  const look = async (): Promise<void> => {
    const id = nextAhead(desk, ahead);
    if (id !== undefined && (await readOne(desk, ahead, id))) rest();
  };
  const timers = followWorld(desk, (world, former) => {
    const { list, detail, queue } = world;
    if (queue !== null && queue.aheadId !== former.queue?.aheadId) {
      ahead.hasStepped = true;
      return rest();
    }
    if (list.cursorId === former.list.cursorId && detail.loading === former.detail.loading) return;
    if (list.query !== former.list.query) return;
    ahead.hasStepped ||= isStep(former, world);
    const step = list.cursorIndex - former.list.cursorIndex;
    if (step !== 0) ahead.direction = step > 0 ? 1 : -1;
    rest();
  });
  return timers.stop;
}

/** Whether the agent has moved the cursor; where a list or a restored place puts it is not a step. */
function isStep({ list: former }: World, { list }: World): boolean {
  const hasMoved = list.cursorId !== former.cursorId && former.restoredCursor === null;
  return hasMoved && list.cursorId !== null && former.cursorId !== null;
}

/** The next conversation to read ahead. Undefined if all are known, or while the agent waits for something else. */
function nextAhead(desk: Desk, { direction, notBefore, failed }: Ahead): number | undefined {
  const world = desk.world();
  if (isBusy(world) || desk.elapsed() < notBefore) return undefined;
  const { rows, cursorIndex } = world.list;
  const near = world.queue
    ? [world.queue.aheadId ?? undefined]
    : Array.from({ length: AHEAD }, (_, step) => rows[cursorIndex + direction * (step + 1)]);
  return near.find(id => id !== undefined && failed.get(id) !== versionOf(world, id) && !isAhead(desk, id));
}

/**
 * Whether a read for the agent is under way, or reading ahead is of no use: without events, known conversations are
 * read again when they are opened.
 */
function isBusy({ list, detail, offline, isLive, isTakingAlong }: World): boolean {
  return (
    isTakingAlong || !isLive || offline !== null || list.loading !== 'no' || list.problem !== null || detail.loading
  );
}

function versionOf({ base }: World, id: number): number | null {
  return base.conversations.get(id)?.version ?? null;
}

/** Returns whether it is here now. */
async function readOne(desk: Desk, ahead: Ahead, id: number): Promise<boolean> {
  const before = trafficOf(desk);
  // Skip it: the cost cannot be known.
  if (before === undefined) return false;
  const read = desk.reads.begin(aheadKind(id));
  const version = versionOf(desk.world(), id);
  const answer = await readAhead(desk, id, read);
  const bytes = (trafficOf(desk) ?? before) - before;
  ahead.left -= bytes;
  const isSlow = desk.world().link === 'slow' || !desk.contact.isQuick();
  if (isSlow && bytes > SMALL_BYTES) ahead.notBefore = desk.elapsed() + AFTER_LARGE_MS;
  const isHere = read.isCurrent() && 'value' in answer && !read.isStale(id);
  if (isHere) desk.store.setState(withThread(desk.world(), id, answer.value));
  else ahead.failed.set(id, version);
  read.end();
  return isHere;
}
