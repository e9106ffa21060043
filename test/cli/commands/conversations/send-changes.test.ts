import { expect, test } from 'vitest';
import { type Sending, sendChanges } from '../../../../src/cli/commands/conversations/send-changes.ts';
import { createClient } from '../../../../src/client/client.ts';
import { changeOf } from '../../../../src/state/changes/list.ts';
import { emptyWorld } from '../../../../src/state/empty-world.ts';
import { clientOver, conversation, json } from '../../../client/fake-fetch.ts';
import { keyNames } from '../../../harness/key-names.ts';

const IDS = Array.from({ length: 1_100 }, (_, index) => index + 1);

/** A help center that archives, whose writes may go wrong: `meet` answers in its place, or returns nothing. */
function archiver(meet: (write: number) => Response | undefined = () => undefined) {
  const archived = new Set<number>();
  const writes: { readonly key: string | null; readonly ids: readonly number[] }[] = [];
  const rowOf = (id: number) => conversation(id, { archived: archived.has(id), version: 1, unread: false });
  const { client } = clientOver(async request => {
    if (request.method === 'GET')
      return json({ data: new URL(request.url).searchParams.getAll('ids[]').map(id => rowOf(Number(id))), meta: {} });
    const { conversation_ids: ids } = (await request.json()) as { conversation_ids: number[] };
    writes.push({ key: request.headers.get('idempotency-key'), ids });
    const met = meet(writes.length);
    if (met) return met;
    for (const id of ids) archived.add(id);
    return json({ data: ids.map(rowOf), meta: {} });
  });
  return { client, writes, archived };
}

async function archive({ client }: Pick<Sending, 'client'>, more: Partial<Sending> = {}) {
  const slept: number[] = [];
  const sent = await sendChanges({
    client,
    change: changeOf('conversation.archive'),
    args: {},
    ids: IDS,
    world: emptyWorld(0, undefined, keyNames),
    isDryRun: false,
    key: 'run',
    signal: new AbortController().signal,
    sleep: async ms => void slept.push(ms),
    onProgress: () => undefined,
    ...more,
  });
  const counts = Object.groupBy(sent.results, ({ result, code }) => code ?? result);
  return {
    ...sent,
    slept,
    counts: Object.fromEntries(Object.entries(counts).map(([name, some]) => [name, some!.length])),
  };
}

function busy() {
  return json(
    { error: { code: 'rate_limited', message: 'Too many.' } },
    { status: 429, headers: { 'retry-after': '7' } },
  );
}

function lost(): never {
  throw new TypeError('fetch failed');
}

test('a busy help center is asked again after the time that it says, under the same key', async () => {
  const center = archiver(write => (write === 2 ? busy() : undefined));
  const { counts, slept, error } = await archive(center);
  expect([counts, slept, error]).toEqual([{ done: 1_100 }, [7_000], undefined]);
  expect(center.writes.map(({ ids }) => ids.length)).toEqual([500, 500, 500, 100]);
  const [first, second, third] = center.writes.map(({ key }) => key);
  expect(third).toBe(second);
  expect(first).not.toBe(second);
});

test('a link that is lost midway leaves it clear what was done, and the same command does the rest', async () => {
  const center = archiver(write => (write > 1 && write < 6 ? lost() : undefined));
  const first = await archive(center);
  expect(first.counts).toEqual({ done: 500, unreachable: 500, not_sent: 100 });
  expect(first.results[500]).toMatchObject({ id: 501, result: 'unknown' });
  expect(first.error).toMatchObject({ code: 'unreachable' });
  expect(first.slept).toEqual([1_000, 2_000, 4_000]);
  const second = await archive(center);
  expect(second.counts).toEqual({ unchanged: 500, done: 600 });
  expect(center.archived.size).toBe(1_100);
});

test('a help center that is not there at the beginning is not waited for', async () => {
  const { counts, slept } = await archive(archiver(lost));
  expect([counts, slept]).toEqual([{ unreachable: 500, not_sent: 600 }, []]);
});

test('an interrupted command ends after the request that is under way', async () => {
  const stop = new AbortController();
  const center = archiver(() => void stop.abort());
  const { counts, error } = await archive(center, { signal: stop.signal });
  expect([counts, error]).toEqual([{ done: 500, not_sent: 600 }, undefined]);
  expect(center.writes).toHaveLength(1);
});

test('a help center in this process does not keep a signal from coming', async () => {
  const stop = new AbortController();
  const archived = new Set<number>();
  const client = createClient({
    baseUrl: 'http://embedded',
    token: () => 'token',
    answer: async ({ method, url, body }) => {
      const parts = await Array.fromAsync(body ?? []);
      const asked = new URL(url).searchParams.getAll('ids[]').map(Number);
      const { conversation_ids: sent = [] } = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
      for (const id of sent) archived.add(id);
      const rows = (method === 'GET' ? asked : sent).map((id: number) => ({
        id,
        archived: archived.has(id),
        version: 1,
      }));
      return { status: 200, headers: {}, body: JSON.stringify({ data: rows, meta: {} }) };
    },
  });
  setImmediate(() => stop.abort());
  const { counts } = await archive({ client }, { signal: stop.signal });
  expect(counts).toEqual({ done: 500, not_sent: 600 });
});

test('a dry run sends no write', async () => {
  const center = archiver();
  center.archived.add(3);
  const { counts } = await archive(center, { isDryRun: true });
  expect([counts, center.writes]).toEqual([{ planned: 1_099, unchanged: 1 }, []]);
});
