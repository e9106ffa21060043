import { describe, expect, test } from 'vitest';
import type { Conversation, Inbox } from '../../src/contract/model.ts';
import { sampled } from '../harness/full.ts';
import type { Ask } from './client.ts';
import { endpoints } from './endpoints.ts';
import { newAsk } from './scenes.ts';
import type { World } from './world.ts';

const guarded = endpoints.filter(({ endpoint }) => endpoint.guarded);

function thingOf({ path }: Ask): string {
  return /^\/(conversations|inboxes|saved_replies)\/\d+/.exec(path)![0];
}

/** All that a write on the thing could change, as far as it can be read. */
async function stateOf(world: World, ask: Ask): Promise<string> {
  const thing = thingOf(ask);
  const paths = thing.startsWith('/conversations')
    ? [thing, `${thing}/messages`, `${thing}/notes`, `${thing}/reviews`, `${thing}/history`]
    : [thing, thing.replace(/\/\d+$/, '')];
  const answers = [];
  for (const path of paths) answers.push(await world.call({ method: 'GET', path, as: ask.as }));
  return answers.map(({ text, headers }) => `${headers.get('etag')} ${text}`).join('\n');
}

async function tagOf(world: World, path: string, as: Ask['as'] = 'key'): Promise<string> {
  return (await world.call({ method: 'GET', path, as })).headers.get('etag')!;
}

