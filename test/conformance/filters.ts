import { describe, expect, test } from 'vitest';
import type { Conversation, Inbox } from '../../src/contract/model.ts';
import { statusOf } from './conversations.ts';
import type { World } from './world.ts';

type Query = Readonly<Record<string, unknown>>;

async function listed(world: World, query: Query, as: 'key' | 'insider' = 'key'): Promise<number[]> {
  return (await world.get<Conversation[]>('/conversations', as, { limit: 200, sort: 'created_at.asc', ...query })).map(
    ({ id }) => id,
  );
}

/** Conversations of an inbox of their own, and which of them a query lists, by their places. */
async function made(world: World, ...overs: readonly Query[]) {
  const { id: inbox_id } = await world.make.inbox();
  const ids: number[] = [];
  for (const over of overs) ids.push((await world.make.conversation({ inbox_id, ...over })).id);
  const list = async (query: Query, as: 'key' | 'insider' = 'key') =>
    (await listed(world, { inbox_ids: [inbox_id], ...query }, as)).map(id => ids.indexOf(id));
  return { ids, list, inbox_id };
}

function checkIds(world: () => World) {
  test('ids[] lists these conversations, except those that the caller may not see', async () => {
    const { ids, list } = await made(world(), {}, {}, {});
    const [first, , third] = ids;
    expect(await list({ ids: [third, first, 999_999_999] })).toEqual([0, 2]);
    const foreign = world().foreignConversationId;
    expect(await listed(world(), { ids: [first, foreign] }, 'insider')).toEqual([first]);
    expect((await listed(world(), { ids: [first, foreign] })).length).toBe(2);
    const many = Array.from({ length: 501 }, (_, at) => at + 1);
    const answer = await world().call({ method: 'GET', path: '/conversations', query: { ids: many } });
    expect([answer.status, answer.code]).toEqual([422, 'validation_failed']);
  });

  test('contacts[] lists conversations that have one of them, as requester or not', async () => {
    const [one, two] = [await world().make.contact(), await world().make.contact()];
    const { list } = await made(
      world(),
      { contacts: [one.id] },
      { contacts: [two.id, one.id] },
      { contacts: [two.id] },
    );
    expect(await list({ contacts: [one.id] })).toEqual([0, 1]);
    expect(await list({ contacts: [two.id] })).toEqual([1, 2]);
    expect(await list({ contacts: [one.id, two.id] })).toEqual([0, 1, 2]);
    expect(await list({ contacts: [999_999_999] })).toEqual([]);
  });

  test('from matches the beginnings of words in the requester’s name and address, ignoring case and accents', async () => {
    const word = world().unique('q').replaceAll('-', '');
    const zoe = await world().make.contact({ name: `Zoë ${word}`, email: `zoe.${word}@customer.example` });
    const ann = await world().make.contact({ name: `Ann ${word}` });
    const { list } = await made(world(), { contacts: [zoe.id] }, { contacts: [ann.id, zoe.id] }, {});
    for (const [from, found] of [
      [word, [0, 1]],
      [word.slice(0, -1), [0, 1]],
      [`ZOE ${word}`, [0]],
      [`zoë.${word}@customer.example`, [0]],
      [`ann ${word}`, [1]],
      [`oe ${word}`, []],
      ['%', []],
      ['', []],
    ] as const)
      expect(await list({ from }), from).toEqual(found);
  });

  test('team_ids[] lists conversations that are assigned to a member', async () => {
    const [insider, admin] = [world().insider.agent.id, world().admin.agent.id];
    const [team, empty] = [await world().make.team([insider]), await world().make.team()];
    const { list } = await made(world(), { assign_to: insider }, { assign_to: admin }, {});
    expect(await list({ team_ids: [team.id] })).toEqual([0]);
    expect(await list({ team_ids: [team.id, empty.id] })).toEqual([0]);
    expect(await list({ team_ids: [empty.id] })).toEqual([]);
    expect(await list({ team_ids: [team.id], assign_to: [admin] }), 'both must hold').toEqual([]);
    expect(await list({ team_ids: [team.id], assign_to: ['me'] }, 'insider')).toEqual([0]);
  });
}

