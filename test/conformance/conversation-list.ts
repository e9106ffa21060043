import { describe, expect, test } from 'vitest';
import type { Conversation, HistoryEntry } from '../../src/contract/model.ts';
import { put, statusOf } from './conversations.ts';
import { inFresh, type World } from './world.ts';

type Query = Readonly<Record<string, unknown>>;

type Reader = 'key' | 'insider' | 'outsider';

async function idsOf(world: World, query: Query, as: Reader = 'key'): Promise<number[]> {
  return (await world.get<Conversation[]>('/conversations', as, { limit: 200, ...query })).map(({ id }) => id);
}

/** Several conversations of one tag, which keeps the rest of the help center out of the answers. */
async function tagged(world: World, ...overs: readonly Query[]) {
  const tag = world.unique('tag');
  const made: number[] = [];
  for (const { tags = [], ...over } of overs)
    made.push((await world.make.conversation({ ...over, tags: [tag, ...(tags as string[])] })).id);
  const list = async (query: Query = {}, as: 'key' | 'insider' = 'key') =>
    (await idsOf(world, { sort: 'created_at.asc', ...query, tags: [tag] }, as)).map(id => made.indexOf(id));
  return { tag, made, list };
}

function checkFilters(world: () => World) {
  test('status accepts names in any case, also several, and "opened"; an unknown one lists nothing', async () => {
    const [closed, custom] = [await statusOf(world(), 'closed'), await world().make.status()];
    const statuses = [{}, { conversation_status_id: closed.id }, { conversation_status_id: custom.id }];
    const { list } = await tagged(world(), ...statuses);
    for (const [status, found] of [
      [['open'], [0]],
      [['opened'], [0]],
      [['OpeneD'], [0]],
      [['Closed'], [1]],
      [[custom.name.toUpperCase()], [2]],
      [
        ['open', 'closed'],
        [0, 1],
      ],
      [['open', 'no such status'], [0]],
      [['no such status'], []],
      [[''], []],
    ] as const)
      expect(await list({ status }), String(status)).toEqual(found);
    expect(await list({ status: 'opened' }), 'without brackets').toEqual([0]);
  });

  test('assign_to accepts ids, none and me', async () => {
    const [insider, admin] = [world().insider.agent.id, world().admin.agent.id];
    const { list } = await tagged(world(), {}, { assign_to: insider }, { assign_to: admin });
    for (const [assign_to, as, found] of [
      [['none'], 'key', [0]],
      [[insider], 'key', [1]],
      [['me'], 'insider', [1]],
      [['me', 'none'], 'insider', [0, 1]],
      [[insider, admin], 'key', [1, 2]],
      [['none', admin], 'key', [0, 2]],
      [[999_999_999], 'key', []],
      [['me'], 'key', []],
    ] as const)
      expect(await list({ assign_to }, as), String(assign_to)).toEqual(found);
  });

  test('inbox_ids[]=none finds conversations of deleted inboxes, for those who may see them', async () => {
    const { insider, outsider } = world();
    const gone = await world().make.inbox();
    const left = await world().make.inbox();
    const own = { inbox_id: gone.id, assign_to: insider.agent.id };
    const { tag, made } = await tagged(world(), { inbox_id: gone.id }, own, { inbox_id: left.id }, {});
    await world().give({ method: 'DELETE', path: `/inboxes/${gone.id}/agents/${insider.agent.id}` });
    await world().give({ method: 'POST', path: `/inboxes/${gone.id}/agents`, body: { agent_id: outsider.agent.id } });
    await world().give({ method: 'DELETE', path: `/inboxes/${gone.id}` });
    const found = async (inbox_ids: readonly unknown[], as: Reader = 'key', more: Query = {}) =>
      (await idsOf(world(), { sort: 'created_at.asc', tags: [tag], inbox_ids, ...more }, as)).map(id =>
        made.indexOf(id),
      );
    expect(await found(['none'])).toEqual([0, 1]);
    expect(await found(['none', left.id])).toEqual([0, 1, 2]);
    expect(await found(['none'], 'outsider'), 'who had access then').toEqual([0, 1]);
    expect(await found(['none'], 'insider'), 'the assignee').toEqual([1]);
    expect(await found(['none', left.id], 'insider')).toEqual([1, 2]);
    expect(await found(['none'], 'key', { assign_to: ['none'] })).toEqual([0]);
    expect(await found([gone.id]), 'a deleted inbox holds nothing').toEqual([]);
    await put(world(), made[0]!, { inbox_id: left.id });
    expect(await found(['none'])).toEqual([1]);
    expect(await found([left.id])).toEqual([0, 2]);
  });

  test('inbox_ids and tags are alternatives within, and filters of different kinds must all hold', async () => {
    const [inbox_id, extra] = [(await world().make.inbox()).id, world().unique('extra')];
    const assign_to = world().insider.agent.id;
    const { list, made } = await tagged(
      world(),
      {},
      { inbox_id },
      { tags: [extra], assign_to },
      { inbox_id, assign_to },
    );
    expect(await list({ inbox_ids: [inbox_id] })).toEqual([1, 3]);
    expect(await list({ inbox_ids: [inbox_id, world().inbox.id] })).toEqual([0, 1, 2, 3]);
    expect(await list({ inbox_ids: [inbox_id], assign_to: [assign_to], status: ['open'] })).toEqual([3]);
    expect(await idsOf(world(), { tags: [extra, extra.toUpperCase()] }), 'without case').toEqual([made[2]]);
    expect(await list({ inbox_ids: [999_999_999] })).toEqual([]);
  });

  test('archived ones are listed only with archived=1 or archived=any', async () => {
    const { list, made } = await tagged(world(), {}, {});
    await world().give({ method: 'POST', path: `/conversations/${made[1]}/archive` });
    for (const [archived, found] of [
      [undefined, [0]],
      ['0', [0]],
      ['1', [1]],
      ['any', [0, 1]],
    ] as const)
      expect(await list({ archived }), String(archived)).toEqual(found);
  });

  test('merged-away ones are in no list without merged=1', async () => {
    const { list, made } = await tagged(world(), {}, {});
    const [target, source] = made;
    const body = { conversation_ids: [source] };
    await world().give({ method: 'POST', path: `/conversations/${target}/merge`, body });
    expect(await list()).toEqual([0]);
    expect(await list({ archived: 'any' })).toEqual([0]);
    const merged = await world().get<Conversation[]>('/conversations', 'key', { merged: '1', limit: 200 });
    expect(merged.find(({ id }) => id === source)?.merged_into).toBe(target);
  });
}

