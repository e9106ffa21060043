import { type Kysely, sql } from 'kysely';
import {
  type Additions,
  add,
  addColumns,
  type DatabaseKind,
  integer,
  link,
  optionalWhole,
  part,
  whole,
  wholeZero,
  zero,
} from './columns.ts';

/** A conversation's row holds everything that lists ask for. */
const columns = {
  assign_key: wholeZero,
  place: zero,
  asked_id: optionalWhole,
  asked_at: optionalWhole,
  since: optionalWhole,
  due_at: optionalWhole,
  has_note: zero,
  has_file: zero,
  has_review: zero,
  has_side: zero,
  by_machine: zero,
};

const additions: Additions = {
  tables: {
    conversation_call: {
      columns: {
        agent_id: part('agent'),
        kind: integer,
        conversation_id: part('conversation'),
        since: whole,
        read_at: optionalWhole,
      },
      key: ['agent_id', 'kind', 'conversation_id'],
      indexes: [['conversation_id']],
    },
    tag_set_tag: { ...link('tag', 'tag_set'), reverse: ['tag_set', ['tag_set_id']] },
  },
};

/** The columns of the other filters: a row that does not match needs no access to the table. */
const filters =
  'home_id, assign_key, tag_set_id, status_id, has_note, has_file, has_review, has_side, by_machine, asked_id, created_at, snoozed_until';

const byTime = `place, last_message_at, id, ${filters}`;

/** The endings of names, columns and rows of the indexes by which lists are found. */
const indexes: readonly (readonly [name: string, columns: string, of?: string])[] = [
  ['by_time', byTime],
  ['by_home', `home_id, ${byTime.replace(' home_id,', '')}`],
  ['by_assignee', `assign_key, ${byTime.replace(' assign_key,', '')}`],
  ['by_tag_set', `tag_set_id, ${byTime.replace(' tag_set_id,', '')}`],
  ['by_requester', 'requester_id, place, last_message_at, id'],
  ['open', `last_message_at, id, place, ${filters}, asked_at, since`, 'place = 0 and status_id <> 2'],
  [
    'waiting',
    `since, id, place, ${filters}, due_at, last_message_at`,
    'since is not null and place = 0 and status_id <> 2',
  ],
  [
    'later',
    `snoozed_until, id, place, ${filters.replace(', snoozed_until', '')}, last_message_at`,
    'snoozed_until is not null',
  ],
  ['by_created', 'place, created_at, id'],
  ['by_updated', 'place, updated_at, id'],
  ['unread', 'asked_id, id', 'asked_id is not null'],
  ['merged', 'merged_into', 'merged_into is not null'],
  ['orphan', 'assign_key', 'inbox_id is null'],
];

async function dropIndexes(db: Kysely<never>, kind: DatabaseKind, table: string): Promise<void> {
  const { rows } = await (kind === 'sqlite'
    ? sql<{
        name: string;
      }>`select name from sqlite_schema where type = 'index' and tbl_name = ${table} and sql is not null`
    : sql<{ name: string }>`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = to_regclass(${table}) and not indisunique`
  ).execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
}

/** A time in whole seconds. An early import kept a file's time with a fraction, which `%` ignores. */
function second(name: string) {
  return sql`cast(${sql.ref(name)} as bigint) / 1000 * 1000`;
}

/** The newest of the marks of a kind: 4 is the customer's last word. */
function ofKind(kind: number, value: string) {
  return sql.raw(`max(case when kind = ${kind} then ${value} end)`);
}

async function fillRows(db: Kysely<never>): Promise<void> {
  const times = ['created_at', 'updated_at', 'last_message_at', 'snoozed_until', 'woken_from'].map(
    name => sql`${sql.ref(name)} = ${second(`conversation.${name}`)}`,
  );
  await sql`update conversation set ${sql.join(times)},
    assign_key = coalesce(assign_to, 0), place = case when shelved = 8 then 8 else case when shelved = 1 then 1 else 0 end
      + case when merged_into is null then 0 else 2 end end,
    asked_id = found.asked_id, asked_at = found.asked_at, since = found.since, due_at = found.due_at,
    has_note = coalesce(found.note, 0), has_file = coalesce(found.file, 0), has_review = coalesce(found.review, 0),
    has_side = coalesce(found.side, 0), by_machine = coalesce(found.machine, 0)
    from (select c.id as found_id, marked.* from conversation as c left join (select conversation_id,
        nullif(${ofKind(4, 'message_id')}, 0) as asked_id, ${ofKind(4, '"at"')} as asked_at,
        nullif(${ofKind(4, 'cast(since as bigint) / 1000 * 1000')}, 0) as since,
        ${ofKind(4, 'cast(due_at as bigint) / 1000 * 1000')} as due_at,
        ${ofKind(1, '1')} as note, ${ofKind(2, '1')} as file, ${ofKind(3, '1')} as review, ${ofKind(6, '1')} as side,
        ${ofKind(5, '1')} as machine from conversation_mark where kind between 1 and 6 group by conversation_id) as marked
      on marked.conversation_id = c.id) as found where found.found_id = conversation.id`.execute(db);
}

