import { writtenBy } from '../world/open-box.ts';
import type { Detail, World } from '../world.ts';
import type { DetailLine } from './line.ts';
import { isOfRecipients } from './recipient-lines.ts';

type Lines = readonly DetailLine[];
interface EntryRange {
  readonly key: string;
  /** Its first line, and the line after its last one. */
  readonly start: number;
  readonly end: number;
}

function maxTop(lines: Lines, rows: number): number {
  return Math.max(0, lines.length - Math.max(1, rows));
}
function clampTop(top: number, lines: Lines, rows: number): number {
  return Math.max(0, Math.min(top, maxTop(lines, rows)));
}

/** The entry that keys act on; if it is gone, or none was chosen yet, the first one in view. */
function currentEntry(detail: Detail, lines: Lines): EntryRange | undefined {
  const start = lineOf(detail, lines);
  return entryFrom(lines, start === -1 ? Math.min(detail.top, lines.length - 1) : start, 1);
}

/** The key of the entry that keys act on. */
export function currentKey(detail: Detail, lines: Lines): string | null {
  return currentEntry(detail, lines)?.key ?? null;
}

/** A line of the entry that was chosen, or -1. In most cases it is in view, so a key need not look at all lines. */
function lineOf({ entryKey, top }: Detail, lines: Lines): number {
  if (entryKey === null) return -1;
  for (let at = top; at < Math.min(lines.length, top + NEAR_LINES); at += 1)
    if (lines[at]!.entryKey === entryKey) return at;
  return lines.findIndex(line => line.entryKey === entryKey);
}

/** The lines of a tall screen. */
const NEAR_LINES = 200;

/** The entry at a line, or the next one in a direction. */
function entryFrom(lines: Lines, from: number, direction: 1 | -1): EntryRange | undefined {
  let at = from;
  while (at >= 0 && at < lines.length && lines[at]!.entryKey === null) at += direction;
  const key = lines[at]?.entryKey;
  if (key === null || key === undefined) return undefined;
  let start = at;
  while (start > 0 && lines[start - 1]!.entryKey === key) start -= 1;
  let end = at + 1;
  while (end < lines.length && lines[end]!.entryKey === key) end += 1;
  return { key, start, end };
}

/** The top line that shows an entry: unchanged if it is in view; otherwise its end, or its head if it is taller. */
export function topShowing(entry: Pick<EntryRange, 'start' | 'end'>, top: number, lines: Lines, rows: number): number {
  if (entry.start >= top && entry.end <= top + rows) return top;
  const wanted = entry.end - entry.start > rows || entry.start < top ? entry.start : entry.end - rows;
  return clampTop(wanted, lines, rows);
}

/** To the next (1) or previous (-1) entry; within one taller than the pane, a line further first. */
export function moveEntry(detail: Detail, lines: Lines, direction: 1 | -1, rows: number): Detail {
  const entry = currentEntry(detail, lines);
  if (!entry) return scrollBy(detail, lines, direction, rows);
  const isCut = direction === 1 ? entry.end > detail.top + rows : entry.start < detail.top;
  if (isCut) return { ...scrollBy(detail, lines, direction, rows), entryKey: entry.key };
  const next = direction === 1 ? entryFrom(lines, entry.end, 1) : entryFrom(lines, entry.start - 1, -1);
  if (!next) return { ...scrollBy(detail, lines, direction, rows), entryKey: entry.key };
  // Going up into an entry taller than the pane, its end comes first.
  const isTall = next.end - next.start > rows;
  const top =
    direction === -1 && isTall ? clampTop(next.end - rows, lines, rows) : topShowing(next, detail.top, lines, rows);
  return { ...detail, entryKey: next.key, top };
}

/** Scrolls by `delta` lines, and chooses no other entry. */
function scrollBy(detail: Detail, lines: Lines, delta: number, rows: number): Detail {
  return {
    ...detail,
    top: clampTop(detail.top + delta, lines, rows),
  };
}

/** Scrolls by `delta` lines; keys then act on an entry in view. */
export function scrollDetail(detail: Detail, lines: Lines, delta: number, rows: number): Detail {
  const moved = scrollBy(detail, lines, delta, rows);
  const entry = currentEntry(moved, lines);
  if (entry && entry.end > moved.top && entry.start < moved.top + rows) return { ...moved, entryKey: entry.key };
  const seen =
    delta > 0 || !entry
      ? entryFrom(lines, moved.top, 1)
      : (entryFrom(lines, Math.min(moved.top + rows, lines.length) - 1, -1) ?? entry);
  return { ...moved, entryKey: seen?.key ?? moved.entryKey };
}

