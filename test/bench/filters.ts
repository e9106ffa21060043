/**
 * How long lists with the filters beyond the document take: `npm run bench -- filters`. Another number of conversations than
 * 1,000,000 may follow, and then `postgres`: on a server of its own, with the conversations of the bench `large`.
 */

import { moreFilters } from '../center/model/listing/more-filters.ts';
import type { OpenCenter } from '../center/open-center.ts';
import { figure, spread } from '../harness/figures.ts';
import { fillLarge, startLarge } from '../postgres/large-data.ts';
import { fillForFilters, makeTeams, readAllBut } from './center-data.ts';
import type { Queries } from './center-filters.ts';
import { openFilled, timeQueries } from './center-measures.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const server = process.argv[3] === 'postgres' ? await startLarge() : undefined;
const { desk } = await openFilled(count, server ? fillPostgres : fillForFilters, server?.database);

async function fillPostgres(filled: OpenCenter): Promise<void> {
  await fillLarge(filled.center, server!.database, count);
  await makeTeams(filled);
}

/** Lists of the given views take 10 ms at most. */
const asked = `p95 ${server ? 50 : 160} ms`;

async function measure(queries: Queries): Promise<void> {
  const found = await timeQueries(desk, queries, (query, as, rows) => `${query} as ${as} (${rows})`);
  for (const [name, samples] of found) figure(name, asked, spread(samples));
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
await server?.stop();
