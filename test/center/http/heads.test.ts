import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { basePath } from '../../../src/contract/index.ts';
import { makeContact, makeConversation } from '../conversations.ts';
import { centerOfEach } from '../open-center.ts';

const desk = centerOfEach({ settings: { rateLimit: 40 } });

describe('the coding of an answer', () => {
  const weighed = [
    ['gzip;q=0.5, br;q=0.1', 'gzip'],
    ['gzip;q=0.1, br;q=0.5', 'br'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0.3, gzip;q=0.2', 'br'],
    ['gzip;q=0.5, identity', null],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity, gzip;q=1.0', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['gzip; q=0.000', null],
    ['gzip;q=x', null],
    ['deflate', null],
    ['', null],
  ] as const;

  test.each(weighed)('of a reader who says %j is %s', async (accepted, coding) => {
    const answer = await desk.fetch('GET', '/openapi.json', { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = { gzip: gunzipSync, br: brotliDecompressSync, none: (plain: Buffer) => plain }[coding ?? 'none'](
      bytes,
    );
    expect(JSON.parse(text.toString()).openapi).toBe('3.1.0');
  });
});

describe('an ETag', () => {
  test('is strong for the bytes as they are and weak for the same in other bytes, and each is known again', async () => {
    const id = await makeConversation(desk, { tags: Array.from({ length: 30 }, (_, at) => `a tag of words ${at}`) });
    const path = `/conversations/${id}`;
    const tagOf = (coding: string) =>
      desk.fetch('GET', path, { headers: { 'accept-encoding': coding } }).then(({ headers }) => headers.get('etag')!);
    const [plain, br, gzip] = [await tagOf('identity'), await tagOf('br'), await tagOf('gzip')];
    expect([plain, br, gzip]).toEqual([expect.stringMatching(/^"/), `W/${plain}`, `W/${plain}`]);
    for (const known of [plain, br])
      for (const coding of ['identity', 'br']) {
        const headers = { 'if-none-match': known, 'accept-encoding': coding };
        expect((await desk.fetch('GET', path, { headers })).status).toBe(304);
      }
    const changed = (known: string, title: string) =>
      desk.call('PUT', path, { body: { title }, headers: { 'if-match': known } }).then(({ status }) => status);
    expect([await changed(br, 'One'), await changed(br, 'Two'), await changed(plain, 'Three')]).toEqual([
      200, 412, 412,
    ]);
  });
});

test('a creation returns its location', async () => {
  const id = await makeConversation(desk, { contacts: [await makeContact(desk, 'Zoe')] });
  const made = [
    ['/conversations', { title: 'x' }, '/conversations/N'],
    ['/inboxes', { name: 'A' }, '/inboxes/N'],
    ['/inboxes/save', { name: 'B' }, '/inboxes/N'],
    [`/inboxes/${desk.inboxId}/emails`, { email: 'a@shop.example' }, `/inboxes/${desk.inboxId}/emails/N`],
    [`/conversations/${id}/messages`, { body_text: 'One' }, `/conversations/${id}/messages/N`],
    [`/conversations/${id}/notes`, { details: 'x' }, `/conversations/${id}/notes/N`],
    ['/contacts', { name: 'C', email: 'c@customer.example' }, '/contacts/N'],
    ['/teams', { name: 'T' }, '/teams/N'],
    ['/conversation_statuses', { name: 's' }, '/conversation_statuses/N'],
    ['/saved_replies', { name: 'R', text: 'x' }, '/saved_replies/N'],
  ] as const;
  for (const [path, body, location] of made) {
    const answer = await desk.call('POST', path, { body });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([
      path,
      201,
      basePath + location.replace('N', String(answer.body.data.id)),
    ]);
  }
  await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Two' } });
  const messages = (await desk.call('GET', `/conversations/${id}/messages`)).body.data;
  const body = { title: 'Split', message_ids: [messages.at(-1).id] };
  const split = await desk.call('POST', `/conversations/${id}/split`, { body });
  expect(split.headers.get('location')).toBe(`${basePath}/conversations/${split.body.data.id}`);
  const saved = await desk.call('POST', '/inboxes/save', { body: { id: desk.inboxId } });
  expect([saved.status, saved.headers.get('location')]).toEqual([200, null]);
});

test('each answer to a caller says how much it may still ask, until 429', async () => {
  const rate = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map(name => headers.get(`ratelimit-${name}`));
  desk.clock.elapsed += 120_000;
  expect(rate(await desk.call('GET', '/me', { as: 'agent' }))).toEqual(['40', '39', '60']);
  desk.clock.elapsed += 15_500;
  expect(rate(await desk.call('GET', '/conversations/99', { as: 'agent' }))).toEqual(['40', '38', '45']);
  for (let left = 38; left > 0; left -= 1) await desk.call('GET', '/me', { as: 'agent' });
  const over = await desk.call('GET', '/me', { as: 'agent' });
  expect([over.status, ...rate(over), over.headers.get('retry-after')]).toEqual([429, '40', '0', '45', '45']);
  expect(rate(await desk.call('GET', '/health', { as: 'nobody' }))).toEqual([null, null, null]);
});

test('an answer that is given again says so', async () => {
  const ask = { body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } };
  const [first, again] = [await desk.call('POST', '/teams', ask), await desk.call('POST', '/teams', ask)];
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
});

test('the head of an answer to a desk has only fields that a desk reads', async () => {
  const id = await makeConversation(desk, { title: 'x'.repeat(200) });
  const headOf = async (method: string, path: string, body?: unknown) => {
    const headers = { 'user-agent': 'desk', 'accept-encoding': 'br, gzip' };
    const answer = await desk.fetch(method, path, { headers, body });
    const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`);
    return { names: [...answer.headers.keys()].sort(), bytes: lines.join('').length };
  };
  const written = await headOf('PUT', `/conversations/${id}`, { title: 'y'.repeat(200) });
  expect(written.names).toEqual(['content-encoding', 'content-type', 'date']);
  expect(written.bytes).toBeLessThanOrEqual(100);
  expect((await headOf('GET', `/conversations/${id}`)).names).toEqual([...written.names, 'etag']);
  expect((await headOf('GET', '/conversations/999')).names).toEqual(['content-type', 'date']);
});
