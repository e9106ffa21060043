import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { namesEtag } from '../../../src/center/http/etag.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
let conversation: string;
beforeEach(async () => {
  desk = await openCenter();
  const { body } = await desk.call('POST', '/conversations', { body: { title: 'One', inbox_id: desk.inboxId } });
  conversation = `/conversations/${body.data.id}`;
});
afterEach(() => desk.close());

async function tagOf(path: string, as: 'admin' | 'agent' = 'admin') {
  return (await desk.call('GET', path, { as })).headers.get('etag')!;
}

describe('a read', () => {
  test('of one resource is 304 if the caller has its tag, until it changes, even within the same second', async () => {
    for (const [path, body] of [
      [conversation, { title: 'Two' }],
      [`/inboxes/${desk.inboxId}`, { name: 'Two' }],
    ] as const) {
      const tag = await tagOf(path);
      const status = async () => (await desk.fetch('GET', path, { headers: { 'if-none-match': tag } })).status;
      expect(await status()).toBe(304);
      await desk.call('PUT', path, { body });
      expect(await status()).toBe(200);
    }
  });

  test('of an inbox has another tag when only its counts change, and for a subscriber', async () => {
    const path = `/inboxes/${desk.inboxId}`;
    const before = await tagOf(path);
    await desk.call('POST', '/conversations', { body: { title: 'More', inbox_id: desk.inboxId } });
    expect(await tagOf(path)).not.toBe(before);
    const listed = await tagOf('/inboxes');
    await desk.call('POST', '/conversations', { body: { title: 'More', inbox_id: desk.inboxId } });
    expect(await tagOf('/inboxes')).not.toBe(listed);
    const tag = await tagOf(path);
    await desk.call('POST', `${path}/subscribe`);
    expect(await tagOf(path)).not.toBe(tag);
    expect(await tagOf(path, 'agent')).toBe(tag);
  });

  test('the tag of a change is the tag of the next read', async () => {
    const { headers } = await desk.call('PUT', conversation, { body: { title: 'Two' } });
    expect(headers.get('etag')).toBe(await tagOf(conversation));
  });
});

describe('a write with If-Match', () => {
  const writes = [
    ['PUT', '', { title: 'New' }],
    ['POST', '/archive', undefined],
    ['POST', '/tags', { name: 'vip' }],
    ['POST', '/notes', { details: 'x' }],
    ['POST', '/messages', { body_text: 'x' }],
    ['POST', '/agents', { agent_id: 1 }],
  ] as const;

  test.for(writes)(
    '%s conversation%s succeeds only while the conversation is unchanged',
    async ([method, end, body]) => {
      const tag = await tagOf(conversation);
      const write = (header: string) =>
        desk.call(method, `${conversation}${end}`, { body, headers: { 'if-match': header } });
      const refused = await write('"c1-99"');
      expect([refused.status, refused.body.error.code]).toEqual([412, 'precondition_failed']);
      expect(await tagOf(conversation)).toBe(tag);
      expect((await write(`W/${tag}`)).status).toBeLessThan(300);
      expect(await tagOf(conversation)).not.toBe(tag);
      expect((await write(tag)).status).toBe(412);
      expect((await write('*')).status).toBeLessThan(300);
    },
  );

  test('fails with 412 for one of two writes from the same state', async () => {
    const tag = await tagOf(conversation);
    const write = (title: string) => desk.call('PUT', conversation, { body: { title }, headers: { 'if-match': tag } });
    const statuses = (await Promise.all([write('A'), write('B'), write('C')])).map(answer => answer.status);
    expect(statuses.toSorted()).toEqual([200, 412, 412]);
  });

  test('works for inboxes too: it covers settings, not counts', async () => {
    const path = `/inboxes/${desk.inboxId}`;
    const tag = await tagOf(path);
    await desk.call('POST', '/conversations', { body: { title: 'More', inbox_id: desk.inboxId } });
    const add = (email: string) =>
      desk.call('POST', `${path}/emails`, { body: { email }, headers: { 'if-match': tag } });
    expect((await add('a@b.example')).status).toBe(201);
    expect((await add('c@b.example')).status).toBe(412);
    expect((await desk.call('DELETE', path, { headers: { 'if-match': tag } })).status).toBe(412);
  });

  test('is 404 if the resource does not exist', async () => {
    const headers = { 'if-match': '"x"' };
    expect((await desk.call('PUT', '/conversations/99', { body: {}, headers })).status).toBe(404);
    expect((await desk.call('PUT', '/inboxes/99', { body: {}, headers })).status).toBe(404);
  });
});

test.for([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['"A"', false],
  ['', false],
] as const)('the header %s names the tag a: %s', ([header, isNamed]) => {
  expect(namesEtag(header, 'a')).toBe(isNamed);
});
