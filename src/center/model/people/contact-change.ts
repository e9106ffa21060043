import { chunks } from '../../database/chunks.ts';
import type { Row } from '../../database/tables.ts';
import { indexContact } from '../search/contact-word.ts';
import { reindex } from '../search/reindex.ts';
import { nameKey } from '../text-key.ts';
import type { Work } from '../work.ts';
import { contactKeys } from './contact.ts';

/** The new words of a contact find its conversations, and their readers are told. */
async function tellConversations(work: Work, contactId: number): Promise<void> {
  const rows = await work.db
    .selectFrom('conversation_contact as link')
    .innerJoin('conversation', 'conversation.id', 'link.conversation_id')
    .select(['conversation.id', 'conversation.home_id'])
    .where('link.contact_id', '=', contactId)
    .execute();
  for (const some of chunks(rows))
    await reindex(
      work,
      some.map(({ id }) => id),
    );
  for (const { id, home_id } of rows) work.conversationChanged(id, home_id);
}

/** Changes a contact's name or address; the address must be free. Setting a present value is no change. */
export async function changeContact(
  work: Work,
  before: Row<'contact'>,
  change: { readonly name?: string; readonly email?: string },
): Promise<Row<'contact'>> {
  const name = change.name ?? before.name;
  const email = change.email ?? before.email;
  if (name === before.name && email === before.email) return before;
  const row = await work.db
    .updateTable('contact')
    .set({ ...contactKeys(name, email), updated_at: work.now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexContact(work.db, row);
  await tellConversations(work, row.id);
  return row;
}

/** Whether an address is a contact's own, ignoring case. */
export function isSameAddress(one: string, other: string | null): boolean {
  return other !== null && nameKey(one) === nameKey(other);
}
