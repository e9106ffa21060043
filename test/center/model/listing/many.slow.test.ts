import { expect, onTestFinished, test } from 'vitest';
import { chunks } from '../../../../src/center/database/statement.ts';
import type { Db, NewRow } from '../../../../src/center/database/tables.ts';
import { refreshAsked } from '../../../../src/center/model/conversation/awaiting.ts';
import { refreshHeld } from '../../../../src/center/model/conversation/contents.ts';
import { refreshMentions } from '../../../../src/center/model/conversation/mention.ts';
import { refreshTagSets } from '../../../../src/center/model/conversation/tag-set.ts';
import { moveNumbers, numberedColumns } from '../../../../src/center/model/inbox/number.ts';
import { rowIds } from '../../../../src/center/model/rows.ts';
import type { Conversation } from '../../../../src/contract/model.ts';
import { makeContact, makeInbox } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

const MINUTE_MS = 60_000;
/** Long for PostgreSQL on a machine with other work. */
const TIMEOUT_MS = 600_000;

type Query = Readonly<Record<string, unknown>>;
/** What a query asks for, and which conversations it means. */
type Filter = readonly [query: Query, means: (one: Conversation) => boolean];

/** The rows of all pages of a list, as the agent sees it, and the number that the first page tells. */
async function listed(desk: OpenCenter, query: Query): Promise<{ rows: Conversation[]; total: number }> {
  const rows: Conversation[] = [];
  let [cursor, total]: [string | undefined, number | undefined] = [undefined, undefined];
  do {
    const asked = { limit: 200, archived: 'any', count: 1, ...query, ...(cursor && { cursor }) };
    const { status, body } = await desk.call('GET', '/conversations', { as: 'agent', query: asked });
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.data);
    cursor = body.meta.next_cursor ?? undefined;
    total ??= body.meta.total;
  } while (cursor);
  return { rows, total: total! };
}

/** The ids of those rows that all filters mean, in the order of a time. */
function naive(rows: readonly Conversation[], filters: readonly Filter[], field: 'last_message_at' | 'created_at') {
  return rows
    .filter(one => filters.every(([, means]) => means(one)))
    .toSorted((a, b) => (a[field] === b[field] ? b.id - a.id : a[field] < b[field] ? 1 : -1))
    .map(({ id }) => id);
}

/** Each choice of one filter of each kind finds what the rows themselves tell, in each order, with its number. */
async function checkAll(desk: OpenCenter, kinds: readonly (readonly Filter[])[]): Promise<void> {
  const { rows } = await listed(desk, {});
  expect(rows.some(one => one.archived)).toBe(true);
  const choices = kinds.reduce<Filter[][]>((all, kind) => all.flatMap(some => kind.map(one => [...some, one])), [[]]);
  for (const [at, filters] of choices.entries()) {
    const field = at % 2 === 0 ? 'last_message_at' : 'created_at';
    const not = Object.assign({}, ...filters.map(([query]) => query.not ?? {}));
    const query = { ...Object.assign({}, ...filters.map(([one]) => one)), not, sort: `${field}.desc` };
    const expected = naive(rows, filters, field);
    const found = await listed(desk, query);
    expect([query, found.rows.map(({ id }) => id)]).toEqual([query, expected]);
    expect([query, found.total]).toEqual([query, expected.length]);
  }
}

/** A help center with conversations in two inboxes, of two agents or unassigned; some are closed or archived. */
async function openWith(count: number, tagsOf: (at: number) => readonly string[]) {
  const desk = await openCenter({ settings: { rateLimit: 1_000_000 } });
  onTestFinished(() => desk.close());
  const other = await makeInbox(desk, 'Other', [desk.agentId]);
  const began = desk.clock.now - 2 * count * MINUTE_MS;
  const rows = Array.from({ length: count }, (_, at) => {
    const home = at % 5 === 1 ? other : desk.inboxId;
    const agent = [null, desk.agentId, desk.adminId][at % 3]!;
    const place = at % 11 === 5 ? 1 : 0;
    const time = began + at * MINUTE_MS;
    return {
      title: `Parcel ${at}`,
      ...{ inbox_id: home, home_id: home, status_id: at % 7 === 3 ? 2 : 1, place },
      ...{ assign_to: agent, assign_key: agent ?? 0, created_at: time, updated_at: time, last_message_at: time },
    };
  });
  const ids = await desk.center.write(async work => {
    const made = await insertAll(work.db, 'conversation', rows);
    const names = [...new Set(rows.flatMap((_, at) => tagsOf(at)))].map(name => ({ name, name_key: name }));
    const tags = new Map((await insertAll(work.db, 'tag', names)).map((id, at) => [names[at]!.name, id]));
    const links = made.flatMap((conversation_id, at) =>
      tagsOf(at).map(name => ({ conversation_id, tag_id: tags.get(name)! })),
    );
    for (const piece of chunks(links)) await work.db.insertInto('conversation_tag').values(piece).execute();
    await refreshTagSets(work, made);
    const columns = work.db.selectFrom('conversation').select(numberedColumns);
    moveNumbers(work, [], await columns.execute());
    return made;
  });
  return { desk, other, ids };
}

/** Inserts rows, and returns their ids. */
async function insertAll<Table extends 'conversation' | 'tag' | 'note' | 'message'>(
  db: Db,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const piece of chunks(rows))
    ids.push(
      ...rowIds(
        await db
          .insertInto(table as 'note')
          .values(piece as NewRow<'note'>[])
          .returning('id')
          .execute(),
      ),
    );
  return ids;
}