function checkOrder(world: () => World) {
  test('lists are sorted by last message, and a deleted message no longer counts', async () => {
    const { tag, made } = await tagged(world(), {}, {}, {});
    const order = () => idsOf(world(), { tags: [tag] });
    const [a, b, c] = made;
    expect(await order()).toEqual([c, b, a]);
    world().target.clock?.advance(1_000);
    if (!world().target.clock) await new Promise(resolve => setTimeout(resolve, 1_100));
    const message = await world().make.agentMessage(a!);
    expect(await order()).toEqual([a, c, b]);
    await world().give({ method: 'DELETE', path: `/conversations/${a}/messages/${message.id}` });
    expect(await order()).toEqual([c, b, a]);
    const left = await world().get<Conversation>(`/conversations/${a}`);
    expect(left.last_message_at, 'without a message it is the creation').toBe(left.created_at);
    await put(world(), b!, { title: 'Touched' });
    expect(await order(), 'another change moves nothing').toEqual([c, b, a]);
    expect((await idsOf(world(), { tags: [tag], sort: 'updated_at.desc' }))[0]).toBe(b);
  });

  test.for(['updated_at', 'last_message_at'] as const)('within a second of %s the order is by id', async field => {
    const { tag, made } = await tagged(world(), {}, {}, {}, {}, {});
    world().target.clock?.advance(2_000 - (world().target.clock!.now() % 1_000));
    for (const at of [3, 0, 4, 1, 2]) await world().make.agentMessage(made[at]!);
    const seen = await world().get<Conversation[]>('/conversations', 'key', { tags: [tag], sort: `${field}.asc` });
    const expected = seen.toSorted((a, b) => (a[field] === b[field] ? a.id - b.id : a[field] < b[field] ? -1 : 1));
    expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    for (const direction of ['asc', 'desc']) {
      const ids: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = { tags: [tag], sort: `${field}.${direction}`, limit: 2, cursor };
        const page = await world().call({ method: 'GET', path: '/conversations', query });
        ids.push(...(page.data as Conversation[]).map(({ id }) => id));
        cursor = page.nextCursor!;
      }
      expect(direction === 'asc' ? ids : ids.toReversed()).toEqual(expected.map(({ id }) => id));
    }
  });

  test('before and after compare whole seconds, both exclusive', async ({ skip }) => {
    skip(!world().target.fresh, 'needs a clock that can be turned');
    await inFresh(world(), {}, async fresh => {
      const clock = fresh.target.clock!;
      const made: number[] = [];
      // Each request is a little later than the one before it.
      const at = async (ms: number) => {
        clock.advance(Math.ceil(clock.now() / 10_000) * 10_000 + 10_000 + ms - 7 - clock.now());
        const { id, created_at } = await fresh.make.conversation();
        made.push(id);
        return created_at;
      };
      const second = await at(0);
      const later = await at(500);
      const ids = async (query: object) =>
        (await idsOf(fresh, { inbox_ids: [fresh.inbox.id], sort: 'created_at.asc', ...query })).map(id =>
          made.indexOf(id),
        );
      expect(await ids({ after: { created_at: second } }), 'exclusive').toEqual([1]);
      expect(await ids({ after: { created_at: later } }), 'the half second does not count').toEqual([]);
      expect(await ids({ before: { created_at: later } })).toEqual([0]);
      expect(await ids({ before: { created_at: second } })).toEqual([]);
      expect(await ids({ before: { created_at: `${later}.501` } })).toEqual([0, 1]);
    });
  });
}

