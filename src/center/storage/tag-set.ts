import { sql } from 'kysely';
import type { Work } from '../call.ts';
import { chunks } from './chunks.ts';

/**
 * The tags that a conversation carries, as one thing: those with the same tags have the same set, those without any the
 * empty one. There are far fewer sets than conversations, so that what carries none of some tags is found by the sets that
 * have none of them.
 */
const keyOf = (tagIds: readonly number[]): string => tagIds.toSorted((a, b) => a - b).join(' ');

const findSets = async (work: Work, keys: readonly string[]): Promise<Map<string, number>> => {
  const rows = await work.db.selectFrom('tag_set').select(['id', 'key']).where('key', 'in', keys).execute();
  return new Map(rows.map(row => [row.key, row.id]));
};

const makeSets = async (work: Work, wanted: ReadonlyMap<string, readonly number[]>): Promise<void> => {
  const made = await work.db
    .insertInto('tag_set')
    .values([...wanted.keys()].map(key => ({ key })))
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning(['id', 'key'])
    .execute();
  const links = made.flatMap(({ id, key }) => wanted.get(key)!.map(tag_id => ({ tag_set_id: id, tag_id })));
  for (const piece of chunks(links)) await work.db.insertInto('tag_set_tag').values(piece).execute();
};

/** The sets of these tags, each by its key; made where there is none. */
const setsOf = async (work: Work, all: readonly (readonly number[])[]): Promise<ReadonlyMap<string, number>> => {
  const wanted = new Map(all.map(tagIds => [keyOf(tagIds), tagIds]));
  const found = await findSets(work, [...wanted.keys()]);
  const missing = new Map([...wanted].filter(([key]) => !found.has(key)));
  if (missing.size === 0) return found;
  await makeSets(work, missing);
  return findSets(work, [...wanted.keys()]);
};

const tagsOf = async (work: Work, ids: readonly number[]): Promise<Map<number, number[]>> => {
  const rows = await work.db
    .selectFrom('conversation_tag')
    .select(['conversation_id', 'tag_id'])
    .where('conversation_id', 'in', ids)
    .execute();
  const tags = new Map(ids.map(id => [id, [] as number[]]));
  for (const row of rows) tags.get(row.conversation_id)!.push(row.tag_id);
  return tags;
};

const setsBefore = async (work: Work, ids: readonly number[]): Promise<Map<number, number | null>> => {
  const rows = await work.db.selectFrom('conversation').select(['id', 'tag_set_id']).where('id', 'in', ids).execute();
  return new Map(rows.map(row => [row.id, row.tag_set_id]));
};

const setSets = async (work: Work, sets: readonly (readonly [id: number, set: number])[]): Promise<void> => {
  const rows = sets.map(([id, set]) => sql`(cast(${id} as bigint), cast(${set} as bigint))`);
  await sql`update conversation set tag_set_id = given.column2 from (values ${sql.join(rows)}) as given
    where conversation.id = given.column1`.execute(work.db);
};

/** Deletes those of these sets that no conversation has any more. */
const dropUnused = async (work: Work, sets: readonly number[]): Promise<void> => {
  if (sets.length === 0) return;
  await sql`delete from tag_set where id in (${sql.join([...new Set(sets)])})
    and not exists (select 1 from conversation as c where c.tag_set_id = tag_set.id)`.execute(work.db);
};

/** Brings the sets of conversations in line with the tags that they carry. */
export const refreshTagSets = async (work: Work, ids: readonly number[]): Promise<void> => {
  for (const piece of chunks(ids)) {
    const tags = await tagsOf(work, piece);
    const sets = await setsOf(work, [...tags.values()]);
    const before = await setsBefore(work, piece);
    const after = [...tags].map(([id, tagIds]) => [id, sets.get(keyOf(tagIds))!] as const);
    const changed = after.filter(([id, set]) => before.get(id) !== set);
    if (changed.length > 0) await setSets(work, changed);
    await dropUnused(
      work,
      changed.flatMap(([id]) => before.get(id) ?? []),
    );
  }
};

/** Gives a new conversation the set of its tags. */
export const setTagSet = async (work: Work, id: number, tagIds: readonly number[]): Promise<void> => {
  const sets = await setsOf(work, [tagIds]);
  await work.db
    .updateTable('conversation')
    .set({ tag_set_id: sets.get(keyOf(tagIds))! })
    .where('id', '=', id)
    .execute();
};
