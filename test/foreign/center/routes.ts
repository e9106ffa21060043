import { archive, mergeInto, putConversations, setTags } from './deeds.ts';
import { addConversation, addMessage, change, type HeldConversation, partsOf, type Store } from './store.ts';

/** A request of a caller who may do it. */
export interface Asked {
  /** The numbers in the path. */
  readonly ids: readonly number[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The resources of an answer, not written yet; or a refusal. */
export type Told =
  | { readonly name: 'conversation' | 'message' | 'note' | 'inbox' | 'entry'; readonly one: number }
  | {
      readonly name: 'conversation' | 'message' | 'note' | 'inbox' | 'entry' | 'review';
      readonly list: readonly number[];
    }
  | { readonly nothing: true }
  | { readonly status: number; readonly words: string };

type Handler = (store: Store, asked: Asked) => Told;

const UNKNOWN: Told = { status: 404, words: 'No such record.' };
const DONE: Told = { nothing: true };

/** A call on one conversation, which must be there. */
function onOne(handle: (store: Store, one: HeldConversation, asked: Asked) => Told): Handler {
  return (store, asked) => {
    const one = store.conversations.get(asked.ids[0]!);
    return one ? handle(store, one, asked) : UNKNOWN;
  };
}

/** A call that changes one conversation, which must not be merged away. */
function toOne(handle: (store: Store, one: HeldConversation, asked: Asked) => Told): Handler {
  return onOne((store, one, asked) =>
    one.mergedInto === null ? handle(store, one, asked) : { status: 409, words: 'This conversation was merged.' },
  );
}

function shown({ id }: HeldConversation): Told {
  return { name: 'conversation', one: id };
}

function list({ conversations, statuses }: Store, { query }: Asked): Told {
  const all = (name: string): readonly string[] => [...query.getAll(name), ...query.getAll(`${name}[]`)];
  const isIn = (name: string, value: string): boolean => all(name).length === 0 || all(name).includes(value);
  const named = all('status').map(name => name.toLowerCase());
  const found = [...conversations.values()].filter(
    one =>
      one.mergedInto === null &&
      one.archived === (query.get('archived') === '1') &&
      isIn('inbox_ids', String(one.inboxId)) &&
      isIn('assign_to', String(one.assignTo)) &&
      (all('tags').length === 0 || one.tags.some(tag => all('tags').includes(tag))) &&
      (named.length === 0 || named.includes(statuses.get(one.statusId)!.toLowerCase())),
  );
  return { name: 'conversation', list: found.map(({ id }) => id) };
}

/** The document has no message in this call: one that is sent with it is left out. */
function create(store: Store, { body }: Asked): Told {
  const { id } = addConversation(store, String(body.title));
  for (const message of partsOf(store.messages, id)) store.messages.delete(message.id);
  return { name: 'conversation', one: id };
}

function addNote(store: Store, { id }: HeldConversation, { body }: Asked): Told {
  const note = { id: store.newId(), conversationId: id, agentId: store.caller, at: store.now() };
  if (typeof body.details !== 'string' || body.details === '') return { status: 422, words: 'Details are required.' };
  store.notes.set(note.id, { ...note, details: body.details });
  return { name: 'note', one: note.id };
}

/** Deletes a part of a conversation; `may` says which. */
function removeFrom(parts: 'messages' | 'notes', may: (by: string) => boolean): Handler {
  return onOne((store, { id }, { ids }) => {
    const part = store[parts].get(ids[1]!);
    if (part?.conversationId !== id || !may('by' in part ? part.by : '')) return UNKNOWN;
    store[parts].delete(part.id);
    return DONE;
  });
}

const messages: Handler = onOne((store, { id }) => ({
  name: 'message',
  list: partsOf(store.messages, id).map(one => one.id),
}));

/** The document's calls. What is not here, this help center does not have. */
export const ROUTES: readonly (readonly [method: string, path: RegExp, handle: Handler])[] = [
  ['GET', /^\/inboxes$/, store => ({ name: 'inbox', list: [...store.inboxes.keys()] })],
  ['GET', /^\/conversations$/, list],
  ['POST', /^\/conversations$/, create],
  ['PUT', /^\/conversations$/, (store, { body }) => putConversations(store, body) ?? UNKNOWN],
  ['POST', /^\/conversations\/tags$/, (store, { body }) => setTags(store, body, true) ?? UNKNOWN],
  ['DELETE', /^\/conversations\/tags$/, (store, { body }) => (setTags(store, body, false) ? DONE : UNKNOWN)],
  ['GET', /^\/conversations\/(\d+)$/, onOne((_, one) => shown(one))],
  ['GET', /^\/conversations\/(\d+)\/messages$/, messages],
  ['GET', /^\/conversations\/(\d+)\/messages\/(\d+)$/, (_, { ids }) => ({ name: 'message', one: ids[1]! })],
  ['DELETE', /^\/conversations\/(\d+)\/messages\/(\d+)$/, removeFrom('messages', by => by === 'agent')],
  ['GET', /^\/conversations\/(\d+)\/reviews$/, onOne(() => ({ name: 'review', list: [] }))],
  [
    'GET',
    /^\/conversations\/(\d+)\/history$/,
    onOne(({ history }, { id }) => ({
      name: 'entry',
      list: history.filter(({ conversationId }) => conversationId === id).map(entry => entry.id),
    })),
  ],
  [
    'PUT',
    /^\/conversations\/(\d+)$/,
    toOne((store, { id }, { body }) => putConversations(store, { ...body, conversation_ids: [id] }, 'one') ?? UNKNOWN),
  ],
  ['POST', /^\/conversations\/(\d+)\/archive$/, toOne((store, { id }) => archive(store, id, true))],
  ['POST', /^\/conversations\/(\d+)\/restore_archive$/, toOne((store, { id }) => archive(store, id, false))],
  [
    'POST',
    /^\/conversations\/(\d+)\/merge$/,
    toOne((store, { id }, { body }) => mergeInto(store, id, body) ?? UNKNOWN),
  ],
  [
    'POST',
    /^\/conversations\/(\d+)\/contacts$/,
    toOne((store, one, { body }) => {
      const contacts = [...new Set([...one.contacts, Number(body.contact_id)])];
      change(store, one.id, 'contact.added', { contacts });
      return shown(one);
    }),
  ],
  [
    'GET',
    /^\/conversations\/(\d+)\/notes$/,
    onOne((store, { id }) => ({
      name: 'note',
      list: partsOf(store.notes, id).map(note => note.id),
    })),
  ],
  ['POST', /^\/conversations\/(\d+)\/notes$/, toOne(addNote)],
  ['DELETE', /^\/conversations\/(\d+)\/notes\/(\d+)$/, removeFrom('notes', () => true)],
];

/** A customer's answer in a conversation. */
export function receive(store: Store, id: number, text: string): void {
  addMessage(store, { conversationId: id, by: 'contact', byId: 41, text, at: store.now() });
  change(store, id, 'message.added', { archived: false });
}