function checkHas(world: () => World) {
  test('has lists conversations with a note, an attachment or a review, as long as they have it', async () => {
    const { ids, list } = await made(world(), {}, {}, {}, {});
    const [noted, filed, reviewed] = ids as [number, number, number];
    const note = await world().make.note(noted);
    const { id: file } = await world().make.attachment('text', 'label.txt', 'insider');
    const answer = await world().make.agentMessage(filed, { attachments: [file] });
    await world().make.review(reviewed);
    const held = async () => [
      await list({ has: ['note'] }),
      await list({ has: ['attachment'] }),
      await list({ has: ['review'] }),
      await list({ has: ['note', 'review', 'attachment'] }),
    ];
    expect(await held()).toEqual([[0], [1], [2], [0, 1, 2]]);
    await world().give({ method: 'DELETE', path: `/conversations/${noted}/notes/${note.id}` });
    await world().give({ method: 'DELETE', path: `/conversations/${filed}/messages/${answer.id}` });
    expect(await held()).toEqual([[], [], [2], [2]]);
    await world().make.note(noted, { attachments: [(await world().make.attachment()).id] });
    expect(await held()).toEqual([[0], [0], [2], [0, 2]]);
    await world().give({ method: 'POST', path: `/conversations/${ids[3]}/merge`, body: [noted, reviewed] });
    expect(await held()).toEqual([[3], [3], [3], [3]]);
  });

  test('q finds the name of an attachment of a message or a note, as long as it is there', async () => {
    const { ids, list } = await made(world(), {}, {}, {});
    const word = world().unique('wet').replaceAll('-', '');
    const file = () => world().make.attachment('text', `${word}.jpg`, 'insider');
    const message = await world().make.agentMessage(ids[0]!, { attachments: [(await file()).id] });
    const note = await world().make.note(ids[1]!, {
      attachments: [(await world().make.attachment('text', `${word}.jpg`)).id],
    });
    expect(await list({ q: `${word}.jpg` })).toEqual([0, 1]);
    await world().give({ method: 'DELETE', path: `/conversations/${ids[0]}/messages/${message.id}` });
    await world().give({ method: 'DELETE', path: `/conversations/${ids[1]}/notes/${note.id}` });
    expect(await list({ q: `${word}.jpg` })).toEqual([]);
  });

  test('has works with every other filter, and an unknown value is 422', async () => {
    const tags = [world().unique('tag')];
    const { ids, list } = await made(world(), { tags }, {}, { tags });
    await world().make.note(ids[0]!);
    await world().make.note(ids[1]!);
    await world().make.message(ids[0]!);
    expect(await list({ has: ['note'], tags })).toEqual([0]);
    expect(await list({ has: ['note'], waiting: 1 })).toEqual([0]);
    expect(await list({ has: ['note'], status: ['closed'] })).toEqual([]);
    expect((await list({ has: ['note'], q: 'parcel', sort: 'updated_at.asc' })).toSorted()).toEqual([0, 1]);
    await world().give({ method: 'POST', path: `/conversations/${ids[1]}/archive` });
    expect(await list({ has: ['note'], archived: 'any' })).toEqual([0, 1]);
    expect(await list({ has: ['note'] })).toEqual([0]);
    const answer = await world().call({ method: 'GET', path: '/conversations', query: { has: ['flavour'] } });
    expect([answer.status, answer.code]).toEqual([422, 'validation_failed']);
  });
}

async function spamOf(world: World): Promise<Inbox> {
  return (await world.get<Inbox[]>('/inboxes', 'key', {})).find(({ kind }) => kind === 'spam')!;
}

