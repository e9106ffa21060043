import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, errorsOf, paramNames } from '../../src/contract/endpoint.ts';
import { contract } from '../../src/contract/index.ts';
import { type OpenCenter, openCenter, type Who } from './open-center.ts';

const endpoints = Object.entries(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(
  ([group, all]) => Object.entries(all).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);

const unknownId = '999999999';
function whoFor({ allows }: Endpoint): Who {
  return allows === 'agent' || allows === 'key' ? allows : 'admin';
}

let desk: OpenCenter;
beforeAll(async () => {
  desk = await openCenter();
});
afterAll(() => desk.close());

describe('every endpoint of the contract', () => {
  test.for(endpoints)('$name has an example if it accepts a body', ({ endpoint }) => {
    if (endpoint.body) expect(endpoint.example?.body).toBeDefined();
  });

  test.for(endpoints.filter(({ endpoint }) => endpoint.allows !== 'anyone'))(
    '$name is 401 without a token and with an unknown one',
    async ({ endpoint }) => {
      const path = endpoint.path.replace(/\{\w+\}/g, '1');
      for (const as of ['nobody', 'fda_nonsense'] as const) {
        const { status, body } = await desk.call(endpoint.method, path, { as, body: endpoint.example?.body });
        expect(status).toBe(401);
        expect(body.error.code).toBe('unauthorized');
      }
    },
  );

  test.for(endpoints.filter(({ endpoint }) => paramNames(endpoint.path).length > 0))(
    '$name is 404 for unknown ids, and for ids that are not positive integers',
    async ({ endpoint }) => {
      for (const id of [unknownId, '0', '-1', '1.5', 'abc', '01', '%31', '1e3', '9'.repeat(40)]) {
        const path = endpoint.path.replace(/\{\w+\}/g, id);
        const { status, body } = await desk.call(endpoint.method, path, {
          as: whoFor(endpoint),
          ...endpoint.example,
        });
        expect([id, status, body.error?.code]).toEqual([id, 404, 'not_found']);
      }
    },
  );

  test.for(endpoints)('$name declares every refusal that it answers', ({ endpoint }) => {
    const codes = errorsOf(endpoint);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes, 'no request brings a mistake of the service about').not.toContain('internal');
  });
});

interface Wrapped {
  readonly type: string;
  readonly wrapped?: Wrapped;
}

interface Entries {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Wrapped>>;
}

function innermost({ wrapped, ...schema }: Wrapped): Wrapped {
  return wrapped ? innermost(wrapped) : schema;
}

describe('bodies', () => {
  const withBody = endpoints.filter(({ endpoint }) => endpoint.body && endpoint.path !== '/login');

  test.for(withBody)('$name is 415 for another type and 400 for a body that is not JSON', async ({ endpoint }) => {
    const path = endpoint.path.replace(/\{\w+\}/g, '1');
    const as = whoFor(endpoint);
    const plain = { as, body: '{}', headers: { 'content-type': 'text/plain' } };
    expect((await desk.call(endpoint.method, path, plain)).body.error.code).toBe('unsupported_media_type');
    for (const body of ['', '{', '{"a":}', 'undefined', '['.repeat(100)]) {
      const { status, body: answer } = await desk.call(endpoint.method, path, { as, body });
      expect([body, status, answer.error.code]).toEqual([body, 400, 'malformed_json']);
    }
  });

  test.for(withBody)('$name is 422 naming each required field that is missing', async ({ endpoint }) => {
    const schema = endpoint.body as unknown as Entries;
    if (schema.type !== 'object') return;
    const example = endpoint.example!.body as Record<string, unknown>;
    const path = endpoint.path.replace(/\{\w+\}/g, '1');
    const required = Object.entries(schema.entries!).filter(([, entry]) => entry.type !== 'optional');
    for (const [field] of required) {
      const { [field]: _, ...body } = example;
      const { status, body: answer } = await desk.call(endpoint.method, path, { as: whoFor(endpoint), body });
      expect(status).toBe(422);
      expect(answer.error.details).toEqual([{ path: field, message: 'is required' }]);
    }
  });

  test.for(withBody)('$name is 422 naming every field of a wrong type at once', async ({ endpoint }) => {
    const schema = endpoint.body as unknown as Entries;
    if (schema.type !== 'object') return;
    const fields = Object.keys(schema.entries!);
    // An object is a right one, with a wrong field or key, where one is asked for.
    const wrongFor = (field: string) =>
      ['record', 'object'].includes(innermost(schema.entries![field]!).type) ? 'wrong' : { wrong: true };
    const body = Object.fromEntries(fields.map(field => [field, wrongFor(field)]));
    const path = endpoint.path.replace(/\{\w+\}/g, '1');
    const { status, body: answer } = await desk.call(endpoint.method, path, { as: whoFor(endpoint), body });
    expect(status).toBe(422);
    expect(answer.error.details.map((one: { path: string }) => one.path).toSorted()).toEqual(fields.toSorted());
  });
});

describe('lists', () => {
  const lists = endpoints.filter(({ endpoint }) => endpoint.gives === 'list' && endpoint.method === 'GET');

  test.for(lists)('$name is 400 bad_query for an invalid limit, sort or cursor', async ({ endpoint }) => {
    const path = endpoint.path.replace('{conversation_id}', String(await someConversation()));
    for (const query of [
      { limit: 0 },
      { limit: 201 },
      { limit: 'ten' },
      { limit: -1 },
      { sort: 'password.asc' },
      { sort: 'name' },
      { sort: 'created_at.up' },
      { cursor: 'x' },
      { cursor: 'WzEsMV0.x' },
      { cursor: '' },
    ]) {
      const { status, body } = await desk.call('GET', path, { query });
      expect([query, status, body.error?.code]).toEqual([query, 400, 'bad_query']);
    }
  });

  test.for(lists)('$name returns an envelope with a tag, and 304 if the caller has that tag', async ({ endpoint }) => {
    const path = endpoint.path.replace('{conversation_id}', String(await someConversation()));
    const first = await desk.call('GET', path, { query: endpoint.example?.query });
    expect(first.status).toBe(200);
    expect(Array.isArray(first.body.data)).toBe(true);
    expect(first.body.meta).toEqual({ next_cursor: null });
    const etag = first.headers.get('etag')!;
    const again = await desk.fetch('GET', path, {
      query: endpoint.example?.query,
      headers: { 'if-none-match': `"other", W/${etag}` },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(await again.text()).toBe('');
  });

  test('an impossible date is 422 and named', async () => {
    const { status, body } = await desk.call('GET', '/conversations', {
      query: { before: { created_at: '2026-13-45T00:00:00' }, after: { updated_at: 'soon' } },
    });
    expect(status).toBe(422);
    expect(body.error.details.map((one: { path: string }) => one.path)).toEqual([
      'before[created_at]',
      'after[updated_at]',
    ]);
  });

  let made: number | undefined;
  const someConversation = async (): Promise<number> => {
    made ??= (await desk.call('POST', '/conversations', { body: { title: 'One' } })).body.data.id as number;
    return made;
  };
});
