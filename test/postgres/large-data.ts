/** A help center on PostgreSQL with millions of conversations, written by SQL straight into its tables. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import type { Center } from '../../src/center/center.ts';
import type { Tables } from '../../src/center/database/tables.ts';
import { countNumbers } from '../bench/center-data.ts';
import { createAgent } from '../harness/agents.ts';
import { askPostgres, postgresUrl, startPostgres } from '../harness/postgres.ts';

const DAY_MS = 86_400_000;
/** Agents who have conversations; a few more have none. */
const AGENTS = 60;
const FREE_AGENTS = 5;
const INBOXES = 30;
/** The rarest tag is on so many conversations. */
const RARE = 50;

/** Whose conversations these are: some agents see twelve inboxes, the others all. */
async function people(center: Center): Promise<void> {
  for (let at = 1; at <= AGENTS + FREE_AGENTS; at += 1) {
    const role = at % 2 === 0 ? 'agent' : 'admin';
    await createAgent(center, { name: `Agent ${at}`, email: `agent${at}@desk.example`, role });
  }
}

/** Inboxes, of which half have a target; statuses, tags and contacts. */
function frame(now: number, contacts: number): readonly string[] {
  return [
    `insert into inbox (name, slug, sort, kind, send_autoresponse, send_rating_request, rating_message, answer_within,
        created_at, updated_at)
      select 'Inbox ' || n, 'inbox-' || n, n, 'normal', 0, 0, '', case n % 2 when 0 then 480 else 0 end, ${now}, ${now}
      from generate_series(3, ${INBOXES}) as n`,
    `insert into inbox_agent (inbox_id, agent_id) select i.id, a.id from inbox as i, agent as a
      where i.id = 1 or (i.id + a.id) % 3 = 0`,
    `insert into conversation_status (name, name_key, kind) values ('Escalated', 'escalated', 'custom')`,
    `insert into tag (name, name_key) select name, name from generate_series(1, 200) as n, concat('tag', n) as name
      union all select 'rare', 'rare'`,
    `insert into contact (name, email, email_key, created_at, updated_at)
      select 'Contact ' || n, email, email, ${now}, ${now}
      from generate_series(1, ${contacts}) as n, concat('c', n, '@customer.example') as email`,
    `insert into contact_word (contact_id, word) select id, word from contact,
      unnest(array['contact', id::text, 'c' || id, 'customer', 'example']) as word`,
  ];
}

/**
 * What each conversation is, by chance: the largest of the inboxes has 43 % of them, the smallest less than 1 %. Of the
 * newest tenth a third is open, of the others a thirtieth; nine in ten of all are closed or archived.
 */
function facts(now: number, count: number, contacts: number): string {
  const chances = Array.from('abcdefgh', name => `random() as ${name}`).join(', ');
  const from = now - 1_000 * DAY_MS;
  return `create unlogged table fact as select n, ${from} + n * ${Math.floor((1_000 * DAY_MS) / (count + 1))} as created_at,
      1 + floor(${INBOXES} * a ^ 4)::int as inbox, h,
      case when b < 0.03 or n > ${count * 0.9} and b < 0.33 then 1 when b > 0.96 then 3 else 2 end as status,
      case when c < 0.2 then 1 when c > 0.995 then 4 else 0 end as away,
      case when d < 0.3 then null else 1 + floor(${AGENTS} * (d - 0.3) / 0.7)::int end as agent,
      array(select distinct one from unnest(array[
        case when e < 0.6 then 1 + floor(200 * (e / 0.6) ^ 3)::int end,
        case when f < 0.15 then 1 + floor(30 * f / 0.15)::int end,
        case when n % ${Math.floor(count / RARE)} = 3 then 201 end]) as one where one is not null order by one) as tags,
      1 + floor(${contacts} * g ^ 2)::int as contact
    from (select n, ${chances} from generate_series(1::bigint, ${count}) as n) as drawn`;
}

const words = `array['parcel', 'refund', 'invoice', 'order', 'broken', 'delivery', 'address', 'account', 'password', 'return']`;

/** A time in whole seconds. */
function seconds(time: string): string {
  return `(${time}) / 1000 * 1000`;
}

