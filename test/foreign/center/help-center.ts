import { type Asked, ROUTES, type Told } from './routes.ts';
import { createShape, type Shape } from './shape.ts';
import { addConversation, createStore, type HeldConversation, type Store } from './store.ts';
import type { Variant } from './variant.ts';

/** What comes between a request and its answer. */
export type Mishap = 'refused' | 'done and refused' | 'done and a page' | 'cut' | 'done and cut';

/** A request as any server reads it. */
export interface Sent {
  readonly method: string;
  /** The path and the query, without the host. */
  readonly target: string;
  readonly token: string | undefined;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Another vendor's help center: it knows the service's document and nothing of ours. */
export interface ForeignCenter {
  readonly store: Store;
  /** What was asked, as `METHOD /path`, without the query. */
  readonly asked: string[];
  /** Calls of the document that it lacks nevertheless, as `METHOD /path`. */
  readonly lacks: Set<string>;
  /** Decides what happens to a request; by default nothing does. */
  mishap: (method: string, path: string) => Mishap | undefined;
  /** The answer; undefined if the connection is cut. */
  answer(sent: Sent): Answered | undefined;
  conversation(title: string, more?: Partial<HeldConversation>): HeldConversation;
}

const BASE = '/api/agent/v1';
export const TOKEN = 'foreign-token';
const PLURALS = { conversation: 'conversations', message: 'messages', note: 'notes', inbox: 'inboxes' } as const;
const FURTHER_PLURALS = { entry: 'history', review: 'reviews' } as const;
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

/** Opens one, with a vendor's freedoms. */
export function openForeignCenter(variant: Variant, now: () => number = Date.now): ForeignCenter {
  const store = createStore(now);
  const shape = createShape(store, variant);
  const center: ForeignCenter = {
    store,
    asked: [],
    lacks: new Set(),
    mishap: () => undefined,
    conversation: (title, more) => addConversation(store, title, more),
    answer: sent => {
      const [path = '', query = ''] = sent.target.replace(BASE, '').split('?');
      center.asked.push(`${sent.method} ${path}`);
      const mishap = center.mishap(sent.method, path);
      if (mishap === 'cut') return undefined;
      if (mishap === 'refused') return refusal(variant, 403, 'The gateway is closed.');
      const answered = route(sent, path, new URLSearchParams(query));
      if (mishap === 'done and cut') return undefined;
      if (mishap === 'done and refused') return refusal(variant, 403, 'The gateway is closed.');
      return mishap === undefined ? answered : page(502, 'Bad gateway');
    },
  };
  const route = ({ method, token, body }: Sent, path: string, query: URLSearchParams): Answered => {
    if (token !== TOKEN) return refusal(variant, 401, 'Unknown token.');
    const isHidden = variant.messages === 'inside' && method === 'GET' && /\/messages$/.test(path);
    const isMissing = isHidden || center.lacks.has(`${method} ${path}`);
    const found = isMissing ? undefined : ROUTES.find(([own, pattern]) => own === method && pattern.test(path));
    if (!found) return absence(variant);
    if (variant.questions === 'refused' && [...query.keys()].some(isStrange)) return refusal(variant, 400, 'Unknown.');
    const ids = (found[1].exec(path) ?? []).slice(1).map(Number);
    const former = method === 'GET' ? undefined : write(variant, store, shape, formerOf(path, ids));
    const told = found[2](store, { ids, query, body: bodyOf(body) });
    if ('status' in told) return refusal(variant, told.status, told.words);
    return method === 'GET'
      ? written(wrapped(variant, store, shape, told))
      : confirmed(variant, former, () => write(variant, store, shape, told));
  };
  return center;
}

/** The document and common usage know filters, sorts and pages. */
function isStrange(name: string): boolean {
  return !/^(assign_to|status|inbox_ids|tags|archived|limit|cursor|sort|before|after|event)\b/.test(name);
}

function bodyOf(text: string): Asked['body'] {
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return Array.isArray(body) ? { conversation_ids: body } : (body as Asked['body']);
}

/** The conversation that a write is about, to show it as it was before. */
function formerOf(path: string, [id]: readonly number[]): Told {
  return id === undefined || !path.startsWith('/conversations/')
    ? { nothing: true }
    : { name: 'conversation', one: id };
}

function write(variant: Variant, store: Store, shape: Shape, told: Told): unknown {
  if ('one' in told && told.name === 'conversation' && !store.conversations.has(told.one)) return undefined;
  return wrapped(variant, store, shape, told);
}

/** The answer to a write that was carried out. */
function confirmed({ writes }: Variant, former: unknown, resource: () => unknown): Answered {
  if (writes === 'nothing') return { status: 200, type: JSON_TYPE, body: '' };
  if (writes === 'success') return written({ success: true });
  const whole = resource();
  if (writes === 'former') return written(former ?? { success: true });
  return written(writes === 'id' ? idsOnly(whole) : (whole ?? { success: true }));
}

function idsOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOnly);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  if ('id' in record) return { id: record.id };
  return Object.fromEntries(Object.entries(record).map(([name, inner]) => [name, idsOnly(inner)]));
}

/** The resources in the vendor's envelope. */
function wrapped(variant: Variant, store: Store, shape: Shape, told: Told): unknown {
  if (!('name' in told)) return undefined;
  if ('one' in told) {
    const own = one(store, shape, told.name, told.one);
    return variant.one === 'bare' ? own : { [variant.one === 'data' ? 'data' : told.name]: own };
  }
  const plural = { ...PLURALS, ...FURTHER_PLURALS }[told.name];
  const all = told.list.map(id =>
    told.name === 'conversation' ? shape.row(store.conversations.get(id)!) : one(store, shape, told.name, id),
  );
  const rows = told.name === 'conversation' ? inOrder(all, told.list, variant, store) : all;
  if (variant.list === 'bare') return rows;
  return { [variant.list === 'named' ? plural : variant.list]: rows };
}

function one(store: Store, shape: Shape, name: Extract<Told, { name: string }>['name'], id: number): object {
  if (name === 'conversation') return shape.conversation(store.conversations.get(id)!);
  if (name === 'message') return shape.message(store.messages.get(id)!);
  if (name === 'note') return shape.note(store.notes.get(id)!);
  return name === 'inbox' ? shape.inbox(store.inboxes.get(id)!) : shape.entry(store.history.find(it => it.id === id)!);
}

function inOrder(rows: readonly object[], ids: readonly number[], { order }: Variant, store: Store): readonly object[] {
  const rankOf = (id: number): number => {
    const at = store.conversations.get(id)!.updatedAt;
    if (order === 'mixed') return (id * 7_919) % 101;
    return order === 'oldest' ? at : -at;
  };
  const ranked = rows.map((row, index) => ({ row, rank: rankOf(ids[index]!) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ row }) => row);
}

function written(value: unknown): Answered {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(value) };
}

function page(status: number, words: string): Answered {
  return { status, type: HTML, body: `<!doctype html><html><head><title>${words}</title></head><body></body></html>` };
}

function absence({ absence: form }: Variant): Answered {
  if (form === '404 page') return page(404, 'Page not found');
  if (form === '404 empty') return { status: 404, type: 'text/plain', body: '' };
  return { ...written({ message: 'No route.' }), status: Number(form) };
}

function refusal({ errors }: Variant, status: number, words: string): Answered {
  if (errors === 'page') return page(status, words);
  if (errors === 'words') return { status, type: 'text/plain', body: words };
  if (errors === 'nothing') return { status, type: JSON_TYPE, body: '' };
  return { ...written(errors === 'errors' ? { errors: [{ detail: words }] } : { message: words }), status };
}
