import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { revokeApiKey } from '../../../../src/center/auth/administration.ts';
import { createEventHub } from '../../../../src/center/http/events/hub.ts';
import { createCenter } from '../../../harness/center.ts';
import { newDatabase } from '../../../harness/databases.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { centerOfEach, openCenter, type Who } from '../../open-center.ts';
import { Reader } from './reader.ts';

interface Refusal {
  readonly error: { readonly code: string };
}

const desk = centerOfEach({ settings: { heartbeatMs: 40, pollMs: 10, eventsKept: 500 } });

async function follow(as: Who = 'admin', lastId?: string) {
  const headers: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
  const response = await desk.fetch('GET', '/events', { as, headers });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = new Reader(response);
  await reader.block();
  return reader;
}

async function make(inbox_id: number, title = 'One'): Promise<number> {
  return (await desk.call('POST', '/conversations', { body: { title, inbox_id } })).body.data.id;
}

describe('the event stream', () => {
  test('names the conversations in which a customer wrote, to those who are subscribed to the inbox', async () => {
    await desk.call('POST', `/inboxes/${desk.inboxId}/subscribe`, { as: 'agent' });
    const id = await make(desk.inboxId);
    const readers = [await follow('agent'), await follow('admin')];
    const contact = await desk.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
    const body = { body_text: 'Hello', contact_id: contact.body.data.id };
    expect((await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body })).status).toBe(201);
    expect((await readers[0]!.event())?.data).toEqual({ ids: [id], rings: [id] });
    expect((await readers[1]!.event())?.data).toEqual({ ids: [id] });
    for (const reader of readers) await reader.cancel();
  });

  test('says reset if the last event is no longer known, or never was, then goes on', async () => {
    const { center } = desk;
    for (let count = 0; count < 1_100; count += 1) await center.write(async work => work.inboxChanged(1));
    for (const lastId of ['1', '999999', 'nonsense', '-1']) {
      const reader = await follow('admin', lastId);
      expect((await reader.event())?.name, lastId).toBe('reset');
      await make(1);
      expect((await reader.event())?.name, lastId).toBe('conversation.changed');
      await reader.cancel();
    }
  });

  test('sends a sign of life while nothing happens', async () => {
    const reader = await follow();
    expect([await reader.block(), await reader.block()]).toEqual([':', ':']);
    await make(1);
    const event = await reader.event();
    expect([await reader.block(), await reader.block()]).toEqual([`id: ${event!.id}\n:`, ':']);
    await reader.cancel();
  });

  test('sends that sign every 22 seconds by default', async () => {
    const plain = await openCenter();
    expect(plain.center.context.settings.heartbeatMs).toBe(22_000);
    await plain.close();
  });

  test.for(['logout', 'disabled', 'expired', 'new password', 'revoked key', 'closed'] as const)(
    'ends when its token does: %s',
    async way => {
      const reader = await follow(way === 'revoked key' ? 'key' : 'agent');
      if (way === 'new password')
        await desk.call('PUT', `/agents/${desk.agentId}`, { body: { password: 'seven blue lanterns' } });
      if (way === 'revoked key') expect(await revokeApiKey(desk.center, 'tests')).toBe(true);
      if (way === 'logout') await desk.call('POST', '/logout', { as: 'agent' });
      if (way === 'disabled') await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: true } });
      if (way === 'expired') desk.clock.now += 31 * 24 * 3_600_000;
      if (way === 'closed') desk.center.context.hub.close();
      expect(await reader.event()).toBeUndefined();
    },
  );

  /** Writes events that together are far more than may wait. */
  const tellMuch = (count: number) => {
    const conversations = Array.from({ length: 1_000 }, (_, at) => [1_000_000 + at, 1]);
    const row = { kind: 'conversation.changed', changes: JSON.stringify({ inboxes: [], conversations }) } as const;
    const rows = Array.from({ length: count }, () => ({ ...row, created_at: desk.clock.now }));
    return desk.center.context.store.write(db => db.insertInto('event_log').values(rows).execute());
  };

  test('drops a client that does not read, and keeps nothing more for it', async () => {
    const slow = await desk.fetch('GET', '/events');
    const quick = await follow();
    await tellMuch(100);
    for (let told = 0; told < 100; told += 1) await quick.event();
    for (let beats = 0; beats < 3; beats += 1) expect(await quick.block()).toMatch(/^(id: \d+\n)?:$/);
    await expect(slow.text()).rejects.toThrow(/too slow/);
    await quick.cancel();
  });

  test('replays all of a long absence, piece by piece as the client reads it', async () => {
    const first = await follow();
    await make(1);
    await first.event();
    await first.cancel();
    await tellMuch(250);
    const answer = await desk.fetch('GET', '/events', { headers: { 'last-event-id': first.lastId } });
    const reader = answer.body!.getReader();
    const pieces: number[] = [];
    for (let text = ''; text.split('event: ').length <= 250; ) {
      const { value } = await reader.read();
      pieces.push(value!.length);
      text += new TextDecoder().decode(value);
    }
    expect(Math.max(...pieces)).toBeLessThan(300_000);
    await reader.cancel();
  });

  test('is open at most 20 times for a token, until one of them ends', async () => {
    const open = await Promise.all(Array.from({ length: 25 }, () => desk.fetch('GET', '/events')));
    const [held, refusals] = [open.filter(({ status }) => status === 200), open.filter(({ status }) => status === 429)];
    expect([held.length, refusals.length]).toEqual([20, 5]);
    const refused = refusals[0]!;
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(((await refused.json()) as Refusal).error.code).toBe('rate_limited');
    await (await follow('agent')).cancel();
    await held[3]!.body!.cancel();
    const another = await follow();
    expect((await desk.fetch('GET', '/events')).status).toBe(429);
    await another.cancel();
    for (const { body } of held) await body!.cancel();
  });

  test('is open a limited number of times for the whole server; a read that fails takes no seat', async () => {
    const small = await openCenter({ settings: { streams: 2 } });
    const { store } = small.center.context;
    const { read } = store;
    Object.assign(store, { read: () => Promise.reject(Object.assign(new Error('no disk'), { code: 'EIO' })) });
    for (let count = 0; count < 3; count += 1) expect((await small.fetch('GET', '/events')).status).toBe(503);
    Object.assign(store, { read });
    const statuses = [];
    for (const as of ['admin', 'agent', 'key'] as const)
      statuses.push((await small.fetch('GET', '/events', { as })).status);
    expect(statuses).toEqual([200, 200, 429]);
    await small.close();
  });
});

