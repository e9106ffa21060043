import { expect, test } from 'vitest';
import { runs } from '../harness/full.ts';
import { press } from '../harness/press.ts';
import { fakeCenter, row } from '../state/fake-center.ts';
import { openDesk } from '../state/open-desk.ts';
import { draw } from './screen.tsx';

const COUNT = runs(1_000);

test('a long journal opens in one frame, the newest entry first', async () => {
  const bench = await openDesk(fakeCenter([row(1)]));
  for (let at = 1; at < COUNT; at += 1)
    bench.desk.commit('conversation.title', { ids: [1], title: `Title number ${at}` });
  bench.desk.commit('conversation.assign', { ids: [1], assign_to: 1 });
  await bench.idle();
  const drawn = draw(bench.desk);
  await drawn.settle();
  const before = drawn.count();
  press(bench.desk, 'journal');
  await drawn.settle();
  expect(drawn.count() - before).toBe(1);
  expect(drawn.rows().join('\n')).toContain(`Done: take back · ${COUNT} in all`);
  expect(drawn.rows().find(line => line.includes('▌'))).toContain('Assigned #1');
  press(bench.desk, 'z', 'z', 'z');
  await drawn.settle();
  expect(drawn.rows().join('\n')).toContain('Nothing matches.');
  drawn.end();
});
