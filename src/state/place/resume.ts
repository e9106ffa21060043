import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Desk } from '../desk.ts';
import { keepInView } from '../detail/move.ts';
import type { Place } from '../kept/place.ts';
import { markCount } from '../list/marks.ts';
import { withConversations } from '../sync/memory.ts';
import { readSection } from '../sync/sections.ts';
import { openConversation } from '../sync/thread.ts';
import { conversationOf } from '../visible.ts';
import type { World } from '../world.ts';

type KeptDetail = NonNullable<Place['detail']>;

/** Reads the data that a restored place shows beside its list; nothing waits for it. */
export async function resumePlace(desk: Desk, { detail }: Place): Promise<void> {
  await Promise.all([checkPlace(desk), detail === null ? undefined : readDetail(desk, detail)]);
}

async function readDetail(desk: Desk, kept: KeptDetail): Promise<void> {
  await openConversation(desk, kept.id);
  putBack(desk, kept);
  const { top, entryKey } = desk.world().detail;
  await readSection(desk, kept.id, kept.section);
  const { detail } = desk.world();
  // Before its section was read, there were no lines to scroll to.
  if (detail.top === top && detail.entryKey === entryKey) putBack(desk, kept);
}

/** Puts the detail on its line; if its entry is not there any more, in view, on the entry. */
function putBack(desk: Desk, { id, section, top, entryKey }: KeptDetail): void {
  const { detail, viewport } = desk.world();
  if (detail.conversationId !== id || detail.section !== section) return;
  const lines = desk.detailLines();
  const shown = lines.slice(top, top + viewport.detailRows);
  const isThere = shown.length === viewport.detailRows && shown.some(line => line.entryKey === entryKey);
  const placed = { ...detail, top, entryKey };
  desk.set({ detail: isThere ? placed : keepInView(placed, lines, viewport.detailRows) });
}

/** How long to wait before conversations that could not be read are read again. */
const RETRY_MS = 10_000;

/**
 * Reads the conversations of a restored place that the list does not show: those that are marked, and those that open
 * boxes are about. A verb needs them in memory, so that it can be undone. Drops those that are gone, and says so.
 */
export async function checkPlace(desk: Desk): Promise<void> {
  const before = markCount(desk.world().list);
  const gone = new Set<number>();
  for (;;) {
    const ids = unknownIds(desk.world())
      .filter(id => !gone.has(id))
      .slice(0, MAX_PAGE_SIZE);
    if (ids.length === 0) break;
    const found = await readThese(desk, ids);
    if (found === 'stopped') return;
    if (found === 'later') {
      desk.setTimer(() => void checkPlace(desk), RETRY_MS);
      break;
    }
    for (const id of ids) if (!found.has(id)) gone.add(id);
  }
  if (gone.size > 0) dropGone(desk, gone, before);
}

function unknownIds(world: World): readonly number[] {
  const { list, overlays } = world;
  const wanted = new Set([...list.away.keys(), ...overlays.flatMap(({ targets }) => targets)]);
  return [...wanted].filter(id => conversationOf(world, id) === undefined);
}

/** The ids of those that are there; `stopped`: the help center cannot be asked for them, so all of them stay. */
async function readThese(desk: Desk, ids: readonly number[]): Promise<ReadonlySet<number> | 'later' | 'stopped'> {
  const read = desk.reads.begin('place');
  const query = { ids: [...ids], archived: 'any' as const, limit: MAX_PAGE_SIZE };
  const reply = await attempt(desk.client.conversation.list({ query, signal: read.signal }));
  if (!read.isCurrent()) return 'stopped';
  read.end();
  if ('error' in reply) return reply.error.isTransient ? 'later' : 'stopped';
  const { data } = reply.value;
  // A help center without this filter lists other conversations.
  if (data.some(({ id }) => !ids.includes(id))) return 'stopped';
  desk.store.setState(withConversations(desk.world(), data, read));
  return new Set(data.filter(({ merged_into: into }) => into === null).map(({ id }) => id));
}

function dropGone(desk: Desk, gone: ReadonlySet<number>, before: number): void {
  const { list, overlays, keyNames } = desk.world();
  const isThere = (id: number): boolean => !gone.has(id);
  const away = new Map([...list.away].filter(([id]) => isThere(id)));
  const left = overlays.map(box => ({ ...box, targets: box.targets.filter(isThere) }));
  const lost = left.findIndex(({ targets }, at) => targets.length === 0 && overlays[at]!.targets.length > 0);
  desk.set({ list: { ...list, away }, overlays: lost === -1 ? left : left.slice(0, lost) });
  const dropped = list.away.size - away.size;
  const [first] = gone;
  const marks = dropped === 0 ? t`` : t`${before} marked, ${dropped} ${dropped === 1 ? t`is` : t`are`} gone`;
  const box = lost === -1 ? t`` : t`#${first!} is gone: its box is closed, ${keyNames['draft.list']} has a note’s text`;
  const text = dropped === 0 ? box : lost === -1 ? marks : t`${marks} · ${box}`;
  if (dropped > 0 || lost !== -1) desk.notify({ tone: 'problem', text, sticky: true });
}
