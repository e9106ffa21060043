import { describe, expect, test } from 'vitest';
import type { Conversation, ConversationStatus } from '../../src/contract/model.ts';
import { runs, sampled } from '../harness/full.ts';
import { createRandom, pick } from '../harness/random.ts';
import type { Ask } from './client.ts';
import { inFresh, type World } from './world.ts';

interface Chance {
  readonly isSo: (share: number) => boolean;
  readonly oneOf: <T>(all: readonly T[]) => T;
  readonly someOf: <T>(all: readonly T[], most: number) => T[];
}

function createChance(seed: number): Chance {
  const random = createRandom(seed);
  const oneOf = <T>(all: readonly T[]): T => pick(random, all);
  const someOf = <T>(all: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => oneOf(all))),
  ];
  return { isSo: share => random() < share, oneOf, someOf };
}

/** What conversations are made of here. */
interface Stock {
  readonly inboxes: readonly number[];
  readonly agents: readonly number[];
  readonly statuses: readonly ConversationStatus[];
  readonly tags: readonly string[];
  readonly words: readonly string[];
  readonly contacts: readonly number[];
  /** Of all conversations, once there are any. */
  readonly ids: () => readonly number[];
}

async function stockOf(world: World, ids: () => readonly number[]): Promise<Stock> {
  const agents = [world.insider.agent.id, world.admin.agent.id];
  const other = await world.make.inbox();
  await world.make.status('waiting');
  // What the one inbox has waiting is late in the end; the other has more time, and the third as much as it wants.
  for (const [inbox_id, answer_within] of [
    [world.inbox.id, 1],
    [other.id, 10],
  ] as const)
    await world.give({ method: 'PUT', path: `/inboxes/${inbox_id}`, body: { answer_within }, as: 'admin' });
  const people = [await world.make.contact({ name: 'Ada Love' }), await world.make.contact({ name: 'Ben Lovett' })];
  return {
    inboxes: [world.inbox.id, other.id, world.foreignInbox.id],
    agents,
    statuses: await world.get<ConversationStatus[]>('/conversation_statuses'),
    tags: ['late', 'vip', 'shipping'],
    words: ['parcel', 'refund', 'broken', 'zoë'],
    contacts: people.map(({ id }) => id),
    ids,
  };
}

async function fill(world: World, stock: Stock, chance: Chance): Promise<void> {
  const made: number[] = [];
  const seen: number[] = [];
  for (let at = 0; at < 60; at += 1) {
    const inbox_id = chance.oneOf(stock.inboxes);
    const assignees = inbox_id === world.foreignInbox.id ? [null, world.admin.agent.id] : [null, ...stock.agents];
    const { id } = await world.make.conversation({
      title: chance.someOf(stock.words, 3).join(' '),
      inbox_id,
      assign_to: chance.oneOf(assignees),
      conversation_status_id: chance.oneOf(stock.statuses).id,
      contacts: chance.someOf(stock.contacts, 2),
      tags: chance.isSo(0.7) ? chance.someOf(stock.tags, 3) : [],
    });
    made.push(id);
    if (inbox_id !== world.foreignInbox.id) seen.push(id);
    world.target.clock!.advance(chance.oneOf([0, 0, 400, 1_000]));
  }
  for (const id of made)
    if (chance.isSo(0.2)) await world.give({ method: 'POST', path: `/conversations/${id}/archive` });
  for (const id of seen) if (chance.isSo(0.2)) await world.make.note(id, { details: '-' });
  for (const id of seen)
    if (chance.isSo(0.5)) {
      const body = { message_id: (await world.make.message(id, { body_text: '-' })).id };
      if (chance.isSo(0.4)) await world.give({ method: 'PUT', path: `/conversations/${id}/read`, body, as: 'insider' });
    }
  for (const id of seen) if (chance.isSo(0.3)) await world.make.agentMessage(id, { body_text: '-' });
  for (let at = 0; at < 5; at += 1) {
    const [target, source] = [made[at * 4]!, made[at * 4 + 1]!];
    await world.give({ method: 'POST', path: `/conversations/${target}/merge`, body: [source] });
  }
  world.target.clock!.advance(120_000);
}

