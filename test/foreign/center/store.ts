/** A conversation as it is held. */
export interface HeldConversation {
  readonly id: number;
  readonly title: string;
  readonly statusId: number;
  readonly inboxId: number;
  readonly assignTo: number | null;
  readonly disableRating: boolean;
  readonly tags: readonly string[];
  readonly contacts: readonly number[];
  readonly archived: boolean;
  readonly mergedInto: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface HeldMessage {
  readonly id: number;
  readonly conversationId: number;
  readonly by: 'contact' | 'agent' | 'system';
  readonly byId: number | null;
  readonly text: string;
  readonly mergedWith?: number;
  readonly at: number;
}

export interface HeldNote {
  readonly id: number;
  readonly conversationId: number;
  readonly agentId: number;
  readonly details: string;
  readonly at: number;
}

export interface HeldEntry {
  readonly id: number;
  readonly conversationId: number;
  readonly event: string;
  readonly at: number;
}

export interface HeldInbox {
  readonly id: number;
  readonly name: string;
  readonly sort: number;
}

/** Everything that a help center holds, in memory. */
export interface Store {
  readonly agents: ReadonlyMap<number, string>;
  readonly contacts: Map<number, string>;
  readonly statuses: Map<number, string>;
  readonly inboxes: Map<number, HeldInbox>;
  readonly conversations: Map<number, HeldConversation>;
  readonly messages: Map<number, HeldMessage>;
  readonly notes: Map<number, HeldNote>;
  readonly history: HeldEntry[];
  /** The agent who calls. */
  readonly caller: number;
  readonly now: () => number;
  newId(): number;
}

const SECOND_MS = 1_000;
const OPEN = 11;
const CLOSED = 12;
const WAITING = 13;

/** A help center with three statuses, two inboxes, two agents and no conversation. */
export function createStore(now: () => number): Store {
  let lastId = 500;
  return {
    agents: new Map([
      [7, 'Mira Holt'],
      [8, 'Ivo Brandt'],
    ]),
    contacts: new Map([
      [41, 'Zoë Quinn'],
      [42, 'Ruth Amsel'],
    ]),
    statuses: new Map([
      [OPEN, 'Open'],
      [CLOSED, 'Closed'],
      [WAITING, 'Awaiting reply'],
    ]),
    inboxes: new Map([
      [21, { id: 21, name: 'Orders', sort: 0 }],
      [22, { id: 22, name: 'Returns', sort: 1 }],
    ]),
    conversations: new Map(),
    messages: new Map(),
    notes: new Map(),
    history: [],
    caller: 7,
    now,
    newId: () => {
      lastId += 1;
      return lastId;
    },
  };
}

/** Adds a conversation with one message of a customer. */
export function addConversation(store: Store, title: string, more: Partial<HeldConversation> = {}): HeldConversation {
  const id = more.id ?? store.newId();
  const at = store.now() + id * SECOND_MS - 3_600_000;
  const conversation: HeldConversation = {
    id,
    title,
    statusId: OPEN,
    inboxId: 21,
    assignTo: null,
    disableRating: false,
    tags: [],
    contacts: [41],
    archived: false,
    mergedInto: null,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
  store.conversations.set(id, conversation);
  addMessage(store, { conversationId: id, by: 'contact', byId: 41, text: `Hello, this is about ${title}.`, at });
  return conversation;
}

/** Adds a message. */
export function addMessage(store: Store, message: Omit<HeldMessage, 'id'>): HeldMessage {
  const added = { ...message, id: store.newId() };
  store.messages.set(added.id, added);
  return added;
}

/** Changes a conversation, and notes it in its history. */
export function change(store: Store, id: number, event: string, part: Partial<HeldConversation>): void {
  const former = store.conversations.get(id)!;
  store.conversations.set(id, { ...former, ...part, updatedAt: store.now() });
  store.history.push({ id: store.newId(), conversationId: id, event, at: store.now() });
}

/** The messages or notes of a conversation. */
export function partsOf<Part extends { readonly conversationId: number }>(
  parts: ReadonlyMap<number, Part>,
  id: number,
): readonly Part[] {
  return [...parts.values()].filter(({ conversationId }) => conversationId === id);
}
