import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { change } from '../../../../src/center/database/migrations/0056-address-forms.ts';
import { openCenter } from '../../open-center.ts';

test('both forms of an address beyond ASCII become one', async () => {
  const [former, now] = ['jo@münchen.example', 'jo@xn--mnchen-3ya.example'];
  const desk = await openCenter();
  onTestFinished(desk.close);
  const person = (email: string) => ({ name: 'Jo', email, email_key: email, created_at: 1, updated_at: 1 });
  const ids = await desk.center.write(async ({ db }) => {
    const made = [];
    for (const email of [former, now, 'ana@bücher.example'])
      made.push((await db.insertInto('contact').values(person(email)).returning('id').executeTakeFirstOrThrow()).id);
    return made;
  });
  const conversations = [];
  for (const contact of ids.slice(0, 2)) {
    const body = { title: 'Question', inbox_id: desk.inboxId, contacts: [contact] };
    conversations.push((await desk.call('POST', '/conversations', { body })).body.data.id as number);
  }
  const [first, second] = conversations as [number, number];
  await desk.call('POST', `/conversations/${first}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
  await desk.center.write(async ({ db }) => {
    await db.updateTable('conversation_participant').set({ email: former, email_key: former }).execute();
    const both = [former, now].map(email_key => ({ email_key, conversation_id: first, lifted_by: null }));
    await db.insertInto('spam_mark').values(both).execute();
    await db
      .insertInto('spam_mark')
      .values({ ...both[0]!, conversation_id: second })
      .execute();
    await change(db as unknown as Kysely<never>);
  });
  const rows = await desk.center.read(async ({ db }) => ({
    contacts: await db.selectFrom('contact').select(['id', 'email']).where('id', 'in', ids).orderBy('id').execute(),
    people: await db.selectFrom('conversation_participant').select(['email', 'email_key']).execute(),
    marks: await db
      .selectFrom('spam_mark')
      .select(['email_key', 'conversation_id'])
      .orderBy('conversation_id')
      .execute(),
  }));
  expect(rows.contacts).toEqual([
    { id: ids[1], email: now },
    { id: ids[2], email: 'ana@xn--bcher-kva.example' },
  ]);
  expect(rows.people.every(one => one.email === now && one.email_key === now)).toBe(true);
  expect(rows.marks).toEqual([
    { email_key: now, conversation_id: first },
    { email_key: now, conversation_id: second },
  ]);
  for (const id of conversations) {
    const { data } = (await desk.call('GET', `/conversations/${id}`)).body;
    expect([data.requester.email, data.contacts]).toEqual([now, [ids[1]]]);
  }
  expect((await desk.call('GET', `/conversations/${first}/messages`)).body.data[0].author.id).toBe(ids[1]);
});
