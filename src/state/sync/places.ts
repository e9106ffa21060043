import type { ApiError } from '../../client/api-error.ts';
import type { ListReply } from '../../client/call.ts';
import type { Capability } from '../../client/capabilities.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { type Attempt, attempt } from '../calls/attempt.ts';
import { noteLack, whyLacking } from '../calls/offers.ts';
import type { Desk } from '../desk.ts';
import { withStatusNames } from '../words/names.ts';
import { PLACE_NAMES, type PlaceName, type PlaceTags, placeTag } from '../world/place-tags.ts';
import type { Agent, Base, Inbox, MailOut, Notify, Offers, World } from '../world.ts';
import { renewFilter } from './list.ts';

/** At most this many pages of a list that should be whole are read. */
const MAX_PAGES = 10;

type Pages<T> = (cursor: string | undefined) => Promise<ListReply<T>>;

/** The whole of a list, even if a help center gives it in pages. */
export async function readAll<T>(page: Pages<T>): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const reply = await page(cursor);
    for (const one of reply.data) all.push(one);
    if (reply.nextCursor === null || reply.nextCursor === cursor) break;
    cursor = reply.nextCursor;
  }
  return all;
}

/**
 * Reads the caller, the inboxes, statuses, agents and tags; a missing call is noted. `poll`: in the background, without
 * updating ages, which would send bytes that the agent did not ask for.
 */
export async function loadPlaces(desk: Desk, how: 'jump' | 'poll' = 'jump'): Promise<void> {
  const read = desk.reads.begin('places');
  const { client } = desk;
  const { signal } = read;
  // The list is needed first, and it needs none of these.
  const behind = { signal, isBackground: true } as const;
  const me = await attempt(client.session.me({ signal }));
  if (!read.isCurrent()) return;
  heardCaller(desk, me);
  // Asked only now: the events since that answer report their changes.
  const [inboxes, statuses, agents, tags] = await Promise.all([
    attempt(readPlace(desk, 'inboxes', (cursor, etag) => client.inbox.list({ query: { cursor }, etag, ...behind }))),
    attempt(readPlace(desk, 'statuses', (cursor, etag) => client.status.list({ query: { cursor }, etag, ...behind }))),
    attempt(readPlace(desk, 'agents', (cursor, etag) => client.agent.list({ query: { cursor }, etag, ...behind }))),
    attempt(
      readPlace(desk, 'tags', (cursor, etag) =>
        client.tag.list({ query: { cursor, limit: MAX_PAGE_SIZE }, etag, ...behind }),
      ),
    ),
  ]);
  if (!read.isCurrent()) return;
  const world = desk.world();
  const renamed = withStatusNames(world.base, dataOr(statuses, world.base.statuses));
  const lists = {
    inboxes: inOrder(dataOr(inboxes, world.base.inboxes)),
    statuses: renamed.statuses,
    agents: dataOr(agents, world.base.agents),
    tags: dataOr(tags, world.base.tags),
  };
  const base: Base = {
    ...renamed,
    ...lists,
    placeTags: tagsOf(world.base, lists, { inboxes, statuses, agents, tags }),
  };
  const offers = offersOf(desk, { me, statuses, agents, tags });
  const now = how === 'jump' ? desk.centerNow() : world.now;
  desk.set({ base, offers, ...callerOf(world, me), now });
  tellInboxes(desk, inboxes);
  if ('value' in inboxes) desk.set({ placesProblem: whyLater([me, statuses, agents, tags]) });
  read.end();
  void renewFilter(desk);
  if (world.base.savedReplies !== null) void loadSavedReplies(desk);
}

/** A list as it was just read. */
interface ReadPlace<T> {
  /** Undefined if it is as it was. */
  readonly data: readonly T[] | undefined;
  /** Null if it came in pages. */
  readonly etag: string | null;
}

/** The whole of one of the places, unless it is as it was. */
async function readPlace<T>(
  desk: Desk,
  name: PlaceName,
  page: (cursor: string | undefined, etag: string | null) => Promise<ListReply<T>>,
): Promise<ReadPlace<T>> {
  const known = placeTag(desk.world().base, name);
  let first: ListReply<T> | undefined;
  const data = await readAll(async cursor => {
    const reply = await page(cursor, cursor === undefined ? known : null);
    first ??= reply;
    return reply;
  });
  if (first?.isSame) return { data: undefined, etag: known };
  return { data, etag: first?.nextCursor === null ? first.etag : null };
}

