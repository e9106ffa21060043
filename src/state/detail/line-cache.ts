import { threadOf } from '../visible.ts';
import type { Thread, World } from '../world.ts';
import type { DetailLine } from './line.ts';
import { historyLines, reviewLines } from './record-lines.ts';
import { finish, type Steps } from './slices.ts';
import { bodiesOf, type bodyLines, bodySteps, threadLines } from './thread-lines.ts';

type Lines = readonly DetailLine[];
interface Kept<Key> {
  readonly key: Key;
  readonly lines: Lines;
}
function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((value, index) => value === b[index]);
}

/** The lines of the detail as it is in a world. */
export interface LineCache {
  /** With `opened`: as if these passages were opened; the lines without it stay cached. */
  (world: World, opened?: ReadonlySet<string>): Lines;
  /** Computes the lines of each entry that are not cached yet; a later request then finds them. */
  prepare(thread: Thread, columns: number, opened: ReadonlySet<string>): Steps<void>;
}

/** The same array each time: another one would count as new lines. */
const noLines: Lines = [];

/** Narrower panes show no text. */
const MIN_COLUMNS = 8;

/**
 * The lines of the detail in a world, computed once: again only if the thread, the width, an opened passage or a name
 * changes, and then only the changed entries are wrapped.
 */
export function createLineCache(): LineCache {
  const bodies = new WeakMap<object, Kept<readonly unknown[]>>();
  let last: Kept<readonly unknown[]> = { key: [], lines: [] };
  const openedOf = createOpenedOf();
  const keep: typeof bodySteps = function* (entry, entryKey, columns, opened) {
    const shown = openedOf(opened, entryKey);
    const kept = bodies.get(entry);
    if (kept && isSame(kept.key, [columns, shown])) return kept.lines;
    const lines = yield* bodySteps(entry, entryKey, columns, opened);
    bodies.set(entry, { key: [columns, shown], lines });
    return lines;
  };
  const body: typeof bodyLines = (...args) => finish(keep(...args));
  const ofWorld = (world: World, opened?: ReadonlySet<string>): Lines => {
    const { detail, viewport, base } = world;
    const thread = detail.conversationId === null ? undefined : threadOf(world, detail.conversationId);
    if (!thread) return noLines;
    const columns = Math.max(MIN_COLUMNS, viewport.detailColumns);
    if (opened && opened !== detail.opened)
      return linesOf({ ...world, detail: { ...detail, opened } }, thread, columns, body);
    const key = [
      thread,
      columns,
      detail.section,
      detail.opened,
      base.agents,
      base.inboxes,
      base.statuses,
      yearOf(world),
    ];
    if (!isSame(key, last.key) || last.key.length === 0) last = { key, lines: linesOf(world, thread, columns, body) };
    return last.lines;
  };
  const prepare: LineCache['prepare'] = function* (thread, columns, opened) {
    for (const [entryKey, entry, room] of bodiesOf(thread, Math.max(MIN_COLUMNS, columns)))
      yield* keep(entry, entryKey, room, opened);
  };
  return Object.assign(ofWorld, { prepare });
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

/** A stamp depends on `now` only by its year. */
function yearOf(world: World): number {
  return new Date(world.now).getFullYear();
}

function linesOf(world: World, thread: Thread, columns: number, body: typeof bodyLines): Lines {
  const { section, opened } = world.detail;
  if (section === 'history') return historyLines(thread, columns, world);
  if (section === 'reviews') return reviewLines(thread, columns, world);
  const shown = section === 'notes' ? { ...thread, messages: [], nextCursor: null } : thread;
  return threadLines(shown, columns, opened, world, body);
}
