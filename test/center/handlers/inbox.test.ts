import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { slugOf } from '../../../src/center/model/inbox/settings.ts';
import { runs } from '../../harness/full.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

async function list(): Promise<{ readonly id: number; readonly sort: number }[]> {
  return (await desk.call('GET', '/inboxes')).body.data;
}
async function get(id: number, as: 'admin' | 'agent' = 'admin') {
  return (await desk.call('GET', `/inboxes/${id}`, { as })).body.data;
}

describe('creating an inbox', () => {
  test('makes a well-formed slug, or none, from any name', () => {
    expect(['Ünïcödé Straße', '2024'].map(slugOf)).toEqual(['unicode-strasse', '']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name => {
        expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slugOf(name).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe('updating an inbox', () => {
  test('without a field, or with unchanged values, is a success that changes nothing', async () => {
    const before = await desk.call('GET', `/inboxes/${desk.inboxId}`);
    desk.clock.now += 60_000;
    for (const body of [{}, { name: 'Support', sort: 2, send_autoresponse: false }]) {
      const after = await desk.call('PUT', `/inboxes/${desk.inboxId}`, { body });
      expect(after.body).toEqual(before.body);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    }
  });

  test('keeps the kind of a built-in inbox, which can be renamed', async () => {
    const { body } = await desk.call('PUT', '/inboxes/2', { body: { name: 'Junk', kind: 'spam' } });
    expect(body.data).toMatchObject({ name: 'Junk', kind: 'spam' });
    expect((await desk.call('PUT', '/inboxes/2', { body: { kind: 'normal' } })).status).toBe(422);
  });
});

describe('positions', () => {
  const order = async () => {
    const all = await list();
    expect(all.map(inbox => inbox.sort)).toEqual([...all.keys()]);
    return all.map(inbox => inbox.id);
  };

  test('stay dense after any moves', async () => {
    for (const name of ['A', 'B', 'C']) await desk.call('POST', '/inboxes', { body: { name } });
    const moves = fc.array(fc.record({ id: fc.integer({ min: 1, max: 6 }), sort: fc.nat(8) }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(moves, async all => {
        for (const { id, sort } of all) {
          await desk.call('POST', `/inboxes/${id}/sort`, { body: { sort } });
          expect((await order()).indexOf(id)).toBe(Math.min(sort, 5));
        }
      }),
      { numRuns: runs(15), seed: 1 },
    );
  });
});

describe('saving an inbox', () => {
  test.for([
    [
      {
        emails: [
          { email: 'a@b.example', status: 'primary' },
          { email: 'c@b.example', status: 'primary' },
        ],
      },
      422,
      'emails.1.status',
    ],
    [{ emails: [{ email: 'a@b.example' }, { email: 'A@B.example' }] }, 422, 'emails.1.email'],
    [{ emails: [{ email: 'taken@b.example' }] }, 409, 'emails.0.email'],
    [{ agent_ids: [1, 99] }, 422, 'agent_ids.1'],
    [{ team_ids: [99] }, 422, 'team_ids.0'],
    [{ slug: 'spam' }, 409, 'slug'],
  ] as const)('with %o is refused and saves nothing', async ([body, status, path]) => {
    await desk.call('POST', '/inboxes/1/emails', { body: { email: 'Taken@b.example' } });
    const before = await list();
    const answer = await desk.call('POST', '/inboxes/save', { body: { name: 'New', ...body } });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([status, path]);
    expect(await list()).toEqual(before);
  });
});

describe('addresses', () => {
  const add = (body: object) => desk.call('POST', `/inboxes/${desk.inboxId}/emails`, { body });
  const statuses = async () =>
    Object.fromEntries(
      (await get(desk.inboxId)).emails.map(({ email, status }: { email: string; status: string }) => [
        email[0],
        status,
      ]),
    );

  test('the first is primary unless it says otherwise; a new primary makes the former one secondary', async () => {
    expect((await add({ email: 'a@x.example' })).body.data).toEqual({ id: 1, email: 'a@x.example', status: 'primary' });
    expect((await add({ email: 'b@x.example' })).body.data.status).toBe('secondary');
    await add({ email: 'c@x.example', status: 'primary' });
    expect(await statuses()).toEqual({ a: 'secondary', b: 'secondary', c: 'primary' });
    await desk.call('PUT', `/inboxes/${desk.inboxId}/emails/2`, { body: { status: 'primary' } });
    expect(await statuses()).toEqual({ a: 'secondary', b: 'primary', c: 'secondary' });
    await desk.call('DELETE', `/inboxes/${desk.inboxId}/emails/2`);
    expect(await statuses()).toEqual({ a: 'primary', c: 'secondary' });
    await desk.call('PUT', `/inboxes/${desk.inboxId}/emails/1`, { body: { status: 'secondary' } });
    expect(await statuses()).toEqual({ a: 'secondary', c: 'primary' });
  });
});

describe('subscribing', () => {
  test.for(['agent', 'team', 'save', 'members'] as const)('ends when the agent loses access by %s', async way => {
    const team = (await desk.call('POST', '/teams', { body: { name: 'T', agent_ids: [desk.agentId] } })).body.data.id;
    await desk.call('POST', '/inboxes/1/teams', { body: { team_id: team } });
    const id = way === 'agent' || way === 'save' ? desk.inboxId : 1;
    await desk.call('POST', `/inboxes/${id}/subscribe`, { as: 'agent' });
    await desk.call('POST', `/inboxes/${id}/subscribe`);
    if (way === 'agent') await desk.call('DELETE', `/inboxes/${id}/agents/${desk.agentId}`);
    if (way === 'team') await desk.call('DELETE', `/inboxes/${id}/teams/${team}`);
    if (way === 'save') await desk.call('POST', '/inboxes/save', { body: { id, agent_ids: [] } });
    if (way === 'members') await desk.call('PUT', `/teams/${team}`, { body: { agent_ids: [] } });
    expect((await desk.call('GET', `/inboxes/${id}`, { as: 'agent' })).status).toBe(404);
    await desk.call('POST', `/inboxes/${id}/agents`, { body: { agent_id: desk.agentId } });
    expect((await get(id, 'agent')).subscribed).toBe(false);
    expect((await get(id)).subscribed).toBe(true);
  });
});
