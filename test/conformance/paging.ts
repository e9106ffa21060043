import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/contract/index.ts';
import type { Conversation } from '../../src/contract/model.ts';
import { sampled } from '../harness/full.ts';
import type { Ask } from './client.ts';
import { endpoints } from './endpoints.ts';
import { sortsOf } from './queries.ts';
import type { World } from './world.ts';

/** A list with several rows: its path, and a query that keeps others' rows out. */
type Filled = { readonly path: string; readonly query?: Readonly<Record<string, unknown>> };

async function times(count: number, make: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += 1) await make();
}

function within(what: string, make: (world: World, id: number) => Promise<unknown>) {
  return async (world: World): Promise<Filled> => {
    const { id } = await world.make.conversation();
    await times(5, () => make(world, id));
    return { path: `/conversations/${id}/${what}` };
  };
}

const filled: Readonly<Partial<Record<EndpointName, (world: World) => Promise<Filled>>>> = {
  'conversation.list': async world => {
    const tag = world.unique('tag');
    // Each with a message or put off, as some orders list those alone that wait, are due, or come back.
    const { id: inbox_id } = await world.make.inbox();
    await world.call({ method: 'PUT', path: `/inboxes/${inbox_id}`, body: { answer_within: 60 }, as: 'admin' });
    await times(5, async () => world.make.message((await world.make.conversation({ tags: [tag], inbox_id })).id));
    const until = [null, '2999-01-01T00:00:00', '2999-01-01T00:00:00', null, '2998-01-01T00:00:00'];
    for (const one of until) {
      const { id } = await world.make.conversation({ tags: [tag] });
      await world.call({ method: 'PUT', path: `/conversations/${id}`, body: { snooze: { until: one } } });
    }
    return { path: '/conversations', query: { tags: [tag] } };
  },
  'inbox.list': async world => {
    await times(3, () => world.make.inbox());
    return { path: '/inboxes' };
  },
  'message.list': within('messages', (world, id) => world.make.message(id)),
  'note.list': within('notes', (world, id) => world.make.note(id)),
  'review.list': within('reviews', (world, id) => world.make.review(id)),
  'history.list': within('history', (world, id) => world.make.message(id)),
  'status.list': async world => {
    await times(2, () => world.make.status());
    return { path: '/conversation_statuses' };
  },
  'savedReply.list': async world => {
    await times(3, () => world.make.savedReply());
    return { path: '/saved_replies' };
  },
  'rule.list': async world => {
    await times(3, () => world.make.rule());
    return { path: '/rules' };
  },
  'tag.list': async world => {
    const word = world.unique('word');
    await world.make.conversation({ tags: [1, 2, 3, 4, 5].map(at => `${word}-${at}`) });
    return { path: '/tags', query: { q: word } };
  },
  'agent.list': async () => ({ path: '/agents' }),
  'team.list': async world => {
    await times(3, () => world.make.team());
    return { path: '/teams' };
  },
  'erasure.list': async world => {
    await times(3, async () => {
      const { id } = await world.make.contact();
      await world.give({ method: 'POST', path: `/contacts/${id}/erase` });
    });
    return { path: '/erasures' };
  },
  'contact.list': async world => {
    const name = world.unique('same');
    await times(5, () => world.make.contact({ name }));
    return { path: '/contacts', query: { q: name } };
  },
};

const rows = Object.keys(filled).map(name => endpoints.find(one => one.name === name)!);

type Row = { readonly id?: number; readonly name?: string };

function keyOf({ id, name }: Row): number | string {
  return id ?? name!;
}

async function walk(world: World, ask: Ask): Promise<{ keys: (number | string)[]; pages: number }> {
  const keys: (number | string)[] = [];
  let cursor: string | null | undefined;
  let pages = 0;
  do {
    const { data, nextCursor, text } = await world.call({ ...ask, query: { ...ask.query, cursor } });
    expect(data, text).toBeInstanceOf(Array);
    keys.push(...(data as Row[]).map(keyOf));
    cursor = nextCursor;
    pages += 1;
  } while (cursor && pages < 500);
  return { keys, pages };
}

