import { dueOf } from '../../state/conversation/due.ts';
import type { Desk } from '../../state/desk.ts';
import { waitsText } from '../../state/list/words.ts';
import { rereadList } from '../../state/sync/list.ts';
import { takeTime } from '../../state/sync/take-time.ts';
import { followWorld } from '../../state/sync/timers.ts';
import { conversationOf } from '../../state/visible.ts';
import { goesByTime } from '../../state/world/query.ts';
import type { Conversation, World } from '../../state/world.ts';
import { nextAge, nextMidnight, nextSpan } from '../../text/relative-time.ts';
import { boxOf, layoutOf } from '../layout.ts';
import { nextOfRow } from './row-parts.ts';

const MINUTE_MS = 60_000;
/** No timer is set for longer: by then the moment may have changed. */
const MAX_WAIT_MS = 12 * 60 * MINUTE_MS;

/** The parts of the world on which the moment depends. */
const PARTS = ['now', 'base', 'patch', 'list', 'detail', 'viewport', 'link', 'pane', 'isWide', 'isStacked'] as const;

/**
 * Keeps the times on the screen true: sets a timer for the next moment at which a drawn text changes, on a slow link
 * for the next at which something falls due, and none if there is no such moment. Returns a function that stops it.
 */
export function followClock(desk: Desk): () => void {
  const plan = (): void => {
    timers.clear('strike');
    const world = desk.world();
    const moment = nextMoment(world);
    if (moment === Number.POSITIVE_INFINITY) return;
    timers.set('strike', Math.min(MAX_WAIT_MS, Math.max(0, moment - desk.centerNow())), () => strike(world));
  };
  const strike = (before: World): void => {
    takeTime(desk);
    const { list, now } = desk.world();
    if (goesByTime(list.query) && nextToCome(before) <= now) void rereadList(desk, 'poll');
    plan();
  };
  const timers = followWorld(desk, (world, former) => {
    if (PARTS.some(part => world[part] !== former[part])) plan();
  });
  plan();
  return timers.stop;
}

/** The next moment at which a text on the screen stops being true; infinite if there is none. */
function nextMoment(world: World): number {
  const layout = layoutOf(world.viewport, world);
  const rows = boxOf(layout, 'list') ? shownRows(world) : [];
  const shown = boxOf(layout, 'detail') ? detailOf(world) : undefined;
  const moments =
    world.link === 'slow'
      ? [...rows, ...(shown ? [shown] : [])].flatMap(row => dueOf(row) ?? [])
      : [
          ...rows.flatMap(row => nextOfRow(world, row)),
          ...(shown ? nextOfDetail(world, shown) : []),
          ...nextDay(world),
        ];
  const due = goesByTime(world.list.query) ? [nextToCome(world)] : [];
  return Math.min(...[...moments, ...due].filter(moment => moment > world.now));
}

function shownRows(world: World): readonly Conversation[] {
  const { rows, top } = world.list;
  return rows.slice(top, top + world.viewport.listRows).flatMap(id => conversationOf(world, id) ?? []);
}

function detailOf(world: World): Conversation | undefined {
  const { conversationId } = world.detail;
  return conversationId === null ? undefined : conversationOf(world, conversationId);
}

/** How long the customer waits and whether the assignee is away, in the head; how old the others below it are. */
function nextOfDetail({ detail, base, now }: World, shown: Conversation): readonly number[] {
  const at = dueOf(shown) ?? (shown.snoozed ? null : shown.waiting_since);
  const back = base.agents.find(({ id }) => id === shown.assign_to)?.back_at;
  const others = detail.section === 'contacts' ? (base.threads.get(shown.id)?.people?.others ?? []) : [];
  return [
    ...(at == null ? [] : [nextSpan(at, now)]),
    ...(back == null ? [] : [back]),
    ...others.flatMap(({ last_message_at: last }) => (last === null ? [] : [nextAge(last, now)])),
  ];
}

/** The next midnight, if words for days are drawn: when the conversation comes back, or since when nothing was read. */
function nextDay(world: World): readonly number[] {
  const { list, base, detail, now } = world;
  const midnight = nextMidnight(now);
  const shown = detailOf(world);
  const isReworded = shown?.snoozed && waitsText(shown, now) !== waitsText(shown, midnight);
  const isOld = list.isCached || list.problem !== null || base.threads.get(detail.conversationId ?? 0)?.isCached;
  return isReworded || isOld ? [midnight] : [];
}

/** The next moment at which a known conversation comes to a list by mere time. */
function nextToCome({ base, list: { query }, now }: World): number {
  const aheadMs = (query.dueWithin ?? 0) * MINUTE_MS;
  let next = Number.POSITIVE_INFINITY;
  for (const [, conversation] of base.conversations) {
    const at = (dueOf(conversation) ?? Number.NaN) - aheadMs;
    if (at > now && at < next) next = at;
  }
  return next;
}
