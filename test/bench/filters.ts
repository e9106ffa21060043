/**
 * How long lists with the filters beyond the document take: `npm run bench -- filters`. Another number of conversations than
 * 1,000,000 may follow.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCenter } from '../center/open-center.ts';
import { timeQueries } from './center-measures.ts';
import { figure } from './figures.ts';
import { fillForFilters, readAllBut } from './filters-data.ts';
import { moreFilters } from './more-filters.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const desk = await openCenter({ database: join(folder, 'center.db'), settings: { rateLimit: 10_000_000 } });

async function measure(queries: typeof moreFilters): Promise<void> {
  const found = await timeQueries(desk, queries, (query, as, rows) => `${query} as ${as} (${rows})`);
  for (const [name, { p50, p95 }] of found)
    figure(name, 'p95 10 ms', `p50 ${p50.toFixed(2)}  p95 ${p95.toFixed(2)} ms`);
}

try {
  const start = performance.now();
  await fillForFilters(desk, count);
  console.log(`${count} conversations: filled in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
  await readAllBut(desk, 100);
  await measure(moreFilters);
  await readAllBut(desk, 0);
  await measure({ 'nothing unread': { unread: 1 }, 'nothing unread, in an inbox': { unread: 1, inbox_ids: [6] } });
} finally {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
}
