import { describe, expect, it } from 'vitest';
import { scrollDetail } from '../../../src/state/detail/move.ts';
import { markCount } from '../../../src/state/list/marks.ts';
import { checkPlace, resumePlace } from '../../../src/state/place/resume.ts';
import { deskPlace, withPlace } from '../../../src/state/place/world-place.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { replyBoxOn } from '../../harness/state-box.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const RETRY_MS = 10_000;
const ROWS = [row(1), row(2, { archived: true }), row(3, { archived: true })];

/** A desk that lists the first conversation alone, with marks on others. */
async function deskMarking(ids: readonly number[], center = fakeCenter(ROWS)) {
  const bench = await openDesk(center);
  const { list } = bench.desk.world();
  bench.desk.set({ list: { ...list, away: new Map(ids.map(id => [id, unresolved])) } });
  return bench;
}

function marked({ desk }: Bench) {
  return [...desk.world().list.away.keys()];
}

describe('the marks of a restored place', () => {
  it('are read, so that a verb on them can be undone', async () => {
    const bench = await deskMarking([2, 3]);
    await checkPlace(bench.desk);
    expect([2, 3].map(id => conversationOf(bench.desk.world(), id)?.id)).toEqual([2, 3]);
    expect(marked(bench)).toEqual([2, 3]);
    expect(bench.desk.world().notice).toBeNull();
  });

  it('on a conversation that is gone are dropped, which is said', async () => {
    const bench = await deskMarking([2, 3, 99]);
    await checkPlace(bench.desk);
    expect(marked(bench)).toEqual([2, 3]);
    expect(bench.desk.world().notice?.text).toBe('3 marked, 1 is gone');
    expect(markCount(bench.desk.world().list)).toBe(2);
  });

  it('stay if the help center cannot be asked for conversations by their ids', async () => {
    const bench = await deskMarking([99], fakeCenter([row(1)], { ignoresIds: true }));
    await checkPlace(bench.desk);
    expect(marked(bench)).toEqual([99]);
  });

  it('stay without a link, and are read when it is back', async () => {
    const bench = await deskMarking([2, 99]);
    bench.link = 'down';
    await checkPlace(bench.desk);
    expect(marked(bench)).toEqual([2, 99]);
    bench.link = 'up';
    bench.clock.advance(RETRY_MS);
    await bench.idle();
    expect(marked(bench)).toEqual([2]);
  });
});

describe('a box of a restored place', () => {
  it('goes on without the conversations that are gone', async () => {
    const bench = await deskMarking([]);
    bench.desk.set({ overlays: [replyBoxOn(1, 2, 99)] });
    await checkPlace(bench.desk);
    expect(bench.desk.world().overlays).toMatchObject([{ targets: [1, 2] }]);
  });

  it('closes if none is left, with all above it, and says so', async () => {
    const bench = await deskMarking([]);
    const [first, ...others] = [replyBoxOn(1), replyBoxOn(99), replyBoxOn(1)];
    bench.desk.set({ overlays: [first!, ...others] });
    await checkPlace(bench.desk);
    expect(bench.desk.world().overlays).toEqual([first]);
    expect(bench.desk.world().notice?.text).toBe('#99 is gone: its box is closed, gd has a note’s text');
  });
});

it('the detail of a restored place is read, and stays on its line and its entry', async () => {
  const center = fakeCenter([row(1)]);
  for (let count = 0; count < 20; count += 1) center.receive(1, 'Where is\nmy parcel?');
  const { desk } = await openDesk(center);
  await openConversation(desk, 1);
  desk.set({ detail: scrollDetail(desk.world().detail, desk.detailLines(), -30, desk.world().viewport.detailRows) });
  const { top, entryKey } = desk.world().detail;
  expect(top).toBeGreaterThan(10);

  const { desk: next } = await openDesk(center);
  const kept = deskPlace(desk.world());
  next.set(withPlace(next.world(), kept));
  await resumePlace(next, kept);
  expect(next.world().detail).toMatchObject({ conversationId: 1, top, entryKey, loading: false, problem: null });
});
