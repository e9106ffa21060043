import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import { sampled } from '../harness/full.ts';
import type { Ask } from './client.ts';
import { endpoints, type NamedEndpoint } from './endpoints.ts';
import { newAsk } from './scenes.ts';
import type { World } from './world.ts';

const lists = endpoints.filter(({ endpoint }) => endpoint.gives === 'list' && endpoint.method === 'GET');

interface Entries {
  readonly wrapped?: Entries;
  readonly entries?: Readonly<Record<string, Entries>>;
  readonly options?: readonly string[];
}

function queryEntries({ endpoint }: NamedEndpoint) {
  return (endpoint.query as unknown as Entries).entries!;
}

/** The sorts that a list declares. */
export function sortsOf(one: NamedEndpoint): readonly string[] {
  return queryEntries(one).sort?.wrapped?.options ?? [];
}

function timesOf(one: NamedEndpoint): string[] {
  return Object.keys(queryEntries(one).before?.wrapped?.entries ?? {});
}

const timed = lists.filter(one => timesOf(one).length > 0);

async function listAsk(world: World, one: NamedEndpoint): Promise<Ask> {
  return {
    ...(await newAsk(world, one)),
    query: undefined,
  };
}

const badPages = [
  { limit: 0 },
  { limit: 201 },
  { limit: -1 },
  { limit: 'many' },
  { limit: 1.5 },
  { limit: '' },
  { sort: 'nonsense.asc' },
  { sort: 'id.up' },
  { sort: 'id' },
  { sort: 'password_hash.asc' },
  { sort: '' },
  { cursor: 'nonsense' },
  { cursor: '' },
  { cursor: 'e30.e30' },
  { cursor: 'x'.repeat(5_000) },
];

/** Page parameters that are given twice; the same value too. */
const badPairs = [
  'limit=1&limit=2',
  'limit=1&limit=1',
  'sort=created_at.asc&sort=created_at.desc',
  'cursor=a&cursor=b',
];

function checkPages(world: () => World) {
  test.for(sampled(lists))('$title says 400 to a bad limit, sort or cursor', async one => {
    const ask = await listAsk(world(), one);
    for (const query of badPages) {
      const answer = await world().call({ ...ask, query });
      expect([answer.status, answer.code], `${JSON.stringify(query)} ${answer.text}`).toEqual([400, 'bad_query']);
    }
    for (const pair of badPairs) {
      const answer = await world().call({ ...ask, path: `${ask.path}?${pair}` });
      expect([answer.status, answer.code], `${pair} ${answer.text}`).toEqual([400, 'bad_query']);
    }
  });

  test.for(sampled(lists))('$title accepts every limit from 1 to 200 and every declared sort', async one => {
    const ask = await listAsk(world(), one);
    expect(sortsOf(one).length).toBeGreaterThan(0);
    for (const query of [{ limit: 1 }, { limit: 200 }, ...sortsOf(one).map(sort => ({ sort }))]) {
      const answer = await world().call({ ...ask, query });
      expect(answer.status, `${JSON.stringify(query)} ${answer.text}`).toBe(200);
    }
  });
}

const wrongTimes = [
  'yesterday',
  '',
  '1732093200',
  '2025-01-01',
  '2025-13-01T00:00:00',
  '2025-02-30T00:00:00',
  '2025-01-01T24:00:00',
  '2025-01-01T25:00:00',
  '2025-01-01T00:60:00',
  '2025-01-01T00:00:60',
  '2025-01-01T00:00:00+24:00',
  '2025-01-01T00:00:00+01:60',
];
const rightTimes = ['2025-11-20T09:00:00', '2025-11-20T09:00:00Z', '2025-11-20T09:00:00+02:00'];

