import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { markCount } from '../list/marks.ts';
import { withConversations } from '../sync/memory.ts';
import { conversationOf } from '../visible.ts';
import type { Overlay, World } from '../world.ts';

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
  const wanted = new Set([...list.away.keys(), ...overlays.flatMap(targetsIn)]);
  return [...wanted].filter(id => conversationOf(world, id) === undefined);
}

function targetsIn(box: Overlay): readonly number[] {
  return 'targets' in box ? box.targets : [];
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
  desk.store.setState(withConversations(desk.world(), data, read), true);
  return new Set(data.filter(({ merged_into: into }) => into === null).map(({ id }) => id));
}

function dropGone(desk: Desk, gone: ReadonlySet<number>, before: number): void {
  const { list, overlays } = desk.world();
  const isThere = (id: number): boolean => !gone.has(id);
  const away = new Map([...list.away].filter(([id]) => isThere(id)));
  const left = overlays.map(box => ('targets' in box ? { ...box, targets: box.targets.filter(isThere) } : box));
  const lost = left.findIndex((box, index) => targetsIn(box).length === 0 && targetsIn(overlays[index]!).length > 0);
  desk.set({ list: { ...list, away }, overlays: lost === -1 ? left : left.slice(0, lost) });
  const dropped = list.away.size - away.size;
  const [first] = gone;
  const marks = dropped === 0 ? t`` : t`${before} marked, ${dropped} ${dropped === 1 ? t`is` : t`are`} gone`;
  const box = lost === -1 ? t`` : t`#${first!} is gone: its box is closed, gd has a note’s text`;
  const text = dropped === 0 ? box : lost === -1 ? marks : t`${marks} · ${box}`;
  if (dropped > 0 || lost !== -1) desk.notify({ tone: 'problem', text, sticky: true });
}
