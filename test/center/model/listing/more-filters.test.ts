import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillForFilters, readAllBut } from '../../../bench/center-data.ts';
import { moreFilters } from '../../../bench/center-filters.ts';
import { percentile } from '../../../harness/figures.ts';
import { processorMs } from '../../../harness/growth.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

const COUNT = 4_000;

/** So long of the processor no query takes on so few rows; a scan of a million would be 250 times that. */
const MOST_MS = 40;

let desk: OpenCenter;
beforeAll(async () => {
  desk = await openCenter({ database: ':memory:', settings: { rateLimit: 1_000_000 } });
  await fillForFilters(desk, COUNT);
  await readAllBut(desk, 100);
});
afterAll(() => desk.close());

test.for(Object.entries(moreFilters))('%s is answered at once', async ([, query]) => {
  for (const as of ['admin', 'agent'] as const) {
    const samples: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const start = processorMs();
      const { status, body } = await desk.call('GET', '/conversations', { as, query });
      samples.push(processorMs() - start);
      expect(status, JSON.stringify(body)).toBe(200);
    }
    expect(percentile(samples, 0.5)).toBeLessThan(MOST_MS);
  }
});
