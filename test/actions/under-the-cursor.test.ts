import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { targetsOf } from '../../src/state/list/marks.ts';
import { resumePlace } from '../../src/state/place/resume.ts';
import { deskPlace, withPlace } from '../../src/state/place/world-place.ts';
import { unresolved } from '../../src/state/query/views.ts';
import { followCursor } from '../../src/state/sync/follow-cursor.ts';
import { keepUp } from '../../src/state/sync/keep-up.ts';
import { openList, rereadList } from '../../src/state/sync/list.ts';
import { loadPlaces } from '../../src/state/sync/places.ts';
import { poll, refresh } from '../../src/state/sync/refresh.ts';
import { recallPlaces } from '../../src/state/sync/remember.ts';
import type { World } from '../../src/state/world.ts';
import { openCache } from '../cli/cache/open-cache.ts';
import { runs } from '../harness/full.ts';
import { pressKeys, press as pressOn } from '../harness/press.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { type FakeCenter, fakeCenter, row } from '../state/fake-center.ts';
import { type Bench, type Link, openDesk } from '../state/open-desk.ts';

const COUNT = 9;
let folder: string;
let center: FakeCenter;

function press({ desk }: Bench, ...names: readonly string[]): void {
  pressOn(desk, ...names);
}

/** A desk at the place of the last one, with its list from the cache; `end` leaves its own place to the next. */
async function nextDesk(place?: ReturnType<typeof deskPlace>) {
  const { cache } = openCache(folder);
  const bench = await openDesk(center, { cache, isLoaded: false });
  const { desk } = bench;
  recallPlaces(desk);
  if (place) desk.set(withPlace(desk.world(), place));
  const end = () => {
    desk.stop();
    cache.end();
    return deskPlace(desk.world());
  };
  return { bench, desk, end };
}

/** A desk reads everything, and the keys are pressed in it. Returns the place that it left. */
async function firstDesk(...keys: readonly string[]) {
  const { bench, desk, end } = await nextDesk();
  await loadPlaces(desk);
  await openList(desk, unresolved);
  pressKeys(bench.desk, ...keys);
  await bench.idle();
  return end();
}

beforeEach(() => {
  folder = temporaryFolder();
  center = fakeCenter(Array.from({ length: COUNT }, (_, at) => row(at + 1)));
});

test('at a start, the row under the cursor stays where it was though another agent has archived it, and says so', async () => {
  const place = await firstDesk('cursor.down', 'cursor.down');
  center.change(7, { archived: true });
  const { bench, desk } = await nextDesk(place);
  await openList(desk, unresolved);
  expect(desk.world().list).toMatchObject({ rows: [9, 8, 7, 6, 5, 4, 3, 2, 1], cursorId: 7, isCached: false });
  expect([...desk.world().list.gone]).toEqual([[7, 'archived']]);
  press(bench, 'conversation.archive');
  expect(desk.world().pending).toEqual([]);
  expect(desk.world().notice?.text).toBe('#7 is archived already.');
  // R removes the row with the key, and what it reads moves nothing.
  center.change(6, { archived: true });
  const asked = refresh(desk);
  expect(desk.world().list).toMatchObject({ cursorId: 6 });
  await asked;
  expect(desk.world().list).toMatchObject({ rows: [9, 8, 6, 5, 4, 3, 2, 1], cursorId: 6 });
  desk.stop();
});

test('marks and the open conversation stay as well, so that a verb takes no other one in their place', async () => {
  const place = await firstDesk('cursor.down', 'list.mark', 'cursor.down', 'open', 'pane.left', 'cursor.up');
  center.change(8, { archived: true });
  center.change(6, { archived: true });
  const { bench, desk } = await nextDesk(place);
  expect([place.detail?.id, place.cursor.id]).toEqual([6, 7]);
  await openList(desk, unresolved);
  expect([...desk.world().list.gone.keys()].sort()).toEqual([6, 8]);
  expect(targetsOf(desk.world())).toEqual([8]);
  press(bench, 'pane.next', 'conversation.archive');
  expect(desk.world().pending).toEqual([]);
  desk.stop();
});

test('the keys go to the conversation under the cursor, though its preview has not followed yet', async () => {
  const { bench, desk, end } = await nextDesk();
  await loadPlaces(desk);
  await openList(desk, unresolved);
  const stop = followCursor(desk, { isPreviewShown: () => true });
  bench.clock.advance(200);
  await bench.idle();
  expect(desk.world().detail.conversationId).toBe(9);
  press(bench, 'cursor.down', 'pane.next');
  expect(targetsOf(desk.world())).toEqual([8]);
  bench.clock.advance(200);
  await bench.idle();
  expect(targetsOf(desk.world())).toEqual([8]);
  stop();
  end();
});