function dataOr<T>(answer: Attempt<ReadPlace<T>>, former: readonly T[]): readonly T[] {
  return ('value' in answer ? answer.value.data : undefined) ?? former;
}

/** The versions of the lists that were read; of an unchanged one, if it is still the same. */
function tagsOf(
  before: Base,
  lists: Pick<Base, PlaceName>,
  answers: Readonly<Record<PlaceName, Attempt<ReadPlace<unknown>>>>,
): PlaceTags {
  const tags = PLACE_NAMES.map(name => {
    const answer = answers[name];
    const etag = 'value' in answer && answer.value.data ? answer.value.etag : placeTag(before, name);
    return [name, { of: lists[name], etag }] as const;
  });
  return Object.fromEntries(tags);
}

/**
 * Why the first of these reads failed that may succeed later; null if no such read failed. A page that says 404 beside
 * inboxes that were read is asked for again only when the places are: a help center may answer so for ever.
 */
function whyLater(answers: readonly Attempt<unknown>[]): SafeText | null {
  for (const answer of answers) {
    if ('error' in answer && answer.error.isTransient && !answer.error.isMissing) return answer.error.reason;
  }
  return null;
}

/**
 * Reads the members of the teams. Only choosing an agent needs them, so they are read then and not at the start.
 * Without an answer they stay unknown, and the help center decides.
 */
export async function loadTeams(desk: Desk): Promise<void> {
  const read = desk.reads.begin('teams');
  const teams = await attempt(readAll(cursor => desk.client.team.list({ query: { cursor }, signal: read.signal })));
  if (read.isCurrent() && 'value' in teams) desk.set({ base: { ...desk.world().base, teams: teams.value } });
  read.end();
}

/**
 * Reads the saved replies, if they are not as they were last read. Only using one needs them, so they are read then; from
 * then on this reads them again whenever the places are read.
 */
export async function loadSavedReplies(desk: Desk): Promise<void> {
  if (whyLacking(desk.world(), 'savedReply.list') !== undefined) return;
  const read = desk.reads.begin('savedReplies');
  const { savedRepliesTag: etag } = desk.world().base;
  const answer = await attempt(desk.client.savedReply.list({ etag, signal: read.signal, isBackground: true }));
  if (!read.isCurrent()) return;
  read.end();
  if ('error' in answer) {
    if (answer.error.isAbsent) noteLack(desk, 'savedReply.list');
    return;
  }
  const { isSame, data: savedReplies, etag: savedRepliesTag } = answer.value;
  if (!isSame) desk.set({ base: { ...desk.world().base, savedReplies, savedRepliesTag } });
}

/**
 * Reads the caller alone. A help center that refuses the question does not say. Returns the failure if there was one.
 */
export async function loadCaller(desk: Desk): Promise<ApiError | undefined> {
  const me = await attempt(desk.client.session.me());
  const world = desk.world();
  const isRefused = 'error' in me && !me.error.isTransient;
  const { absence } = desk.client.capabilities;
  const unsaid = { me: absence('me').reason, onceKeys: absence('onceKeys').reason };
  const offers = isRefused ? { ...world.offers, ...unsaid } : offersOf(desk, { me });
  desk.set({ ...callerOf(world, me), offers });
  return 'error' in me ? me.error : undefined;
}

/** The caller is known as soon as it arrives: over a slow link the other places come seconds later. */
function heardCaller(desk: Desk, me: Me): void {
  if ('error' in me) return;
  const world = desk.world();
  const { last_event_id: last } = me.value.data;
  const lastEventId = last !== null && /^\d+$/.test(last) ? last : null;
  const offers = offersOf(desk, { me });
  desk.set({ ...callerOf(world, me), offers, lastEventId });
}

/** The caller, and the help center's words about mail; the former ones without an answer. */
function callerOf({ me, mailOut, notify }: World, answer: Me): Pick<World, 'me' | 'mailOut' | 'notify'> {
  if ('error' in answer) return { me, mailOut, notify };
  const { agent, mail, notify: chosen } = answer.value.data;
  return { me: agent, mailOut: mail, notify: chosen };
}

