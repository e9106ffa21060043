import { prepare, prepareInserts, prepareList } from '../../database/prepare.ts';
import { deleteRows } from '../../database/rows.ts';
import { type Actor, recordOne } from '../history.ts';
import { notFound } from '../problem.ts';
import { indexText, reindex } from '../search/reindex.ts';
import type { Work } from '../work.ts';
import { type ConversationRecord, lockConversation, writeConversations } from './row.ts';

const namesOf = prepareList(0, (db, ids: readonly number[]) =>
  db.selectFrom('contact').select(['name', 'email']).where('id', 'in', ids),
);
const linksOf = prepare(1, (db, conversationId: number) =>
  db
    .selectFrom('conversation_contact')
    .select(['contact_id', 'position'])
    .where('conversation_id', '=', conversationId),
);
const insertLinks = prepareInserts('conversation_contact', ['conversation_id', 'contact_id', 'position']);

/** The names and addresses of contacts, as the search reads them. */
export async function textsOf(work: Work, contactIds: readonly number[]): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const rows = await namesOf(work.db, contactIds);
  return rows.flatMap(({ name, email }) => (email === null ? [name] : [name, email]));
}

/** Adds contacts to a conversation that lacks them, only their rows; `position` is the first one's. */
export async function insertContacts(
  work: Work,
  conversationId: number,
  contactIds: readonly number[],
  position = 0,
): Promise<void> {
  const links = contactIds.map((contact_id, at) => ({
    conversation_id: conversationId,
    contact_id,
    position: position + at,
  }));
  await insertLinks(work.db, links);
}

/** Adds contacts to a conversation after its present ones, only rows and search words. Returns the ids that are new. */
export async function linkContacts(
  work: Work,
  conversationId: number,
  contactIds: readonly number[],
): Promise<number[]> {
  const links = await linksOf(work.db, conversationId);
  const there = new Set(links.map(link => link.contact_id));
  const fresh = [...new Set(contactIds)].filter(id => !there.has(id));
  if (fresh.length === 0) return [];
  const next = Math.max(-1, ...links.map(link => link.position)) + 1;
  await insertContacts(work, conversationId, fresh, next);
  await indexText(work, conversationId, await textsOf(work, fresh));
  return fresh;
}

/** Adds a contact; the first one is the requester. Nothing changes if it is there already. */
export async function addContact(work: Work, conversationId: number, contactId: number, actor: Actor): Promise<void> {
  const before = await lockConversation(work, conversationId);
  const [added] = await linkContacts(work, conversationId, [contactId]);
  if (added === undefined) return;
  const patch = before.requester_id === null ? { requester_id: contactId } : {};
  await writeConversations(work, [{ before, patch }], actor);
  await recordOne(work, conversationId, 'contact.added', { contact_id: { from: null, to: contactId } }, actor);
}

/** The first contact of a conversation, who is its requester; null without one. */
export async function firstContact({ db }: Work, conversationId: number): Promise<number | null> {
  const links = db
    .selectFrom('conversation_contact')
    .select('contact_id')
    .where('conversation_id', '=', conversationId);
  return (await links.orderBy('position').limit(1).executeTakeFirst())?.contact_id ?? null;
}

/** Removes a contact; the next one then becomes the requester. 404 if the conversation has no such contact. */
export async function removeContact(
  work: Work,
  before: ConversationRecord,
  contactId: number,
  actor: Actor,
): Promise<void> {
  const link = { conversation_id: before.id, contact_id: contactId };
  const [gone] = await deleteRows(work.db, 'conversation_contact', link);
  if (!gone) throw notFound('contact on this conversation');
  const patch = before.requester_id === contactId ? { requester_id: await firstContact(work, before.id) } : {};
  await writeConversations(work, [{ before, patch }], actor);
  await recordOne(work, before.id, 'contact.deleted', { contact_id: { from: contactId, to: null } }, actor);
  await reindex(work, [before.id]);
}
