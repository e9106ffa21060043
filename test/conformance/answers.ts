import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { requestOf } from './client.ts';
import type { World } from './world.ts';

function checkHeaders(world: () => World) {
  test('a plain X-Request-Id is returned, any other is replaced', async () => {
    const idFor = async (given: string) => {
      const headers = { 'x-request-id': given };
      return (await world().call({ method: 'GET', path: '/health', headers })).headers.get('x-request-id');
    };
    for (const plain of ['a', 'A.b_c-9', 'x'.repeat(64)]) expect(await idFor(plain)).toBe(plain);
    for (const other of ['', 'two words', 'x'.repeat(65), 'é', '<b>', 'a;b'])
      expect(await idFor(other)).not.toBe(other);
    expect(await idFor(' ')).not.toBe(await idFor(' '));
  });

  test('a refusal carries the request’s id too', async () => {
    const headers = { 'x-request-id': 'mine' };
    for (const path of ['/conversations/0', '/conversations', '/nowhere'])
      expect((await world().call({ method: 'GET', path, as: 'nobody', headers })).headers.get('x-request-id')).toBe(
        'mine',
      );
  });

  test('health and the description need no token; all other calls do', async () => {
    for (const path of ['/health', '/openapi.json']) {
      const answer = await world().call({ method: 'GET', path, as: 'nobody' });
      expect([answer.status, typeof answer.json]).toEqual([200, 'object']);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
    expect((await world().call({ method: 'GET', path: '/me', as: 'nobody' })).status).toBe(401);
  });

  test('a call without a body needs no content type', async () => {
    const { id } = await world().make.conversation();
    const answer = await world().call({ method: 'POST', path: `/conversations/${id}/archive` });
    expect(answer.status).toBe(200);
  });
}

const unpacked: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

function isJson(bytes: Buffer): boolean {
  return bytes[0] === 0x7b;
}

function checkCompression(world: () => World) {
  test.for([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', null],
    ['identity', null],
  ] as const)('a long answer is compressed if requested: %s', async ([accepted, expected]) => {
    const { id } = await world().make.conversation();
    await world().make.message(id, { body_text: 'long '.repeat(1_000) });
    const headers = { 'accept-encoding': accepted };
    const ask = { method: 'GET', path: `/conversations/${id}/messages`, headers };
    const response = await world().target.fetch(requestOf(world().target, ask, world().target.apiKey));
    expect(response.headers.get('content-encoding')).toBe(expected);
    const bytes = Buffer.from(await response.arrayBuffer());
    // A real connection has undone it already.
    const text = expected === null || isJson(bytes) ? bytes : unpacked[expected]!(bytes);
    expect(JSON.parse(text.toString())).toMatchObject({ data: [{ body_text: expect.stringContaining('long long') }] });
  });

  test('a short answer and an error are not compressed', async () => {
    const headers = { 'accept-encoding': 'br, gzip' };
    for (const path of ['/health', '/me', '/conversations/0']) {
      const answer = await world().call({ method: 'GET', path, headers });
      expect(answer.headers.get('content-encoding'), path).toBeNull();
    }
  });

  test('a compressed answer has the ETag of the plain one, and 304 has no body', async () => {
    const { id } = await world().make.conversation();
    await world().make.message(id, { body_text: 'long '.repeat(1_000) });
    const tagFor = async (encoding: string) => {
      const ask = { method: 'GET', path: `/conversations/${id}/messages`, headers: { 'accept-encoding': encoding } };
      const response = await world().target.fetch(requestOf(world().target, ask, world().target.apiKey));
      await response.arrayBuffer();
      return response.headers.get('etag')!;
    };
    const [packed, plain] = [await tagFor('gzip'), await tagFor('identity')];
    expect(packed.replace(/^W\//, '')).toBe(plain.replace(/^W\//, ''));
    const headers = { 'if-none-match': packed, 'accept-encoding': 'gzip' };
    const again = await world().call({ method: 'GET', path: `/conversations/${id}/messages`, headers });
    expect([again.status, again.headers.get('content-encoding')]).toEqual([304, null]);
  });
}

function checkTags(world: () => World) {
  test('an ETag depends on the caller and the query', async () => {
    const tagOf = async (as: 'key' | 'outsider', query: object) =>
      (await world().call({ method: 'GET', path: '/conversations', query: { ...query }, as })).headers.get('etag');
    const tags = [await tagOf('key', {}), await tagOf('outsider', {}), await tagOf('key', { archived: '1', limit: 1 })];
    expect(new Set(tags).size).toBe(3);
    expect(await tagOf('key', {})).toBe(tags[0]);
    await world().make.conversation();
    expect(await tagOf('key', {})).not.toBe(tags[0]);
  });
}

function checkTexts(world: () => World) {
  test('a text is returned unchanged; NUL and half a character, which no database keeps, are 422', async () => {
    const title = 'a \u202e \u200b é 😀 \u{e0041} \ufffd';
    const { id, ...made } = await world().make.conversation({ title });
    expect(made.title).toBe(title);
    expect((await world().make.note(id, { details: `${title}\u0001\n` })).details).toBe(`${title}\u0001\n`);
    const headers = { 'content-type': 'application/json' };
    for (const [path, field, wrong] of [
      [`/conversations/${id}/notes`, 'details', { details: 'a\u0000b' }],
      [`/conversations/${id}/notes`, 'details', { details: 'a\ud83db' }],
      [`/conversations/${id}/messages`, 'body_text', { body_text: 'a\u0000' }],
      [`/conversations/${id}/tags`, 'name', { name: '\udc00' }],
      ['/contacts', 'name', { name: 'a\ud800', email: `${world().unique('c')}@customer.example` }],
      ['/contacts', 'email', { name: 'A', email: 'a\ud800@customer.example' }],
      ['/conversations', 'tags.1', { title: 'A', tags: ['a', 'b\udfff'] }],
      ['/inboxes/save', 'emails.0.email', { name: 'A', emails: [{ email: 'a\ud800@desk.example' }] }],
    ] as const) {
      const answer = await world().call({ method: 'POST', path, raw: JSON.stringify(wrong), headers });
      const named = answer.details.map(detail => detail.path);
      expect([answer.status, answer.code, named], `${path} ${answer.text}`).toEqual([
        422,
        'validation_failed',
        [field],
      ]);
    }
  });
}

/** What holds for answers of every kind. */
export function registerAnswers(world: () => World): void {
  describe('answers', () => {
    checkHeaders(world);
    checkCompression(world);
    checkTags(world);
    checkTexts(world);
  });
}
