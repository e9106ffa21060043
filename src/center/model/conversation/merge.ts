import { chunks } from '../../database/statement.ts';
import { type Actor, type Changes, type Happening, record } from '../history.ts';
import { lastMessageOf } from '../message/last.ts';
import { rowIds } from '../rows.ts';
import { reindex } from '../search/reindex.ts';
import { secondOf } from '../time.ts';
import type { Work } from '../work.ts';
import { refreshAsked } from './awaiting.ts';
import { linkContacts } from './contact.ts';
import { refreshHeld } from './contents.ts';
import { dropLostFollowing, endFollowing, followToo } from './follow.ts';
import { refreshMentions } from './mention.ts';
import { moveParticipants } from './participant.ts';
import { isArchived, places } from './place.ts';
import { type ConversationPatch, type ConversationRecord, type RowChange, writeConversations } from './row.ts';
import { snoozeEnded, withoutSnooze } from './snooze.ts';
import { comeWithOldest, refreshAnswered } from './span.ts';
import { addTags } from './tag.ts';
import { refreshTagSets } from './tag-set.ts';

function noticeOf(survivor: number): string {
  return `This conversation was merged into ${survivor}.`;
}

async function tagNames(work: Work, ids: readonly number[]): Promise<string[]> {
  const rows = await work.db
    .selectFrom('conversation_tag as link')
    .innerJoin('tag', 'tag.id', 'link.tag_id')
    .select('tag.name')
    .distinct()
    .where('link.conversation_id', 'in', ids)
    .execute();
  return rows.map(row => row.name);
}

async function contactIds(work: Work, sources: readonly ConversationRecord[]): Promise<number[]> {
  const links = await work.db
    .selectFrom('conversation_contact')
    .select(['conversation_id', 'contact_id', 'position'])
    .where('conversation_id', 'in', rowIds(sources))
    .execute();
  // The contacts of the older conversation come first.
  const order = new Map(
    sources.toSorted((a, b) => a.created_at - b.created_at || a.id - b.id).map((row, at) => [row.id, at]),
  );
  const place = (id: number) => order.get(id)!;
  return links
    .sort((a, b) => place(a.conversation_id) - place(b.conversation_id) || a.position - b.position)
    .map(link => link.contact_id);
}

/** Moves the contents of the sources to the target. Returns the tags and contacts that are new there. */
async function moveContent(work: Work, target: ConversationRecord, sources: readonly ConversationRecord[]) {
  const ids = rowIds(sources);
  for (const table of ['message', 'note', 'review', 'mail'] as const)
    await work.db.updateTable(table).set({ conversation_id: target.id }).where('conversation_id', 'in', ids).execute();
  const tags = await addTags(work, [target], await tagNames(work, ids));
  const contacts = await linkContacts(work, target.id, await contactIds(work, sources));
  await moveParticipants(work, target.id, ids);
  await followToo(work, ids, target.id);
  await endFollowing(work, ids);
  await dropLostFollowing(work, [target.id]);
  await work.db.deleteFrom('conversation_tag').where('conversation_id', 'in', ids).execute();
  await work.db.deleteFrom('conversation_contact').where('conversation_id', 'in', ids).execute();
  return { tags: tags.map(link => link.name), contacts };
}

/** These conversations, and those merged into one of them before: a merge changes them all. */
export async function withMergedInto({ db }: Work, ids: readonly number[]): Promise<number[]> {
  const found = db.selectFrom('conversation').select('id').where('merged_into', 'in', ids);
  return [...ids, ...rowIds(await found.execute())];
}

/** The conversations merged into one of the sources before: they now lead to the target. */
function followers(work: Work, sources: readonly ConversationRecord[]): Promise<ConversationRecord[]> {
  const select = work.db
    .selectFrom('conversation')
    .selectAll()
    .where('merged_into', 'in', rowIds(sources))
    .orderBy('id');
  return (work.kind === 'postgres' ? select.forUpdate() : select).execute();
}

