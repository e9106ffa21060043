import { type RawBuilder, sql } from 'kysely';
import { prepareList } from '../../database/prepare.ts';
import { chunks, updating } from '../../database/statement.ts';
import type { Work } from '../work.ts';

/**
 * A conversation's tags as one value: conversations with the same tags share a set, those without tags the empty one.
 * There are far fewer sets than conversations, so that conversations without some tags are found by the sets without
 * them.
 */
interface Tagged {
  readonly id: number;
  /** Its former set; null if it had none yet. */
  readonly before: number | null;
  /** The ids of its tags, in order. */
  readonly key: string;
  /** The set with this key; null if it is missing. */
  readonly found: number | null;
}

const taggedAs = prepareList(
  0,
  (_db, ids: readonly number[]) => sql<Tagged>`with tagged as materialized (
      select c.id as id, c.tag_set_id as before, coalesce((
        select string_agg(cast(link.tag_id as text), ' ' order by link.tag_id) from conversation_tag as link
        where link.conversation_id = c.id), '') as key
      from conversation as c where c.id in (${sql.join(ids)}))
    select tagged.id as id, before, tagged.key as key, s.id as found
    from tagged left join tag_set as s on s.key = tagged.key`,
);

type Sets = ReadonlyMap<string, number>;

async function makeSets(work: Work, keys: readonly string[]): Promise<Sets> {
  if (keys.length === 0) return new Map();
  const rows = await work.db
    .insertInto('tag_set')
    .values(keys.map(key => ({ key })))
    .returning(['id', 'key'])
    .execute();
  return new Map(rows.map(row => [row.key, row.id]));
}

/** The sets that only the leaving conversations have. */
const setsLeft = prepareList(
  0,
  (_db, leaving: readonly number[]) => sql<{ id: number }>`select s.id as id from tag_set as s
    where s.id in (select tag_set_id from conversation where id in (${sql.join(leaving)}))
      and not exists (select 1 from conversation as c where c.tag_set_id = s.id
        and c.id not in (${sql.join(leaving)}))`,
);

async function setsFree(work: Work, leaving: readonly Tagged[], found: Sets): Promise<Set<number>> {
  const former = leaving.filter(({ before }) => before !== null).map(({ id }) => id);
  if (former.length === 0) return new Set();
  const left = (await setsLeft(work.db, former)).map(({ id }) => id);
  return new Set(left).difference(new Set(found.values()));
}

/**
 * Pairs each missing set with one that its conversations leave: that set gets the missing key and stays with its
 * conversations, so that their rows and indexes need not be written.
 */
function goingAlong(leaving: readonly Tagged[], free: ReadonlySet<number>): Sets {
  const left = new Set(free);
  const named = new Map<string, number>();
  for (const { key, before, found } of leaving)
    if (found === null && !named.has(key) && before !== null && left.delete(before)) named.set(key, before);
  return named;
}

/** Pairs of values as the rows of a table. */
function pairs(rows: Iterable<readonly [number, number | string]>, other: RawBuilder<unknown>) {
  return sql`(values ${sql.join([...rows].map(([id, value]) => sql`(cast(${id} as bigint), cast(${value} as ${other}))`))})`;
}

async function renameSets(work: Work, sets: Sets): Promise<void> {
  if (sets.size === 0) return;
  const renamed = [...sets].map(([key, id]) => [id, key] as const);
  await sql`${updating(work.kind)} tag_set set key = given.column2 from ${pairs(renamed, sql`text`)} as given
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

async function taggedNow(work: Work, ids: readonly number[]): Promise<readonly Tagged[]> {
  const tagged = await taggedAs(work.db, ids);
  if (!work.beside || tagged.every(({ found }) => found !== null)) return tagged;
  // Two that make the same set would wait for each other, because of the kind of its constraint.
  await work.beside.lock('new tag sets');
  return taggedAs(work.db, ids);
}

async function refreshSome(work: Work, ids: readonly number[]): Promise<void> {
  const tagged = await taggedNow(work, ids);
  const leaving = tagged.filter(({ before, found }) => before === null || found !== before);
  if (leaving.length === 0) return;
  const found = new Map(tagged.flatMap(one => (one.found === null ? [] : [[one.key, one.found]])));
  const free = await setsFree(work, leaving, found);
  const along = goingAlong(leaving, free);
  await renameSets(work, along);
  const keys = new Set(leaving.map(({ key }) => key));
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
  await dropSets(work, free.difference(new Set(along.values())));
}

/**
 * Updates the sets of conversations to their tags. Beside others, no set is joined while its last conversation leaves it;
 * conversations that are `new` leave none.
 */
export async function refreshTagSets(work: Work, ids: readonly number[], are: 'new' | 'old' = 'old'): Promise<void> {
  if (ids.length > 0) await work.beside?.[are === 'new' ? 'share' : 'lock']('tag sets');
  for (const piece of chunks(ids)) await refreshSome(work, piece);
}
