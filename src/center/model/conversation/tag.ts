import type { ExpressionBuilder } from 'kysely';
import { prepareInserts } from '../../database/prepare.ts';
import type { Tables } from '../../database/tables.ts';
import type { Happening } from '../history.ts';
import { rowIds } from '../rows.ts';
import { nameKey } from '../text-key.ts';
import type { Work } from '../work.ts';
import type { ConversationRecord } from './row.ts';

interface Tag {
  readonly id: number;
  readonly name: string;
}

/** A tag that was added to a conversation, or removed from it; `name` as it is stored. */
export interface TagLink {
  readonly conversationId: number;
  readonly name: string;
}

/** The form in which tags are compared: without case and surrounding blanks. */
export function tagKey(name: string): string {
  return nameKey(name.trim());
}

function findTags(work: Work, keys: readonly string[]) {
  return work.db.selectFrom('tag').select(['id', 'name', 'name_key']).where('name_key', 'in', keys).execute();
}

async function makeTags(work: Work, names: readonly string[]): Promise<Tag[]> {
  const wanted = new Map(names.toReversed().map(name => [tagKey(name), name.trim()]));
  const found = await findTags(work, [...wanted.keys()]);
  const known = new Set(found.map(tag => tag.name_key));
  const fresh = [...wanted].filter(([key]) => !known.has(key));
  if (fresh.length === 0) return found;
  await work.db
    .insertInto('tag')
    // In one order, so that no two writes wait for each other.
    .values(fresh.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name_key, name]) => ({ name, name_key })))
    .onConflict(conflict => conflict.column('name_key').doNothing())
    .execute();
  return findTags(work, [...wanted.keys()]);
}

function linkKey(conversationId: number, tagId: number): string {
  return `${conversationId} ${tagId}`;
}

function isBetween(rows: readonly ConversationRecord[], tags: readonly Tag[]) {
  return (eb: ExpressionBuilder<Tables, 'conversation_tag'>) =>
    eb.and([eb('conversation_id', 'in', rowIds(rows)), eb('tag_id', 'in', rowIds(tags))]);
}

async function linksOf(work: Work, rows: readonly ConversationRecord[], tags: readonly Tag[]): Promise<Set<string>> {
  const links = await work.db
    .selectFrom('conversation_tag')
    .select(['conversation_id', 'tag_id'])
    .where(isBetween(rows, tags))
    .execute();
  return new Set(links.map(link => linkKey(link.conversation_id, link.tag_id)));
}

function inOrder(tags: readonly Tag[]): Tag[] {
  return tags.toSorted((a, b) => (tagKey(a.name) < tagKey(b.name) ? -1 : 1));
}

/** A tag that a conversation will have. */
export interface FreshTag extends TagLink {
  readonly tagId: number;
}

/** Makes the missing tags. Returns those that each conversation lacks. */
export async function lackingTags(
  work: Work,
  rows: readonly ConversationRecord[],
  names: readonly string[],
): Promise<FreshTag[]> {
  if (rows.length === 0 || names.length === 0) return [];
  const tags = inOrder(await makeTags(work, names));
  const there = await linksOf(work, rows, tags);
  return rows.flatMap(({ id }) =>
    tags
      .filter(tag => !there.has(linkKey(id, tag.id)))
      .map(tag => ({ conversationId: id, tagId: tag.id, name: tag.name })),
  );
}

const insertLinks = prepareInserts('conversation_tag', ['conversation_id', 'tag_id']);

/** Adds tags to conversations that lack them, only rows. */
export async function linkTags({ db }: Work, fresh: readonly FreshTag[]): Promise<void> {
  await insertLinks(
    db,
    fresh.map(({ conversationId, tagId }) => ({ conversation_id: conversationId, tag_id: tagId })),
  );
}

/** Adds tags to conversations, only rows. Returns the new ones: none for a tag that was there already. */
export async function addTags(
  work: Work,
  rows: readonly ConversationRecord[],
  names: readonly string[],
): Promise<readonly TagLink[]> {
  const fresh = await lackingTags(work, rows, names);
  await linkTags(work, fresh);
  return fresh;
}

/** Removes tags from conversations, only rows. Returns those that were there. */
export async function unlinkTags(
  work: Work,
  rows: readonly ConversationRecord[],
  names: readonly string[],
): Promise<TagLink[]> {
  if (rows.length === 0 || names.length === 0) return [];
  const tags = inOrder(await findTags(work, [...new Set(names.map(tagKey))]));
  if (tags.length === 0) return [];
  const there = await linksOf(work, rows, tags);
  if (there.size === 0) return [];
  await work.db.deleteFrom('conversation_tag').where(isBetween(rows, tags)).execute();
  return rows.flatMap(row =>
    tags.filter(tag => there.has(linkKey(row.id, tag.id))).map(tag => ({ conversationId: row.id, name: tag.name })),
  );
}

/** The history entries of added or removed tags. */
export function tagHappenings(event: 'tag.added' | 'tag.deleted', links: readonly TagLink[]): Happening[] {
  return links.map(({ conversationId, name }) => ({
    conversationId,
    event,
    changes: { tag: event === 'tag.added' ? { from: null, to: name } : { from: name, to: null } },
  }));
}
