import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCenter } from '../center/open-center.ts';
import { openMovingPort } from '../faults/moving-port.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const token = 'a-token-for-prometheus';

describe('a server whose PostgreSQL does not answer', skippedFor(whyNoPostgres()), () => {
  test('is not ready until it does, lives meanwhile, and is measured', async () => {
    const { name, drop } = await newPostgresCenter();
    onTestFinished(drop);
    const way = await openMovingPort();
    onTestFinished(way.close);
    const address = new URL(name);
    way.lead(join(address.searchParams.get('host')!, '.s.PGSQL.5432'));
    address.searchParams.delete('host');
    address.host = `127.0.0.1:${way.port}`;
    const desk = await openCenter({ database: address.href, settings: { metricsToken: token } });
    onTestFinished(desk.close);
    const ready = async () => {
      const { status, body } = await desk.call('GET', '/ready', { as: 'nobody' });
      return [status, body.error?.message ?? body.status];
    };
    const isUp = async () => {
      const request = new Request('http://localhost/metrics', { headers: { authorization: `Bearer ${token}` } });
      const answer = await desk.center.fetch(request);
      return [answer.status, /^frontdesk_database_up (\d)$/m.exec(await answer.text())?.[1]];
    };
    expect([await ready(), await isUp()]).toEqual([
      [200, 'ready'],
      [200, '1'],
    ]);
    way.swallow(true);
    way.hang();
    await expect.poll(ready).toEqual([503, 'The database does not answer.']);
    expect(await isUp()).toEqual([200, '0']);
    expect((await desk.call('GET', '/health', { as: 'nobody' })).body).toEqual({ status: 'ok', failing: 1 });
    way.swallow(false);
    // What was asked meanwhile is given up after 30 s.
    await expect.poll(ready, { timeout: 150_000 }).toEqual([200, 'ready']);
    expect(await isUp()).toEqual([200, '1']);
  }, 240_000);
});
