import type { Told } from './routes.ts';
import { addMessage, change, type HeldConversation, partsOf, type Store } from './store.ts';

type Body = Readonly<Record<string, unknown>>;

/** The conversations that a body names; undefined if one is unknown or merged away: then nothing is done. */
function named(store: Store, { conversation_ids: given }: Body): readonly HeldConversation[] | undefined {
  const found = (Array.isArray(given) ? given : []).map(id => store.conversations.get(Number(id)));
  const held = found.filter(one => one !== undefined && one.mergedInto === null) as HeldConversation[];
  return held.length === found.length && held.length > 0 ? held : undefined;
}

function told(all: readonly HeldConversation[]): Told {
  return { name: 'conversation', list: all.map(({ id }) => id) };
}

/** Sets what the body says of the conversations that it names. It knows no `archived`. */
export function putConversations(store: Store, body: Body, how: 'one' | 'many' = 'many'): Told | undefined {
  const all = named(store, body);
  if (!all) return undefined;
  if (body.conversation_status_id !== undefined && !store.statuses.has(Number(body.conversation_status_id)))
    return { status: 422, words: 'Unknown status.' };
  if (body.inbox_id !== undefined && !store.inboxes.has(Number(body.inbox_id)))
    return { status: 422, words: 'Unknown inbox.' };
  for (const { id } of all) {
    if (typeof body.title === 'string') change(store, id, 'title.updated', { title: body.title });
    if (body.conversation_status_id !== undefined)
      change(store, id, 'status.updated', { statusId: Number(body.conversation_status_id) });
    if (body.inbox_id !== undefined) change(store, id, 'inbox.updated', { inboxId: Number(body.inbox_id) });
    if (body.assign_to !== undefined)
      change(store, id, 'assignee.updated', { assignTo: body.assign_to === null ? null : Number(body.assign_to) });
    if (body.disable_rating !== undefined)
      change(store, id, 'rating.updated', { disableRating: body.disable_rating === true });
  }
  return how === 'one' ? { name: 'conversation', one: all[0]!.id } : told(all);
}

/** Adds tags to the conversations that the body names, or takes them off. */
export function setTags(store: Store, body: Body, isAdded: boolean): Told | undefined {
  const all = named(store, body);
  if (!all) return undefined;
  const names = (Array.isArray(body.tags) ? body.tags : []).map(String);
  for (const { id, tags } of all) {
    const others = tags.filter(tag => !names.includes(tag));
    change(store, id, isAdded ? 'tag.added' : 'tag.deleted', { tags: isAdded ? [...others, ...names] : others });
  }
  return told(all);
}

/** Archives a conversation, or restores it. */
export function archive(store: Store, id: number, archived: boolean): Told {
  change(store, id, archived ? 'conversation.archived' : 'conversation.restored', { archived });
  return { name: 'conversation', one: id };
}

/** Merges the conversations that the body names into one. It takes a bare array too. */
export function mergeInto(store: Store, into: number, body: Body): Told | undefined {
  const sources = named(store, { conversation_ids: body.conversation_ids ?? body.Conversation_ids });
  if (!sources || sources.some(({ id }) => id === into)) return undefined;
  for (const source of sources) {
    for (const part of partsOf(store.messages, source.id))
      store.messages.set(part.id, { ...part, conversationId: into });
    for (const part of partsOf(store.notes, source.id)) store.notes.set(part.id, { ...part, conversationId: into });
    const target = store.conversations.get(into)!;
    const tags = [...new Set([...target.tags, ...source.tags])];
    const contacts = [...new Set([...target.contacts, ...source.contacts])];
    change(store, into, 'conversation.merged', { tags, contacts, archived: target.archived && source.archived });
    change(store, source.id, 'conversation.merged_with', { mergedInto: into });
    const said = { by: 'system', byId: null, text: '', mergedWith: into, at: store.now() } as const;
    addMessage(store, { ...said, conversationId: source.id });
  }
  return { name: 'conversation', one: into };
}