function checkWalks(world: () => World) {
  test('every list of the contract is walked', () => {
    const lists = endpoints.filter(({ endpoint }) => endpoint.gives === 'list' && endpoint.method === 'GET');
    expect(rows.map(({ name }) => name).sort()).toEqual(lists.map(({ name }) => name).sort());
  });

  test.for(sampled(rows))('$title: pages together are the whole list, in each of its orders', async one => {
    const { path, query } = await filled[one.name]!(world());
    for (const sort of sortsOf(one)) {
      const whole = await walk(world(), { method: 'GET', path, query: { ...query, sort, limit: 200 } });
      const paged = await walk(world(), { method: 'GET', path, query: { ...query, sort, limit: 2 } });
      expect(paged.keys, sort).toEqual(whole.keys);
      expect(new Set(paged.keys).size).toBe(paged.keys.length);
      expect(paged.pages).toBeGreaterThan(1);
      const turned = sort.endsWith('.asc') ? sort.replace('.asc', '.desc') : sort.replace('.desc', '.asc');
      const back = await walk(world(), { method: 'GET', path, query: { ...query, sort: turned, limit: 200 } });
      expect(back.keys, `${turned} is ${sort} turned round, ties too`).toEqual(whole.keys.toReversed());
    }
  });

  test.for(sampled(rows))('$title: a cursor of another query or caller is 400', async one => {
    const { path, query } = await filled[one.name]!(world());
    const [first, second] = sortsOf(one);
    const ask = { method: 'GET', path, query: { ...query, sort: first, limit: 1 } };
    const { nextCursor } = await world().call(ask);
    expect(nextCursor).toEqual(expect.any(String));
    const cursor = nextCursor!;
    const turned = { ...ask, query: { ...query, sort: second, limit: 1, cursor } };
    const changed = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`;
    for (const other of [
      turned,
      { ...ask, query: { ...ask.query, cursor }, as: 'admin' as const },
      { ...ask, query: { ...ask.query, cursor: changed } },
      { ...ask, query: { ...ask.query, cursor: `${cursor}x` } },
    ])
      expect((await world().call(other)).code, JSON.stringify(other.query)).toBe('bad_query');
    expect((await world().call({ ...ask, query: { ...ask.query, cursor } })).status).toBe(200);
  });
}

function checkDefaults(world: () => World) {
  test('a list returns 50 without a limit; inboxes, statuses, teams and agents are returned whole', async () => {
    const { id } = await world().make.conversation();
    await times(51, () => world().make.note(id));
    const notes = await world().call({ method: 'GET', path: `/conversations/${id}/notes` });
    expect([(notes.data as Row[]).length, typeof notes.nextCursor]).toEqual([50, 'string']);
    await times(51, () => world().make.team());
    const teams = await world().call({ method: 'GET', path: '/teams' });
    expect((teams.data as Row[]).length).toBeGreaterThan(50);
    for (const path of ['/teams', '/agents', '/conversation_statuses', '/inboxes']) {
      expect((await world().call({ method: 'GET', path })).nextCursor, path).toBeNull();
      const cut = await world().call({ method: 'GET', path, query: { limit: 1 } });
      expect([(cut.data as Row[]).length, typeof cut.nextCursor], path).toEqual([1, 'string']);
    }
  });

  test('while rows come, go and move, none with an unchanged sort key is skipped or repeated', async () => {
    const tag = world().unique('tag');
    const made: Conversation[] = [];
    await times(9, async () => made.push(await world().make.conversation({ tags: [tag] })));
    const ask = { method: 'GET', path: '/conversations', query: { tags: [tag], limit: 2 } };
    const seen: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await world().call({ ...ask, query: { ...ask.query, cursor } });
      seen.push(...(page.data as Conversation[]).map(({ id }) => id));
      cursor = page.nextCursor;
      await world().make.conversation({ tags: [tag] });
      await world().give({ method: 'POST', path: `/conversations/${seen.at(-1)}/archive` });
      await world().make.message(made[0]!.id);
    } while (cursor);
    const stayed = made.slice(1).map(({ id }) => id);
    expect(seen.filter(id => stayed.includes(id))).toEqual(stayed.toReversed());
  });
}

/** Lists are walked page by page. */
export function registerPaging(world: () => World): void {
  describe('paging', () => {
    checkWalks(world);
    checkDefaults(world);
  });
}
