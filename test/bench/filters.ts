/**
 * How long lists with the filters beyond the document take: `npm run bench -- filters`. Another number of conversations than
 * 1,000,000 may follow.
 */

import { figure, spread } from '../harness/figures.ts';
import { fillForFilters, readAllBut } from './center-data.ts';
import { moreFilters, type Queries } from './center-filters.ts';
import { openFilled, timeQueries } from './center-measures.ts';

const { desk } = await openFilled(Number(process.argv[2] ?? 1_000_000), fillForFilters);

async function measure(queries: Queries): Promise<void> {
  const found = await timeQueries(desk, queries, (query, as, rows) => `${query} as ${as} (${rows})`);
  for (const [name, samples] of found) figure(name, 'p95 5 ms', spread(samples));
}

await readAllBut(desk, 100);
await measure(moreFilters);
await readAllBut(desk, 500_000);
await measure({
  'unread, with a low floor': { unread: 1 },
  'the same, unresolved': { unread: 1, not: { status: ['closed'] } },
});
await readAllBut(desk, 0);
await measure({ 'nothing unread': { unread: 1 }, 'nothing unread, in an inbox': { unread: 1, inbox_ids: [6] } });
await desk.close();
