import { type SqlBool, sql } from 'kysely';
import type { Tag } from '../../contract/tag.ts';
import { likePattern } from '../database/statement.ts';
import type { Db, Row } from '../database/tables.ts';
import { type Caller, ERASED_SHELF, visibleHomes } from './access.ts';
import { tagKey } from './conversation/tag.ts';
import { refreshTagSets } from './conversation/tag-set.ts';
import { afterCursor, type Page } from './listing/paging.ts';
import { notFound } from './problem.ts';
import type { Work } from './work.ts';

/** True for `link` unless its conversation was erased: that is only counted by the numbers. */
const isShown = sql<SqlBool>`link.shelf < ${sql.lit(ERASED_SHELF)}`;

/** True for `link` if its conversation is in these homes, or visible to the caller for another reason. */
function isSeen(caller: Caller, homes: readonly number[]) {
  return sql<SqlBool>`(
  ${homes.length > 0 ? sql`link.home_id in (${sql.join(homes)})` : sql`1 = 0`}
  or link.conversation_id in (select id from conversation
    where assign_to = ${caller.agentId} and inbox_id is null))`;
}

/**
 * A page of the tags on conversations that the caller sees, with the number of conversations for each; `q` is a part of
 * the name.
 */
export async function listTags(db: Db, caller: Caller, q: string | undefined, page: Page) {
  const homes = await visibleHomes(db, caller);
  const conditions = [
    isShown,
    homes && isSeen(caller, homes),
    q === undefined ? undefined : sql`tag.name_key like ${likePattern(tagKey(q))} escape '\\'`,
    afterCursor(page, 'tag.name_key', 'tag.id'),
  ].filter(condition => condition !== undefined);
  const direction = sql.raw(page.direction);
  const found = await sql<Tag & { id: number; name_key: string }>`
    select tag.id, tag.name, tag.name_key, count(*) as conversations
    from tag join conversation_tag as link on link.tag_id = tag.id
    where ${sql.join(conditions, sql` and `)}
    group by tag.id, tag.name, tag.name_key
    order by tag.name_key ${direction}, tag.id ${direction} limit ${page.take}`.execute(db);
  const { rows, nextCursor } = page.close(found.rows, row => [row.name_key, row.id]);
  return { data: rows.map(({ name, conversations }) => ({ name, conversations })), nextCursor };
}

/** The tag with this name, ignoring case; 404 if no conversation that the caller sees has it. */
export async function requireTag(db: Db, caller: Caller, name: string): Promise<Row<'tag'>> {
  const homes = await visibleHomes(db, caller);
  const found = await db
    .selectFrom('tag')
    .selectAll()
    .where('name_key', '=', tagKey(name))
    .where(({ exists, selectFrom }) => {
      const links = selectFrom('conversation_tag as link')
        .select('link.tag_id')
        .whereRef('link.tag_id', '=', 'tag.id')
        .where(isShown);
      return exists(homes ? links.where(isSeen(caller, homes)) : links);
    })
    .executeTakeFirst();
  if (!found) throw notFound('tag');
  return found;
}

/** How many conversations have a tag. */
export async function countTagged(db: Db, id: number): Promise<number> {
  const row = await db
    .selectFrom('conversation_tag as link')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('tag_id', '=', id)
    .where(isShown)
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
  await db.deleteFrom('conversation_tag').where('tag_id', '=', from).execute();
  await refreshTagSets(
    work,
    links.map(link => link.conversation_id),
  );
  await db.deleteFrom('tag').where('id', '=', from).execute();
}

/**
 * Renames a tag. If another tag has the name, the two become one; the name of a tag without conversations is free.
 * Returns the tag as it is now.
 */
export async function renameTag(work: Work, before: Row<'tag'>, name: string): Promise<Row<'tag'>> {
  if (name === before.name) return before;
  const { db } = work;
  const name_key = tagKey(name);
  const other = await db
    .selectFrom('tag')
    .selectAll()
    .where('name_key', '=', name_key)
    .where('id', '!=', before.id)
    .executeTakeFirst();
  work.namesChanged();
  const links = db.selectFrom('conversation_tag').select('tag_id');
  if (other && (await links.where('tag_id', '=', other.id).limit(1).executeTakeFirst())) {
    await mergeTag(work, before.id, other.id);
    return other;
  }
  if (other) await db.deleteFrom('tag').where('id', '=', other.id).execute();
  return db
    .updateTable('tag')
    .set({ name, name_key })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
