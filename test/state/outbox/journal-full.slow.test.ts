import { expect, test } from 'vitest';
import { journalOf } from '../../../src/state/operations/operation.ts';
import { pressKeys } from '../../harness/press.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

test('a thousand entries are kept, and none of the desk’s own acts', async () => {
  const bench = await openDesk(fakeCenter([row(1)]));
  for (let at = 0; at < 1_010; at += 1)
    bench.desk.commit('conversation.title', { ids: [1], title: `Title number ${at}` });
  bench.desk.commit('conversation.read', { ids: [1], messageId: 7 } as never);
  await bench.idle();
  bench.clock.advance(60_000);
  await bench.idle();
  expect(journalOf(bench.desk.world().operations).length).toBe(1_000);
  pressKeys(bench.desk, 'g', 'z');
  expect(bench.desk.world().overlays).toHaveLength(1);
});
