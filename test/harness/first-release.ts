import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Client } from 'pg';
import { migrationNames } from '../../src/center/database/migrations/list.ts';
import { takeSteps } from '../../src/center/database/migrations/migrate.ts';
import { upgrade } from '../../src/center/database/postgres/upgrade.ts';
import { NodeSqliteDialect } from '../../src/center/database/sqlite/dialect.ts';
import type { Tables } from '../../src/center/database/tables.ts';

/** The newest step of the first release, 0.1.0. */
const FIRST = '0037-mail-troubles';

/** The steps that came after it. */
export const laterSteps = migrationNames.filter(name => name > FIRST);

const MESSAGES = 3;

/**
 * Rows as the first release kept them, of all that grows with the number of conversations: three messages each, and a
 * customer for ten.
 */
function filling(count: number): readonly string[] {
  return [
    `create temp table numbers as with recursive number(n) as (select 1 union all select n + 1 from number where n < ${count})
      select n from number`,
    `insert into contact (name, email, email_key, search_key, created_at, updated_at)
      select 'Contact ' || n, 'c' || n || '@customer.example', 'c' || n || '@customer.example',
        'contact ' || n || ' c' || n || '@customer.example', n, n
      from numbers where n <= 1 + ${count} / 10`,
    `insert into tag_set (key) values ('')`,
    `insert into conversation (title, status_id, inbox_id, home_id, archived, requester_id, tag_set_id, message_count, preview,
        created_at, updated_at, last_message_at)
      select 'Parcel ' || n || ' is late', case when n % 10 = 0 then 1 else 2 end, 1, 1, case when n % 5 = 1 then 1 else 0 end,
        1 + n / 10, 1, ${MESSAGES}, 'We are sorry to hear about the parcel', n, n, n from numbers`,
    `insert into message (conversation_id, kind, contact_id, created_at, body_text)
      select c.id, 'contact', c.requester_id, c.created_at + k.n, 'Hello, the parcel is still not here, please look again. '
        || 'It should have come to number ' || c.id || ' in the week before last, and nobody answers the telephone.'
      from conversation as c, numbers as k where k.n <= ${MESSAGES}`,
    'insert into conversation_contact (conversation_id, contact_id, position) select id, requester_id, 0 from conversation',
    `insert into conversation_participant (conversation_id, email_key, email, name, position)
      select c.id, p.email_key, p.email, p.name, 0 from conversation as c join contact as p on p.id = c.requester_id`,
    `insert into conversation_mark (conversation_id, kind, since, at, message_id, shelf, status_id, home_id, assign_key,
        last_message_at) select id, 4, created_at, created_at, id, shelf, status_id, home_id, assign_key, last_message_at
      from conversation`,
    `insert into conversation_number (home_id, shelf, status_id, assign_key, waiting, number)
      select home_id, shelf, status_id, assign_key, case when shelf = 0 and status_id <> 2 then 1 else 0 end, count(*)
      from conversation group by home_id, shelf, status_id, assign_key`,
    `insert into history (conversation_id, event, changes, created_at)
      select id, 'conversation.created', '{}', created_at from conversation`,
    `insert into review (conversation_id, contact_id, rating, created_at)
      select id, requester_id, 4, created_at from conversation where id % 10 = 0`,
    'drop table numbers',
  ];
}

/** A file with the first release's tables and so many conversations. `upgrade` takes the steps to `last`, or all. */
export async function firstFile(path: string, count: number) {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database, 'write') });
  await takeSteps(db, 'sqlite', 0, { last: FIRST });
  for (const text of filling(count)) database.exec(text);
  return {
    upgrade: (last?: string) => takeSteps(db, 'sqlite', 0, { last }),
    close: () => database.close(),
  };
}

/** The same in an empty database on PostgreSQL. */
export async function fillFirstDatabase(client: Client, count: number): Promise<void> {
  await upgrade(client, 0, FIRST);
  for (const text of filling(count)) await client.query(text);
  await client.query('vacuum analyze');
}
