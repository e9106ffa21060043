import { describe, expect, onTestFinished, test } from 'vitest';
import { openCenter } from '../center/open-center.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const token = 'a-token-for-prometheus';

describe('metrics of a server on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('tell the connections in use and the work that waits for one', async () => {
    const desk = await openCenter({ database: await newPostgresDatabase(), settings: { metricsToken: token } });
    onTestFinished(() => desk.close());
    const scrape = async () => {
      const request = new Request('http://localhost/metrics', { headers: { authorization: `Bearer ${token}` } });
      return (await desk.center.fetch(request)).text();
    };
    expect(await scrape()).toContain('\nfrontdesk_database_connections_waiting 0\n');
    // Nine reads at once, of which eight have a connection.
    const { promise: over, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const reads = Array.from({ length: 9 }, () =>
      desk.center.context.store.read(async () => {
        begun += 1;
        await over;
      }),
    );
    await expect.poll(() => begun).toBe(8);
    const { used, waiting } = desk.center.context.store.connections!();
    resolve();
    await Promise.all(reads);
    expect([used, waiting]).toEqual([8, 1]);
    expect(await scrape()).toContain('\nfrontdesk_database_up 1\n');
  });
});
