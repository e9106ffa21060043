import type { DetailLine } from './detail-line.ts';
import { historyLines, reviewLines } from './record-lines.ts';
import { bodyLines, threadLines } from './thread-lines.ts';
import { threadOf } from './visible.ts';
import type { Message, Note, Thread, World } from './world.ts';

type Lines = readonly DetailLine[];
interface Kept<Key> {
  readonly key: Key;
  readonly lines: Lines;
}
const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a.every((value, index) => value === b[index]);

/**
 * The lines of the detail as it is in a world, worked out once: again only when the thread, the width, an opened
 * passage or a name changes, and then wrapping only the entries that did.
 */
export function createLineCache(): (world: World) => Lines {
  const bodies = new WeakMap<object, Kept<readonly unknown[]>>();
  let last: Kept<readonly unknown[]> = { key: [], lines: [] };
  const body = (entry: Message | Note, entryKey: string, columns: number, opened: ReadonlySet<string>): Lines => {
    const shown = [...opened].filter(key => key.startsWith(`${entryKey}/`)).join();
    const kept = bodies.get(entry);
    if (kept && isSame(kept.key, [columns, shown])) return kept.lines;
    const lines = bodyLines(entry, entryKey, columns, opened);
    bodies.set(entry, { key: [columns, shown], lines });
    return lines;
  };
  return world => {
    const { detail, viewport, base } = world;
    const thread = detail.conversationId === null ? undefined : threadOf(world, detail.conversationId);
    if (!thread) return [];
    const columns = Math.max(8, viewport.detailColumns);
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
}

/** Of `now`, a stamp shows only whether the year is another one. */
const yearOf = (world: World): number => new Date(world.now).getFullYear();

function linesOf(world: World, thread: Thread, columns: number, body: typeof bodyLines): Lines {
  const { section, opened } = world.detail;
  if (section === 'history') return historyLines(thread, columns, world);
  if (section === 'reviews') return reviewLines(thread, columns, world);
  const shown = section === 'notes' ? { ...thread, messages: [], nextCursor: null } : thread;
  return threadLines(shown, columns, opened, world, body);
}
