import { type RawBuilder, sql } from 'kysely';
import { chunks } from '../../database/chunks.ts';
import type { Work } from '../work.ts';

/**
 * A conversation's tags as one thing: conversations with the same tags have the same set, those without any the empty one.
 * There are far fewer sets than conversations, so that what carries none of some tags is found by the sets that have none
 * of them.
 */
interface Tagged {
  readonly id: number;
  /** The set that it had; null: none yet. */
  readonly before: number | null;
  /** The ids of its tags, in order. */
  readonly key: string;
}

async function taggedAs(work: Work, ids: readonly number[]): Promise<readonly Tagged[]> {
  const { rows } = await sql<Tagged>`select c.id as id, c.tag_set_id as before, coalesce((
      select string_agg(cast(link.tag_id as text), ' ' order by link.tag_id) from conversation_tag as link
      where link.conversation_id = c.id), '') as key
    from conversation as c where c.id in (${sql.join(ids)})`.execute(work.db);
  return rows;
}

/** The ids of sets by their keys. */
type Sets = ReadonlyMap<string, number>;

async function findSets(work: Work, keys: Iterable<string>): Promise<Sets> {
  const rows = await work.db
    .selectFrom('tag_set')
    .select(['id', 'key'])
    .where('key', 'in', [...keys])
    .execute();
  return new Map(rows.map(row => [row.key, row.id]));
}

async function makeSets(work: Work, keys: readonly string[]): Promise<Sets> {
  if (keys.length === 0) return new Map();
  const rows = await work.db
    .insertInto('tag_set')
    .values(keys.map(key => ({ key })))
    .returning(['id', 'key'])
    .execute();
  return new Map(rows.map(row => [row.key, row.id]));
}

/** The sets that no conversation has but those that leave them. */
async function setsLeft(work: Work, leaving: readonly Tagged[]): Promise<Set<number>> {
  const before = [...new Set(leaving.flatMap(one => one.before ?? []))];
  if (before.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select s.id as id from tag_set as s where s.id in (${sql.join(before)})
    and not exists (select 1 from conversation as c where c.tag_set_id = s.id
      and c.id not in (${sql.join(leaving.map(({ id }) => id))}))`.execute(work.db);
  return new Set(rows.map(row => row.id));
}

/**
 * The sets that are missing, each with one of those that are left: given another key, such a set goes along with its
 * conversations, whose rows and indexes need not be written to.
 */
function goingAlong(leaving: readonly Tagged[], found: Sets, left: ReadonlySet<number>): Sets {
  const free = new Set(left);
  const named = new Map<string, number>();
  for (const { key, before } of leaving)
    if (!found.has(key) && !named.has(key) && before !== null && free.delete(before)) named.set(key, before);
  return named;
}

/** Values side by side as the rows of a table. */
function pairs(rows: Iterable<readonly [number, number | string]>, other: RawBuilder<unknown>) {
  return sql`(values ${sql.join([...rows].map(([id, value]) => sql`(cast(${id} as bigint), cast(${value} as ${other}))`))})`;
}

async function renameSets(work: Work, sets: Sets): Promise<void> {
  if (sets.size === 0) return;
  const renamed = [...sets].map(([key, id]) => [id, key] as const);
  await sql`update tag_set set key = given.column2 from ${pairs(renamed, sql`text`)} as given
    where tag_set.id = given.column1`.execute(work.db);
}

async function moveTo(work: Work, sets: Sets, moved: readonly Tagged[]): Promise<void> {
  if (moved.length === 0) return;
  const given = moved.map(({ id, key }) => [id, sets.get(key)!] as const);
  await sql`update conversation set tag_set_id = given.column2 from ${pairs(given, sql`bigint`)} as given
    where conversation.id = given.column1`.execute(work.db);
}

async function dropSets(work: Work, ids: ReadonlySet<number>): Promise<void> {
  if (ids.size > 0)
    await work.db
      .deleteFrom('tag_set')
      .where('id', 'in', [...ids])
      .execute();
}

async function refreshSome(work: Work, ids: readonly number[]): Promise<void> {
  const tagged = await taggedAs(work, ids);
  const keys = new Set(tagged.map(({ key }) => key));
  const found = await findSets(work, keys);
  const leaving = tagged.filter(({ key, before }) => before === null || found.get(key) !== before);
  if (leaving.length === 0) return;
  const left = (await setsLeft(work, leaving)).difference(new Set(found.values()));
  const along = goingAlong(leaving, found, left);
  await renameSets(work, along);
  const made = await makeSets(
    work,
    [...keys].filter(key => !found.has(key) && !along.has(key)),
  );
  const sets = new Map([...found, ...along, ...made]);
  await moveTo(
    work,
    sets,
    leaving.filter(({ key, before }) => sets.get(key) !== before),
  );
  await dropSets(work, left.difference(new Set(along.values())));
}

/** Brings the sets of conversations in line with the tags that they carry. */
export async function refreshTagSets(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) await refreshSome(work, piece);
}
