import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RELEASED_AT_ONCE } from '../../../../src/center/model/inbox/remove.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { listedIds, makeContact, makeConversation } from '../../conversations.ts';
import { type OpenCenter, openCenter, startTime } from '../../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  // In a file: in memory, readers share the writer's connection, and wait.
  desk = await openCenter({ database: join(temporaryFolder(), 'center.db') });
});
afterEach(() => desk.close());

const COUNT = RELEASED_AT_ONCE * 3 + 7;

/** Conversations with a message each: all are found by `parcel`, which is in the messages alone. */
async function fill(): Promise<void> {
  const numbers = sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${COUNT})`;
  await desk.center.context.store.write(async db => {
    await sql`${numbers} insert into conversation (id, title, status_id, inbox_id, home_id, message_count, preview, created_at, updated_at, last_message_at)
      select n, 'Number ' || n, 1, ${desk.inboxId}, ${desk.inboxId}, 1, 'The parcel', 5, 5, 5 from number`.execute(db);
    await sql`insert into message (conversation_id, kind, created_at, body_text)
      select id, 'contact', 5, 'The parcel' from conversation`.execute(db);
    await sql`insert into search (rowid, words) select id, 'number ' || id || ' the parcel' from conversation`.execute(
      db,
    );
  });
}

async function found(q: string): Promise<number> {
  const { status, body } = await desk.call('GET', '/conversations', { query: { q, limit: 200 } });
  expect(status).toBe(200);
  return body.data.length;
}

test('reads go on while a large inbox is deleted, and see all of it or nothing', async () => {
  await fill();
  let isGone = false;
  const seen: number[] = [];
  const deletion = desk.call('DELETE', `/inboxes/${desk.inboxId}`).then(({ status }) => {
    isGone = true;
    return status;
  });
  while (!isGone) {
    seen.push(await found('parcel'));
    await nextTurn();
  }
  expect(await deletion).toBe(204);
  expect(seen.filter(rows => rows === 200).length).toBeGreaterThan(2);
  expect(seen.filter(rows => rows !== 200 && rows !== 0)).toEqual([]);
  expect([await found('parcel'), await found('number')]).toEqual([0, 200]);
  const { body } = await desk.call('GET', `/conversations/${COUNT}`);
  expect(body.data).toMatchObject({ inbox_id: null, message_count: 0, preview: '' });
  const history = (await desk.call('GET', `/conversations/${COUNT}/history`)).body.data;
  expect(history).toMatchObject([{ event: 'inbox.deleted' }]);
});

test('conversations of a deleted inbox are found by contacts and without tags, in the order of their new times', async () => {
  const contact = await makeContact(desk, 'Zoe');
  const other = await makeContact(desk, 'Yan');
  const ids: number[] = [];
  for (let at = 0; at < 3; at += 1) ids.push(await makeConversation(desk, { contacts: [contact, other] }));
  for (const id of [...ids].reverse()) {
    desk.clock.now += 5_000;
    await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'The parcel' } });
  }
  expect((await desk.call('DELETE', `/inboxes/${desk.inboxId}`)).status).toBe(204);
  for (const query of [{ contacts: [contact] }, { contacts: [other] }, { from: 'zoe' }, { not: { tags: ['late'] } }])
    expect(await listedIds(desk, { query: { ...query, inbox_ids: ['none'] } })).toEqual([...ids].reverse());
  const times = desk.center.context.store.reader.selectFrom('conversation').select('last_message_at').distinct();
  expect(await times.execute()).toEqual([{ last_message_at: startTime }]);
});

test('a write during the deletion waits for its turn', async () => {
  await fill();
  const deletion = desk.call('DELETE', `/inboxes/${desk.inboxId}`);
  const note = await desk.call('POST', '/conversations/1/notes', { body: { details: 'Called back.' } });
  expect([(await deletion).status, note.status]).toEqual([204, 201]);
  expect(await found('called')).toBe(1);
});