async function leaveNotices(
  work: Work,
  survivor: number,
  sources: readonly ConversationRecord[],
  led: readonly ConversationRecord[],
  actor: Actor,
): Promise<void> {
  const notice = { merged_with: survivor, body_text: noticeOf(survivor) };
  await work.db
    .insertInto('message')
    .values(
      sources.map(row => ({
        conversation_id: row.id,
        kind: 'system' as const,
        event: 'conversation.merged_with' as const,
        ...notice,
        created_at: actor.now,
      })),
    )
    .execute();
  for (const piece of chunks(rowIds(led)))
    await work.db.updateTable('message').set(notice).where('conversation_id', 'in', piece).execute();
}

function mergedAwayPatch(row: ConversationRecord, survivor: number, now: number): ConversationPatch {
  return {
    merged_into: survivor,
    place: row.place + places.merged,
    last_message_at: Math.max(row.created_at, secondOf(now)),
    requester_id: null,
    message_count: 1,
    note_count: 0,
    preview: noticeOf(survivor),
    delivery_failed: 0,
    ...withoutSnooze(row),
  };
}

async function targetPatch(
  work: Work,
  target: ConversationRecord,
  sources: readonly ConversationRecord[],
  newContacts: readonly number[],
): Promise<ConversationPatch> {
  const sum = (column: 'message_count' | 'note_count') =>
    sources.reduce((total, row) => total + row[column], target[column]);
  return {
    message_count: sum('message_count'),
    note_count: sum('note_count'),
    ...(await lastMessageOf(work, target)),
    ...(target.requester_id === null && newContacts.length > 0 ? { requester_id: newContacts[0]! } : {}),
    ...(sources.some(row => row.delivery_failed === 1) ? { delivery_failed: 1 as const } : {}),
    ...withoutSnooze(target),
    ...(isArchived(target) && !sources.every(isArchived) ? { place: places.listed } : {}),
  };
}

function happeningsOf(
  target: ConversationRecord,
  patch: ConversationPatch,
  sources: readonly ConversationRecord[],
  led: readonly ConversationRecord[],
  added: { readonly tags: readonly string[]; readonly contacts: readonly number[] },
): Happening[] {
  const given = (name: string, values: readonly unknown[]): Changes =>
    values.length === 0 ? {} : { [name]: { from: null, to: values } };
  const left = [...sources, ...led].map(
    (row): Happening => ({
      conversationId: row.id,
      event: 'conversation.merged_with',
      changes: { merged_into: { from: row.merged_into, to: target.id }, ...snoozeEnded(row) },
    }),
  );
  const taken = {
    ...given('conversation_ids', rowIds(sources)),
    ...given('tags', added.tags),
    ...given('contacts', added.contacts),
    ...snoozeEnded(target),
  };
  const merged: Happening = { conversationId: target.id, event: 'conversation.merged', changes: taken };
  const restored: Happening = {
    conversationId: target.id,
    event: 'conversation.restored',
    changes: { archived: { from: true, to: false } },
  };
  return [...left, merged, ...(isArchived(target) && patch.place === places.listed ? [restored] : [])];
}

/**
 * Merges locked conversations, none of them merged away, into a target: their contents move there, and each keeps one
 * message that tells where they went; so do those merged into them before.
 */
export async function mergeConversations(
  work: Work,
  target: ConversationRecord,
  sources: readonly ConversationRecord[],
  actor: Actor,
): Promise<void> {
  const led = await followers(work, sources);
  const added = await moveContent(work, target, sources);
  await leaveNotices(work, target.id, sources, led, actor);
  const patch = await targetPatch(work, target, sources, added.contacts);
  const changes: RowChange[] = [
    { before: target, patch },
    ...sources.map(before => ({ before, patch: mergedAwayPatch(before, target.id, actor.now) })),
    ...led.map(before => ({ before, patch: { merged_into: target.id, preview: noticeOf(target.id) } })),
  ];
  await comeWithOldest(work, target.id, rowIds(sources));
  await writeConversations(work, changes, actor);
  // Before floors are lowered, as where a conversation is made: two that lock both would wait for each other.
  await refreshTagSets(work, rowIds([target, ...sources]));
  await refreshAsked(work, rowIds([target, ...sources]));
  await refreshAnswered(work, [target.id]);
  await refreshHeld(work, rowIds([target, ...sources]));
  await refreshMentions(work, rowIds([target, ...sources]));
  await record(work, happeningsOf(target, patch, sources, led, added), actor);
  await reindex(work, rowIds([target, ...sources]));
}
