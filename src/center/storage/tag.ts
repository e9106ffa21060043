import { sql } from 'kysely';
import type { Tag } from '../../contract/tag.ts';
import { type Caller, visibleHomes } from '../access.ts';
import type { Db } from '../call.ts';
import { afterCursor, type Page } from '../paging.ts';
import { tagKey } from './conversation-tag.ts';
import { likePattern } from './like-pattern.ts';

/** A page of the tags on conversations that the caller sees, with how many carry each; `q` is a part of the name. */
export const listTags = async (
  db: Db,
  caller: Caller,
  q: string | undefined,
  page: Page,
): Promise<{ data: Tag[]; nextCursor: string | null }> => {
  const homes = await visibleHomes(db, caller);
  const conditions = [
    homes &&
      sql`(${homes.length > 0 ? sql`link.home_id in (${sql.join(homes)})` : sql`1 = 0`}
      or link.conversation_id in (select id from conversation
        where assign_to = ${caller.agentId} and inbox_id is null))`,
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
};
