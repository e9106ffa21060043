import { completed } from '../../client/complete.ts';
import { createDecode, unusable } from '../../client/decode.ts';
import { Earlier } from '../../contract/earlier.ts';
import { contract } from '../../contract/index.ts';
import { AttachmentSummary } from '../../contract/message.ts';
import type { CachedPlaces, CacheUpdate } from '../../state/kept/cache.ts';
import type { SaidNumbers } from '../../state/world/said-numbers.ts';
import type { Conversation, ConversationField, People, Query, Thread } from '../../state/world.ts';
import { safeLine } from '../../text/safe.ts';

/** The parts of a cached list that are written. */
export type ListForm = Omit<NonNullable<CacheUpdate['list']>, 'query'>;

/** Longer threads are not kept: writing one would delay a key. */
const MAX_THREAD = 4 * 1024 * 1024;

const decode = createDecode({ times: 'milliseconds' });
const {
  conversation,
  message,
  note,
  review,
  history,
  contact,
  inbox,
  status,
  agent,
  tag,
  team,
  savedReply,
  numbers,
  session,
} = contract;

type Json = Readonly<Record<string, unknown>>;

/** The content of the file is checked and made safe again, like any answer. Undefined if it is not JSON. */
function parse(text: unknown): Json | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function one<T>(schema: object, value: unknown): T | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const read = decode(schema, value);
  return read === unusable ? undefined : (read as T);
}

function many<T>(schema: object, value: unknown): readonly T[] {
  return Array.isArray(value) ? value.flatMap(item => one<T>(schema, item) ?? []) : [];
}

function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The text of a conversation: only the help center's own facts. */
export function textOfConversation({ unsaid = [], ...said }: Conversation): string {
  return JSON.stringify(said, (name, value) => (unsaid.includes(name as ConversationField) ? undefined : value));
}

/** A conversation as it was kept; undefined if it is damaged. */
export function conversationIn(text: unknown): Conversation | undefined {
  const kept = parse(text);
  const read = one<Conversation>(conversation.get.answer, kept);
  return read && completed(read, kept);
}

/** The text of a thread; undefined if it is too long. */
export function textOfThread(thread: Thread): string | undefined {
  const { isCached: _, files, people, ...rest } = thread;
  const text = JSON.stringify({
    ...rest,
    ...(people ? { people: { ...people, etag: null, problem: null } } : {}),
    ...(files ? { files: [...files] } : {}),
  });
  return text.length > MAX_THREAD ? undefined : text;
}

/** A thread as it was kept; undefined if it is damaged. */
export function threadIn(text: unknown): Thread | undefined {
  const kept = parse(text);
  if (!kept || !Array.isArray(kept.messages)) return undefined;
  const people = peopleIn(kept.people);
  const files = filesIn(kept.files);
  const earlier = one<Thread['earlier']>(Earlier, kept.earlier);
  return {
    messages: many(message.list.answer, kept.messages),
    notes: many(note.list.answer, kept.notes),
    reviews: many(review.list.answer, kept.reviews),
    history: many(history.list.answer, kept.history),
    ...(people ? { people } : {}),
    ...(files ? { files } : {}),
    ...(earlier ? { earlier } : {}),
    nextCursor: textOrNull(kept.nextCursor),
    version: numberOr(kept.version, null),
    asOf: numberOr(kept.asOf, 0),
    isCached: true,
  };
}

function peopleIn(value: unknown): People | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Json;
  return {
    contacts: many(contact.list.answer, kept.contacts),
    requesterId: numberOr(kept.requesterId, null),
    others: many(conversation.get.answer, kept.others),
    total: numberOr(kept.total, null),
    etag: null,
    problem: null,
  };
}

function filesIn(value: unknown): Thread['files'] {
  if (!Array.isArray(value)) return undefined;
  return new Map(
    value.flatMap(entry => {
      const [id, file] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
      return typeof id === 'number' ? [[id, one(AttachmentSummary, file) ?? null] as const] : [];
    }),
  );
}

