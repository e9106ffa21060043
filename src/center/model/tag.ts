import { sql } from 'kysely';
import type { Tag } from '../../contract/tag.ts';
import { deleteRows, rowWith, updateRows } from '../database/rows.ts';
import { chunks, likePattern } from '../database/statement.ts';
import type { Db, Row } from '../database/tables.ts';
import { type Caller, ERASED_PLACE, visibleHomes } from './access.ts';
import { lockConversations } from './conversation/row.ts';
import { tagKey } from './conversation/tag.ts';
import { refreshTagSets } from './conversation/tag-set.ts';
import { afterCursor, type Page } from './listing/paging.ts';
import { notFound } from './problem.ts';
import { rowIds } from './rows.ts';
import { renameInRules } from './rule/rename.ts';
import { secondOf } from './time.ts';
import type { Work } from './work.ts';

/** The tags of conversations that are not erased, and that the caller sees, as `tag_id` and their `number`. */
async function countedTags(db: Db, caller: Caller) {
  const homes = await visibleHomes(db, caller);
  const isSeen = homes
    ? sql`(${homes.length > 0 ? sql`home_id in (${sql.join(homes)})` : sql`1 = 0`}
        or assign_key = ${caller.agentId} and inbox_id is null)`
    : sql`1 = 1`;
  return sql`(select link.tag_id, sum(counted.number) as number from (
      select tag_set_id, count(*) as number from conversation
      where place <> ${sql.lit(ERASED_PLACE)} and ${isSeen} group by tag_set_id) as counted
    join tag_set_tag as link on link.tag_set_id = counted.tag_set_id group by link.tag_id)`;
}

/** The conversations of a tag, except erased ones, which only the numbers count. */
function taggedWith(db: Db, tagId: number) {
  return db
    .selectFrom('conversation as c')
    .where('c.tag_set_id', 'in', ({ selectFrom }) =>
      selectFrom('tag_set_tag').select('tag_set_id').where('tag_id', '=', tagId),
    )
    .where('c.place', '<>', ERASED_PLACE);
}

/**
 * A page of the tags on conversations that the caller sees, with the number of conversations for each; `q` is a part of
 * the name.
 */
export async function listTags(db: Db, caller: Caller, q: string | undefined, page: Page) {
  const conditions = [
    q === undefined ? undefined : sql`tag.name_key like ${likePattern(tagKey(q))} escape '\\'`,
    afterCursor(page, 'tag.name_key', 'tag.id'),
  ].filter(condition => condition !== undefined);
  const direction = sql.raw(page.direction);
  const found = await sql<Tag & { id: number; name_key: string }>`
    select tag.id, tag.name, tag.name_key, counted.number as conversations
    from ${await countedTags(db, caller)} as counted join tag on tag.id = counted.tag_id
    where ${sql.join(conditions, sql` and `)}
    order by tag.name_key ${direction}, tag.id ${direction} limit ${page.take}`.execute(db);
  const { rows, nextCursor } = page.close(found.rows, row => [row.name_key, row.id]);
  return { data: rows.map(({ name, conversations }) => ({ name, conversations: Number(conversations) })), nextCursor };
}

/** The tag with this name, ignoring case; 404 if no conversation that the caller sees has it. */
export async function requireTag(db: Db, caller: Caller, name: string): Promise<Row<'tag'>> {
  const found = await rowWith(db, 'tag', { name_key: tagKey(name) });
  const { rows } =
    await sql`select 1 from ${await countedTags(db, caller)} as counted where tag_id = ${found?.id ?? 0}`.execute(db);
  if (!found || rows.length === 0) throw notFound('tag');
  return found;
}

/** How many conversations have a tag. */
export async function countTagged(db: Db, id: number): Promise<number> {
  const row = await taggedWith(db, id)
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow();
  return Number(row.number);
}

/** Replaces a tag on its conversations by another one, which some of them may already have. */
async function mergeTag(work: Work, from: number, to: number): Promise<void> {
  const { db } = work;
  const links = await db.selectFrom('conversation_tag').select('conversation_id').where('tag_id', '=', from).execute();
  await db
    .updateTable('conversation_tag')
    .set({ tag_id: to })
    .where('tag_id', '=', from)
    .where('conversation_id', 'not in', ({ selectFrom }) =>
      selectFrom('conversation_tag as other').select('other.conversation_id').where('other.tag_id', '=', to),
    )
    .execute();
  await deleteRows(db, 'conversation_tag', { tag_id: from });
  await refreshTagSets(
    work,
    links.map(link => link.conversation_id),
  );
  await deleteRows(db, 'tag', { id: from });
}

/**
 * Moves the times of the conversations that show a tag, and names them in the event, so that pollers and listeners read
 * them again. Their versions stay: a name is not a change that another write could overwrite.
 */
async function changeTagged(work: Work, tagId: number): Promise<void> {
  const tagged = await taggedWith(work.db, tagId).select('c.id').execute();
  for (const ids of chunks(rowIds(tagged))) {
    const rows = await lockConversations(work, ids);
    await work.db
      .updateTable('conversation')
      .set({ updated_at: secondOf(work.now) })
      .where('id', 'in', ids)
      .where('updated_at', '<', secondOf(work.now))
      .execute();
    for (const { id, home_id } of rows) work.conversationChanged(id, home_id);
  }
}

/**
 * Renames a tag. If another tag has the name, the two become one; the name of a tag without conversations is free.
 * Returns the tag as it is now.
 */
export async function renameTag(work: Work, before: Row<'tag'>, name: string): Promise<Row<'tag'>> {
  if (name === before.name) return before;
  const { db } = work;
  await changeTagged(work, before.id);
  await renameInRules(work, ['tags', 'add_tags', 'remove_tags'], before.name, name);
  const name_key = tagKey(name);
  const known = await rowWith(db, 'tag', { name_key });
  const other = known?.id === before.id ? undefined : known;
  work.namesChanged();
  if (other && (await rowWith(db, 'conversation_tag', { tag_id: other.id }))) {
    await mergeTag(work, before.id, other.id);
    return other;
  }
  if (other) await deleteRows(db, 'tag', { id: other.id });
  return (await updateRows(db, 'tag', { id: before.id }, { name, name_key }))[0]!;
}
