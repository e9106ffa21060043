import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeConversation, makeInbox } from '../../conversations.ts';
import { openCenter } from '../../open-center.ts';

const CONTACTS = 20_500;

/** Contacts by the thousand, all of one company; of the first hundred half are on a hidden conversation, and half of these on another one too. */
async function open() {
  const desk = await openCenter();
  onTestFinished(desk.close);
  const hidden = await makeConversation(desk, { inbox_id: await makeInbox(desk, 'Hidden') });
  const shown = await makeConversation(desk);
  const { reader } = desk.center.context.store;
  await desk.center.write(async ({ db }) => {
    await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${CONTACTS})
      insert into contact (id, name, email, email_key, created_at, updated_at)
      select n, 'Name ' || (n % 7), 'c' || n || '@company.example', 'c' || n || '@company.example', 0, 0 from numbers`.execute(
      db,
    );
    for (const word of [sql`'company'`, sql`'c' || id`])
      await sql`insert into contact_word (contact_id, word) select id, ${word} from contact`.execute(db);
    await sql`insert into conversation_contact (conversation_id, contact_id, position)
      select ${hidden}, id, id from contact where id <= 100 and id % 2 = 0
      union all select ${shown}, id, id from contact where id <= 100 and id % 4 = 0`.execute(db);
  });
  const all = await reader.selectFrom('contact').select(['id', 'name']).orderBy('id').execute();
  return { desk, all };
}

test('contacts by a word that most have come in order, page after page, those that the caller sees', async () => {
  const { desk, all } = await open();
  const byName = all.toSorted((a, b) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1));
  for (const as of ['admin', 'agent'] as const)
    for (const [sort, rows] of Object.entries({ 'id.asc': all, 'id.desc': all.toReversed(), 'name.asc': byName })) {
      const seen = rows.map(({ id }) => id).filter(id => as === 'admin' || id > 100 || id % 4 !== 2);
      const got: number[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 3; page += 1) {
        const answer = await desk.call('GET', '/contacts', {
          as,
          query: { q: 'comp', sort, limit: 40, ...(cursor === undefined ? {} : { cursor }) },
        });
        got.push(...answer.body.data.map((one: { id: number }) => one.id));
        cursor = answer.body.meta.next_cursor;
      }
      expect([as, sort, got]).toEqual([as, sort, seen.slice(0, 120)]);
    }
});

test('contacts by a word that most have and one that few have are found by the latter', async () => {
  const { desk } = await open();
  const find = async (q: string) =>
    (await desk.call('GET', '/contacts', { as: 'agent', query: { q } })).body.data.map((one: { id: number }) => one.id);
  expect(await find('comp c2047')).toEqual([2047, ...Array.from({ length: 10 }, (_, at) => 20470 + at)]);
  expect(await find('comp c100')).toEqual(expect.arrayContaining([1000, 10000]));
  expect(await find('comp c9')).not.toContain(98);
});