function checkTimes(world: () => World) {
  test.for(sampled(timed))('$title says 422 to a wrong timestamp and names it', async one => {
    const ask = await listAsk(world(), one);
    for (const side of ['before', 'after'])
      for (const field of timesOf(one))
        for (const time of wrongTimes) {
          const answer = await world().call({ ...ask, query: { [side]: { [field]: time } } });
          expect([answer.status, answer.details[0]?.path], `${time} ${answer.text}`).toEqual([
            422,
            `${side}[${field}]`,
          ]);
        }
  });

  test.for(sampled(timed))('$title accepts timestamps with and without an offset', async one => {
    const ask = await listAsk(world(), one);
    for (const side of ['before', 'after'])
      for (const field of timesOf(one))
        for (const time of rightTimes) {
          const answer = await world().call({ ...ask, query: { [side]: { [field]: time } } });
          expect(answer.status, `${time} ${answer.text}`).toBe(200);
        }
  });
}

async function twoTagged(world: World) {
  const tags = [world.unique('tag'), world.unique('tag')];
  const made = [await world.make.conversation({ tags: [tags[0]] }), await world.make.conversation({ tags: [tags[1]] })];
  return { tags, ids: made.map(({ id }) => id).toSorted((a, b) => a - b) };
}

async function idsAt(world: World, path: string): Promise<number[]> {
  return (await world.get<Conversation[]>(path)).map(({ id }) => id).toSorted((a, b) => a - b);
}