interface Query {
  readonly assign_to?: readonly (number | 'none' | 'me')[];
  readonly status?: readonly string[];
  readonly inbox_ids?: readonly number[];
  readonly tags?: readonly string[];
  readonly archived?: '0' | '1' | 'any';
  readonly merged?: '0' | '1';
  readonly q?: string;
  readonly waiting?: '0' | '1';
  readonly late?: '0' | '1';
  readonly due_within?: number;
  readonly unread?: '0' | '1';
  readonly ids?: readonly number[];
  readonly contacts?: readonly number[];
  readonly from?: string;
  readonly has?: readonly 'note'[];
  readonly not?: {
    readonly assign_to?: readonly (number | 'none' | 'me')[];
    readonly status?: readonly string[];
    readonly inbox_ids?: readonly number[];
    readonly tags?: readonly string[];
    readonly has?: readonly 'note'[];
    readonly waiting?: '0' | '1';
    readonly late?: '0' | '1';
    readonly due_within?: number;
    readonly unread?: '0' | '1';
    readonly automatic?: '0' | '1';
    readonly unresolved?: '0' | '1';
  };
  readonly before?: { readonly created_at: string };
  readonly after?: { readonly created_at: string };
}

function randomQuery(stock: Stock, chance: Chance, times: readonly string[]): Query {
  const maybe = <T>(share: number, make: () => T): T | undefined => (chance.isSo(share) ? make() : undefined);
  return {
    assign_to: maybe(0.4, () => chance.someOf([...stock.agents, 'none', 'me'] as const, 2)),
    status: maybe(0.4, () => chance.someOf([...stock.statuses.map(({ name }) => name), 'OPENED', 'none such'], 2)),
    inbox_ids: maybe(0.4, () => chance.someOf(stock.inboxes, 2)),
    tags: maybe(0.4, () => chance.someOf([...stock.tags, 'VIP', 'none such'], 2)),
    archived: maybe(0.4, () => chance.oneOf(['0', '1', 'any'] as const)),
    merged: maybe(0.15, () => chance.oneOf(['0', '1'] as const)),
    q: maybe(0.3, () => chance.someOf(['par', 'REFUND', 'zoe', 'nothing'], 2).join(' ')),
    ids: maybe(0.1, () => chance.someOf(stock.ids(), 30)),
    contacts: maybe(0.1, () => chance.someOf(stock.contacts, 2)),
    from: maybe(0.1, () => chance.oneOf(['ada', 'BEN LOVE', 'love', 'nobody'])),
    has: maybe(0.15, () => ['note'] as const),
    not: maybe(0.3, () => ({
      assign_to: maybe(0.4, () => chance.someOf([...stock.agents, 'none', 'me'] as const, 2)),
      status: maybe(0.4, () => chance.someOf([...stock.statuses.map(({ name }) => name), 'opened'], 2)),
      inbox_ids: maybe(0.4, () => chance.someOf(stock.inboxes, 2)),
      tags: maybe(0.4, () => chance.someOf([...stock.tags, 'none such'], 2)),
      has: maybe(0.2, () => ['note'] as const),
      late: maybe(0.3, () => chance.oneOf(['0', '1'] as const)),
      due_within: maybe(0.2, () => chance.oneOf([1, 30])),
      waiting: maybe(0.3, () => chance.oneOf(['0', '1'] as const)),
      unread: maybe(0.3, () => chance.oneOf(['0', '1'] as const)),
      automatic: maybe(0.2, () => chance.oneOf(['0', '1'] as const)),
      unresolved: maybe(0.3, () => chance.oneOf(['0', '1'] as const)),
    })),
    unread: maybe(0.2, () => chance.oneOf(['0', '1'] as const)),
    late: maybe(0.1, () => chance.oneOf(['0', '1'] as const)),
    due_within: maybe(0.1, () => chance.oneOf([1, 30])),
    waiting: maybe(0.2, () => chance.oneOf(['0', '1'] as const)),
    before: maybe(0.2, () => ({ created_at: chance.oneOf(times) })),
    after: maybe(0.2, () => ({ created_at: chance.oneOf(times) })),
  };
}

function plain(text: string): string[] {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ');
}

/** Everyone's words are in titles here, but for the marks of texts and names that the makers give. */
function holdsWords(title: string, q: string): boolean {
  return plain(q).every(word => plain(title).some(one => one.startsWith(word)));
}

/** In how many minutes after its question a conversation is due; two have passed since all were asked. */
function within({ due_at: due, waiting_since: since }: Conversation): number {
  return due ? Math.round((Date.parse(due) - Date.parse(since!)) / 60_000) : Number.POSITIVE_INFINITY;
}

/** Whether a conversation is among what each of the filters names that `not` takes too; undefined: it is not given. */
function kindsHeld(one: Conversation, query: NonNullable<Query['not']>, me: number | null): (boolean | undefined)[] {
  const assignees = query.assign_to?.flatMap(each => (each === 'me' ? (me ?? []) : each));
  const names = query.status?.map(each => each.toLowerCase().replace(/^opened$/, 'open'));
  return [
    assignees?.some(each => (each === 'none' ? one.assign_to === null : one.assign_to === each)),
    names?.includes(one.status.toLowerCase()),
    query.inbox_ids?.includes(one.inbox_id!),
    query.tags?.some(tag => one.tags.includes(tag.toLowerCase())),
    query.has && one.note_count > 0,
    query.waiting === '1' ? one.waiting_since !== null : undefined,
    query.late === '1' ? within(one) <= 2 : undefined,
    query.due_within === undefined ? undefined : within(one) <= query.due_within + 2,
  ];
}