function checkNot(world: () => World) {
  test('not[…] excludes by status, assignee, tag and inbox', async () => {
    const [closed, insider] = [await statusOf(world(), 'closed'), world().insider.agent.id];
    const [tag, other] = [world().unique('tag'), await world().make.inbox()];
    const { list, inbox_id, ids } = await made(
      world(),
      {},
      { conversation_status_id: closed.id },
      { assign_to: insider },
      { tags: [tag] },
      { inbox_id: other.id },
    );
    const both = { inbox_ids: [inbox_id, other.id] };
    for (const [query, found] of [
      [{ not: { status: ['CLOSED'] } }, [0, 2, 3]],
      [{ not: { status: ['opened'] } }, [1]],
      [{ not: { status: ['no such'] } }, [0, 1, 2, 3]],
      [{ not: { status: ['open', 'closed'] } }, []],
      [{ status: ['open'], not: { status: ['open'] } }, []],
      [{ not: { assign_to: [insider] } }, [0, 1, 3]],
      [{ not: { assign_to: ['none'] } }, [2]],
      [{ not: { tags: [tag.toUpperCase()] } }, [0, 1, 2]],
      [{ not: { tags: ['no such tag'] } }, [0, 1, 2, 3]],
      [{ ...both, not: { inbox_ids: [other.id] } }, [0, 1, 2, 3]],
      [{ ...both, not: { inbox_ids: [other.id], status: ['closed'], tags: [tag], assign_to: ['none'] } }, [2]],
    ] as const)
      expect(await list(query), JSON.stringify(query)).toEqual(found);
    expect(await list({ not: { assign_to: ['me'] } }, 'insider')).toEqual([0, 1, 3]);
    const left = await listed(world(), { ids, inbox_ids: undefined, not: { inbox_ids: [inbox_id] } });
    expect(left).toEqual([ids[4]]);
  });

  test('not[…] excludes conversations that wait, are unread, have a note, or are unresolved', async () => {
    const closed = await statusOf(world(), 'closed');
    const { list, inbox_id, ids } = await made(world(), {}, {}, { conversation_status_id: closed.id });
    const junk = await world().make.conversation({ inbox_id: (await spamOf(world())).id });
    await world().make.message(ids[0]!);
    await world().make.note(ids[1]!);
    for (const [query, found] of [
      [{ not: { waiting: 1 } }, [1, 2]],
      [{ not: { waiting: 0 } }, [0, 1, 2]],
      [{ waiting: 1, not: { waiting: 1 } }, []],
      [{ not: { has: ['note'] } }, [0, 2]],
      [{ not: { has: ['note', 'review'], waiting: 1 } }, [2]],
      [{ not: { automatic: 1 } }, [0, 1, 2]],
      [{ automatic: 1 }, []],
      [{ not: { unresolved: 1 } }, [2]],
      [{ status: ['open'], not: { unresolved: 1 } }, []],
    ] as const) {
      expect(await list(query), JSON.stringify(query)).toEqual(found);
      const counted = { inbox_ids: [inbox_id], ...query, count: 1 };
      const { json } = await world().call({ method: 'GET', path: '/conversations', query: counted });
      expect((json as { meta: { total: number } }).meta.total, JSON.stringify(query)).toBe(found.length);
    }
    expect(await list({ not: { unread: 1 } }, 'insider')).toEqual([1, 2]);
    expect(await list({ not: { unread: 1 } }), 'nothing is unread for a key').toEqual([0, 1, 2]);
    const all = { ids: [...ids, junk.id], not: { unresolved: 1 } };
    expect(await listed(world(), all)).toEqual([ids[2], junk.id]);
    expect(await listed(world(), { ...all, inbox_ids: ['spam'] })).toEqual([]);
    expect(await listed(world(), all, 'insider'), 'only what the caller sees').toEqual([ids[2]]);
  });

  test('spam names the spam inbox, also for an agent who cannot see it', async () => {
    const { ids, inbox_id } = await made(world(), {});
    const spam = await spamOf(world());
    const junk = await world().make.conversation({ inbox_id: spam.id });
    const both = { ids: [...ids, junk.id] };
    expect(await listed(world(), { ...both, inbox_ids: ['spam'] })).toEqual([junk.id]);
    expect(await listed(world(), { ...both, inbox_ids: ['spam', inbox_id] })).toEqual([...ids, junk.id]);
    expect(await listed(world(), { ...both, not: { inbox_ids: ['spam'] } })).toEqual(ids);
    expect(await listed(world(), { ...both, not: { inbox_ids: ['spam', inbox_id] } })).toEqual([]);
    expect(await listed(world(), { ...both, inbox_ids: ['spam'] }, 'insider')).toEqual([]);
    expect(await listed(world(), { ...both, not: { inbox_ids: ['spam'] } }, 'insider')).not.toContain(junk.id);
  });

  test('conversations of a deleted inbox stay when another inbox is excluded', async () => {
    const { ids, inbox_id } = await made(world(), {});
    await world().give({ method: 'DELETE', path: `/inboxes/${inbox_id}` });
    expect(await listed(world(), { ids, not: { inbox_ids: [world().inbox.id] } })).toEqual(ids);
    expect(await listed(world(), { ids, not: { inbox_ids: [world().inbox.id, inbox_id] } })).toEqual(ids);
  });

  test('not[…] may be written with brackets, percent-encoded or not', async () => {
    const tag = world().unique('tag');
    const { ids } = await made(world(), {}, { tags: [tag] });
    for (const query of [`not[tags][]=${tag}`, `not%5Btags%5D%5B%5D=${tag}`, `not[tags][0]=${tag}`]) {
      const path = `/conversations?${ids.map(id => `ids[]=${id}`).join('&')}&${query}`;
      expect((await world().get<Conversation[]>(path)).map(({ id }) => id)).toEqual([ids[0]]);
    }
  });
}

/** The filters that the document does not have. */
export function registerFilters(world: () => World): void {
  describe('more filters', () => {
    checkIds(world);
    checkHas(world);
    checkNot(world);
  });
}