function strong(etag: string): string {
  return etag.replace(/^W\//, '');
}

function checkEach(world: () => World) {
  test.for(sampled(guarded))('$title: a stale tag is a 412, and nothing is changed', async one => {
    const ask = await newAsk(world(), one);
    const before = await stateOf(world(), ask);
    for (const stale of ['"stale"', 'W/"stale"', '"a", "b"']) {
      const answer = await world().call({ ...ask, headers: { 'if-match': stale } });
      expect([answer.status, answer.code], answer.text).toEqual([412, 'precondition_failed']);
    }
    expect(await stateOf(world(), ask)).toBe(before);
  });

  test.for(sampled(guarded))('$title: the current tag lets the write through', async one => {
    for (const form of [strong, (etag: string) => `W/${strong(etag)}`, (etag: string) => `"other", ${etag}`]) {
      const ask = await newAsk(world(), one);
      const etag = await tagOf(world(), thingOf(ask), ask.as);
      const answer = await world().call({ ...ask, headers: { 'if-match': form(etag) } });
      expect(answer.status, `${form(etag)} ${answer.text}`).toBeLessThan(300);
    }
  });
}

function checkConversation(world: () => World) {
  test('a conversation’s tag covers every change, also two within a second', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}`;
    const changes: Ask[] = [
      { method: 'PUT', path, body: { title: 'One' } },
      { method: 'PUT', path, body: { title: 'Two' } },
      { method: 'PUT', path, body: { disable_rating: true } },
      { method: 'POST', path: `${path}/tags`, body: { name: world().unique('tag') } },
      { method: 'POST', path: `${path}/messages`, body: { body_text: 'text' } },
      { method: 'POST', path: `${path}/notes`, body: { details: 'note' } },
      { method: 'POST', path: `${path}/reviews`, body: { rating: 3 } },
      { method: 'POST', path: `${path}/archive` },
      { method: 'POST', path: `${path}/restore_archive` },
    ];
    const seen = [await tagOf(world(), path)];
    for (const change of changes) {
      await world().give(change);
      seen.push(await tagOf(world(), path));
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('the ETag of an update’s answer is good for the next write', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}`;
    const first = await world().call({ method: 'PUT', path, body: { title: 'One' } });
    const headers = { 'if-match': first.headers.get('etag')! };
    expect((await world().call({ method: 'PUT', path, body: { title: 'Two' }, headers })).status).toBe(200);
    expect((await world().call({ method: 'PUT', path, body: { title: 'Three' }, headers })).status).toBe(412);
    expect((await world().get<Conversation>(path)).title).toBe('Two');
  });

  test('of two writes with the same tag only one succeeds', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}`;
    const headers = { 'if-match': await tagOf(world(), path) };
    const put = (title: string) => world().call({ method: 'PUT', path, body: { title }, headers });
    const answers = await Promise.all(['One', 'Two', 'Three'].map(put));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  test('a version lets a write through while nothing but names changed', async () => {
    const { id, version } = await world().make.conversation();
    const path = `/conversations/${id}`;
    const put = (title: string, at: number, form = (tag: string) => tag) =>
      world().call({ method: 'PUT', path, body: { title }, headers: { 'if-match': form(`"c${id}-${at}"`) } });
    expect((await put('One', version + 1)).status).toBe(412);
    const first = await put('One', version);
    expect([first.status, (first.data as Conversation).version], first.text).toEqual([200, version + 1]);
    expect((await put('Two', version)).status).toBe(412);
    expect((await put('Two', version + 1, tag => `W/${tag}`)).status).toBe(200);
  });

  test('the version rises with every change, and only then', async () => {
    const { id, version } = await world().make.conversation();
    const path = `/conversations/${id}`;
    const now = async () => (await world().get<Conversation>(path)).version;
    await world().give({ method: 'PUT', path, body: { title: 'One' } });
    expect(await now()).toBe(version + 1);
    await world().give({ method: 'PUT', path, body: { title: 'One' } });
    expect(await now()).toBe(version + 1);
    await world().make.note(id);
    expect(await now()).toBe(version + 2);
  });

  test('a conversation that an agent may not see is 404, with any tag', async () => {
    const { id } = await world().make.conversation();
    const ask = { method: 'PUT', path: `/conversations/${id}`, body: { title: 'Mine' }, as: 'outsider' } as const;
    expect((await world().call({ ...ask, headers: { 'if-match': '"stale"' } })).status).toBe(404);
  });
}

function checkInbox(world: () => World) {
  test('an inbox’s tag covers its settings, not its counts', async () => {
    const { id } = await world().make.inbox();
    const path = `/inboxes/${id}`;
    const before = await tagOf(world(), path);
    await world().make.conversation({ inbox_id: id });
    expect((await world().get<Inbox>(path)).counts.open).toBe(1);
    expect(
      (await world().call({ method: 'PUT', path, body: { name: 'New' }, headers: { 'if-match': before } })).status,
    ).toBe(200);
    expect(await tagOf(world(), path)).not.toBe(before);
  });

  test('an inbox’s tag changes with all that its view shows, and a write checks its settings alone', async () => {
    const { id } = await world().make.inbox();
    const path = `/inboxes/${id}`;
    const view = (etag: string) =>
      world().call({ method: 'GET', path, as: 'insider', headers: { 'if-none-match': etag } });
    const before = await tagOf(world(), path, 'insider');
    const seen = [before];
    const { id: conversation } = await world().make.conversation({ inbox_id: id });
    const changes: Ask[] = [
      { method: 'POST', path: `/conversations/${conversation}/agents`, body: { agent_id: world().insider.agent.id } },
      { method: 'POST', path: `${path}/subscribe`, as: 'insider' },
      { method: 'POST', path: `/conversations/${conversation}/archive` },
    ];
    for (const change of [undefined, ...changes]) {
      if (change) await world().give(change);
      const answer = await view(seen.at(-1)!);
      expect([answer.status, answer.data], JSON.stringify(change)).toMatchObject([200, { id }]);
      seen.push(answer.headers.get('etag')!);
      expect((await view(seen.at(-1)!)).status).toBe(304);
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const etag of seen) {
      const headers = { 'if-match': etag };
      const written = await world().call({ method: 'PUT', path, body: { name: 'Same' }, headers, as: 'admin' });
      expect(written.status, 'the settings did not change since').toBe(etag === before ? 200 : 412);
    }
  });

  test('an inbox’s tag covers its addresses, teams and agents', async () => {
    const { id } = await world().make.inbox();
    const path = `/inboxes/${id}`;
    const seen = [await tagOf(world(), path)];
    const changes: Ask[] = [
      { method: 'POST', path: `${path}/emails`, body: { email: `${world().unique('address')}@shop.example` } },
      { method: 'POST', path: `${path}/teams`, body: { team_id: (await world().make.team()).id } },
      { method: 'DELETE', path: `${path}/agents/${world().insider.agent.id}` },
    ];
    for (const change of changes) {
      await world().give(change);
      seen.push(await tagOf(world(), path));
    }
    expect(new Set(seen).size).toBe(seen.length);
  });
}

/** A write with the version that the caller saw overwrites only that version. */
export function registerPreconditions(world: () => World): void {
  describe('If-Match', () => {
    checkEach(world);
    checkConversation(world);
    checkInbox(world);
  });
}
