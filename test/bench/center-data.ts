import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../src/center/database/tables.ts';
import { numberColumns } from '../../src/center/database/tables-of-attention.ts';
import type { OpenCenter } from '../center/open-center.ts';

const DAY_MS = 86_400_000;

/** What the data is made of; `small` is an inbox of 40 conversations that one agent sees and nothing else. */
export interface BenchData {
  readonly small: number;
  readonly agents: readonly number[];
}

function numbers(to: number) {
  return sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${to})`;
}

/** A time in whole seconds. */
function second(time: RawBuilder<unknown>) {
  return sql`((${time}) / 1000 * 1000)`;
}

/** A number from 0 to `below` - 1 that looks like chance and is the same each time. */
function chance(below: number, salt: number, number = sql`n`) {
  return sql`((${number} * ${2_654_435_761 + salt * 40_503}) >> 7 & 1048575) % ${below}`;
}

const words = 'parcel refund invoice order broken delivery address account password return'.split(' ');
/** Words that are in this share of the messages, spread over the conversations by chance. */
const sharedWords = {
  zeppelin: 1 / 250_000,
  marmalade: 1 / 5_000,
  saffron: 1 / 100,
  turnip: 1 / 20,
  lantern: 1 / 2,
} as const;

/** Each word in its share of the messages. */
function shared(): RawBuilder<unknown> {
  return sql.join(
    Object.entries(sharedWords).map(
      ([one, share], at) =>
        sql`(case when ${chance(Math.round(1 / share), 20 + at)} = 0 then ${` ${one}`} else '' end)`,
    ),
    sql` || `,
  );
}

function word(salt: number) {
  return sql`(case ${chance(words.length, salt)} ${sql.join(
    words.map((one, at) => sql`when ${at} then ${one}`),
    sql` `,
  )} end)`;
}

async function people(db: Kysely<Tables>, now: number, count: number): Promise<number[]> {
  await sql`${numbers(100_000)} insert into contact (name, email, email_key, created_at, updated_at)
    select 'Contact ' || n, 'c' || n || '@customer.example', 'c' || n || '@customer.example', ${now}, ${now}
    from number`.execute(db);
  await sql`insert into contact_word (contact_id, word) select c.id, w.value from contact as c,
    json_each(json_array('contact', cast(c.id as text), 'c' || c.id, 'customer', 'example')) as w`.execute(db);
  await sql`${numbers(count)} insert into agent (name, email, email_key, role, created_at, updated_at)
    select 'Agent ' || n, 'a' || n || '@desk.example', 'a' || n || '@desk.example', 'agent', ${now}, ${now}
    from number`.execute(db);
  const rows = await db.selectFrom('agent').select('id').where('name', 'like', 'Agent %').orderBy('id').execute();
  return rows.map(row => row.id);
}

/** A tenth open, a fifth archived, one in 500 merged away, half without assignee, two tags each, the small inbox with 40. */
async function conversations(
  db: Kysely<Tables>,
  count: number,
  given: { now: number; small: number; inboxes: readonly number[]; agents: readonly number[] },
) {
  const at = sql`${given.now - 400 * DAY_MS} + n * ${Math.floor((400 * DAY_MS) / count)}`;
  const inbox = sql`(case when n % ${Math.floor(count / 40)} = 0 then ${given.small} else
    (select value from json_each(${JSON.stringify(given.inboxes)}) where key = ${chance(given.inboxes.length, 1)}) end)`;
  await sql`${numbers(count)} insert into conversation (title, status_id, inbox_id, home_id, assign_to, place, merged_into,
      requester_id, message_count, preview, created_at, updated_at, last_message_at)
    select ${word(2)} || ' ' || ${word(3)} || ' ' || n, case ${chance(10, 4)} when 0 then 1 when 1 then 3 when 2 then 4 when 3 then 5 else 2 end,
      ${inbox}, ${inbox},
      case when ${chance(2, 5)} = 0 then null else (select value from json_each(${JSON.stringify(given.agents)}) where key = ${chance(given.agents.length, 6)}) end,
      case when ${chance(5, 7)} = 0 then 1 else 0 end + case when n % 500 = 7 then 2 else 0 end,
      case when n % 500 = 7 then n - 1 end, 1 + n % 20000, 10, 'We are sorry to hear about the parcel', ${second(at)}, ${second(sql`(${at} + ${DAY_MS})`)}, ${second(sql`(${at} + ${chance(DAY_MS, 8)})`)}
    from number`.execute(db);
  await sql`update conversation set assign_key = coalesce(assign_to, 0)`.execute(db);
  await sql`insert into conversation_contact (conversation_id, contact_id, position) select id, requester_id, 0 from conversation`.execute(
    db,
  );
  for (const tag of [sql`1 + ${chance(10, 9)}`, sql`11 + ${chance(189, 10)}`])
    await sql`insert into conversation_tag (conversation_id, tag_id) select id, ${sql`(${tag})`} from (select conversation.*, id as n from conversation)`.execute(
      db,
    );
  await tagSets(db);
}

/** The sets of the conversations' tags. */
async function tagSets(db: Kysely<Tables>): Promise<void> {
  await sql`create temp table set_of as select conversation_id as id, group_concat(tag_id, ' ') as key
    from (select conversation_id, tag_id from conversation_tag order by conversation_id, tag_id)
    group by conversation_id`.execute(db);
  await sql`insert into tag_set (key) select distinct key from set_of`.execute(db);
  await sql`update conversation set tag_set_id = tag_set.id from set_of join tag_set on tag_set.key = set_of.key
    where conversation.id = set_of.id`.execute(db);
  await sql`insert into tag_set_tag (tag_id, tag_set_id) select distinct link.tag_id, c.tag_set_id
    from conversation_tag as link join conversation as c on c.id = link.conversation_id`.execute(db);
  await sql`drop table set_of`.execute(db);
}

async function messages(db: Kysely<Tables>, count: number): Promise<void> {
  await sql`${numbers(count * 10)} insert into message (conversation_id, kind, contact_id, created_at, body_text)
    select 1 + (n - 1) / 10, 'contact', 1 + n % 20000, 1700000000000 + n,
      'Hello, the ' || ${word(11)} || ' is still not here, please look at the ' || ${word(12)} || ' again. '
        || 'Thank you, number ' || n || ${shared()}
    from number`.execute(db);
  await sql`insert into search (rowid, words) select id, 'hello the is still not here please look at again thank you number contact customer example '
      || replace(title, ' ', ' ') || ' ' || replace(replace((select group_concat(distinct substr(body_text, 12)) from message where conversation_id = conversation.id), ',', ' '), '.', ' ')
    from conversation`.execute(db);
}

/** Fills an empty help center: `count` conversations of ten messages. */
export function fill(center: OpenCenter, count: number): Promise<BenchData> {
  return fillWith(center, count, messages);
}

async function fillWith(center: OpenCenter, count: number, fillTexts: typeof messages): Promise<BenchData> {
  const now = center.clock.now;
  return center.center.context.store.write(async db => {
    const agents = await people(db, now, 30);
    await conversations(db, count, {
      now,
      small: center.inboxId,
      inboxes: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      agents,
    });
    await fillTexts(db, count);
    return { small: center.inboxId, agents };
  });
}

/** Inboxes, statuses and tags; before `fill`. */
export async function prepare(center: OpenCenter): Promise<void> {
  await center.center.context.store.write(async db => {
    for (const name of ['in progress', 'awaiting reply', 'escalated'])
      await db.insertInto('conversation_status').values({ name, name_key: name, kind: 'custom' }).execute();
    await sql`${numbers(200)} insert into tag (name, name_key) select 'tag' || n, 'tag' || n from number`.execute(db);
  });
  for (let at = 0; at < 9; at++) await center.call('POST', '/inboxes', { body: { name: `Inbox ${at}` } });
}

/** One in fifty is put off for up to a month. */
async function putOff(db: Kysely<Tables>, now: number): Promise<void> {
  await sql`update conversation set snoozed_until = ${second(sql`${now} + id * 7919 % ${30 * DAY_MS}`)}
    where id % 50 = 3 and place = 0`.execute(db);
}

/** Counts the conversations, of which there are no numbers yet. */
export async function countNumbers(db: Kysely<Tables>): Promise<void> {
  const key = sql.join(numberColumns.map(name => sql.ref(name)));
  await sql`insert into conversation_number (${key}, number) select ${key}, count(*) from (
      select home_id, case when snoozed_until is null then place else 4 end as place, status_id, assign_key, case when
        since is not null and place = 0 and snoozed_until is null and status_id <> 2 then 1 else 0 end as waiting
      from conversation) as counted group by ${key}`.execute(db);
}

/**
 * Conversations without texts, with what lists ask as work leaves it: a third ends with a customer's word, of which half are late,
 * a tenth has notes.
 */
export async function fillForFilters(center: OpenCenter, count: number): Promise<void> {
  await prepare(center);
  await fillWith(center, count, async () => undefined);
  await center.center.context.store.write(async db => {
    const isAsked = sql`${chance(3, 31, sql`c.id`)} = 0`;
    const due = sql`${center.clock.now} + (c.id * 7919 % 800 - 400) * ${DAY_MS} + c.id`;
    await putOff(db, center.clock.now);
    const flag = (is: RawBuilder<unknown>) => sql`case when ${is} then 1 else 0 end`;
    const ifAsked = (value: RawBuilder<unknown>) => sql`case when ${isAsked} then ${value} end`;
    await sql`update conversation as c set has_note = ${flag(sql`${chance(10, 32, sql`c.id`)} = 0`)},
      has_file = ${flag(sql`${chance(20, 33, sql`c.id`)} = 0`)}, has_review = ${flag(sql`${chance(200, 34, sql`c.id`)} = 0`)},
      asked_id = ${ifAsked(sql`c.id`)}, asked_at = ${ifAsked(sql`c.last_message_at`)},
      since = ${ifAsked(sql`c.last_message_at`)}, due_at = ${ifAsked(second(due))}`.execute(db);
    await db.deleteFrom('conversation_number').execute();
    await countNumbers(db);
  });
  await makeTeams(center);
}

/** The teams that the filters name, of which one has no member. */
export function makeTeams(center: OpenCenter): Promise<void> {
  return center.center.context.store.write(async db => {
    await sql`insert into team (name, created_at, updated_at) values ('Night', 1, 1), ('Empty', 1, 1)`.execute(db);
    await sql`insert into team_agent (team_id, agent_id) select 1, id from agent where id in (5, 6, 7)`.execute(db);
  });
}

/** An agent's reading state: everything, or all but the newest hundred; the field sets the floor. */
export function readAllBut(center: OpenCenter, unread: number): Promise<void> {
  return center.center.context.store.write(async db => {
    await sql`update agent set read_floor = (select max(asked_id) from conversation) - ${unread}`.execute(db);
  });
}
