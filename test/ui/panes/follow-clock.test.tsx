import { expect, test } from 'vitest';
import { everything } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { age } from '../../../src/text/relative-time.ts';
import { viewportOf } from '../../../src/ui/layout.ts';
import { followClock } from '../../../src/ui/panes/follow-clock.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { createRandom, type Random } from '../../harness/random.ts';
import { fakeCenter, type Row, row } from '../../state/fake-center.ts';
import { type Bench, openDesk } from '../../state/open-desk.ts';
import { draw } from '../screen.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SIZE = { columns: 120, rows: 36 };
const START = Date.UTC(2026, 10, 20, 12);

function stampOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000;
}

/** A conversation with times at random around `START`, most of them near. */
function timedRow(id: number, random: Random): Row & { due_at: string | null } {
  const some = (spans: readonly number[]): number => random() * spans[Math.floor(random() * spans.length)]!;
  const lastAt = wholeSeconds(START - some([HOUR, DAY, 10 * DAY, 90 * DAY]));
  const waits = random() < 0.6;
  const dueAt = wholeSeconds(START + some([HOUR, DAY, 3 * DAY]) * (random() < 0.3 ? -1 : 1));
  return {
    ...row(id),
    last_message_at: stampOf(lastAt),
    waiting_since: waits ? stampOf(lastAt - some([HOUR, 4 * DAY])) : null,
    due_at: waits && random() < 0.7 ? stampOf(dueAt) : null,
  };
}

/** A drawn desk whose clock moves by hand, at a help center whose clock may be another one. */
async function clockedDesk(rows: readonly Row[], { link = 'fast' as 'fast' | 'slow', centerAheadMs = 0 } = {}) {
  const clock = handClock(START - centerAheadMs);
  const center = fakeCenter(rows);
  const answer = center.fetch;
  center.fetch = async request => {
    const response = await answer(request);
    response.headers.set('date', new Date(clock.now() + centerAheadMs).toUTCString());
    return response;
  };
  const bench = await openDesk(center, { clock });
  const { desk } = bench;
  desk.set({ link });
  const shape = { ...desk.world(), isStacked: true };
  desk.set({ isStacked: true, viewport: viewportOf(SIZE, shape) });
  const stop = followClock(desk);
  const drawn = draw(desk);
  await drawn.settle();
  return {
    ...bench,
    drawn,
    centerNow: () => clock.now() + centerAheadMs,
    end: () => {
      drawn.end();
      stop();
    },
  };
}

/** What the service says of the age of a conversation at a moment, as a row writes it. */
function saidOf({ desk }: Bench, id: number, now: number): string {
  const { last_message_at: last, waiting_since: since, due_at: due } = conversationOf(desk.world(), id)!;
  if (since !== null && due != null) return due <= now ? 'late' : age(last!, now);
  return since !== null && now - since! >= DAY ? age(since!, now) : age(last!, now);
}

function rowOf(lines: readonly string[], id: number): string | undefined {
  return lines.find(line => new RegExp(`^.{3,5} +${id} `).test(line));
}

test.each([0, 50 * MINUTE, -26 * HOUR])(
  'at any moment every row says what the help center would, whose clock is %i ms ahead',
  async centerAheadMs => {
    const random = createRandom(7);
    const rows = Array.from({ length: 40 }, (_, at) => timedRow(1_001 + at, random));
    const desk = await clockedDesk(rows, { centerAheadMs });
    for (let step = 0; step < 60; step += 1) {
      desk.clock.advance(Math.floor(random() * (step % 3 === 0 ? 3 * HOUR : 2 * MINUTE)));
      await desk.drawn.settle();
      const lines = desk.drawn.rows();
      const { rows: ids, top } = desk.desk.world().list;
      const shown = ids.slice(top, top + desk.desk.world().viewport.listRows);
      expect(shown.length).toBeGreaterThan(8);
      for (const id of shown)
        expect(rowOf(lines, id)?.trimEnd()).toMatch(new RegExp(` ${saidOf(desk, id, desk.centerNow())}$`));
    }
    desk.end();
  },
);

test('between two changes of a text nothing is drawn, and without one to come no timer is set', async () => {
  const old = row(1, { last_message_at: stampOf(START - 5 * MINUTE), waiting_since: null });
  const desk = await clockedDesk([old]);
  const frames = desk.drawn.count();
  desk.clock.advance(MINUTE - 1);
  await desk.drawn.settle();
  expect(desk.drawn.count()).toBe(frames);
  desk.clock.advance(1);
  await desk.drawn.settle();
  expect(desk.drawn.count()).toBe(frames + 1);
  desk.end();

  const empty = await clockedDesk([]);
  expect(empty.clock.waiting()).toBe(0);
  empty.end();
});

test('on a slow link the moment something falls due is drawn, and no other', async () => {
  const rows = [
    {
      ...row(1, { last_message_at: stampOf(START - MINUTE), waiting_since: stampOf(START - MINUTE) }),
      due_at: stampOf(START + HOUR),
    },
    row(2, { last_message_at: stampOf(START - MINUTE) }),
  ];
  const desk = await clockedDesk(rows, { link: 'slow' });
  const frames = desk.drawn.count();
  desk.clock.advance(HOUR - 1);
  await desk.drawn.settle();
  expect(desk.drawn.count()).toBe(frames);
  desk.clock.advance(1);
  await desk.drawn.settle();
  expect(desk.drawn.count()).toBe(frames + 1);
  expect(rowOf(desk.drawn.rows(), 1)).toContain(' late');
  expect(desk.clock.waiting()).toBe(0);
  desk.end();
});

test('a conversation that falls late is announced above a list of late ones', async () => {
  const since = stampOf(START - 2 * HOUR);
  const late = (id: number, inMs: number) => ({
    ...row(id, { waiting_since: since }),
    due_at: stampOf(START + inMs),
  });
  const desk = await clockedDesk([late(1, -HOUR), late(2, HOUR)]);
  const answer = desk.center.fetch;
  desk.center.fetch = async request => {
    const response = await answer(request);
    if (!request.url.includes('late=1')) return response;
    const { data } = (await response.json()) as { data: { due_at: string }[] };
    const isLate = (one: { due_at: string }): boolean => Date.parse(`${one.due_at}Z`) <= desk.centerNow();
    response.headers.delete('etag');
    return new Response(JSON.stringify({ data: data.filter(isLate) }), { headers: response.headers });
  };
  await openList(desk.desk, { ...everything, isLate: true });
  expect(desk.desk.world().list.rows).toEqual([1]);
  desk.clock.advance(HOUR);
  await desk.idle();
  expect(desk.desk.world().list.newAbove).toEqual([2]);
  desk.end();
});
