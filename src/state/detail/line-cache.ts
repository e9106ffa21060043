import { ambiguousColumns } from '../../text/unicode.ts';
import { conversationOf, threadOf } from '../visible.ts';
import type { Message, Note, Thread, World } from '../world.ts';
import { type BodyLines, bodySteps } from './body-lines.ts';
import { openDeliveries } from './delivery-words.ts';
import type { DetailLine, Opened } from './line.ts';
import { peopleLines } from './people-lines.ts';
import { historyLines, reviewLines } from './record-lines.ts';
import { runToEnd, type Steps } from './slices.ts';
import { bodiesOf, entryTotal, threadLines, VOICE_COLUMNS } from './thread-lines.ts';

type Lines = readonly DetailLine[];
interface CachedLines {
  readonly key: readonly unknown[];
  readonly lines: Lines;
}
function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** The columns of the detail's lines, and of a line of code behind its gutter. */
export interface Room {
  readonly columns: number;
  readonly code: number;
}

/** The room that the viewport of a world gives. */
export function roomOf({ viewport }: World): Room {
  const [columns, code] = [viewport.detailColumns, viewport.codeColumns].map(one => Math.max(MIN_COLUMNS, one));
  return { columns: columns!, code: code! - VOICE_COLUMNS };
}

/** The lines of the detail as it is in a world. */
export interface LineCache {
  /** With `opened`: as if these passages were opened. */
  (world: World, opened?: Opened): Lines;
  /** Computes the lines of each entry that are not cached yet; a later request then finds them. */
  prepare(thread: Thread, room: Room, opened: Opened): Steps<void>;
}

/** The same array each time: another one would count as new lines. */
const noLines: Lines = [];

/** Narrower panes show no text. */
const MIN_COLUMNS = 8;
/** The lines of a thread are kept in this many forms: as shown, before the last search step, and with all opened. */
const MAX_FORMS = 3;

/**
 * The lines of the detail in a world, computed once: again only if the thread, the width, an opened passage or a name
 * changes, and then only the changed entries are wrapped.
 */
export function createLineCache(): LineCache {
  const keep = createBodyCache();
  let forms: readonly CachedLines[] = [];
  const ofWorld = (world: World, opened: Opened = world.detail.opened): Lines => {
    const { detail } = world;
    const thread = detail.conversationId === null ? undefined : threadOf(world, detail.conversationId);
    if (!thread) return noLines;
    const { columns, code } = roomOf(world);
    const key = [...keyOf(world, thread, columns, opened), code];
    const kept = forms.find(form => isSame(form.key, key));
    if (kept) return kept.lines;
    const body: BodyLines = (...args) => runToEnd(keep(...args, code));
    const lines = linesOf(world, thread, columns, opened, body);
    const others = forms.filter(form => form.key[0] === thread);
    forms = [{ key, lines }, ...others.slice(0, MAX_FORMS - 1)];
    return lines;
  };
  const prepare: LineCache['prepare'] = function* (thread, { columns, code }, opened) {
    for (const [entryKey, entry, room] of bodiesOf(thread, columns)) yield* keep(entry, entryKey, room, opened, code);
  };
  return Object.assign(ofWorld, { prepare });
}

/** All that the lines depend on. A stamp depends on `now` only by its year. */
function keyOf(world: World, thread: Thread, columns: number, opened: Opened): readonly unknown[] {
  const { detail, base, now } = world;
  const names = [base.agents, base.inboxes, base.statuses];
  const year = new Date(now).getFullYear();
  return [
    thread,
    columns,
    ambiguousColumns(),
    detail.section,
    opened,
    ...names,
    entryTotal(thread, world),
    requesterOf(world),
    participantsOf(world),
    year,
    openDeliveries(thread.messages, world),
    ...peopleKey(world),
  ];
}

/** The history names the requester, and the first message's head may leave the address out. */
function requesterOf(world: World): unknown {
  const { conversationId } = world.detail;
  return conversationId === null ? null : (conversationOf(world, conversationId)?.requester?.email ?? null);
}

/** The heads tell whose addresses are ours. */
function participantsOf(world: World): unknown {
  const { conversationId } = world.detail;
  return conversationId === null ? null : conversationOf(world, conversationId)?.participants;
}

/** The people of a conversation are in the conversation itself, and its requester’s others are shown with their age. */
function peopleKey(world: World): readonly unknown[] {
  const { conversationId, section } = world.detail;
  return section === 'contacts' && conversationId !== null ? [conversationOf(world, conversationId), world.now] : [];
}

/** Wraps each body once: as it is shown, and with all its passages opened for a search. */
function createBodyCache(): typeof bodySteps {
  const shown = new WeakMap<Message | Note, CachedLines>();
  const whole = new WeakMap<Message | Note, CachedLines>();
  const openedOf = createOpenedOf();
  return function* (entry, entryKey, columns, opened, code = columns) {
    const cache = opened === 'all' ? whole : shown;
    const form = `${columns} ${code} ${ambiguousColumns()}`;
    const key = [form, opened === 'all' ? opened : openedOf(opened, entryKey)];
    const kept = cache.get(entry);
    if (kept && isSame(kept.key, key)) return kept.lines;
    const other = opened === 'all' ? shown.get(entry) : whole.get(entry);
    // Without passages, both forms are the same.
    const isPlain = other?.key[0] === form && other.lines.every(({ foldKey }) => foldKey === null);
    const lines = isPlain ? other.lines : yield* bodySteps(entry, entryKey, columns, opened, code);
    cache.set(entry, { key, lines });
    return lines;
  };
}

/** The opened passages of an entry as one text; the set is sorted by entry once. */
function createOpenedOf(): (opened: ReadonlySet<string>, entryKey: string) => string {
  const sorted = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, readonly string[]>>();
  return (opened, entryKey) => {
    const byEntry = sorted.get(opened) ?? Map.groupBy(opened, key => key.slice(0, key.lastIndexOf('/')));
    sorted.set(opened, byEntry);
    return (byEntry.get(entryKey) ?? []).join();
  };
}

function linesOf(world: World, thread: Thread, columns: number, opened: Opened, body: BodyLines): Lines {
  const { section } = world.detail;
  if (section === 'history') return historyLines(thread, columns, world);
  if (section === 'contacts') return peopleLines(thread, columns, world);
  if (section === 'reviews') return reviewLines(thread, columns, world);
  const shown = section === 'notes' ? { ...thread, messages: [], nextCursor: null } : thread;
  return threadLines(shown, columns, opened, world, body);
}