function checkForms(world: () => World) {
  test('brackets are read as they are and percent-encoded, repeated and single, with and without', async () => {
    const { tags, ids } = await twoTagged(world());
    const [one, two] = tags as [string, string];
    for (const query of [
      `tags[]=${one}&tags[]=${two}`,
      `tags%5B%5D=${one}&tags%5B%5D=${two}`,
      `tags%5b%5d=${one}&tags[]=${two}`,
      `tags[0]=${one}&tags[1]=${two}`,
      `tags=${one}&tags=${two}`,
    ])
      expect(await idsAt(world(), `/conversations?${query}`), query).toEqual(ids);
    for (const query of [`tags[]=${one}`, `tags%5B%5D=${one}`, `tags=${one}`])
      expect(await idsAt(world(), `/conversations?${query}`), query).toEqual([ids[0]]);
  });

  test('a timestamp’s brackets and colons are read as they are and percent-encoded', async () => {
    const { tags, ids } = await twoTagged(world());
    const tagged = tags.map(tag => `tags[]=${tag}`).join('&');
    for (const [query, found] of [
      ['before[created_at]=2001-01-01T00:00:00', []],
      ['before%5Bcreated_at%5D=2001-01-01T00%3A00%3A00', []],
      ['after[created_at]=2001-01-01T00:00:00', ids],
      ['after%5Bcreated_at%5D=2001-01-01T00%3A00%3A00', ids],
    ] as const)
      expect(await idsAt(world(), `/conversations?${tagged}&${query}`), query).toEqual(found);
  });

  test('ids in a query are read as numbers, and anything else is 422', async () => {
    for (const [name, value] of [
      ['assign_to', ['abc']],
      ['inbox_ids', ['-1']],
      ['inbox_ids', ['1 or 1=1']],
      ['archived', 'perhaps'],
      ['merged', '2'],
    ] as const) {
      const query = { [name]: value };
      const answer = await world().call({ method: 'GET', path: '/conversations', query });
      expect([answer.status, answer.code], `${name}=${value}`).toEqual([422, 'validation_failed']);
      expect(answer.details.map(({ path }) => path)).toEqual([Array.isArray(value) ? `${name}[]` : name]);
    }
  });

  test('every invalid field is named as a query spells it', async () => {
    const path = '/conversations?before[created_at]=x&after[updated_at]=x&assign_to=x&assign_to[]=y&archived=2&tags=a';
    const answer = await world().call({ method: 'GET', path });
    const names = ['after[updated_at]', 'archived', 'assign_to', 'assign_to[]', 'before[created_at]'];
    expect([answer.status, answer.details.map(one => one.path).toSorted()]).toEqual([422, names]);
  });

  test.for([
    ['has=x', ['has']],
    ['has[]=x', ['has[]']],
    ['has[7]=note&has[8]=x', ['has[8]']],
    ['has=note&has[]=x&has[]=y', ['has[]']],
    ['not[assign_to]=x', ['not[assign_to]']],
    ['not[assign_to][]=me&not[assign_to][1]=x', ['not[assign_to][1]']],
    ['archived=1&archived=0', ['archived']],
    ['archived=1&archived=1', ['archived']],
    ['q=a&q=b', ['q']],
    ['unread=1&unread=0&waiting=1&waiting=1', ['waiting', 'unread']],
    ['before[created_at]=2025-11-20T09:00:00&before[created_at]=2025-11-20T09:00:00', ['before[created_at]']],
  ] as const)('%s is 422, and the answer names %j', async ([query, names]) => {
    const answer = await world().call({ method: 'GET', path: `/conversations?${query}` });
    const { status, code, details } = answer;
    expect([status, code, details.map(({ path }) => path)]).toEqual([422, 'validation_failed', names]);
  });

  test.for(['ids[]', 'ids', 'contacts[]'])(
    'more than 500 values of %s are 422, and the answer names it so',
    async name => {
      const query = (count: number) => Array.from({ length: count }, (_, at) => `${name}=${at + 1}`).join('&');
      const ask = (count: number) => world().call({ method: 'GET', path: `/conversations?${query(count)}` });
      expect((await ask(500)).status).toBe(200);
      const { status, details } = await ask(501);
      expect([status, details.map(({ path }) => path)]).toEqual([422, [name]]);
    },
  );

  test.for(lists.filter(one => 'q' in queryEntries(one)))('$title accepts 1,000 characters of words', async one => {
    const ask = await listAsk(world(), one);
    const words = (count: number) => Array.from({ length: count }, (_, at) => String.fromCharCode(97 + (at % 26)));
    expect((await world().call({ ...ask, query: { q: words(500).join(' ') } })).status).toBe(200);
    const answer = await world().call({ ...ask, query: { q: words(3_000).join(' ') } });
    expect([answer.status, answer.details[0]?.path], answer.text).toEqual([422, 'q']);
  });

  test.for(sampled(lists))('$title says 400 to an unknown name, and names it as it was sent', async one => {
    const ask = await listAsk(world(), one);
    for (const name of ['unknown', 'unknown[]', 'limit[]', 'limit[x]', 'sort[0]', '', '[]', 'limit[', '__proto__']) {
      const answer = await world().call({ ...ask, path: `${ask.path}?limit=1&${encodeURIComponent(name)}=1` });
      expect([answer.status, answer.code, answer.details[0]?.path], name).toEqual([400, 'bad_query', name]);
    }
  });

  test.for(['inbox_id[]', 'assign_to[x]', 'assign_to[]x', 'before', 'before[]', 'before[title]', 'q[]', 'archived[]'])(
    '%s is not a filter of conversations',
    async name => {
      const answer = await world().call({ method: 'GET', path: `/conversations?${encodeURIComponent(name)}=3` });
      expect([answer.status, answer.code, answer.details.map(({ path }) => path)]).toEqual([400, 'bad_query', [name]]);
    },
  );

  test('a search of nothing but signs finds nothing, and an empty one is not a search', async () => {
    const title = `100% off, *really* ${world().unique('word')}`;
    const { id } = await world().make.conversation({ title });
    const found = async (q: string) =>
      (await world().get<Conversation[]>('/conversations', 'key', { q, sort: 'created_at.desc' })).map(one => one.id);
    for (const q of ['%', '*', '_', '"', '-- ;', '(){}', '\u0301', '🎉']) expect(await found(q), q).toEqual([]);
    for (const q of ['', '  ', '100% *really*']) expect(await found(q), q).toContain(id);
  });
}

/** How queries are written, and how wrong ones are refused. */
export function registerQueries(world: () => World): void {
  describe('queries', () => {
    checkPages(world);
    checkTimes(world);
    checkForms(world);
  });
}
