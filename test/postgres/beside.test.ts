import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/center/database/open.ts';
import { defaultDatabase } from '../../src/center/database/store.ts';
import { makeContact, makeConversation, makeInbox, readConversation } from '../center/conversations.ts';
import { startTime } from '../center/open-center.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { skippedFor } from '../harness/skipped.ts';
import { hold, holdNumbers, holdTurn, waiting } from './held.ts';
import { whyNoPostgres } from './on-postgres.ts';
import { openTwoCenters } from './two-centers.ts';

/** How many writes of the database were undone because they waited for each other. */
async function deadlocks({ query }: Awaited<ReturnType<typeof hold>>): Promise<number> {
  const counted = 'select deadlocks from pg_stat_database where datname = current_database()';
  return Number((await query(counted)).rows[0].deadlocks);
}

describe('writes beside each other on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('wait for writes of the same conversation alone, at one server and at two', async () => {
    const { database, desk, both } = await openTwoCenters();
    const [held, free] = [await makeConversation(desk), await makeConversation(desk)];
    const row = await hold(database, 'conversation', held);
    let isWritten = false;
    const late = both[0]('PUT', `/conversations/${held}`, { body: { title: 'Late' } }).finally(() => {
      isWritten = true;
    });
    await waiting(database, 1);
    for (const call of both) {
      const noted = await call('POST', `/conversations/${free}/notes`, { body: { details: 'Seen' } });
      const again = { body: { details: 'Seen again' } };
      expect((await call('PUT', `/conversations/${free}/notes/${noted.body.data.id}`, again)).status).toBe(200);
      expect((await call('POST', '/conversations', { body: { title: 'New', tags: ['lamp'] } })).status).toBe(201);
    }
    expect(isWritten).toBe(false);
    await row.letGo();
    expect((await late).body.data.title).toBe('Late');
  });

  test('let a write that must be alone wait, and begin after it', async () => {
    const { database, desk, both } = await openTwoCenters();
    const [held, free] = [await makeConversation(desk), await makeConversation(desk)];
    const row = await hold(database, 'conversation', held);
    const done: string[] = [];
    const told = async (name: string, answer: Promise<unknown>) => {
      await answer;
      done.push(name);
    };
    const first = told('beside', both[0]('POST', `/conversations/${held}/archive`));
    await waiting(database, 1);
    const alone = told('alone', both[1]('POST', '/inboxes', { body: { name: 'Sales' } }));
    await waiting(database, 2);
    const last = told('behind', both[0]('POST', `/conversations/${free}/notes`, { body: { details: 'Seen' } }));
    await waiting(database, 3);
    await row.letGo();
    await Promise.all([first, alone, last]);
    expect(done).toEqual(['beside', 'alone', 'behind']);
  });

  test('move conversations between inboxes, also into spam and out of it', async () => {
    const { database, desk, both } = await openTwoCenters();
    const [held, free] = [await makeConversation(desk), await makeConversation(desk)];
    const row = await hold(database, 'conversation', held);
    const first = both[0]('POST', `/conversations/${held}/archive`);
    await waiting(database, 1);
    const move = (inbox_id: number) => both[1]('PUT', `/conversations/${free}`, { body: { inbox_id } });
    expect((await move(2)).body.data).toMatchObject({ inbox_id: 2, version: 2 });
    expect((await move(1)).body.data).toMatchObject({ inbox_id: 1, version: 3 });
    await row.letGo();
    expect((await first).status).toBe(200);
  });

  test('merge, split and hand out conversations while a write of another one waits', async () => {
    const { database, desk, both } = await openTwoCenters();
    const contacts = [await makeContact(desk, 'Zoe')];
    const ids = await Promise.all(
      ['held', 'target', 'source'].map(title => makeConversation(desk, { title, contacts })),
    );
    const [held, target, source] = ids as [number, number, number];
    const write = (at: 0 | 1, id: number) =>
      both[at]('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
    const messages = [await write(0, target), await write(0, source)].map(({ body }) => body.data.id as number);
    const row = await hold(database, 'conversation', held);
    const first = both[0]('POST', `/conversations/${held}/archive`);
    await waiting(database, 1);
    const merged = await both[0]('POST', `/conversations/${target}/merge`, { body: [source] });
    expect([merged.status, merged.body.data.message_count]).toEqual([200, 2]);
    const body = { title: 'Apart', message_ids: messages.slice(1) };
    expect((await both[1]('POST', `/conversations/${target}/split`, { body })).status).toBe(201);
    const next = await both[0]('POST', '/conversations/next', { as: 'agent', body: {} });
    expect(next.body.data.map((one: { id: number }) => one.id)).toEqual([target]);
    await row.letGo();
    expect((await first).status).toBe(200);
  });

  test('hand out another conversation if the next one is answered before it is locked', async () => {
    const { database, desk, both } = await openTwoCenters();
    const contacts = [await makeContact(desk, 'Zoe')];
    const ids = [await makeConversation(desk, { contacts }), await makeConversation(desk, { contacts })];
    for (const id of ids) {
      desk.clock.now += 1_000;
      await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
    }
    const turn = await holdTurn(database);
    const answering = both[0]('POST', `/conversations/${ids[0]}/messages`, { body: { body_text: 'Here.' } });
    await waiting(database, 1);
    const next = both[1]('POST', '/conversations/next', { as: 'agent', body: {} });
    await waiting(database, 2);
    await turn.letGo();
    expect((await answering).status).toBe(201);
    expect((await next).body.data.map((one: { id: number }) => one.id)).toEqual(ids.slice(1));
  });

  test('hand out another conversation if the next one is merged away before it is locked', async () => {
    const { database, desk, both } = await openTwoCenters();
    const contacts = [await makeContact(desk, 'Zoe')];
    const ids: number[] = [];
    for (const title of ['Source', 'Target']) {
      ids.push(await makeConversation(desk, { title, contacts }));
      desk.clock.now += 1_000;
      await desk.call('POST', `/conversations/${ids.at(-1)}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
    }
    const turn = await holdTurn(database);
    const merging = both[0]('POST', `/conversations/${ids[1]}/merge`, { body: ids.slice(0, 1) });
    await waiting(database, 1);
    const next = both[1]('POST', '/conversations/next', { as: 'agent', body: {} });
    await waiting(database, 2);
    await turn.letGo();
    expect((await merging).status).toBe(200);
    const { status, body } = await next;
    expect([status, body.data?.map((one: { id: number }) => one.id)]).toEqual([200, ids.slice(1)]);
  });

  test('merge what was merged into a source before, also if that was meanwhile', async () => {
    const { database, desk, both } = await openTwoCenters();
    const ids = [await makeConversation(desk), await makeConversation(desk), await makeConversation(desk)];
    const [least, middle, most] = ids as [number, number, number];
    const turn = await holdTurn(database);
    const early = both[0]('POST', `/conversations/${most}/merge`, { body: [least] });
    await waiting(database, 1);
    const late = both[1]('POST', `/conversations/${middle}/merge`, { body: { conversation_ids: [most] } });
    await waiting(database, 2);
    await turn.letGo();
    expect([(await early).status, (await late).status]).toEqual([200, 200]);
    const homes = await Promise.all([least, most].map(async id => (await readConversation(desk, id)).merged_into));
    expect(homes).toEqual([middle, middle]);
  });

  test('that wait for each other are done all the same, and no client is told', async () => {
    const { database, desk, both } = await openTwoCenters();
    const id = await makeConversation(desk);
    // The write holds its conversation and waits for the inbox's numbers, whose holder waits for the conversation.
    const row = await holdNumbers(database, desk.inboxId, 1);
    const closing = both[0]('PUT', `/conversations/${id}`, { body: { conversation_status_id: 2 } });
    await waiting(database, 1);
    await row.query(`select from conversation where id = ${id} for update`);
    await row.letGo();
    const { status, body } = await closing;
    expect([status, body.data.conversation_status_id, body.data.version]).toEqual([200, 2, 2]);
    await expect.poll(() => deadlocks(row)).toBeGreaterThan(0);
  });

  test('merge and split at once, and neither is undone because of the other', async () => {
    const { database, desk, both } = await openTwoCenters();
    const contacts = [await makeContact(desk, 'Zoe')];
    const [whole, target, source] = await Promise.all([0, 1, 2].map(() => makeConversation(desk, { contacts })));
    const ask = (id?: number) =>
      desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
    await ask(source);
    const messages = [await ask(whole), await ask(whole)].map(({ body }) => body.data.id as number);
    for (const id of [source, whole]) await desk.call('PUT', `/conversations/${id}/read`, { as: 'agent', body: {} });
    // Both lower the floor of what this agent has read.
    const row = await hold(database, 'agent', desk.agentId);
    const before = await deadlocks(row);
    const merging = both[0]('POST', `/conversations/${target}/merge`, { body: [source] });
    await waiting(database, 1);
    const body = { title: 'Apart', message_ids: messages.slice(1) };
    const splitting = both[1]('POST', `/conversations/${whole}/split`, { body });
    await waiting(database, 2);
    await row.letGo();
    expect([(await merging).status, (await splitting).status]).toEqual([200, 201]);
    expect(await deadlocks(row)).toBe(before);
  });

  test('are done again alone if a constraint is in the way, and so find the other’s row', async () => {
    const database = await newPostgresCenter();
    const store = await openDatabase(database.name, startTime, { ...defaultDatabase, ...database.settings });
    onTestFinished(async () => {
      await store.close();
      await database.drop();
    });
    const runs: string[] = [];
    await store.write(async (db, locks) => {
      runs.push(locks ? 'beside' : 'alone');
      if (!locks) return;
      const status = { name: 'open', name_key: 'open', kind: 'custom' } as const;
      await db.insertInto('conversation_status').values(status).execute();
    }, true);
    expect(runs).toEqual(['beside', 'alone']);
  });

  test('never join a set of tags that its last conversation leaves', async () => {
    const { database, desk, both } = await openTwoCenters();
    const id = await makeConversation(desk, { tags: ['lamp'] });
    const turn = await holdTurn(database);
    const leaving = both[0]('DELETE', '/conversations/tags', { body: { conversation_ids: [id], tags: ['lamp'] } });
    await waiting(database, 1);
    const joining = both[1]('POST', '/conversations', { body: { title: 'New', tags: ['lamp'] } });
    await waiting(database, 2);
    await turn.letGo();
    expect([(await leaving).status, (await joining).status]).toEqual([204, 201]);
    const tagged = { as: 'key', query: { tags: ['lamp'], fields: 'list' } } as const;
    const untagged = { as: 'key', query: { not: { tags: ['lamp'] }, fields: 'list' } } as const;
    const listed = async (asked: typeof tagged | typeof untagged) =>
      (await desk.call('GET', '/conversations', asked)).body.data.map((one: { id: number }) => one.id);
    expect([await listed(tagged), await listed(untagged)]).toEqual([[(await joining).body.data.id], [id]]);
  });

  test('compare If-Match with the state that the write before has left', async () => {
    const { database, desk, both } = await openTwoCenters();
    const id = await makeConversation(desk);
    const etag = (await desk.call('GET', `/conversations/${id}`)).headers.get('etag')!;
    const turn = await holdTurn(database);
    const edits = both.map((call, at) =>
      call('PUT', `/conversations/${id}`, { body: { title: `Edit ${at}` }, headers: { 'if-match': etag } }),
    );
    await waiting(database, 2);
    await turn.letGo();
    expect((await Promise.all(edits)).map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('hide no message that is being written from an agent who has read a newer one', async () => {
    const { database, desk, both } = await openTwoCenters();
    const contact_id = await makeContact(desk, 'Zoe');
    const inbox_id = await makeInbox(desk, 'Other');
    const [slow, quick] = [await makeConversation(desk, { inbox_id }), await makeConversation(desk)];
    await desk.call('PUT', `/conversations/${slow}`, { body: { conversation_status_id: 2 } });
    const write = (at: 0 | 1, id: number) =>
      both[at]('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?', contact_id } });
    // It opens the conversation again, and the numbers count that at the end of the write.
    const row = await holdNumbers(database, inbox_id, 2);
    const first = write(0, slow);
    await waiting(database, 1);
    expect((await write(1, quick)).status).toBe(201);
    expect((await both[1]('PUT', `/conversations/${quick}/read`, { body: {} })).body.data.unread).toBe(false);
    await row.letGo();
    expect((await first).status).toBe(201);
    expect((await desk.call('GET', `/conversations/${slow}`)).body.data.unread).toBe(true);
  });

  test('carry out a request with one key once, however many servers get it', async () => {
    const { database, desk, both } = await openTwoCenters();
    const turn = await holdTurn(database);
    const options = { body: { title: 'Once' }, headers: { 'idempotency-key': 'one' } };
    const asked = both.map(call => call('POST', '/conversations', options));
    await waiting(database, 2);
    await turn.letGo();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    expect((await desk.call('GET', '/conversations')).body.data).toHaveLength(1);
  });

  test('forget the same old answers without waiting for each other', async () => {
    const { database, desk, both } = await openTwoCenters();
    const ids = [await makeConversation(desk), await makeConversation(desk)];
    const note = (at: 0 | 1, key: string) =>
      both[at]('POST', `/conversations/${ids[at]}/notes`, {
        body: { details: 'Seen' },
        headers: { 'idempotency-key': key },
      });
    await note(0, 'old');
    desk.clock.now += 25 * 3_600_000;
    // The use of a token is noted once an hour.
    await desk.call('GET', '/conversations');
    const turn = await holdTurn(database);
    const asked = [note(0, 'one'), note(1, 'other')];
    await waiting(database, 2, 'advisory');
    await turn.letGo();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([201, 201]);
  });
});
