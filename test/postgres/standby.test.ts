import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { streamHeader } from '../../src/contract/presence.ts';
import { Reader } from '../center/http/events/reader.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import {
  askPostgres,
  type PostgresServer,
  postgresUrl,
  promote,
  startPostgres,
  startStandby,
} from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();

async function started(starting: Promise<PostgresServer | string>): Promise<PostgresServer> {
  const server = await starting;
  if (typeof server === 'string') throw new Error(server);
  onTestFinished(server.stop);
  return server;
}

/** Creates conversations one after the other, each tried with its key until it is accepted; returns their titles. */
async function createUntil(desk: OpenCenter, isOver: (accepted: number) => boolean) {
  const accepted: string[] = [];
  const refused = new Set<number>();
  while (!isOver(accepted.length)) {
    const title = `No. ${accepted.length}`;
    const answer = await desk.call('POST', '/conversations', {
      body: { title },
      headers: { 'idempotency-key': title },
    });
    if (answer.status === 201) accepted.push(title);
    else refused.add(answer.status);
  }
  return { accepted, refused };
}

/** How a service finds the server that takes writes. */
const WAYS = ['at the service’s address', 'as one of several hosts'];

describe('a standby of PostgreSQL', skippedFor(missing), () => {
  test.for(WAYS)('takes over %s: nothing that was accepted is lost or stored twice', async how => {
    const primary = await started(startPostgres(['fsync=off', 'full_page_writes=off']));
    await askPostgres(postgresUrl(primary.folder, 'postgres'), 'create database desk');
    const standby = await started(startStandby(primary));
    const address = join(temporaryFolder(), 'current');
    symlinkSync(primary.folder, address);
    // The one that takes writes is not the first.
    const hosts = how.includes('several') ? `${standby.folder},${primary.folder}` : address;
    const desk = await openCenter({ database: postgresUrl(hosts, 'desk') });
    onTestFinished(desk.close);
    let enough = Number.POSITIVE_INFINITY;
    let count = 0;
    const follow = async (as: 'admin' | 'agent') => {
      const response = await desk.fetch('GET', '/events', { as, query: { presence: 'reads' } });
      const reader = new Reader(response);
      onTestFinished(() => reader.cancel());
      return { reader, stream: response.headers.get(streamHeader)! };
    };
    const [ana, ben] = [await follow('admin'), await follow('agent')];
    const shared = await desk.call('POST', '/conversations', { body: { title: 'No. -1', inbox_id: desk.inboxId } });
    const writing = createUntil(desk, accepted => {
      count = accepted;
      return accepted >= enough;
    });
    // A closed help center refuses without a turn of the event loop: the writing would keep a failed test from its end.
    onTestFinished(() => {
      enough = 0;
    });
    await expect.poll(() => count).toBeGreaterThan(20);
    await primary.stop();
    await promote(standby);
    unlinkSync(address);
    symlinkSync(standby.folder, address);
    enough = count + 20;
    const { accepted, refused } = await writing;
    expect([...refused]).toEqual([503]);
    // The streams were open all the while: they hear of what is done now.
    const path = `/conversations/${shared.body.data.id}/presence`;
    await desk.call('PUT', path, { as: 'agent', query: { stream: ben.stream, doing: 'answers' } });
    const heard = async () => {
      for (;;) {
        const event = await ana.reader.event();
        if (!event || event.name === 'presence') return event?.data;
      }
    };
    expect(await heard()).toEqual({ id: shared.body.data.id, answers: [desk.agentId] });
    const held = await desk.call('GET', `/conversations?limit=200`);
    const titles: string[] = held.body.data.map(({ title }: { title: string }) => title);
    expect(titles.sort()).toEqual([...accepted, 'No. -1'].sort());
  });
});
