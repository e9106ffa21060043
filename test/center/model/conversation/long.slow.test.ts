import { expect, onTestFinished, test } from 'vitest';
import { chunks } from '../../../../src/center/database/statement.ts';
import { refreshAsked } from '../../../../src/center/model/conversation/awaiting.ts';
import { lockConversation, writeConversations } from '../../../../src/center/model/conversation/row.ts';
import { lastMessageOf } from '../../../../src/center/model/message/last.ts';
import { reindex } from '../../../../src/center/model/search/reindex.ts';
import { makeContact, makeConversation, readConversation } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { statementsOf } from '../../statements.ts';

/** A conversation of so many messages, each third of them an agent's, beside one of a single message. */
async function openLong(count: number) {
  const desk = await openCenter({ settings: { rateLimit: 1_000_000 } });
  onTestFinished(() => desk.close());
  const zoe = await makeContact(desk, 'Zoë');
  const id = await makeConversation(desk, { contacts: [zoe] });
  const other = await makeConversation(desk, { title: 'Another parcel', contacts: [await makeContact(desk, 'Yan')] });
  await desk.call('POST', `/conversations/${other}/messages`, { body: { body_text: 'Where is it?' } });
  await desk.center.write(async work => {
    const before = await lockConversation(work, id);
    const messages = Array.from({ length: count }, (_, at) => ({
      conversation_id: id,
      ...(at % 3 === 1
        ? { kind: 'agent' as const, agent_id: desk.agentId }
        : { kind: 'contact' as const, contact_id: zoe }),
      created_at: desk.clock.now - (count - at) * 1_000,
      body_text: `Hello, this is line ${at % 100} about the parcel.`,
    }));
    for (const some of chunks(messages, 100)) await work.db.insertInto('message').values(some).execute();
    const patch = { message_count: count, ...(await lastMessageOf(work, before)) };
    await writeConversations(work, [{ before, patch }], { agentId: null, now: work.now });
    await refreshAsked(work, [id]);
    await reindex(work, [id]);
  });
  return { desk, zoe, id, other };
}
type Long = Awaited<ReturnType<typeof openLong>>;

async function ok(desk: OpenCenter, method: string, path: string, options = {}) {
  const { status, body } = await desk.call(method, path, options);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** The ids of its messages, by pages of 200. */
async function pages({ desk, id }: Long, most: number) {
  const found: number[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < most && cursor !== null; page += 1) {
    const query = { limit: 200, ...(cursor && { cursor }) };
    const { data, meta } = await ok(desk, 'GET', `/conversations/${id}/messages`, { query });
    found.push(...data.map((one: { id: number }) => one.id));
    cursor = meta.next_cursor;
  }
  return found;
}

/** The ways to use a conversation, in this order: the first ones change nothing. */
const ways: Readonly<Record<string, (long: Long) => Promise<unknown>>> = {
  opening: async ({ desk, id }) => {
    await ok(desk, 'GET', `/conversations/${id}`);
    for (const part of ['messages?sort=created_at.desc', 'notes', 'history'])
      await ok(desk, 'GET', `/conversations/${id}/${part}`);
  },
  'its first two pages': long => pages(long, 2),
  'the lists with it': async ({ desk }) => {
    for (const query of [{}, { waiting: 1 }, { unread: 1 }, { q: 'parcel' }, { contacts: [1] }])
      await ok(desk, 'GET', '/conversations', { query: { ...query, count: 1 } });
  },
  reading: ({ desk, id }) => ok(desk, 'PUT', `/conversations/${id}/read`, { body: {} }),
  'an answer': ({ desk, id }) => ok(desk, 'POST', `/conversations/${id}/messages`, { body: { body_text: 'Yes.' } }),
  closing: ({ desk, id }) => ok(desk, 'PUT', `/conversations/${id}`, { body: { conversation_status_id: 2 } }),
  'a split': async long => {
    const [, second] = await pages(long, 1);
    const body = { message_ids: [second], title: 'Apart' };
    await ok(long.desk, 'POST', `/conversations/${long.id}/split`, { body });
  },
  'a merge into another': ({ desk, id, other }) =>
    ok(desk, 'POST', `/conversations/${other}/merge`, { body: { conversation_ids: [id] } }),
};

const SHORT = 500;
const LONG = 20_000;

test('a conversation of 20,000 messages takes as many statements as one of 500, and pages as many rows', async () => {
  const [short, long] = [await openLong(SHORT), await openLong(LONG)];
  expect(new Set(await pages(long, LONG)).size).toBe(LONG);
  for (const [name, way] of Object.entries(ways)) {
    const [few, many] = [await statementsOf(() => way(short)), await statementsOf(() => way(long))];
    expect([name, many.queries.length]).toEqual([name, few.queries.length]);
    // The words of all texts are read again.
    if (!name.startsWith('a split') && !name.startsWith('a merge')) expect([name, many.rows]).toEqual([name, few.rows]);
  }
  const { message_count: count, ...merged } = await readConversation(long.desk, long.other);
  // Its own, the answer, and the line that tells of the split; one message was split off.
  expect([count, merged.status]).toEqual([1 + LONG + 1, 'open']);
  expect((await readConversation(long.desk, long.id)).merged_into).toBe(long.other);
});

test('erasing a conversation of 20,000 messages takes a few statements for each hundred of them', async () => {
  const erasing = async (count: number) => {
    const { desk, zoe, id } = await openLong(count);
    const erased = await statementsOf(async () => {
      await ok(desk, 'POST', `/contacts/${zoe}/erase`);
      while ((await ok(desk, 'GET', '/erasures')).data[0].ended_at === null) await desk.center.context.jobs.run();
    });
    expect((await desk.call('GET', `/conversations/${id}`)).status).toBe(404);
    const left = desk.center.context.store.reader.selectFrom('message').select('id').where('conversation_id', '=', id);
    expect(await left.execute()).toEqual([]);
    return erased;
  };
  const [few, many] = [await erasing(SHORT), await erasing(LONG)];
  const hundreds = (LONG - SHORT) / 100;
  expect((many.queries.length - few.queries.length) / hundreds).toBeLessThanOrEqual(16);
  expect((many.rows - few.rows) / hundreds).toBeLessThanOrEqual(200);
});
