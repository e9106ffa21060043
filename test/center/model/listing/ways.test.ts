import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchDialects } from '../../../../src/center/database/search.ts';
import { WHOLE_PART } from '../../../../src/center/database/search-dialect.ts';
import { createRandom, type Random } from '../../../faults/random.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

/** So many that no value has few rows, that a sixth of them is a small part, and that old ones are far from the newest. */
const COUNT = 32_000;
const begin = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

/** In minutes: most last hours, few days, hardly any years. */
const length = sql`(n * 3 % 200) * case 0 when n % 997 then 6000 when n % 199 then 600 when n % 17 then 60 else 1 end`;

const times = ['created_at', 'updated_at', 'last_message_at'] as const;

function everything(desk: OpenCenter) {
  return desk.center.context.store.reader
    .selectFrom('conversation')
    .select(['id', 'status_id', 'inbox_id', 'assign_to', 'shelved', ...times])
    .select(eb =>
      eb
        .exists(
          eb.selectFrom('conversation_tag').select('tag_id').where('conversation_id', '=', eb.ref('conversation.id')),
        )
        .as('tagged'),
    )
    .execute();
}

type Row = Awaited<ReturnType<typeof everything>>[number];

let desk: OpenCenter;
let rows: readonly Row[];

beforeAll(async () => {
  desk = await openCenter();
  const number = sql`with recursive number(n) as (select cast(1 as bigint) union all select n + 1 from number where n < ${COUNT})`;
  const home = sql`case n % 6 when 1 then 2 else 1 end`;
  await desk.center.context.store.write(async db => {
    await sql`insert into tag (name, name_key) values ('half', 'half')`.execute(db);
    await sql`${number} insert into conversation
        (title, status_id, inbox_id, home_id, assign_to, shelved, created_at, updated_at, last_message_at)
      select 'Number ' || n, 1 + n % 2, ${home}, ${home}, case n / 4 % 2 when 0 then ${sql.lit(desk.adminId)} end,
        case n % 9 when 0 then 1 else 0 end, ${sql.lit(begin)} + n * ${sql.lit(MINUTE_MS)}, ${sql.lit(begin)} + (n + ${length} + n * 7 % 500) * ${sql.lit(MINUTE_MS)}, ${sql.lit(begin)} + (n + ${length}) * ${sql.lit(MINUTE_MS)}
      from number`.execute(db);
    await sql`insert into conversation_tag (conversation_id, tag_id, shelf, status_id, home_id, assign_key, last_message_at)
      select id, (select id from tag), shelf, status_id, home_id, assign_key, last_message_at
      from conversation where id % 5 < 3`.execute(db);
    const { kind } = desk.center.context.store;
    for (let id = 1; id <= COUNT; id += 1) {
      const words = wordsIn(id);
      // Some conversations have several rows of words.
      if (id % 50 > 0) await searchDialects[kind].insert(db, id, WHOLE_PART, words.join(' '));
      else for (const [at, word] of words.entries()) await searchDialects[kind].insert(db, id, at + 1, word);
    }
  });
  // PostgreSQL may have counted the tables while these rows were not committed, and take them for empty ones.
  const { kind, reader } = desk.center.context.store;
  if (kind === 'postgres') await sql`analyze`.execute(reader);
  rows = await everything(desk);
});
afterAll(() => desk.close());

/** Words of every frequency; two only in older conversations. */
const shares = { always: 1, often: 2, sometimes: 11, seldom: 90, hardly: 4_000 } as const;
/** So few of the first 10,000 conversations by last message are old that they fill no page of 200. */
const ages = { old: COUNT / 4, past: COUNT * 0.8 } as const;
type Word = keyof typeof shares | keyof typeof ages;

function wordsIn(id: number): Word[] {
  const some = (Object.keys(shares) as (keyof typeof shares)[]).filter(
    (word, at) => (id * 7 + at) % shares[word] === 0,
  );
  const aged = (Object.keys(ages) as (keyof typeof ages)[]).filter(word => id < ages[word]);
  return [...some, ...aged];
}

interface Asked {
  readonly query: Record<string, unknown>;
  readonly holds: ((row: Row) => boolean)[];
}

