/** A help center in a few lines, in place of fetch, for the desk's tests. */

export interface Row {
  id: number;
  title: string;
  conversation_status_id: number;
  status: string;
  inbox_id: number | null;
  assign_to: number | null;
  disable_rating: boolean;
  tags: string[];
  contacts: number[];
  requester: { id: number; name: string; email: string } | null;
  archived: boolean;
  merged_into: number | null;
  message_count: number;
  note_count: number;
  preview: string;
  created_at: string;
  updated_at: string;
  last_message_at: string;
  version: number;
  /** Absent: this help center does not say it. */
  unread?: boolean;
  waiting_since?: string | null;
  delivery_failed?: boolean;
  snoozed?: { until: string | null; keep: boolean; by: number } | undefined;
  followed?: true | undefined;
}
interface Note {
  id: number;
  conversation_id: number;
  agent_id: number | null;
  details: string;
  attachments: number[];
  created_at: string;
}
interface Message {
  id: number;
  conversation_id: number;
  kind: string;
  event: null;
  merged_with: null;
  author: { type: string; id: number; name: string; email: string };
  body_text: string;
  body_html: null;
  attachments: object[];
  /** Absent: it was not sent by mail. */
  delivery?: { state: string; at: string | null; reason: string | null };
  created_at: string;
}

const statuses = [
  { id: 1, name: 'open', kind: 'open' },
  { id: 2, name: 'closed', kind: 'closed' },
  { id: 3, name: 'awaiting reply', kind: 'custom' },
];
const agents = [
  { id: 1, name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin', disabled: false },
  { id: 2, name: 'Bob Stone', email: 'bob@shop.example', role: 'agent', disabled: false },
  { id: 3, name: 'Doris Orfanos', email: 'doris@shop.example', role: 'agent', disabled: false },
];
const inboxes = [
  { id: 1, name: 'Support', slug: 'support', sort: 0, emails: addressOf(1, 'support@shop.example') },
  { id: 2, name: 'Billing', slug: 'billing', sort: 1, emails: addressOf(2, 'billing@shop.example') },
];

function addressOf(id: number, email: string) {
  return [{ id, email, status: 'primary' }];
}

function stampOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
const start = Date.UTC(2026, 10, 20, 10);

/** Conversation `id`: the higher, the newer. */
export function row(id: number, more: Partial<Row> = {}): Row {
  return {
    id,
    title: `Title ${id}`,
    conversation_status_id: 1,
    status: 'open',
    inbox_id: 1 + (id % 2),
    assign_to: null,
    disable_rating: false,
    tags: [],
    contacts: [id],
    requester: { id, name: `Customer ${id}`, email: `c${id}@customer.example` },
    archived: false,
    merged_into: null,
    message_count: 1,
    note_count: 0,
    preview: 'Hello',
    created_at: stampOf(start + id * 1000),
    updated_at: stampOf(start + id * 1000),
    last_message_at: stampOf(start + id * 1000),
    version: 1,
    ...more,
  };
}

const CODES: Readonly<Record<number, string>> = {
  403: 'forbidden',
  404: 'not_found',
  412: 'precondition_failed',
  422: 'validation_failed',
};
type Refusal = { status: number; message: string; details?: readonly { path: string; message: string }[] };
function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}
function no({ status, message, details }: Refusal): Response {
  return answer(status, { error: { code: CODES[status] ?? 'conflict', message, details } });
}

/** The same answer of a help center that knows no versions. */
async function withoutVersions(response: Response): Promise<Response> {
  if (response.status === 204 || response.status === 304) return response;
  const { status, headers } = response;
  const text = JSON.stringify(await response.json(), (key, value) => (key === 'version' ? undefined : value));
  return new Response(text, { status, headers });
}

interface Options {
  /** The most rows of one page, whatever the request's limit. */
  readonly pageSize?: number;
  /** False: it says no versions, and compares none. */
  readonly hasVersions?: boolean;
  /** The mass update ignores `archived`, as at a help center that is not ours. */
  readonly ignoresArchived?: boolean;
  /** It ignores `snooze`, as a help center that is not ours. */
  readonly lacksLater?: boolean;
  /** It cannot list conversations by their ids. */
  readonly ignoresIds?: boolean;
  /** False: it keeps replies, and sends none. */
  readonly sendsMail?: boolean;
  /** False: it makes a new conversation without the message that comes with it. */
  readonly takesMessages?: boolean;
  /** It keeps no keys: what is sent twice is done twice. */
  readonly isForgetful?: boolean;
}

