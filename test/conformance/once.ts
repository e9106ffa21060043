import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import { sampled } from '../harness/full.ts';
import { endpoints } from './endpoints.ts';
import { fileForm } from './makers.ts';
import { newAsk } from './scenes.ts';
import { inFresh, type World } from './world.ts';

const writes = endpoints.filter(
  ({ endpoint, name }) => endpoint.method !== 'GET' && endpoint.allows !== 'anyone' && name !== 'session.logout',
);

const HOUR_MS = 3_600_000;

function newConversation(world: World, tag: string) {
  return {
    method: 'POST',
    path: '/conversations',
    body: { title: tag, inbox_id: world.inbox.id, tags: [tag] },
  } as const;
}

async function countOf(world: World, tag: string): Promise<number> {
  return (await world.get<Conversation[]>('/conversations', 'key', { tags: [tag] })).length;
}

function checkWrites(world: () => World) {
  test.for(sampled(writes))('$title returns the first answer again, and refuses another request', async one => {
    const headers = { 'idempotency-key': world().unique('key') };
    const ask = { ...(await newAsk(world(), one)), headers };
    const again = ask.raw ? { ...ask, raw: fileForm('same', 'same.txt') } : ask;
    const [first, second] = [await world().call(ask.raw ? { ...again } : ask), await world().call(again)];
    expect(first.status, first.text).toBeLessThan(300);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    const other = ask.raw ? { raw: fileForm('other', 'same.txt') } : { query: { another: 1 } };
    expect((await world().call({ ...again, ...other })).code).toBe('idempotency_key_reused');
  });

  test('another body under the same key is refused, and nothing is done', async () => {
    const tag = world().unique('tag');
    const ask = { ...newConversation(world(), tag), headers: { 'idempotency-key': world().unique('key') } };
    await world().give(ask);
    const other = await world().call({ ...ask, body: { ...ask.body, title: 'other' } });
    expect(other.code).toBe('idempotency_key_reused');
    expect(await countOf(world(), tag)).toBe(1);
  });

  test('the same key sent several times at once does the work once', async () => {
    const tag = world().unique('tag');
    const ask = { ...newConversation(world(), tag), headers: { 'idempotency-key': world().unique('key') } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => world().call(ask)));
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.filter(({ code }) => code !== 'request_in_progress')).toEqual([]);
    expect(await countOf(world(), tag)).toBe(1);
  });

  test('a refusal is returned again too, even if the request would succeed by now', async () => {
    const name = world().unique('status').slice(-40);
    const headers = { 'idempotency-key': world().unique('key') };
    const ask = { method: 'POST', path: '/agents', headers, body: { name, email: 'none', password: 'x' } } as const;
    const [first, second] = [await world().call(ask), await world().call(ask)];
    expect([first.status, second.text]).toEqual([422, first.text]);
  });
}

function checkBounds(world: () => World) {
  test.for(['key', 'insider'] as const)('a caller (%s) is told for how many hours a key counts: a day', async as => {
    expect(await world().get('/me', as)).toMatchObject({ idempotency_key_hours: 24 });
  });

  test('a key belongs to its caller: from another caller it is another request', async () => {
    const tag = world().unique('tag');
    const ask = { ...newConversation(world(), tag), headers: { 'idempotency-key': world().unique('key') } };
    const byKey = await world().give<Conversation>(ask);
    const byInsider = await world().give<Conversation>({ ...ask, as: 'insider' });
    expect(byInsider.id).not.toBe(byKey.id);
  });

  test('a key reveals the answer to no other caller', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}/archive`;
    const ask = { method: 'POST', path, headers: { 'idempotency-key': world().unique('key') } } as const;
    await world().give(ask);
    expect((await world().call({ ...ask, as: 'outsider' })).status).toBe(404);
    expect((await world().call({ ...ask, as: 'nobody' })).status).toBe(401);
  });

  test('access is checked before a kept answer is returned', async () => {
    const { id: inboxId } = await world().make.inbox();
    const path = `/inboxes/${inboxId}/subscribe`;
    const headers = { 'idempotency-key': world().unique('key') };
    const ask = { method: 'POST', path, as: 'insider', headers } as const;
    await world().give(ask);
    const remove = `/inboxes/${inboxId}/agents/${world().insider.agent.id}`;
    await world().give({ method: 'DELETE', path: remove });
    const again = await world().call(ask);
    expect([200, 404]).toContain(again.status);
  });

  test('a kept answer is returned before If-Match is checked', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}`;
    const etag = (await world().call({ method: 'GET', path })).headers.get('etag')!;
    const headers = { 'idempotency-key': world().unique('key'), 'if-match': etag };
    const ask = { method: 'PUT', path, headers, body: { title: 'Once' } } as const;
    const [first, second] = [await world().call(ask), await world().call(ask)];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
  });

  test.for(sampled(writes))('$title says 422 to a key that is empty, too long or not printable', async one => {
    const ask = await newAsk(world(), one);
    for (const key of ['', 'x'.repeat(256), 'é']) {
      const answer = await world().call({ ...ask, headers: { 'idempotency-key': key } });
      expect([answer.status, answer.code], answer.text).toEqual([422, 'validation_failed']);
    }
  });

  test('a key of 255 printable characters is accepted', async () => {
    const headers = { 'idempotency-key': world().unique('~ !key').padEnd(255, '.') };
    await world().give({ ...newConversation(world(), world().unique('tag')), headers });
  });

  test('a 429 is not kept: the same request is carried out later', async ({ skip }) => {
    skip(!world().target.fresh, 'needs a help center with a low limit');
    await inFresh(world(), { rateLimit: 40 }, async fresh => {
      const { token } = fresh.insider;
      const ask = { ...newConversation(fresh, 'x'), headers: { 'idempotency-key': 'a key' }, as: { token } };
      for (let time = 0; time < 40; time += 1) await fresh.call({ method: 'GET', path: '/me', as: { token } });
      expect((await fresh.call(ask)).status).toBe(429);
      fresh.target.clock!.advance(60_000);
      expect((await fresh.call(ask)).status).toBe(201);
    });
  });

  test('an answer is kept for 24 hours and no longer', async ({ skip }) => {
    skip(!world().target.fresh, 'needs a clock that can be turned');
    await inFresh(world(), {}, async fresh => {
      const tag = fresh.unique('tag');
      const ask = { ...newConversation(fresh, tag), headers: { 'idempotency-key': 'a key' } };
      const { id } = await fresh.give<Conversation>(ask);
      fresh.target.clock!.advance(24 * HOUR_MS - 60_000);
      expect((await fresh.give<Conversation>(ask)).id).toBe(id);
      fresh.target.clock!.advance(120_000);
      expect((await fresh.give<Conversation>(ask)).id).not.toBe(id);
    });
  });
}

/** A write that is sent again is done once. */
export function registerOnce(world: () => World): void {
  describe('an Idempotency-Key', () => {
    checkWrites(world);
    checkBounds(world);
  });
}