function checkSearch(world: () => World) {
  const found = async (q: string, tag: string) => idsOf(world(), { q, tags: [tag], archived: 'any' });

  test('q finds all its words as prefixes, ignoring case and accents, in every text', async () => {
    const [word, tag] = [
      world()
        .unique('w')
        .replaceAll(/[^a-z0-9]/g, ''),
      world().unique('tag'),
    ];
    const contact = await world().make.contact({ name: `Zoë ${word}name`, email: `${word}mail@customer.example` });
    const over = { title: `${word}title Crème Brûlée`, tags: [tag], contacts: [contact.id] };
    const { id } = await world().make.conversation(over);
    await world().make.message(id, { body_text: `We had ${word}message in it` });
    await world().make.note(id, { details: `An internal ${word}note` });
    await world().make.conversation({ tags: [tag], title: `${word}other` });
    for (const q of [
      `${word}title`,
      `${word}tit`,
      `${word}TITLE creme`,
      'BRULEE',
      'brûl',
      `${word}message`,
      `${word}note`,
      `${word}name`,
      `${word}mail@customer.example`,
      `${word}note zoe creme`,
    ])
      expect(await found(q, tag), q).toEqual([id]);
    for (const q of [`${word}title nothing`, `itle`, `${word}titles`]) expect(await found(q, tag), q).toEqual([]);
  });

  test('q finds Chinese, Japanese and Korean within a run of letters', async () => {
    const tag = world().unique('tag');
    const { id } = await world().make.conversation({ tags: [tag], title: '東京都の返品手続き、환불요청' });
    for (const q of ['東京', '返品', '返品手続', '京都', '환불', '東京 返品'])
      expect(await found(q, tag), q).toEqual([id]);
    for (const q of ['京東', '大阪']) expect(await found(q, tag), q).toEqual([]);
  });

  test('deleted text is no longer found, and moved text is found in its new place', async () => {
    const [word, tag] = [
      world()
        .unique('w')
        .replaceAll(/[^a-z0-9]/g, ''),
      world().unique('tag'),
    ];
    const { id } = await world().make.conversation({ tags: [tag], title: `${word}old` });
    const note = await world().make.note(id, { details: `${word}gone` });
    await world().give({ method: 'DELETE', path: `/conversations/${id}/notes/${note.id}` });
    expect([await found(`${word}gone`, tag), await found(`${word}old`, tag)]).toEqual([[], [id]]);
    await put(world(), id, { title: `${word}new` });
    expect(await found(`${word}old`, tag)).toEqual([]);
    expect(await found(`${word}new`, tag)).toEqual([id]);
    const other = await world().make.conversation({ tags: [tag] });
    await world().make.message(other.id, { body_text: `${word}moved` });
    await world().give({ method: 'POST', path: `/conversations/${id}/merge`, body: { conversation_ids: [other.id] } });
    expect(await found(`${word}moved`, tag)).toEqual([id]);
    const contact = await world().make.contact({ name: `${word}caller` });
    const body = { contact_id: contact.id };
    await world().give({ method: 'POST', path: `/conversations/${id}/contacts`, body });
    expect(await found(`${word}caller`, tag)).toEqual([id]);
    const inbox = await world().make.inbox();
    await put(world(), id, { inbox_id: inbox.id });
    await world().give({ method: 'DELETE', path: `/inboxes/${inbox.id}` });
    expect([await found(`${word}moved`, tag), await found(`${word}new`, tag)]).toEqual([[], [id]]);
  });
}

function checkHistory(world: () => World) {
  test('history is filtered by event, limit, time and order; an unknown event lists nothing', async () => {
    const { id } = await world().make.conversation();
    const closed = await statusOf(world(), 'closed');
    await put(world(), id, { conversation_status_id: closed.id });
    await put(world(), id, { title: 'New' });
    const list = (query: Query) => world().get<HistoryEntry[]>(`/conversations/${id}/history`, 'key', query);
    const [entry, ...more] = await list({ event: 'status.updated' });
    expect([entry?.event, more]).toEqual(['status.updated', []]);
    expect(entry?.changes.conversation_status_id?.to ?? entry?.changes.status?.to).toBeOneOf([closed.id, closed.name]);
    const events = async (query: Query) => (await list(query)).map(({ event }) => event);
    expect(await events({ limit: 100, sort: 'created_at.desc' })).toEqual([
      'title.updated',
      'status.updated',
      'conversation.created',
    ]);
    expect(await events({ event: ['status.updated', 'title.updated'] })).toEqual(['status.updated', 'title.updated']);
    expect(await events({ event: 'no.such' })).toEqual([]);
    expect(await events({ before: { created_at: '2001-01-01T00:00:00' } })).toEqual([]);
    expect((await events({ after: { created_at: '2001-01-01T00:00:00' } })).length).toBe(3);
  });
}

/** What the service says of lists of conversations, and of their history. */
export function registerConversationList(world: () => World): void {
  describe('lists of conversations', () => {
    checkFilters(world);
    checkOrder(world);
    checkSearch(world);
    checkHistory(world);
  });
}
