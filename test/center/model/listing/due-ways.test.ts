import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillForFilters } from '../../../bench/center-data.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

/** So many that neither those who wait nor those with a tag are few. */
const COUNT = 40_000;

interface Waiting {
  readonly id: number;
  readonly due_at: number;
  readonly waiting_since: number;
  readonly status_id: number;
  readonly home_id: number;
  readonly tags: string;
}

let desk: OpenCenter;
let waiting: readonly Waiting[];

beforeAll(async () => {
  desk = await openCenter({ database: ':memory:' });
  await fillForFilters(desk, COUNT);
  const { store } = desk.center.context;
  await store.write(async db => {
    await sql`insert into tag (name, name_key) values ('last', 'last')`.execute(db);
    // Of those who wait, only the last ones in either order have it.
    await sql`insert into conversation_tag (conversation_id, tag_id, shelf, status_id, home_id, assign_key, last_message_at)
      select c.id, (select max(id) from tag), c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at
      from conversation as c left join conversation_mark as k on k.conversation_id = c.id and k.kind = 4
      where c.id % 4 = 0 and (k.due_at is null or c.status_id = 2
        or (k.due_at > ${desk.clock.now} and c.id > ${COUNT / 2}))`.execute(db);
  });
  const found = await sql<Waiting>`select c.id, k.due_at, k.since as waiting_since, c.status_id, c.home_id,
      (select group_concat(name) from conversation_tag as t join tag on tag.id = t.tag_id where t.conversation_id = c.id) as tags
    from conversation as c join conversation_mark as k on k.conversation_id = c.id and k.kind = 4
    where k.since > 0 and c.shelf = 0 and c.status_id <> 2`.execute(store.reader);
  waiting = found.rows;
});
afterAll(() => desk.close());

type Narrowed = readonly [query: Readonly<Record<string, unknown>>, holds: (row: Waiting) => boolean];

const narrowed: readonly Narrowed[] = [
  [{}, () => true],
  [{ status: ['open', 'closed'] }, row => row.status_id === 1],
  [{ inbox_ids: [5] }, row => row.home_id === 5],
  [{ late: 1 }, row => row.due_at <= desk.clock.now],
];

test.for(
  ['last', 'tag3', 'tag77'].flatMap(tag =>
    (['due_at', 'waiting_since'] as const).flatMap(field =>
      narrowed.flatMap(([query, holds]) =>
        (['asc', 'desc'] as const).map(direction => [tag, field, direction, query, holds] as const),
      ),
    ),
  ),
)('those with a tag (%s) are found in the order of %s, %s (%j)', async ([tag, field, direction, query, holds]) => {
  const sign = direction === 'asc' ? 1 : -1;
  const second = (row: Waiting) => Math.floor(row[field] / 1_000);
  const wanted = waiting
    .filter(row => row.tags.split(',').includes(tag) && holds(row))
    .sort((a, b) => sign * (second(a) - second(b) || a.id - b.id))
    .map(({ id }) => id);
  let cursor: string | undefined;
  for (const from of [0, 50, 100]) {
    const paged = { ...query, tags: [tag], sort: `${field}.${direction}`, ...(cursor ? { cursor } : {}) };
    const { status, body } = await desk.call('GET', '/conversations', { query: paged });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.map((row: { id: number }) => row.id)).toEqual(wanted.slice(from, from + 50));
    cursor = body.meta.next_cursor ?? undefined;
    if (cursor === undefined) return;
  }
});