/**
 * Says once why the inboxes could not be read, until they were read. The problem itself ends when all places are read:
 * names may be missing beside them.
 */
function tellInboxes(desk: Desk, inboxes: Attempt<unknown>): void {
  const { notice, placesProblem, offline } = desk.world();
  if ('error' in inboxes) {
    const { reason } = inboxes.error;
    // The footer says already that nothing can be read.
    if (placesProblem !== reason && offline === null)
      desk.notify({ tone: 'problem', text: t`Inboxes not read: ${reason}`, topic: 'places' });
    desk.set({ placesProblem: reason });
  } else if (notice?.topic === 'places') desk.set({ notice: null });
}

/** Reads only the inboxes, for their counts. */
export async function rereadInboxes(desk: Desk): Promise<void> {
  const read = desk.reads.begin('inboxes');
  const inboxes = await attempt(readAll(cursor => desk.client.inbox.list({ query: { cursor }, signal: read.signal })));
  if (read.isCurrent() && 'value' in inboxes) {
    const world = desk.world();
    desk.set({ base: { ...world.base, inboxes: inOrder(inboxes.value) } });
    tellInboxes(desk, inboxes);
  }
  read.end();
}

function inOrder(inboxes: readonly Inbox[]): readonly Inbox[] {
  return [...inboxes].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.id - b.id);
}

type DirectoryKind = 'me' | 'statuses' | 'agents' | 'tags';
/** The outbox relies on a key for almost a day. */
const MIN_KEY_HOURS = 24;

interface DirectoryAnswers {
  readonly agent: Agent | null;
  readonly mail: MailOut | null;
  readonly notify: Notify | null;
  readonly idempotency_key_hours: number | null;
  readonly last_event_id: string | null;
}
type Me = Attempt<{ readonly data: DirectoryAnswers }>;
type Answers = Readonly<Partial<Record<Exclude<DirectoryKind, 'me'>, Attempt<unknown>>>> & { readonly me: Me };

function offersOf({ client, world }: Desk, answers: Answers): Offers {
  const lacks = (name: Capability) => client.capabilities.absence(name).reason;
  const offers: { -readonly [Name in keyof Offers]: Offers[Name] } = { ...world().offers };
  for (const [name, answer] of Object.entries(answers) as [DirectoryKind, Attempt<unknown>][]) {
    if ('value' in answer) offers[name] = true;
    else if (answer.error.isAbsent) offers[name] = lacks(name);
  }
  const { me } = answers;
  const keyHours = 'value' in me ? (me.value.data.idempotency_key_hours ?? 0) : 0;
  if ('value' in me || me.error.isAbsent) offers.onceKeys = keyHours >= MIN_KEY_HOURS || lacks('onceKeys');
  return offers;
}

/**
 * Adds the tags with this part in their names to the known ones: the places bring only the first ones of very many.
 * Resolves with the reason if they could not be read.
 */
export async function findTags(desk: Desk, part: string): Promise<SafeText | undefined> {
  const read = desk.reads.begin('tags');
  const reply = await attempt(desk.client.tag.list({ query: { q: part, limit: MAX_PAGE_SIZE }, signal: read.signal }));
  if (!read.isCurrent()) return undefined;
  read.end();
  if ('error' in reply) return reply.error.reason;
  const { base } = desk.world();
  const known = new Set(base.tags.map(({ name }) => name));
  const added = reply.value.data.filter(({ name }) => !known.has(name));
  if (added.length > 0) desk.set({ base: { ...base, tags: [...base.tags, ...added] } });
  return undefined;
}

/** Whether the help center has named the caller, or refused to. */
export function isCallerKnown(desk: Desk): boolean {
  return desk.world().offers.me !== undefined;
}

/** Calls `then` after the help center has named the caller. */
export function onceCallerKnown(desk: Desk, then: () => void): void {
  if (isCallerKnown(desk)) {
    then();
    return;
  }
  const stop = desk.store.subscribe(() => {
    if (!isCallerKnown(desk)) return;
    stop();
    then();
  });
}
