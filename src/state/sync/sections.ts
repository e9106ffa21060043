import type { ListReply } from '../../client/call.ts';
import { t } from '../../text/safe.ts';
import { type Attempt, attempt } from '../calls/attempt.ts';
import { atOnce } from '../changes/send.ts';
import { contactIds, contactIn, hasContact } from '../conversation/contacts.ts';
import { isUnsaid } from '../conversation/filled.ts';
import type { Desk, Read } from '../desk.ts';
import { emptyThread } from '../empty-world.ts';
import { conversationOf } from '../visible.ts';
import type { Contact, Conversation, People, Section } from '../world.ts';
import { withConversations, withThread } from './memory.ts';
import { loadSection } from './thread.ts';

/** At most this many of the requester's other conversations are listed. */
const MAX_OTHERS = 20;
/** At most this many names of contacts are read, each with a request of its own. */
const MAX_NAMES = 10;
const NAMES_AT_ONCE = 4;

/**
 * Reads the requester's other conversations, and the contacts whose names are not known: usually one small request, and
 * no more than a few bytes if nothing has changed since.
 */
export async function loadPeople(desk: Desk, id: number): Promise<void> {
  const read = desk.reads.begin('section');
  const conversation = await wholeConversation(desk, id, read);
  if (!read.isCurrent()) return;
  if (conversation) {
    const former = desk.world().base.threads.get(id)?.people;
    const [contacts, others] = await Promise.all([
      readNames(desk, conversation, read),
      readOthers(desk, conversation, former, read),
    ]);
    if (!read.isCurrent()) return;
    const thread = desk.world().base.threads.get(id) ?? emptyThread;
    const people: People = { ...others, contacts: [...(former?.contacts ?? []), ...contacts] };
    desk.store.setState({ ...withThread(desk.world(), id, { ...thread, people }), now: desk.centerNow() });
  }
  read.end();
}

/** The conversation with its contacts and participants, which the row of a list lacks. */
async function wholeConversation(desk: Desk, id: number, read: Read): Promise<Conversation | undefined> {
  const known = conversationOf(desk.world(), id);
  if (known && !isUnsaid(known, 'participants') && known.contacts.length > 0) return known;
  const answer = await attempt(desk.client.conversation.get({ params: { conversation_id: id }, signal: read.signal }));
  if (!read.isCurrent()) return undefined;
  if ('error' in answer) {
    const { detail } = desk.world();
    if (known) return known;
    if (detail.conversationId === id) desk.set({ detail: { ...detail, problem: answer.error.reason } });
    return undefined;
  }
  desk.store.setState(withConversations(desk.world(), [answer.value.data], read));
  return conversationOf(desk.world(), id);
}

async function readNames(desk: Desk, conversation: Conversation, read: Read): Promise<readonly Contact[]> {
  const unknown = contactIds(conversation).filter(id => !contactIn(desk.world(), conversation.id, id));
  const found: Contact[] = [];
  await atOnce(NAMES_AT_ONCE, unknown.slice(0, MAX_NAMES), async id => {
    const answer = await attempt(desk.client.contact.get({ params: { contact_id: id }, signal: read.signal }));
    if ('value' in answer && answer.value.data.id === id) found.push(answer.value.data);
  });
  return found;
}

async function readOthers(
  desk: Desk,
  conversation: Conversation,
  former: People | undefined,
  read: Read,
): Promise<Omit<People, 'contacts'>> {
  const [requesterId] = contactIds(conversation);
  const none = { others: [], total: null, etag: null, problem: null };
  if (requesterId === undefined) return { ...none, requesterId: null };
  const known = former?.requesterId === requesterId && former.problem === null ? former : undefined;
  const answer = await readOthersPage(desk, requesterId, known?.etag ?? null, read);
  if ('error' in answer) {
    const problem = answer.error.isTransient
      ? answer.error.reason
      : t`This help center does not list a customer’s conversations.`;
    return { ...(known ?? none), requesterId, problem };
  }
  const { data, etag, isSame } = answer.value;
  if (isSame && known) return known;
  // A help center without this filter lists everybody’s conversations.
  if (!data.every(one => hasContact(one, requesterId)))
    return { ...none, requesterId, problem: t`This help center cannot list one customer’s conversations.` };
  const others = data.filter(({ id }) => id !== conversation.id).slice(0, MAX_OTHERS);
  return { requesterId, others, total: totalOf(answer.value, conversation, others.length), etag, problem: null };
}

/** Without the conversation itself, which is among the counted unless it was merged away. */
function totalOf(
  { nextCursor, total }: ListReply<Conversation>,
  { merged_into }: Conversation,
  listed: number,
): number | null {
  if (nextCursor === null) return listed;
  if (total === null || total.isMore) return null;
  return merged_into === null ? total.number - 1 : total.number;
}

/** A page of rows; if those do not say whose they are, the same with everything. */
async function readOthersPage(
  desk: Desk,
  contactId: number,
  etag: string | null,
  { signal }: Read,
): Promise<Attempt<ListReply<Conversation>>> {
  const query = { contacts: [contactId], archived: 'any' as const, limit: MAX_OTHERS + 1 };
  const rows = await attempt(
    desk.client.conversation.list({ query: { ...query, fields: 'list', count: '1' }, etag, signal }),
  );
  if ('error' in rows || rows.value.isSame || rows.value.data.every(one => hasContact(one, contactId))) return rows;
  const whole = await attempt(desk.client.conversation.list({ query, signal }));
  return 'error' in whole ? whole : { value: { ...whole.value, etag: rows.value.etag } };
}

/** Reads all of a conversation of which only the row of a list is known: its people, for one. */
export async function loadWholeConversation(
  desk: Desk,
  id: number,
  lane: { readonly isBackground?: true } = {},
): Promise<void> {
  const known = desk.world().base.conversations.get(id);
  if (!known || !isUnsaid(known, 'participants')) return;
  const read = desk.reads.begin('whole');
  const request = { params: { conversation_id: id }, signal: read.signal, ...lane };
  const answer = await attempt(desk.client.conversation.get(request));
  if (read.isCurrent() && 'value' in answer)
    desk.store.setState(withConversations(desk.world(), [answer.value.data], read));
  read.end();
}

/** Reads the data of a section of the detail other than messages and notes. */
export async function readSection(desk: Desk, id: number, section: Section): Promise<void> {
  if (section === 'history' || section === 'reviews') await loadSection(desk, id, section);
  else if (section === 'contacts') await loadPeople(desk, id);
}