/** The decisions' rules, one line each. Times within the second that a bound names are left to another test. */
function isListed(one: Conversation, query: Query, me: number | null): boolean {
  const { archived = '0', merged = '0', q, not, before, after } = query;
  return [
    (one.merged_into !== null) === (merged === '1'),
    archived === 'any' || one.archived === (archived === '1'),
    ...kindsHeld(one, query, me).map(held => held ?? true),
    ...kindsHeld(one, not ?? {}, me).map(held => !held),
    // None of them is in the spam inbox.
    not?.unresolved !== '1' || one.status.toLowerCase() === 'closed',
    query.ids?.includes(one.id) ?? true,
    query.contacts?.some(id => one.contacts.includes(id)) ?? true,
    query.from === undefined || holdsWords(one.requester?.name ?? '', query.from),
    q === undefined || holdsWords(one.title, q),
    !before || one.created_at < before.created_at,
    !after || one.created_at > after.created_at,
  ].every(Boolean);
}

async function walked(world: World, query: object, limit: number, as: Ask['as']): Promise<Conversation[]> {
  const found: Conversation[] = [];
  let cursor: string | null | undefined;
  do {
    const answer = await world.call({ method: 'GET', path: '/conversations', query: { ...query, limit, cursor }, as });
    expect(answer.status, answer.text).toBe(200);
    found.push(...(answer.data as Conversation[]));
    cursor = answer.nextCursor;
  } while (cursor);
  return found;
}

const sorts = [
  'due_at.asc',
  'waiting_since.asc',
  'last_message_at.desc',
  'last_message_at.asc',
  'created_at.asc',
  'updated_at.desc',
] as const;

const seeing = [
  { as: 'key', me: null },
  { as: 'insider', me: 'insider' },
  { as: 'admin', me: 'admin' },
] as const;

async function checkModel(world: World, seed: number): Promise<void> {
  const chance = createChance(seed);
  const all: Conversation[] = [];
  const stock = await stockOf(world, () => all.map(({ id }) => id));
  await fill(world, stock, chance);
  for (const merged of ['0', '1']) all.push(...(await walked(world, { archived: 'any', merged }, 200, 'key')));
  const unreadBy = async (as: 'key' | 'insider' | 'admin') =>
    new Set((await walked(world, { archived: 'any' }, 200, as)).filter(one => one.unread).map(({ id }) => id));
  const unread = { key: await unreadBy('key'), insider: await unreadBy('insider'), admin: await unreadBy('admin') };
  const times = all.map(({ created_at }) => created_at);
  for (let at = 0; at < runs(150); at += 1) {
    const [{ as, me }, query, sort] = [chance.oneOf(seeing), randomQuery(stock, chance, times), chance.oneOf(sorts)];
    const sees = ({ inbox_id }: Conversation) => as !== 'insider' || inbox_id !== world.foreignInbox.id;
    const isRight = ({ id }: Conversation) =>
      (query.unread !== '1' || unread[as].has(id)) && (query.not?.unread !== '1' || !unread[as].has(id));
    const isSorted = (one: Conversation) =>
      sort.startsWith('due') ? Boolean(one.due_at) : !sort.startsWith('waiting') || one.waiting_since !== null;
    const expected = all.filter(
      one => sees(one) && isRight(one) && isSorted(one) && isListed(one, query, me && world[me].agent.id),
    );
    const found = await walked(world, { ...query, sort }, chance.oneOf([1, 3, 7, 200]), as);
    const what = `${as} ${sort} ${JSON.stringify(query)}`;
    const [field, direction] = sort.split('.') as ['created_at', 'asc' | 'desc'];
    const sign = direction === 'asc' ? 1 : -1;
    const byTime = (one: Conversation, other: Conversation): number =>
      sign * (one[field] === other[field] ? one.id - other.id : one[field] < other[field] ? -1 : 1);
    const ids = (rows: readonly Conversation[]) => rows.map(({ id }) => id);
    expect(ids(found), what).toEqual(ids(expected.toSorted(byTime)));
  }
}

/** Whatever filters come together, a list holds what the rules say, once each and in order. */
export function registerListModel(world: () => World): void {
  describe('lists of conversations, against a plain model', () => {
    test.for(sampled([1, 2]))('any filters together, walked by pages of any size (seed %i)', async (seed, { skip }) => {
      skip(!world().target.fresh, 'needs a help center of its own');
      await inFresh(world(), {}, fresh => checkModel(fresh, seed));
    });
  });
}