/** Mentions had the negative id of the agent as their kind; conversations that came back had one below -1e12. */
async function fillCalls(db: Kysely<never>): Promise<void> {
  await sql`insert into conversation_call (agent_id, kind, conversation_id, since, read_at)
    select agent.id, case when k.kind < -1000000000000 then 2 else 1 end, k.conversation_id, k.since, nullif(k.at, 0)
    from conversation_mark as k join agent
      on agent.id = case when k.kind < -1000000000000 then -1000000000000 - k.kind else 0 - k.kind end
    where k.kind < 0`.execute(db);
}

const keyOf = sql`coalesce((select string_agg(cast(link.tag_id as text), ' ' order by link.tag_id)
  from conversation_tag as link where link.conversation_id = c.id), '')`;

async function fillTagSets(db: Kysely<never>): Promise<void> {
  await sql`insert into tag_set (key) select distinct ${keyOf} from conversation as c where c.tag_set_id is null
    and ${keyOf} not in (select key from tag_set)`.execute(db);
  await sql`update conversation set tag_set_id = (select s.id from tag_set as s where s.key = (
      select ${keyOf} from conversation as c where c.id = conversation.id))
    where tag_set_id is null`.execute(db);
  await sql`insert into tag_set_tag (tag_id, tag_set_id) select distinct link.tag_id, c.tag_set_id
    from conversation_tag as link join conversation as c on c.id = link.conversation_id`.execute(db);
}

/** The numbers are counted again: an erased conversation that was merged away has another place. */
async function fillNumbers(db: Kysely<never>): Promise<void> {
  await sql`delete from conversation_number`.execute(db);
  await sql`alter table conversation_number rename column shelf to place`.execute(db);
  await sql`insert into conversation_number (home_id, place, status_id, assign_key, waiting, number)
    select home_id, place, status_id, assign_key, waiting, count(*) from (select home_id, status_id, assign_key,
        case when snoozed_until is null then place else 4 end as place,
        case when since is not null and place = 0 and snoozed_until is null and status_id <> 2 then 1 else 0 end as waiting
      from conversation) as counted group by home_id, place, status_id, assign_key, waiting`.execute(db);
}

const COPIES = ['shelf', 'status_id', 'home_id', 'assign_key', 'last_message_at'];

/**
 * A list is found by the conversation's own row: it had marks, and copies of its columns beside its tags and marks. Its
 * times are whole seconds. Long on a large database: servers stop for it.
 */
export async function change(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  for (const table of ['conversation', 'conversation_tag', 'conversation_mark']) await dropIndexes(db, kind, table);
  // SQLite takes no index alone for a query that names a generated column.
  for (const generated of ['assign_key', 'shelf'])
    await sql`alter table conversation drop column ${sql.ref(generated)}`.execute(db);
  await addColumns(db, kind, 'conversation', columns);
  await add(db, kind, additions);
  await fillRows(db);
  await fillCalls(db);
  await fillTagSets(db);
  await fillNumbers(db);
  await sql`drop table conversation_mark`.execute(db);
  for (const name of COPIES) await sql`alter table conversation_tag drop column ${sql.ref(name)}`.execute(db);
  for (const [name, on, of] of indexes)
    await sql
      .raw(`create index conversation_${name} on conversation (${on})${of === undefined ? '' : ` where ${of}`}`)
      .execute(db);
  if (kind === 'sqlite') return;
  // A few sets of tags have most conversations. Without fresh statistics lists take the wrong index.
  await sql`alter table conversation alter column tag_set_id set statistics 1000`.execute(db);
  await sql`alter table conversation set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(
    db,
  );
  await sql`analyze conversation`.execute(db);
}
