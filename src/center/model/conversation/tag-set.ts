import { sql } from 'kysely';
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

type Sets = ReadonlyMap<string, number>;

async function findSets(work: Work, keys: readonly string[]): Promise<Sets> {
  const rows = await work.db.selectFrom('tag_set').select(['id', 'key']).where('key', 'in', keys).execute();
  return new Map(rows.map(row => [row.key, row.id]));
}

/** Numbers side by side as the rows of a table. */
function pairs(rows: readonly (readonly [number, number])[]) {
  return sql`(values ${sql.join(rows.map(([one, other]) => sql`(cast(${one} as bigint), cast(${other} as bigint))`))})`;
}

async function makeSets(work: Work, keys: readonly string[]): Promise<Sets> {
  const rows = await work.db
    .insertInto('tag_set')
    .values(keys.map(key => ({ key })))
    .returning(['id', 'key'])
    .execute();
  return new Map(rows.map(row => [row.key, row.id]));
}

async function setsOf(work: Work, tagged: readonly Tagged[]): Promise<Sets> {
  const keys = [...new Set(tagged.map(({ key }) => key))];
  const found = await findSets(work, keys);
  const missing = keys.filter(key => !found.has(key));
  return missing.length === 0 ? found : new Map([...found, ...(await makeSets(work, missing))]);
}

/** Deletes those of these sets that no conversation has any more. */
async function dropUnused(work: Work, sets: readonly number[]): Promise<void> {
  if (sets.length === 0) return;
  await sql`delete from tag_set where id in (${sql.join([...new Set(sets)])})
    and not exists (select 1 from conversation as c where c.tag_set_id = tag_set.id)`.execute(work.db);
}

/** Brings the sets of conversations in line with the tags that they carry. */
export async function refreshTagSets(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) {
    const tagged = await taggedAs(work, piece);
    const sets = await setsOf(work, tagged);
    const changed = tagged.filter(({ key, before }) => sets.get(key) !== before);
    if (changed.length === 0) continue;
    await sql`update conversation set tag_set_id = given.column2
      from ${pairs(changed.map(({ id, key }) => [id, sets.get(key)!]))} as given
      where conversation.id = given.column1`.execute(work.db);
    await dropUnused(
      work,
      changed.flatMap(({ before }) => before ?? []),
    );
  }
}