type Step =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'other'; readonly id: number; readonly does: 'archive' | 'write' | 'assign' | 'merge' }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'answer' | 'poll' | 'jump' };

const id = fc.integer({ min: 1, max: COUNT });
const key = fc.constantFrom(...'jjkecxVhRGzJu012', 'tab', 'enter');
const other = fc.record({
  kind: fc.constant('other' as const),
  id,
  does: fc.constantFrom('archive' as const, 'write' as const, 'assign' as const, 'merge' as const),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('key' as const), name: key }) },
  { weight: 4, arbitrary: other },
  { weight: 3, arbitrary: fc.constantFrom('answer', 'poll', 'jump').map(kind => ({ kind }) as Step) },
  { weight: 2, arbitrary: fc.constantFrom(100, 400, 16_000).map(ms => ({ kind: 'wait' as const, ms })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Link>('up', 'down', 'slow').map(to => ({ kind: 'link' as const, link: to })),
  },
);

function doElsewhere({ id: one, does }: Extract<Step, { kind: 'other' }>): void {
  const at = center.conversations.get(one)!;
  if (does === 'archive') center.change(one, { archived: !at.archived });
  else if (does === 'assign') center.change(one, { assign_to: at.assign_to === 1 ? null : 1 });
  else if (does === 'merge') center.change(one, { merged_into: at.merged_into === null && one > 1 ? 1 : null });
  else if (at.merged_into === null) center.receive(one);
}

async function take(bench: Bench, one: Step): Promise<void> {
  const { desk } = bench;
  if (one.kind === 'key') pressKeys(desk, one.name);
  else if (one.kind === 'other') doElsewhere(one);
  else if (one.kind === 'link') bench.link = one.link;
  else if (one.kind === 'wait') bench.clock.advance(one.ms);
  else if (one.kind === 'answer') await bench.release();
  else if (one.kind === 'poll') void poll(desk);
  else void rereadList(desk, 'jump');
  await new Promise(resolve => setImmediate(resolve));
}

/** What the agent sees, and a verb would act on. Of a list that is not there yet, nothing. */
function seen(world: World) {
  const { list, pane } = world;
  return { pane, cursor: list.cursorId, targets: [...targetsOf(world)].sort() };
}

test('only keys change the target of the next verb, at any moment and with any events', async () => {
  const property = fc.asyncProperty(
    fc.array(key, { maxLength: 6 }),
    fc.array(other, { maxLength: 4 }),
    fc.array(step, { maxLength: 20 }),
    async (first, others, steps) => {
      folder = temporaryFolder();
      center = fakeCenter(
        Array.from({ length: COUNT }, (_, at) => row(at + 1, { assign_to: at % 3 === 0 ? 1 : null })),
      );
      const place = await firstDesk(...first);
      for (const one of others) doElsewhere(one);
      const { bench, desk } = await nextDesk(place);
      bench.link = 'slow';
      void openList(desk, desk.world().list.query);
      void resumePlace(desk, place);
      const ends = [followCursor(desk, { isPreviewShown: () => true }), keepUp(desk, { hasEvents: false })];
      let isByKey = false;
      let former = desk.world();
      const changes: string[] = [];
      const end = desk.store.subscribe(world => {
        const [before, now] = [seen(former), seen(world)];
        // After a verb of their own, the agent goes on with the next row: the detail follows the cursor.
        const follows =
          former.pane === 'detail' &&
          !former.list.rows.includes(former.detail.conversationId ?? 0) &&
          now.targets[0] === now.cursor;
        const isFirst = before.cursor === null;
        if (!isByKey && !isFirst && !follows && JSON.stringify(before) !== JSON.stringify(now))
          changes.push(`${JSON.stringify(before)} became ${JSON.stringify(now)}`);
        former = world;
      });
      for (const one of steps) {
        isByKey = one.kind === 'key';
        const taken = take(bench, one);
        isByKey = false;
        await taken;
      }
      expect(changes).toEqual([]);
      end();
      for (const stop of ends) stop();
      desk.stop();
    },
  );
  await fc.assert(property, { numRuns: runs(200), seed: 20261124 });
});