/** Adds a limit on one of the times to the filter. */
function limit(random: Random, { query, holds }: Asked, name: 'before' | 'after'): void {
  const field = random.pick(times);
  const at = begin + random.below(COUNT) * MINUTE_MS;
  const given = (query[name] ?? {}) as Record<string, string>;
  if (field in given) return;
  query[name] = { ...given, [field]: new Date(at).toISOString().slice(0, 19) };
  holds.push(row => (name === 'before' ? row[field] < at : row[field] > at));
}

function ask(random: Random): Asked {
  const isArchived = random.pick([0, 1, 'any'] as const);
  const asked: Asked = {
    query: { archived: isArchived },
    holds: [row => isArchived === 'any' || row.shelved === isArchived],
  };
  const { query, holds } = asked;
  const maybe = (step: () => void) => void (random.below(2) === 0 && step());
  maybe(() => {
    query.status = ['open'];
    holds.push(row => row.status_id === 1);
  });
  maybe(() => {
    query.inbox_ids = [2];
    holds.push(row => row.inbox_id === 2);
  });
  maybe(() => {
    query.assign_to = ['none'];
    holds.push(row => row.assign_to === null);
  });
  maybe(() => {
    query.tags = ['half'];
    holds.push(row => Boolean(row.tagged));
  });
  for (const name of ['before', 'after', 'before'] as const) maybe(() => limit(random, asked, name));
  maybe(() => {
    const words = Array.from({ length: 1 + random.below(3) }, () =>
      random.pick([...Object.keys(shares), ...Object.keys(ages)] as Word[]),
    );
    query.q = words.map(word => word.slice(0, 3 + random.below(5))).join(' ');
    holds.push(row => words.every(word => wordsIn(row.id).includes(word)));
  });
  return asked;
}

/** Compares the first three pages of a list with the rows themselves. */
async function comparePages({ query, holds }: Asked, field: (typeof times)[number], direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? 1 : -1;
  const wanted = rows
    .filter(row => holds.every(one => one(row)))
    .sort((a, b) => sign * (a[field] - b[field] || a.id - b.id))
    .map(row => row.id);
  let cursor: string | undefined;
  for (const from of [0, 200, 400]) {
    const { body } = await desk.call('GET', '/conversations', {
      query: { ...query, limit: 200, sort: `${field}.${direction}`, ...(cursor === undefined ? {} : { cursor }) },
    });
    expect(body.data.map((row: { id: number }) => row.id)).toEqual(wanted.slice(from, from + 200));
    cursor = body.meta.next_cursor ?? undefined;
    if (cursor === undefined) return;
  }
}

test.for(Array.from({ length: 90 }, (_, seed) => seed))(
  'a list has what its filters ask for, in order, page by page, by every way to find it (%i)',
  async seed => {
    const random = createRandom(seed);
    const asked = ask(random);
    await comparePages(asked, random.pick(times), random.pick(['asc', 'desc', 'desc']));
  },
);

test.for([0.2, 0.5, 0.8, 0.99].flatMap(part => [[], ['open']].map(status => [part, status] as const)))(
  'conversations created before a time are sorted by last message, however long they lasted (%j)',
  async ([part, status]) => {
    const at = begin + Math.floor(COUNT * part) * MINUTE_MS;
    const query = { archived: 'any', status, before: { created_at: new Date(at).toISOString().slice(0, 19) } };
    const holds = [(row: Row) => row.created_at < at, (row: Row) => status.length === 0 || row.status_id === 1];
    await comparePages({ query, holds }, 'last_message_at', 'desc');
  },
);

test.for(
  [['past'], ['old'], ['past', 'often'], ['past', 'sometimes'], ['old', 'always']].flatMap(words =>
    [{}, { status: ['open'] }, { archived: 'any' }, { inbox_ids: [1] }].map(filter => [words, filter] as const),
  ),
)('words that no new conversation has are found, newest first (%j)', async ([words, filter]) => {
  const { status, archived, inbox_ids } = filter as Record<string, unknown>;
  const holds = [
    (row: Row) => words.every(word => wordsIn(row.id).includes(word as Word)),
    (row: Row) => !status || row.status_id === 1,
    (row: Row) => archived === 'any' || row.shelved === 0,
    (row: Row) => !inbox_ids || row.inbox_id === 1,
  ];
  await comparePages({ query: { ...filter, q: words.join(' ') }, holds }, 'last_message_at', 'desc');
});