export function fakeCenter(rows: readonly Row[], options: Options = {}) {
  const conversations = new Map(rows.map(one => [one.id, structuredClone(one)]));
  const notes = new Map<number, Note>();
  const messages = new Map<number, Message>();
  const answered = new Map<string, { status: number; text: string }>();
  const refusals = new Map<number, Refusal>();
  const absent = new Set<string>();
  const requests: string[] = [];
  const hours = options.isForgetful ? {} : { idempotency_key_hours: 24 };
  const mail = { sends: options.sendsMail !== false, missing: options.sendsMail === false ? ['relay'] : [] };
  let restored: { readonly epoch?: string } = {};
  let nextId = 1_000;
  let clock = start + 3_600_000;

  const refusalOf = (id: number): Refusal | undefined => {
    const conversation = conversations.get(id);
    if (!conversation) return { status: 404, message: `There is no conversation ${id}.` };
    if (conversation.merged_into !== null)
      return { status: 409, message: `#${id} was merged into #${conversation.merged_into}.` };
    return refusals.get(id);
  };
  const touch = (id: number, change: (conversation: Row) => Partial<Row>): Row => {
    const conversation = conversations.get(id)!;
    Object.assign(conversation, change(conversation));
    clock += 1000;
    conversation.updated_at = stampOf(clock);
    conversation.version += 1;
    return conversation;
  };
  const outdated = (versions: Record<string, number> = {}): Refusal | undefined => {
    const changed = Object.keys(versions).filter(id => conversations.get(Number(id))?.version !== versions[id]);
    const details = changed.map(id => ({
      path: `if_versions.${id}`,
      message: `conversation ${id} has another version`,
    }));
    return changed.length > 0 ? { status: 412, message: 'It was changed in the meantime.', details } : undefined;
  };
  const bulk = (
    {
      conversation_ids: ids,
      if_versions,
    }: { conversation_ids: readonly number[]; if_versions?: Record<string, number> },
    change: (conversation: Row) => Partial<Row>,
  ): Response | undefined => {
    const refused = ids.map(refusalOf).find(refusal => refusal !== undefined) ?? outdated(if_versions);
    if (refused) return no(refused);
    for (const id of ids) touch(id, change);
    return undefined;
  };
  const setFields = (_: Row, body: Partial<Row>): Partial<Row> => {
    const one = ['title', 'disable_rating', 'inbox_id', 'assign_to', 'conversation_status_id'] as const;
    const fields = 'conversation_ids' in body && !options.ignoresArchived ? ([...one, 'archived'] as const) : one;
    const given = Object.fromEntries(fields.filter(field => field in body).map(field => [field, body[field]]));
    const status = statuses.find(({ id }) => id === body.conversation_status_id);
    const { snooze } = body as { snooze?: { until: string | null; keep: boolean } | null };
    const later =
      snooze === undefined || options.lacksLater ? {} : { snoozed: snooze ? { ...snooze, by: 1 } : undefined };
    const ended = status?.kind === 'closed' ? { snoozed: undefined } : {};
    return { ...given, ...later, ...(status ? { status: status.name, ...ended } : {}) };
  };
  const hasPassed = ({ snooze }: { snooze?: { until?: string | null } | null }): Response | undefined => {
    const details = [{ path: 'snooze.until', message: 'has passed: name a later time' }];
    const isPast = snooze?.until && Date.parse(snooze.until) <= clock;
    return isPast ? no({ status: 422, message: 'Invalid body', details }) : undefined;
  };
  const addTags = ({ tags: held }: Row, tags: readonly string[]): Partial<Row> => ({
    tags: [...new Set([...held, ...tags])].sort(),
  });
  const dropTags = ({ tags: held }: Row, tags: readonly string[]): Partial<Row> => ({
    tags: held.filter(tag => !tags.includes(tag)),
  });
  const merge = (into: number, ids: readonly number[], versions?: Record<string, number>): Response => {
    const refused = [into, ...ids].map(refusalOf).find(refusal => refusal !== undefined) ?? outdated(versions);
    if (refused) return no(refused);
    for (const id of ids) {
      const source = conversations.get(id)!;
      touch(into, target => ({
        ...addTags(target, source.tags),
        contacts: [...new Set([...target.contacts, ...source.contacts])],
        message_count: target.message_count + source.message_count,
        note_count: target.note_count + source.note_count,
        archived: target.archived && source.archived,
        last_message_at: [source.last_message_at, target.last_message_at].sort()[1]!,
      }));
      for (const held of [...notes.values(), ...messages.values()])
        if (held.conversation_id === id) held.conversation_id = into;
      touch(id, () => ({ merged_into: into }));
    }
    return answer(200, { data: conversations.get(into) });
  };

  // A help center that says what is unread also excludes, counts, and knows kinds of inboxes.
  const hasMore = rows.some(({ unread }) => unread !== undefined);
  /** What a query asks of a row. */
  const matcher = (query: URLSearchParams): ((one: Row) => boolean) => {
    const [status, notStatus, inboxIds, ids, tags] = ['status', 'not[status][]', 'inbox_ids[]', 'ids[]', 'tags[]'].map(
      name => query.getAll(name),
    ) as [string[], string[], string[], string[], string[]];
    const [archived, unread, snoozed] = [query.get('archived'), query.get('unread'), query.get('snoozed')];
    const wanted = query.getAll('assign_to[]').map(who => (who === 'me' ? 1 : who === 'none' ? null : Number(who)));
    const words = (query.get('q') ?? '').toLowerCase().split(' ');
    return one =>
      one.merged_into === null &&
      (archived === 'any' || one.archived === (archived === '1')) &&
      (status.length === 0 || status.includes(one.status)) &&
      (unread !== '1' || one.unread === true) &&
      (!hasMore || snoozed === null || (one.snoozed !== undefined) === (snoozed === '1')) &&
      (!hasMore || !notStatus.includes(one.status)) &&
      (inboxIds.length === 0 || inboxIds.includes(String(one.inbox_id))) &&
      (options.ignoresIds || ids.length === 0 || ids.includes(String(one.id))) &&
      (tags.length === 0 || one.tags.some(tag => tags.includes(tag))) &&
      (wanted.length === 0 || wanted.includes(one.assign_to)) &&
      words.every(word => one.title.toLowerCase().includes(word));
  };
  const list = (query: URLSearchParams, request: Request): Response => {
    const order = (a: Row, b: Row): number => (a.last_message_at < b.last_message_at ? 1 : -1) || b.id - a.id;
    const found = [...conversations.values()].filter(matcher(query)).sort(order);
    const limit = Math.min(options.pageSize ?? 200, Number(query.get('limit') ?? 50));
    const after = query.get('cursor');
    const place = (one: Row): string => `${one.last_message_at}.${String(one.id).padStart(9, '0')}`;
    const rest = found.filter(one => after === null || place(one) < after);
    const page = rest.slice(0, limit);
    const etag = `"${page.map(one => `${one.id}.${one.updated_at}.${one.last_message_at}.${one.unread}`).join()}.${query.get('count') === '1' ? found.length : ''}"`;
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } });
    const next_cursor = limit < rest.length ? place(page.at(-1)!) : null;
    const total = hasMore && query.get('count') === '1' ? { total: found.length } : {};
    return answer(200, { data: page, meta: { next_cursor, ...total } }, { etag });
  };

  const addNote = (id: number, details: string, agent_id = 1): Note => {
    nextId += 1;
    clock += 1000;
    const created_at = stampOf(clock);
    const note: Note = { id: nextId, conversation_id: id, agent_id, details, attachments: [], created_at };
    notes.set(nextId, note);
    touch(id, ({ note_count }) => ({ note_count: note_count + 1 }));
    return note;
  };
  /** An agent's message; by mail, it is held for ten seconds. */
  const reply = (id: number, text: string, isByMail: boolean, by = 1): Message => {
    nextId += 1;
    clock += 1000;
    const message: Message = {
      id: nextId,
      conversation_id: id,
      kind: 'agent',
      event: null,
      merged_with: null,
      author: { type: 'agent', ...agents.find(agent => agent.id === by)! },
      body_text: text,
      body_html: null,
      attachments: [],
      ...(isByMail ? { delivery: { state: 'held', at: stampOf(clock + 10_000), reason: null } } : {}),
      created_at: stampOf(clock),
    };
    messages.set(nextId, message);
    touch(id, ({ message_count }) => ({ message_count: message_count + 1 })).last_message_at = message.created_at;
    return message;
  };
  /** A conversation with its first message, if this help center takes one. */
  const create = ({ title, message }: { title: string; message: { body_text: string; to: { email: string }[] } }) => {
    clock += 1000;
    const id = Math.max(0, ...conversations.keys()) + 1;
    const requester = { id, name: '', email: message.to[0]!.email };
    const at = { created_at: stampOf(clock), updated_at: stampOf(clock), last_message_at: stampOf(clock) };
    conversations.set(id, row(id, { title, requester, ...at, message_count: 0 }));
    if (options.takesMessages !== false) reply(id, message.body_text, true);
    return answer(201, { data: conversations.get(id) });
  };
  const ofConversation = (method: string, id: number, rest: string, body: object, query: URLSearchParams): Response => {
    const { name, agent_id, contact_id, details } = body as {
      name: string;
      agent_id: number;
      contact_id: number;
      details: string;
    };
    if (method === 'GET') return readOf(id, rest, query);
    const refused = refusalOf(id);
    if (refused) return no(refused);
    const one = (change: (conversation: Row) => Partial<Row>) => answer(200, { data: touch(id, change) });
    if (method === 'PUT' && rest === '') return hasPassed(body) ?? one(conversation => setFields(conversation, body));
    if (rest === '/read') {
      const conversation = conversations.get(id)!;
      const own = [...messages.values()].filter(message => message.conversation_id === id);
      const { message_id: readId = own.at(-1)?.id } = body as { message_id?: number | null };
      const last = own.at(-1);
      const becomes = readId === null ? last?.kind === 'contact' : last?.id !== readId && conversation.unread;
      if (conversation.unread !== undefined) conversation.unread = becomes;
      if (conversation.delivery_failed) conversation.delivery_failed = false;
      return answer(200, { data: conversation });
    }
    if (rest === '/follow') {
      const conversation = conversations.get(id)!;
      conversation.followed = method === 'PUT' ? true : undefined;
      return method === 'PUT' ? answer(200, { data: conversation }) : new Response(null, { status: 204 });
    }
    if (rest === '/archive') return one(() => ({ archived: true, snoozed: undefined }));
    if (rest === '/restore_archive') return one(() => ({ archived: false }));
    if (rest === '/tags') return one(conversation => addTags(conversation, [name]));
    if (rest === '/agents') return one(() => ({ assign_to: agent_id }));
    if (rest === '/contacts') return one(({ contacts }) => ({ contacts: [...new Set([...contacts, contact_id])] }));
    if (rest === '/merge') {
      const { conversation_ids, if_versions } = body as {
        conversation_ids: number[];
        if_versions?: Record<string, number>;
      };
      return merge(id, conversation_ids, if_versions);
    }
    if (method === 'POST' && rest === '/split') {
      const { title, message_ids } = body as { title: string; message_ids: number[] };
      const made = Math.max(...conversations.keys()) + 1;
      conversations.set(made, row(made, { title, message_count: message_ids.length }));
      for (const one of message_ids) messages.get(one)!.conversation_id = made;
      touch(id, ({ message_count }) => ({ message_count: message_count - message_ids.length }));
      return answer(201, { data: conversations.get(made) });
    }
    if (method === 'POST' && rest === '/notes') return answer(201, { data: addNote(id, details) });
    if (method === 'POST' && rest === '/messages') {
      const { body_text, deliver = false } = body as { body_text: string; deliver?: boolean };
      return answer(201, { data: reply(id, body_text, deliver && options.sendsMail !== false) });
    }
    const contactId = Number(/^\/contacts\/(\d+)$/.exec(rest)?.[1] ?? 0);
    if (method === 'DELETE' && contactId > 0) {
      if (!conversations.get(id)!.contacts.includes(contactId))
        return no({ status: 404, message: 'There is no such contact on this conversation.' });
      touch(id, ({ contacts, requester }) => ({
        contacts: contacts.filter(one => one !== contactId),
        requester: requester?.id === contactId ? null : requester,
      }));
      return new Response(null, { status: 204 });
    }
    const [, kind, own] = /^\/(notes|messages)\/(\d+)$/.exec(rest) ?? [];
    const store = kind === 'notes' ? notes : messages;
    const written = kind === 'notes' ? notes.get(Number(own)) : undefined;
    if (method === 'PUT' && written) {
      written.details = details;
      touch(id, () => ({}));
      return answer(200, { data: written });
    }
    const mail = kind === 'messages' && query.get('unsent') === '1' ? messages.get(Number(own))?.delivery : undefined;
    if (method === 'DELETE' && mail && !['held', 'queued'].includes(mail.state))
      return no({ status: 409, message: 'It has been sent.' });
    if (method !== 'DELETE' || !store.delete(Number(own)))
      return no({ status: 404, message: 'There is no such thing.' });
    touch(id, one =>
      kind === 'notes' ? { note_count: one.note_count - 1 } : { message_count: one.message_count - 1 },
    );
    return new Response(null, { status: 204 });
  };
  const readOf = (id: number, rest: string, query: URLSearchParams): Response => {
    if (!conversations.has(id)) return no({ status: 404, message: `There is no conversation ${id}.` });
    if (rest === '') {
      const inside = [...messages.values()].filter(message => message.conversation_id === id);
      return answer(200, {
        data: { ...conversations.get(id), ...(absent.has('/messages') ? { messages: inside } : {}) },
      });
    }
    const message = messages.get(Number(/^\/messages\/(\d+)$/.exec(rest)?.[1] ?? 0));
    if (message?.conversation_id === id) return answer(200, { data: message });
    const store: Map<number, Note | Message> | undefined =
      rest === '/notes' ? notes : rest === '/messages' ? messages : rest === '/history' ? new Map() : undefined;
    if (!store) return no({ status: 404, message: 'There is no such path.' });
    const found = [...store.values()].filter(held => held.conversation_id === id).sort((a, b) => b.id - a.id);
    const from = Number(query.get('cursor') ?? 0);
    const limit = Number(query.get('limit') ?? 50);
    const next_cursor = from + limit < found.length ? String(from + limit) : null;
    return answer(200, { data: found.slice(from, from + limit), meta: { next_cursor } });
  };

  /** A contact is as the conversations show it whose requester it is. */
  const ofContact = (method: string, id: number, body: object): Response => {
    const own = [...conversations.values()].filter(({ requester }) => requester?.id === id);
    const [first] = own;
    if (!first) return no({ status: 404, message: `There is no contact ${id}.` });
    if (method === 'PUT') for (const one of own) touch(one.id, () => ({ requester: { ...one.requester!, ...body } }));
    return answer(200, { data: first.requester });
  };

  const dispatch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.replace('/api/agent/v1', '');
    const text = await request.text();
    const body = text === '' ? {} : JSON.parse(text);
    const { method } = request;
    if ([...absent].some(end => path.endsWith(end)))
      return options.isForgetful ? answer(404, { message: 'Not here' }) : no({ status: 404, message: 'Not here' });
    if (path === '/me') return answer(200, { data: { agent: agents[0], api_key: null, ...hours, mail, ...restored } });
    if (path === '/conversation_statuses') return answer(200, { data: statuses });
    if (path === '/agents') return answer(200, { data: agents });
    if (path === '/tags') return answer(200, { data: [{ name: 'vip', conversations: 1 }] });
    if (path === '/inboxes')
      return answer(200, {
        data: inboxes.map(inbox => {
          const unresolved = [...conversations.values()].filter(
            one => one.inbox_id === inbox.id && one.status !== 'closed' && !one.archived && one.merged_into === null,
          );
          const open = unresolved.filter(one => one.status === 'open');
          const unassigned = open.filter(one => one.assign_to === null);
          const counts = { open: open.length, unassigned: unassigned.length, unresolved: unresolved.length };
          return { ...inbox, counts, ...(hasMore ? { kind: 'normal' } : {}) };
        }),
      });
    if (path === '/conversations' && method === 'GET') return list(url.searchParams, request);
    const ids: number[] = body.conversation_ids ?? [];
    const answers = () => answer(200, { data: ids.map(id => conversations.get(id)) });
    if (path === '/conversations' && method === 'POST') return create(body);
    if (path === '/conversations' && method === 'PUT')
      return hasPassed(body) ?? bulk(body, one => setFields(one, body)) ?? answers();
    if (path === '/conversations/tags' && method === 'POST')
      return bulk(body, one => addTags(one, body.tags)) ?? answers();
    if (path === '/conversations/tags')
      return bulk(body, one => dropTags(one, body.tags)) ?? new Response(null, { status: 204 });
    const [, contactId] = /^\/contacts\/(\d+)$/.exec(path) ?? [];
    if (contactId) return ofContact(method, Number(contactId), body);
    const [, id, rest] = /^\/conversations\/(\d+)(.*)$/.exec(path) ?? [];
    const [, , version] = /^"c(\d+)-(\d+)"$/.exec(request.headers.get('if-match') ?? '') ?? [];
    const stale = id && version ? outdated({ [id]: Number(version) }) : undefined;
    if (stale) return no(stale);
    return id ? ofConversation(method, Number(id), rest!, body, url.searchParams) : answer(404, { message: 'No' });
  };

  return {
    conversations,
    notes,
    messages,
    /** Paths (by their end) that this help center does not have. */
    absent,
    /** Conversations that refuse every write, with the reason. */
    refusals,
    requests,
    /** A customer writes: to a conversation that is there, or a new one. */
    receive: (id: number, text = 'Hello again'): void => {
      nextId += 1;
      clock += 1000;
      if (!conversations.has(id))
        conversations.set(id, row(id, { message_count: 0, ...(hasMore ? { unread: true } : {}) }));
      const author = { type: 'contact', id, name: `Customer ${id}`, email: `c${id}@customer.example` };
      const base = { event: null, merged_with: null, body_html: null, attachments: [] };
      const created_at = stampOf(clock);
      messages.set(nextId, {
        id: nextId,
        conversation_id: id,
        kind: 'contact',
        author,
        body_text: text,
        created_at,
        ...base,
      });
      const conversation = touch(id, ({ message_count }) => ({ message_count: message_count + 1 }));
      conversation.last_message_at = created_at;
      if (conversation.unread !== undefined) conversation.unread = true;
    },
    /** An agent answers the customer by mail. */
    reply: (id: number, text: string, by = 1): number => reply(id, text, true, by).id,
    /** An agent notes something. */
    note: (id: number, text: string, by: number): number => addNote(id, text, by).id,
    /** The mail of a message comes to this state. */
    send: (id: number, state: string, reason: string | null = null): void => {
      const message = messages.get(id)!;
      touch(message.conversation_id, () => ({}));
      message.delivery = { state, at: stampOf(clock), reason };
    },
    /** It is restored from a backup. */
    restore: (epoch: string): void => {
      restored = { epoch };
      answered.clear();
    },
    /** Another agent changes a conversation. */
    change: (id: number, fields: Partial<Row>): void => void touch(id, () => fields),
    fetch: async (request: Request): Promise<Response> => {
      const path = request.url.replace(/^.*\/api\/agent\/v1/, '');
      requests.push(`${request.method} ${path}`);
      const key = options.isForgetful ? null : request.headers.get('idempotency-key');
      const kept = key === null ? undefined : answered.get(key);
      if (kept) return new Response(kept.status === 204 ? null : kept.text, { status: kept.status });
      const response =
        options.hasVersions === false ? await withoutVersions(await dispatch(request)) : await dispatch(request);
      if (key !== null && response.status !== 412)
        answered.set(key, { status: response.status, text: await response.clone().text() });
      return response;
    },
  };
}
export type FakeCenter = ReturnType<typeof fakeCenter>;
