import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { contract } from '../../../src/contract/index.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const endpoints = Object.values(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(group =>
  Object.values(group),
);

let desk: OpenCenter;
let seen: Readonly<Record<string, number | string>>;

beforeAll(async () => {
  desk = await openCenter();
  const made = async (path: string, body: object) => (await desk.call('POST', path, { body })).body.data.id as number;
  const inbox = `/inboxes/${desk.inboxId}`;
  const email_id = await made(`${inbox}/emails`, { email: 'a@b.example' });
  const contact_id = await made('/contacts', { name: 'Kim', email: 'kim@b.example' });
  await made('/conversations', { title: 'One', inbox_id: desk.inboxId, tags: ['vip'], contacts: [contact_id] });
  await made('/teams', { name: 'T' });
  await desk.call('POST', `${inbox}/teams`, { body: { team_id: 1 } });
  seen = { inbox_id: desk.inboxId, email_id, contact_id, name: 'vip' };
});
afterAll(() => desk.close());

function pathWith(endpoint: Endpoint): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(seen[name] ?? 1));
}

describe('an agent with access', () => {
  const forAdmins = endpoints.filter(endpoint => endpoint.allows === 'admin');

  test.for(forAdmins.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s is 403, with a good body and with a bad one',
    async ([, endpoint]) => {
      for (const body of [endpoint.example?.body, endpoint.body && {}]) {
        const { status, body: answer } = await desk.call(endpoint.method, pathWith(endpoint), {
          as: 'agent',
          body: endpoint.path === '/inboxes/bulk-sort' ? { inboxes: [{ id: desk.inboxId, sort: 0 }] } : body,
        });
        expect([status, answer.error?.code]).toEqual([403, 'forbidden']);
      }
    },
  );

  test('gets 404 for agents and teams that do not exist, and 403 for those that do', async () => {
    for (const path of ['/agents', '/teams']) {
      expect((await desk.call('PUT', `${path}/1`, { as: 'agent', body: {} })).status).toBe(403);
      expect((await desk.call('PUT', `${path}/99`, { as: 'agent', body: {} })).status).toBe(404);
    }
  });
});
