import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { contract } from '../../../src/contract/index.ts';
import { type OpenCenter, openCenter, type Who } from '../open-center.ts';

const endpoints = Object.values(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(group =>
  Object.values(group),
);

let desk: OpenCenter;
const hidden: Record<string, number | string> = {};
const seen: Record<string, number | string> = {};

/** A conversation in the inbox with everything that hangs on one. */
async function fill(inboxId: number, as: Who) {
  const made = async (path: string, body: object) =>
    (await desk.call('POST', path, { as, body })).body.data.id as number;
  const name = `tag-${inboxId}`;
  const contact = await made('/contacts', { name: 'Kim', email: `kim${inboxId}@b.example` });
  const given = { title: 'One', inbox_id: inboxId, tags: [name], contacts: [contact] };
  const conversation = await made('/conversations', given);
  const path = `/conversations/${conversation}`;
  return {
    inbox_id: inboxId,
    conversation_id: conversation,
    contact_id: contact,
    name,
    message_id: await made(`${path}/messages`, { body_text: 'Hello' }),
    note_id: await made(`${path}/notes`, { details: 'Note' }),
    email_id: (await desk.call('POST', `/inboxes/${inboxId}/emails`, { body: { email: `a${inboxId}@b.example` } })).body
      .data.id as number,
  };
}

beforeAll(async () => {
  desk = await openCenter();
  Object.assign(hidden, await fill(1, 'admin'));
  Object.assign(seen, await fill(desk.inboxId, 'agent'));
  await desk.call('POST', '/teams', { body: { name: 'T', agent_ids: [desk.agentId] } });
  for (const id of [1, desk.inboxId]) await desk.call('POST', `/inboxes/${id}/teams`, { body: { team_id: 1 } });
  await desk.call('DELETE', '/inboxes/1/teams/1');
});
afterAll(() => desk.close());

function pathWith(endpoint: Endpoint, ids: Record<string, number | string>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
}

describe('an agent without access', () => {
  const under = endpoints.filter(({ path }) => /^\/(inboxes|conversations)\/\{/.test(path));

  test.for(under.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s answers exactly as for an unknown id',
    async ([, endpoint]) => {
      const ask = async (ids: Record<string, number | string>) => {
        const { status, body } = await desk.call(endpoint.method, pathWith(endpoint, ids), {
          as: 'agent',
          ...endpoint.example,
        });
        return { status, body };
      };
      const unknown = Object.fromEntries(Object.keys(hidden).map(name => [name, 987_654]));
      const answer = await ask(hidden);
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await ask(unknown));
    },
  );

  test('gets 404 for an inbox in a body too, as id of save and in a bulk sort', async () => {
    for (const [path, body] of [
      ['/inboxes/save', { id: 1, name: 'Mine' }],
      ['/inboxes/save', { id: '1', name: 'Mine' }],
      ['/inboxes/bulk-sort', { inboxes: [{ id: 1, sort: 0 }] }],
    ] as const)
      expect((await desk.call('POST', path, { as: 'agent', body })).status).toBe(404);
  });
});

describe('an agent with access', () => {
  const forAdmins = endpoints.filter(endpoint => endpoint.allows === 'admin');

  test.for(forAdmins.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s is 403, with a good body and with a bad one',
    async ([, endpoint]) => {
      for (const body of [endpoint.example?.body, endpoint.body && {}]) {
        const { status, body: answer } = await desk.call(endpoint.method, pathWith(endpoint, seen), {
          as: 'agent',
          body: endpoint.path === '/inboxes/bulk-sort' ? { inboxes: [{ id: desk.inboxId, sort: 0 }] } : body,
        });
        expect([status, answer.error?.code]).toEqual([403, 'forbidden']);
      }
    },
  );

  test('sees only its inboxes; an admin and an API key see all', async () => {
    const ids = async (as: Who) =>
      (await desk.call('GET', '/inboxes', { as })).body.data.map((one: { id: number }) => one.id);
    expect(await ids('agent')).toEqual([desk.inboxId]);
    expect(await ids('admin')).toEqual([1, 2, desk.inboxId]);
    expect(await ids('key')).toEqual([1, 2, desk.inboxId]);
  });

  test('gets 404 for agents and teams that do not exist, and 403 for those that do', async () => {
    for (const path of ['/agents', '/teams']) {
      expect((await desk.call('PUT', `${path}/1`, { as: 'agent', body: {} })).status).toBe(403);
      expect((await desk.call('PUT', `${path}/99`, { as: 'agent', body: {} })).status).toBe(404);
    }
  });
});