/** A list as it was kept, without its conversations; undefined if it is damaged. */
export function cachedList(text: unknown): ListForm | undefined {
  const kept = parse(text);
  if (!kept || !Array.isArray(kept.ids) || typeof kept.asOf !== 'number') return undefined;
  return {
    ids: [...new Set(kept.ids.filter(id => Number.isSafeInteger(id) && id > 0) as number[])],
    // It is only compared with the filter of a present list.
    filter: (typeof kept.filter === 'object' && kept.filter !== null ? kept.filter : {}) as ListForm['filter'],
    nextCursor: textOrNull(kept.nextCursor),
    firstLimit: numberOr(kept.firstLimit, 0),
    etag: textOrNull(kept.etag),
    asOf: kept.asOf,
  };
}

const NEWER: readonly string[] = [
  'isMentioned',
  'isFollowed',
  'isLater',
  'isDue',
  'isLate',
  'dueWithin',
  'counted',
  'writers',
  'sample',
] satisfies (keyof Query)[];

function isAsked(part: Query[keyof Query]): boolean {
  return Array.isArray(part) ? part.length > 0 : Boolean(part);
}

/** The name under which a list is kept: the same for equal queries. */
export function listKey(query: Query): string {
  return JSON.stringify(
    query,
    Object.keys({ ...query, ...query.not })
      .concat('not')
      // Version 0.1.0 kept its lists without these.
      .filter(name => !NEWER.includes(name) || isAsked(query[name as keyof Query]))
      .sort(),
  );
}

type Readers = { readonly [Name in keyof CachedPlaces]: (value: unknown) => CachedPlaces[Name] };

/** How each of the places is read. Those that are missing were never said. */
const PLACES: Readers = {
  inboxes: value => many(inbox.list.answer, value),
  statuses: value => many(status.list.answer, value),
  agents: value => many(agent.list.answer, value),
  tags: value => many(tag.list.answer, value),
  teams: value => (Array.isArray(value) ? many(team.list.answer, value) : null),
  savedReplies: value => (Array.isArray(value) ? many(savedReply.list.answer, value) : null),
  savedRepliesTag: textOrNull,
  inboxesTag: textOrNull,
  statusesTag: textOrNull,
  agentsTag: textOrNull,
  tagsTag: textOrNull,
  workNumbers: value => (Array.isArray(value) ? value.flatMap(numbersIn) : []),
  me: value => one(agent.list.answer, value) ?? null,
  mailOut: value => one<{ mail: CachedPlaces['mailOut'] }>(session.me.answer, { mail: value })?.mail ?? null,
  epoch: textOrNull,
  notify: value => one<{ notify: CachedPlaces['notify'] }>(session.me.answer, { notify: value })?.notify ?? null,
  erased: value => numberOr(value, 0),
  offers: value => Object.fromEntries(Object.entries((value ?? {}) as Json).flatMap(offerIn)),
};

function numbersIn({ by, days, clock, asOf, said }: Json): readonly SaidNumbers[] {
  const read = one<SaidNumbers['said']>(numbers.get.answer, said);
  const asked = { by: by as SaidNumbers['by'], days: numberOr(days, 0), clock: clock === 'working' ? clock : 'all' };
  return read ? [{ ...asked, asOf: numberOr(asOf, 0), said: read } as SaidNumbers] : [];
}

function offerIn([name, offer]: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  if (offer === true) return [[name, true]];
  return typeof offer === 'string' ? [[name, safeLine(offer)]] : [];
}

/** The names of the places. */
const PLACE_NAMES = Object.keys(PLACES) as readonly (keyof CachedPlaces)[];

/** The places as they were kept, each as a text by its name. */
export function cachedPlaces(texts: ReadonlyMap<string, unknown>): CachedPlaces | undefined {
  if (!texts.has('inboxes')) return undefined;
  const read = PLACE_NAMES.map(name => [name, PLACES[name](parseAny(texts.get(name)))]);
  return Object.fromEntries(read) as unknown as CachedPlaces;
}

function parseAny(text: unknown): unknown {
  return parse(`{"value":${String(text)}}`)?.value;
}
