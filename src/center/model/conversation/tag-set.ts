import { sql } from 'kysely';
import { prepareList } from '../../database/prepare.ts';
import { chunks } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import { rowIds } from '../rows.ts';
import type { Work } from '../work.ts';

/**
 * A conversation's tags as one value: conversations with the same tags share a set, those without tags the empty one.
 * There are far fewer sets than conversations, so that lists find tags by the sets that have them. A set never changes.
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

async function makeSets({ db }: Work, keys: ReadonlySet<string>): Promise<Sets> {
  if (keys.size === 0) return new Map();
  const values = [...keys].map(key => ({ key }));
  const sets = await db.insertInto('tag_set').values(values).returning(['id', 'key']).execute();
  const links = sets.flatMap(({ id, key }) =>
    key.split(' ').flatMap(tag => (tag === '' ? [] : { tag_id: Number(tag), tag_set_id: id })),
  );
  for (const piece of chunks(links)) await db.insertInto('tag_set_tag').values(piece).execute();
  return new Map(sets.map(({ id, key }) => [key, id]));
}

async function taggedNow(work: Work, ids: readonly number[]): Promise<readonly Tagged[]> {
  const tagged = await taggedAs(work.db, ids);
  if (!work.concurrent || tagged.every(({ found }) => found !== null)) return tagged;
  // Two that make the same set would wait for each other, because of the kind of its constraint.
  await work.concurrent.lock('new tag sets');
  return taggedAs(work.db, ids);
}

const moveTo = prepareList(1, (db, ids: readonly number[], set: number) =>
  db.updateTable('conversation').set({ tag_set_id: set }).where('id', 'in', ids),
);

async function refreshSome(work: Work, ids: readonly number[]): Promise<void> {
  const tagged = await taggedNow(work, ids);
  const made = await makeSets(work, new Set(tagged.flatMap(({ key, found }) => (found === null ? key : []))));
  const groups = Map.groupBy(tagged, ({ key, found }) => found ?? made.get(key)!);
  for (const [set, all] of groups) {
    const leaving = all.filter(({ before }) => before !== set);
    if (leaving.length > 0) await moveTo(work.db, rowIds(leaving), set);
  }
}

/** Updates the sets of conversations to their tags. */
export async function refreshTagSets(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) await refreshSome(work, piece);
}

/** Deletes the sets that no conversation has. No other write may be under way, which could give one to a conversation. */
export async function sweepTagSets(db: Db): Promise<void> {
  await sql`delete from tag_set where not exists (
    select 1 from conversation where conversation.tag_set_id = tag_set.id)`.execute(db);
}