/** To the first entry. */
export function detailTop(detail: Detail, lines: Lines): Detail {
  return {
    ...detail,
    top: 0,
    entryKey: entryFrom(lines, 0, 1)?.key ?? null,
  };
}

/** To the last entry. */
export function detailBottom(detail: Detail, lines: Lines, rows: number): Detail {
  return {
    ...detail,
    top: maxTop(lines, rows),
    entryKey: entryFrom(lines, lines.length - 1, -1)?.key ?? null,
  };
}

/**
 * Opens the first passage of the entry in view that is folded, then its shortened lines, its recipients last; if nothing
 * is closed, folds the first one again. Returns the same detail without a passage.
 */
export function toggleFold(detail: Detail, lines: Lines, rows: number): Detail {
  const entry = currentEntry(detail, lines);
  if (!entry) return detail;
  const passages = lines.slice(entry.start, entry.end).map((line, index) => ({ line, at: entry.start + index }));
  const inView = passages.filter(({ at }) => at >= detail.top && at < detail.top + rows);
  const all = inView.filter(({ line }) => line.foldKey !== null);
  const [others = [], recipients = []] = [false, true].map(isOf =>
    all.flatMap(({ line }) => (isOfRecipients(line.foldKey) === isOf ? [line] : [])),
  );
  const closed =
    others.find(({ role }) => role === 'fold') ??
    others.find(({ role }) => role === 'short') ??
    recipients.find(({ role }) => role === 'fold' || role === 'head');
  const foldKey = (closed ?? others[0] ?? recipients[0])?.foldKey;
  if (!foldKey) return detail;
  const opened = new Set(detail.opened);
  if (!opened.delete(foldKey)) opened.add(foldKey);
  // A search folds nothing that the agent has opened or folded; and the line indexes have changed.
  const find = detail.find && { ...detail.find, line: null, foldKey: null };
  return { ...detail, opened, find, entryKey: entry.key };
}

/** The same entry in view after the lines changed (another width, new messages). */
export function keepInView(detail: Detail, lines: Lines, rows: number): Detail {
  // Nothing is read yet: the place stays as it was left.
  if (lines.length === 0) return detail;
  const entry = lines.some(line => line.entryKey === detail.entryKey && line.entryKey !== null)
    ? currentEntry(detail, lines)
    : undefined;
  const clamped = clampTop(detail.top, lines, rows);
  // In an entry taller than the pane, the agent may read anywhere.
  const isTall = entry !== undefined && entry.end - entry.start > rows;
  const isReading = isTall && entry.start <= clamped && entry.end > clamped;
  const top = entry && !isReading ? topShowing(entry, clamped, lines, rows) : clamped;
  return top === detail.top ? detail : { ...detail, top };
}

/** Where reading begins: at the first line if everything is in view, otherwise at the newest message. */
export function startReading(detail: Detail, lines: Lines, rows: number): Detail {
  const last = lines.findLastIndex(line => line.role === 'head' && line.voice !== 'note');
  const entry = last === -1 ? undefined : entryFrom(lines, last, 1);
  const key = entry?.key ?? null;
  const top = !entry || lines.length <= rows ? 0 : clampTop(entry.start, lines, rows);
  return { ...detail, entryKey: key, startKey: key, top };
}

/** Whether the agent writes in a box over the thread. A text beside buttons is a row of a form. */
export function isWritingInBox({ overlays }: World): boolean {
  return overlays.some(one => {
    const kinds = Object.values(one.state.parts).map(({ kind }) => kind);
    const isText = one.state.parts[one.state.at]?.kind === 'text';
    return (isText && !kinds.includes('buttons')) || writtenBy(one) !== undefined;
  });
}

/** Scrolls the thread behind a box by a page (-1: up) of the part above it. The chosen entry stays the chosen one. */
export function scrollBehind({ detail, viewport }: World, lines: readonly DetailLine[], direction: 1 | -1): Detail {
  const rows = viewport.behindRows;
  return scrollBy(detail, lines, direction * Math.max(1, rows - 1), rows);
}

/** The same entry in view after the lines changed; behind a box the agent may read anywhere. */
export function keepEntryInView(world: World, detail: Detail, lines: readonly DetailLine[]): Detail {
  if (!isWritingInBox(world)) return keepInView(detail, lines, world.viewport.detailRows);
  return lines.length === 0 ? detail : scrollBy(detail, lines, 0, world.viewport.behindRows);
}