/** Up to `messages` messages in each conversation, of which the last is a customer's in two of three. */
function rows(now: number, messages: number): readonly string[] {
  const isAsked = '(f.n % 3 > 0)';
  const many = `(1 + f.n % ${messages})`;
  const last = `f.created_at + (${many} - 1) * least(floor(h * ${3 * DAY_MS})::bigint, (${now} - f.created_at) / 3)`;
  const newest = `((f.n - 1) * ${messages} + ${many})`;
  return [
    `insert into tag_set (key) select distinct array_to_string(tags, ' ') from fact`,
    `insert into conversation (id, title, status_id, inbox_id, home_id, assign_to, assign_key, place, snoozed_until, merged_into,
        requester_id, tag_set_id, message_count, note_count, preview, created_at, last_message_at, updated_at,
        has_note, asked_id, asked_at, since, due_at)
      select f.n, (${words})[1 + f.n % 10] || ' ' || f.n, status, inbox, inbox, agent, coalesce(agent, 0),
        case away when 1 then 1 else 0 end + case when f.n % 500 = 7 then 2 else 0 end,
        case away when 4 then ${seconds(`${now + DAY_MS} + f.n * 7919 % ${30 * DAY_MS}`)} end, case when f.n % 500 = 7 then f.n - 1 end,
        contact, s.id, ${many}, case f.n % 10 when 0 then 1 else 0 end, 'We are sorry to hear about it', ${seconds('f.created_at')},
        last, ${seconds(`last + floor(h * (${now} - last) / 20)::bigint`)}, case f.n % 10 when 0 then 1 else 0 end,
        case when ${isAsked} then ${newest} end, case when ${isAsked} then last end, case when ${isAsked} then last end,
        case when ${isAsked} then last + nullif(i.answer_within, 0) * 60000 end
      from fact as f join tag_set as s on s.key = array_to_string(tags, ' ') join inbox as i on i.id = f.inbox
        cross join lateral (select ${seconds(last)} as last) as l
      order by f.n`,
    `insert into conversation_contact (conversation_id, contact_id, position) select id, requester_id, 0 from conversation`,
    `insert into conversation_participant (conversation_id, email_key, email, name, position)
      select c.id, p.email_key, p.email, p.name, 0 from conversation as c join contact as p on p.id = c.requester_id`,
    `insert into conversation_tag (conversation_id, tag_id) select f.n, one from fact as f cross join lateral unnest(f.tags) as one`,
    `insert into tag_set_tag (tag_id, tag_set_id) select distinct link.tag_id, c.tag_set_id
      from conversation_tag as link join conversation as c on c.id = link.conversation_id`,
    `insert into message (id, conversation_id, kind, agent_id, contact_id, created_at, body_text)
      select (f.n - 1) * ${messages} + at, f.n, case when own then 'agent' else 'contact' end,
        case when own then coalesce(agent, 1) end, case when not own then contact end,
        ${last} - (${many} - at) * 60000, 'Hello, please look at the ' || (${words})[1 + (f.n + at) % 10] || ' again, number ' || f.n
      from fact as f cross join lateral generate_series(1, ${many}) as at
        cross join lateral (select at = ${many} and not ${isAsked} as own) as o`,
    `insert into note (conversation_id, agent_id, details, created_at)
      select n, 1, 'Called about it', created_at from fact where n % 10 = 0`,
    `insert into history (conversation_id, event, changes, created_at, by_mail)
      select n, 'conversation.created', '{}', created_at, 1 from fact`,
    `insert into conversation_read (agent_id, conversation_id, at, message_id)
      select c.assign_to, c.id, c.last_message_at, ${newest} from conversation as c join fact as f on f.n = c.id
      where ${isAsked} and h < 0.8 and c.assign_to is not null and c.id * 2 > (select max(n) from fact)`,
    `insert into conversation_span (conversation_id, number, opened_at, closed_at, closed_by, home_id, assign_key)
      select id, 0, created_at, case when status_id = 2 then updated_at end, case when status_id = 2 then assign_to end,
        home_id, assign_key from conversation`,
    `update agent set read_floor = floor, read_first = floor from (select max(id) / 2 as floor from message) as m`,
  ];
}

/** The words of the texts above. */
const searched = `insert into search (conversation_id, part, words)
  select f.n, 0, 'hello please look at the again number contact customer example ' || said || ' ' || f.n || ' ' || contact
    || ' c' || contact from fact as f cross join lateral (select string_agg((${words})[1 + (f.n + at) % 10], ' ') as said
      from generate_series(0, 1 + f.n % 3) as at) as w`;

/** Index after index is built when the rows are there. References are true by the way the rows are made. */
async function withoutIndexes(db: Kysely<Tables>, write: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace
        and relname ~ '^(conversation|conversation_(call|contact|participant|read|span|tag)|message|note|history|search)$')
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db);
  await sql.raw('set session_replication_role = replica').execute(db);
  await write();
  await sql.raw('set session_replication_role = default').execute(db);
  for (const { made } of indexes) await sql.raw(made).execute(db);
}

/** Of more conversations each has one message. */
const MANY = 2_000_000;

/** Fills an empty help center, whose database has this address, on a connection that waits for any statement. */
export async function fillLarge(center: Center, database: string, count: number): Promise<void> {
  const now = Date.now();
  const contacts = Math.floor(count / 20);
  await people(center);
  const pool = new Pool({ connectionString: database, max: 1 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run('set synchronous_commit = off');
    await run(`set maintenance_work_mem = '1GB'`);
    await run(`set work_mem = '256MB'`);
    await run('set jit = off');
    await run('select setseed(0.5)');
    for (const one of frame(now, contacts)) await run(one);
    await run(facts(now, count, contacts));
    await withoutIndexes(db, async () => {
      for (const one of rows(now, count > MANY ? 1 : 3)) await run(one);
      await run(searched);
      await countNumbers(db);
      await run('drop table fact');
    });
    await run(`select setval('conversation_id_seq', (select max(id) from conversation)),
      setval('message_id_seq', (select max(id) from message))`);
    await run('vacuum analyze');
  } finally {
    await db.destroy();
  }
}

/** An empty database on a PostgreSQL server of its own, which syncs each commit to the disk. */
export async function startLarge(): Promise<{ readonly database: string; stop(): Promise<void> }> {
  const server = await startPostgres(['shared_buffers=1GB', 'max_wal_size=4GB']);
  if (typeof server === 'string') throw new Error(server);
  await askPostgres(postgresUrl(server.folder, 'postgres'), 'create database large');
  return { database: postgresUrl(server.folder, 'large'), stop: () => server.stop() };
}