test('goes on for the others if one stream fails, and tells that one later, each event once', async () => {
  const { context } = desk.center;
  const { store } = context;
  let isBroken = false;
  let reads = 0;
  const failing: typeof store = {
    ...store,
    // A change that is heard late would begin a round of its own.
    onChange: () => undefined,
    read: (work, isLong) => {
      reads += 1;
      // The first read of a round is for all; the next one is for the first stream.
      if (isBroken && reads === 2) return Promise.reject(Object.assign(new Error('disk I/O error'), { code: 'EIO' }));
      return store.read(work, isLong);
    },
  };
  const hub = createEventHub(failing, { ...context, settings: { ...context.settings, pollMs: 3_600_000 } });
  const caller = { kind: 'key', agentId: null, seesAll: true, tokenId: null, key: 'key:1', name: 'test' } as const;
  const open = async () => {
    const reader = new Reader(await hub.open(caller, undefined, { hasRows: false, doings: [] }));
    await reader.block();
    return reader;
  };
  const [first, second] = [await open(), await open()];
  const id = await make(1);
  reads = 0;
  isBroken = true;
  hub.wake();
  expect((await second.event())?.data.ids).toEqual([id]);
  const what = 'Telling desks of changes';
  await expect.poll(() => context.troubles.all()).toMatchObject([{ what, fault: 'disk I/O error', tries: 1 }]);
  expect((await desk.call('GET', '/health')).body).toMatchObject({ failing: 1, faults: [{ what }] });
  isBroken = false;
  const other = await make(1);
  hub.wake();
  for (const one of [id, other]) expect((await first.event())?.data.ids).toEqual([one]);
  expect((await second.event())?.data.ids).toEqual([other]);
  await expect.poll(() => context.troubles.all()).toEqual([]);
  expect(desk.log.filter(line => line.startsWith(what))).toEqual([
    `${what} has failed: disk I/O error. It is tried again.`,
    `${what} works again.`,
  ]);
  hub.close();
});

test('goes on without a fault if a reader leaves while its events are read', async () => {
  const { context } = desk.center;
  let read = context.store.read;
  const store: typeof context.store = { ...context.store, read: (work, isLong) => read(work, isLong) };
  const hub = createEventHub(store, { ...context, settings: { ...context.settings, pollMs: 3_600_000 } });
  const caller = { kind: 'key', agentId: null, seesAll: true, tokenId: null, key: 'key:1', name: 'test' } as const;
  const open = async () => {
    const reader = new Reader(await hub.open(caller, undefined, { hasRows: false, doings: [] }));
    await reader.block();
    return reader;
  };
  const [first, second] = [await open(), await open()];
  const id = await make(1);
  let reads = 0;
  read = async (work, isLong) => {
    reads += 1;
    // The first read of a round is for all; the next one is for the first stream.
    if (reads === 2) await first.cancel();
    return context.store.read(work, isLong);
  };
  hub.wake();
  expect((await second.event())?.data.ids).toEqual([id]);
  expect(reads).toBe(3);
  expect(context.troubles.all()).toEqual([]);
  hub.close();
});

test('reports what another process on the same database changes', async () => {
  const folder = temporaryFolder();
  const { name: database, drop } = await newDatabase(join(folder, 'center.db'));
  const first = await openCenter({ database, settings: { pollMs: 10 } });
  const second = await createCenter({ database, attachmentsFolder: first.folder, now: () => first.clock.now });
  try {
    const reader = new Reader(await first.fetch('GET', '/events'));
    await reader.block();
    await second.fetch(first.request('PUT', '/inboxes/1', { body: { name: 'Elsewhere' } }));
    expect(await reader.event()).toMatchObject({ name: 'inbox.changed', data: { ids: [1] } });
    await reader.cancel();
  } finally {
    await second.close();
    await first.close();
    await drop();
  }
});

test('ends within 15 s of a revocation at another server of the team, without any event', async () => {
  const folder = temporaryFolder();
  const { name: database, drop } = await newDatabase(join(folder, 'center.db'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = await openCenter({ database });
  const second = await createCenter({ database, attachmentsFolder: first.folder, now: () => first.clock.now });
  try {
    const reader = new Reader(await first.fetch('GET', '/events', { as: 'agent' }));
    await reader.block();
    await second.fetch(first.request('POST', '/logout', { as: 'agent' }));
    vi.advanceTimersByTime(15_000);
    expect(await reader.event()).toBeUndefined();
    expect((await first.fetch('GET', '/events', { as: 'agent' })).status).toBe(401);
  } finally {
    await second.close();
    await first.close();
    await drop();
  }
});