function ofInbox(inbox: number): Filter {
  return [{ inbox_ids: [inbox] }, one => one.inbox_id === inbox];
}

function assignedTo(name: string, id: number | null): Filter {
  return [{ assign_to: [name] }, one => one.assign_to === id];
}

const any: Filter = [{}, () => true];
const open: Filter = [{ status: ['open'], archived: 0 }, one => one.status === 'open' && !one.archived];

/** The tags of the 900 sets: each has those of its number's bits, two in three `common`, twelve `some`, one `rare`. */
function tagsOf(at: number): string[] {
  const number = at % 900;
  const bits = Array.from({ length: 10 }, (_, bit) => bit).filter(bit => (number >> bit) & 1);
  return [
    ...bits.map(bit => `bit${bit}`),
    ...(number % 3 > 0 ? ['common'] : []),
    ...(number < 12 ? ['some'] : []),
    ...(number === 5 ? ['rare'] : []),
  ];
}

function tagged(...tags: readonly string[]): Filter {
  return [{ tags }, one => one.tags.some(tag => tags.includes(tag))];
}

function untagged(...tags: readonly string[]): Filter {
  return [{ not: { tags } }, one => !one.tags.some(tag => tags.includes(tag))];
}

test('with 900 sets of tags lists by tags, and without them, are those that the rows tell', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { desk, other } = await openWith(2_700, tagsOf);
  const { reader } = desk.center.context.store;
  const sets = await reader.selectFrom('conversation').select('tag_set_id').distinct().execute();
  expect(sets).toHaveLength(900);
  await checkAll(desk, [
    [any, tagged('common'), tagged('some'), tagged('rare'), tagged('rare', 'bit9'), tagged('nowhere')],
    [any, untagged('common'), untagged('rare'), untagged('common', ...Array.from('01234567', bit => `bit${bit}`))],
    [any, ofInbox(other), assignedTo('me', desk.agentId), open],
  ]);
  await checkAll(desk, [
    [tagged('common'), tagged('some'), untagged('some')],
    [ofInbox(desk.inboxId), ofInbox(other)],
    [assignedTo('none', null), assignedTo('me', desk.agentId)],
    [any, open],
  ]);
});

test('an agent with 2,000 mentions finds them, counts them, and gets the next of them', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { desk, other, ids } = await openWith(2_500, () => []);
  const { agentId } = desk;
  const zoe = await makeContact(desk, 'Zoë');
  const mentioned = ids.filter((_, at) => at % 5 > 0);
  const isAsked = (id: number) => id % 4 === 0;
  await desk.center.write(async work => {
    const created_at = desk.clock.now;
    const note = { agent_id: desk.adminId, details: 'Look @Ben', created_at };
    const notes = await insertAll(
      work.db,
      'note',
      mentioned.map(id => ({ ...note, conversation_id: id })),
    );
    const named = notes.map(note_id => ({ note_id, agent_id: agentId }));
    for (const piece of chunks(named)) await work.db.insertInto('note_mention').values(piece).execute();
    const message = { kind: 'contact' as const, contact_id: zoe, body_text: 'Hello?' };
    const asked = ids
      .filter(isAsked)
      .map(id => ({ ...message, conversation_id: id, created_at: created_at - (id % 97) * MINUTE_MS }));
    await insertAll(work.db, 'message', asked);
    await refreshMentions(work, ids);
    await refreshHeld(work, ids);
    await refreshAsked(work, ids);
  });
  const read = ids.filter(id => id % 64 === 0);
  for (const id of read) await desk.call('PUT', `/conversations/${id}/read`, { as: 'agent', body: {} });
  const isMentioned = (one: Conversation) => mentioned.includes(one.id);
  await checkAll(desk, [
    [
      [{ mentioned: 1 }, isMentioned],
      [{ not: { mentioned: 1 } }, one => !isMentioned(one)],
    ],
    [any, ofInbox(other), assignedTo('me', agentId)],
    [any, open, [{ unread: 1 }, one => one.unread], [{ not: { unread: 1 } }, one => !one.unread]],
  ]);
  const { rows } = await listed(desk, {});
  const called = mentioned.filter(id => !read.includes(id));
  expect(
    rows
      .filter(one => one.mentioned)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(called.sort());
  expect(rows.filter(one => one.unread)).toHaveLength(ids.filter(isAsked).length - read.length);
  const waiting = rows.filter(one => one.waiting_since !== null);
  const inOrder = (some: readonly Conversation[], time: (one: Conversation) => string) =>
    some.toSorted((a, b) => (time(a) === time(b) ? a.id - b.id : time(a) < time(b) ? -1 : 1)).map(({ id }) => id);
  const own = rows.filter(one => one.assign_to === agentId);
  const order = [
    ...new Set([
      ...inOrder(
        own.filter(one => one.unread && one.status !== 'closed' && !one.archived),
        one => one.updated_at,
      ),
      ...[agentId, null].flatMap(id =>
        inOrder(
          waiting.filter(one => one.assign_to === id),
          one => one.waiting_since!,
        ),
      ),
    ]),
  ];
  for (const passed of [0, 1, 50, 200, 350, order.length]) {
    const body = { assign: false, skip: order.slice(0, passed) };
    const next = await desk.call('POST', '/conversations/next', { as: 'agent', body });
    expect(next.body.data.map((one: Conversation) => one.id)).toEqual(order.slice(passed, passed + 1));
  }
});
