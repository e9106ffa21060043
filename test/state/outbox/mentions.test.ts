import { expect, test } from 'vitest';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

test('a help center that reports no mentions keeps the note, and the desk says it once', async () => {
  const bench = await openDesk(fakeCenter([row(1)]), { clock: handClock() });
  await openConversation(bench.desk, 1);
  const write = async (details: string) => {
    bench.desk.commit('note.add', { ids: [1], details, mentions: [2] });
    await bench.idle();
  };
  await write('Look, @Bob');
  const reason = 'This help center tells no agent of being mentioned.';
  expect([...bench.center.notes.values()].map(one => one.details)).toEqual(['Look, @Bob']);
  expect([bench.desk.world().notice?.text, bench.desk.world().offers.mentions]).toEqual([reason, reason]);
});

test('a help center that refuses mentions gets the note without them, once', async () => {
  const center = fakeCenter([row(1)]);
  const bodies: unknown[] = [];
  const strict = {
    ...center,
    fetch: async (request: Request) => {
      const body = request.method === 'POST' ? await request.clone().json() : {};
      if (request.method === 'POST') bodies.push(body);
      if (!('mentions' in body)) return center.fetch(request);
      return Response.json({ error: { code: 'validation_failed', message: 'unknown field' } }, { status: 422 });
    },
  };
  const bench = await openDesk(strict, { clock: handClock() });
  await openConversation(bench.desk, 1);
  bench.desk.commit('note.add', { ids: [1], details: 'Look, @Bob', mentions: [2] });
  await bench.idle();
  expect(bodies).toEqual([{ details: 'Look, @Bob', mentions: [2] }, { details: 'Look, @Bob' }]);
  expect([center.notes.size, bench.desk.world().pending]).toEqual([1, []]);
});
