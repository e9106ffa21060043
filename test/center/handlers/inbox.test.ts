import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { slugOf } from '../../../src/center/model/inbox/settings.ts';
import { runs } from '../../harness/full.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter({ settings: { inboxLimit: 12 } });
});
afterEach(() => desk.close());

interface InboxData {
  readonly id: number;
  readonly name: string;
  readonly sort: number;
}

async function create(name: string, more: object = {}): Promise<number> {
  return (await desk.call('POST', '/inboxes', { body: { name, ...more } })).body.data.id;
}
async function list(query = {}): Promise<InboxData[]> {
  return (await desk.call('GET', '/inboxes', { query })).body.data;
}
async function names(query = {}) {
  return (await list(query)).map(inbox => inbox.name);
}
async function get(id: number, as: 'admin' | 'agent' = 'admin') {
  return (await desk.call('GET', `/inboxes/${id}`, { as })).body.data;
}

describe('a new help center', () => {
  test('has a default inbox first and a spam inbox second', async () => {
    expect((await list()).slice(0, 2)).toMatchObject([
      { id: 1, kind: 'default', sort: 0 },
      { id: 2, kind: 'spam', sort: 1 },
    ]);
  });
});

describe('creating an inbox', () => {
  test('needs only a name, and puts it last with everything else empty', async () => {
    const { status, body, headers } = await desk.call('POST', '/inboxes', { body: { name: 'Returns & Repairs' } });
    expect(status).toBe(201);
    expect(headers.get('etag')).toMatch(/^"i\d+-1\.[\w-]{22}"$/);
    expect(body.data).toEqual({
      id: 4,
      name: 'Returns & Repairs',
      description: '',
      slug: 'returns-repairs',
      sort: 3,
      send_autoresponse: false,
      autoresponse_text: '',
      send_rating_request: false,
      rating_message: '',
      signature: '',
      emails: [],
      team_ids: [],
      agent_ids: [],
      kind: 'normal',
      subscribed: false,
      counts: { open: 0, unassigned: 0, unresolved: 0 },
      unsent: 0,
      created_at: '2026-03-01T12:00:00',
      updated_at: '2026-03-01T12:00:00',
    });
  });

  test('makes slugs from names, with a number if taken, and inbox-<id> if no Latin letter is left', async () => {
    const slugs = [];
    for (const name of ['Support', 'Support!', 'Ünïcödé Straße', '受信箱', '2024', 'x'.repeat(70), 'x'.repeat(71)])
      slugs.push((await get(await create(name))).slug);
    expect(slugs).toEqual([
      'support-2',
      'support-3',
      'unicode-strasse',
      'inbox-7',
      'inbox-8',
      'x'.repeat(64),
      `${'x'.repeat(62)}-2`,
    ]);
  });

  test('accepts a given slug, and is 409 if it is taken', async () => {
    expect((await get(await create('A', { slug: 'my-own' }))).slug).toBe('my-own');
    const { status, body } = await desk.call('POST', '/inboxes', { body: { name: 'B', slug: 'my-own' } });
    expect([status, body.error.code, body.error.details[0].path]).toEqual([409, 'conflict', 'slug']);
  });

  test('is 403 if the plan has no room, also by save, and changes nothing', async () => {
    for (let count = 3; count < 12; count += 1) await create(`Inbox ${count}`);
    for (const path of ['/inboxes', '/inboxes/save']) {
      const { status, body } = await desk.call('POST', path, { body: { name: 'One more' } });
      expect([status, body.error.code]).toEqual([403, 'inbox_limit_reached']);
    }
    expect(await list()).toHaveLength(12);
  });

  test.for([
    { name: '' },
    { name: 'x'.repeat(121) },
    { name: 'a\nb' },
    { name: 'A', description: 'x'.repeat(2_001) },
    { name: 'A', autoresponse_text: 'x'.repeat(10_001) },
    { name: 'A', slug: '-a' },
    { name: 'A', slug: 'x'.repeat(65) },
    { name: 'A', send_autoresponse: 1 },
    { name: null },
  ])('refuses %o with 422', async body => {
    expect((await desk.call('POST', '/inboxes', { body })).status).toBe(422);
  });

  test('makes a well-formed slug, or none, from any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name => {
        expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slugOf(name).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe('listing inboxes', () => {
  test('sorts by position unless another order is requested', async () => {
    await create('Alpha');
    expect(await names()).toEqual(['Inbox', 'Spam', 'Support', 'Alpha']);
    expect(await names({ sort: 'sort.desc' })).toEqual(['Alpha', 'Support', 'Spam', 'Inbox']);
    expect(await names({ sort: 'name.asc' })).toEqual(['Alpha', 'Inbox', 'Spam', 'Support']);
    expect(await names({ sort: 'created_at.desc' })).toEqual(['Alpha', 'Support', 'Spam', 'Inbox']);
  });

  test('before and after are exclusive and compare whole seconds', async () => {
    desk.clock.now += 1_500;
    await create('Later');
    expect(await names({ before: { created_at: '2026-03-01T12:00:00' } })).toEqual([]);
    expect(await names({ before: { created_at: '2026-03-01T12:00:01' } })).toEqual(['Inbox', 'Spam', 'Support']);
    expect(await names({ after: { created_at: '2026-03-01T12:00:01' } })).toEqual(['Later']);
    expect(await names({ after: { created_at: '2026-03-01T13:00:01+01:00' } })).toEqual(['Later']);
    expect(await names({ after: { created_at: '2026-03-01T12:00:02' } })).toEqual([]);
  });

  test('comes in pages if a limit is given, each row once, even while inboxes are added', async () => {
    for (const name of ['A', 'B', 'C']) await create(name);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 2, sort: 'created_at.desc', ...(cursor ? { cursor } : {}) };
      const { body } = await desk.call('GET', '/inboxes', { query });
      seen.push(...body.data.map((inbox: InboxData) => inbox.name));
      cursor = body.meta.next_cursor;
      desk.clock.now += 1_000;
      await create(`New ${seen.length}`);
    } while (cursor);
    expect(seen).toEqual(['C', 'B', 'A', 'Support', 'Spam', 'Inbox']);
  });

  test('a cursor of another order, filter or caller is 400', async () => {
    const { body } = await desk.call('GET', '/inboxes', { query: { limit: 1 } });
    const cursor = body.meta.next_cursor;
    for (const [query, as] of [
      [{ sort: 'sort.desc' }, 'admin'],
      [{ before: { created_at: '2026-03-02T00:00:00' } }, 'admin'],
      [{}, 'key'],
    ] as const) {
      const { status } = await desk.call('GET', '/inboxes', { as, query: { ...query, limit: 1, cursor } });
      expect(status).toBe(400);
    }
    expect((await desk.call('GET', '/inboxes', { query: { limit: 3, cursor } })).status).toBe(200);
  });
});

describe('updating an inbox', () => {
  test('sets the given fields and leaves the rest', async () => {
    desk.clock.now += 60_000;
    const body = { name: 'Help', send_rating_request: true, rating_message: 'How was it?' };
    const { status, body: answer } = await desk.call('PUT', `/inboxes/${desk.inboxId}`, { body });
    expect(status).toBe(200);
    expect(answer.data).toMatchObject({ ...body, slug: 'support', updated_at: '2026-03-01T12:01:00' });
    expect(answer.data.agent_ids).toEqual([desk.agentId]);
  });

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

  test('a moved inbox gets its position and the rest shift; a position past the end is the end', async () => {
    const a = await create('A');
    const b = await create('B');
    const move = (id: number, sort: number) => desk.call('POST', `/inboxes/${id}/sort`, { body: { sort } });
    expect((await move(b, 5_000_000_000)).body.data.sort).toBe(4);
    expect((await move(b, 0)).body.data.sort).toBe(0);
    expect(await order()).toEqual([b, 1, 2, 3, a]);
    await move(1, 3);
    expect(await order()).toEqual([b, 2, 3, 1, a]);
    await move(b, 99);
    expect(await order()).toEqual([2, 3, 1, a, b]);
    await desk.call('PUT', `/inboxes/${b}`, { body: { sort: 1 } });
    expect(await order()).toEqual([2, b, 3, 1, a]);
    await desk.call('DELETE', `/inboxes/${b}`);
    expect(await order()).toEqual([2, 3, 1, a]);
  });

  test('a bulk sort puts the given inboxes first and the others after them in their old order', async () => {
    const a = await create('A');
    const inboxes = [
      { id: a, sort: 1 },
      { id: '2', sort: 0 },
    ];
    const { status, body } = await desk.call('POST', '/inboxes/bulk-sort', { body: { inboxes } });
    expect(status).toBe(200);
    expect(body.data.map((inbox: InboxData) => inbox.id)).toEqual([2, a, 1, 3]);
    expect(await order()).toEqual([2, a, 1, 3]);
  });

  test('a bulk sort with an unknown or a repeated inbox changes nothing and names it', async () => {
    const unknown = await desk.call('POST', '/inboxes/bulk-sort', {
      body: {
        inboxes: [
          { id: 2, sort: 0 },
          { id: 77, sort: 1 },
        ],
      },
    });
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([404, 'inboxes.1.id']);
    const doubled = await desk.call('POST', '/inboxes/bulk-sort', {
      body: {
        inboxes: [
          { id: 2, sort: 0 },
          { id: 2, sort: 1 },
        ],
      },
    });
    expect([doubled.status, doubled.body.error.details[0].path]).toEqual([422, 'inboxes.1.id']);
    expect(await order()).toEqual([1, 2, 3]);
  });

  test('stay dense after any moves', async () => {
    for (const name of ['A', 'B', 'C']) await create(name);
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
  test('without an id creates one with all options at once', async () => {
    const team = (await desk.call('POST', '/teams', { body: { name: 'T' } })).body.data.id;
    const { status, body } = await desk.call('POST', '/inboxes/save', {
      body: {
        name: 'All',
        sort: 0,
        emails: [{ email: 'One@b.example' }, { email: 'two@b.example' }],
        team_ids: [team, String(team)],
        agent_ids: [desk.agentId],
      },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ sort: 0, team_ids: [team], agent_ids: [desk.agentId] });
    expect(body.data.emails).toMatchObject([
      { email: 'One@b.example', status: 'primary' },
      { email: 'two@b.example', status: 'secondary' },
    ]);
  });

  test('with an id replaces the given fields, arrays whole, and leaves absent ones', async () => {
    const save = (body: object) => desk.call('POST', '/inboxes/save', { body: { id: desk.inboxId, ...body } });
    const first = await save({ emails: [{ email: 'a@b.example' }, { email: 'c@b.example' }], description: 'D' });
    expect(first.status).toBe(200);
    const [a] = first.body.data.emails;
    const second = await save({ emails: [{ email: 'new@b.example', status: 'primary' }, { email: 'A@b.example' }] });
    expect(second.body.data).toMatchObject({ description: 'D', agent_ids: [desk.agentId], name: 'Support' });
    expect(second.body.data.emails).toMatchObject([
      { id: a.id, email: 'A@b.example', status: 'secondary' },
      { email: 'new@b.example', status: 'primary' },
    ]);
    expect((await save({ emails: [], agent_ids: [] })).body.data).toMatchObject({ emails: [], agent_ids: [] });
  });

  test('without a name and without an id is 422, with an unknown id 404', async () => {
    const nameless = await desk.call('POST', '/inboxes/save', { body: { description: 'x' } });
    expect([nameless.status, nameless.body.error.details[0].path]).toEqual([422, 'name']);
    expect((await desk.call('POST', '/inboxes/save', { body: { id: 77, name: 'x' } })).status).toBe(404);
  });

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

  test('the first may say that it is secondary', async () => {
    expect((await add({ email: 'a@x.example', status: 'secondary' })).body.data.status).toBe('secondary');
  });

  test('one that any inbox has is 409, ignoring case; an inbox may change the case of its own', async () => {
    await add({ email: 'a@x.example' });
    await add({ email: 'b@x.example' });
    expect((await add({ email: 'A@X.example' })).status).toBe(409);
    expect((await desk.call('POST', '/inboxes/1/emails', { body: { email: 'a@x.EXAMPLE' } })).status).toBe(409);
    const put = (email: string) => desk.call('PUT', `/inboxes/${desk.inboxId}/emails/1`, { body: { email } });
    expect((await put('B@x.example')).status).toBe(409);
    expect((await put('A@x.example')).body.data).toEqual({ id: 1, email: 'A@x.example', status: 'primary' });
  });

  test.for(['', 'a', 'a@', '@b', 'a b@c.example', 'a@b@c', `${'x'.repeat(250)}@b.example`])(
    '%s is not an address',
    async email => {
      expect((await add({ email })).status).toBe(422);
    },
  );

  test('one of another inbox is 404', async () => {
    await add({ email: 'a@x.example' });
    expect((await desk.call('DELETE', '/inboxes/1/emails/1')).status).toBe(404);
    expect((await desk.call('PUT', '/inboxes/1/emails/1', { body: {} })).status).toBe(404);
  });
});

describe('teams and agents of an inbox', () => {
  test('adding twice is a success, removing one that is not there is 404, an unknown one is 422', async () => {
    for (const [kind, id] of [
      ['agent', desk.adminId],
      ['team', (await desk.call('POST', '/teams', { body: { name: 'T' } })).body.data.id],
    ] as const) {
      const path = `/inboxes/${desk.inboxId}/${kind}s`;
      for (const round of [1, 2]) {
        const added = await desk.call('POST', path, { body: { [`${kind}_id`]: id } });
        expect([round, added.status]).toEqual([round, 200]);
        expect(added.body.data[`${kind}_ids`]).toContain(id);
      }
      expect((await desk.fetch('DELETE', `${path}/${id}`)).status).toBe(204);
      expect((await desk.fetch('DELETE', `${path}/${id}`)).status).toBe(404);
      const unknown = await desk.call('POST', path, { body: { [`${kind}_id`]: 99 } });
      expect([unknown.status, unknown.body.error.details[0].path]).toEqual([422, `${kind}_id`]);
    }
  });
});

describe('subscribing', () => {
  const path = () => `/inboxes/${desk.inboxId}`;

  test('subscribes the calling agent, and twice is a success', async () => {
    for (const _ of [1, 2]) {
      const { status, body } = await desk.call('POST', `${path()}/subscribe`, { as: 'agent' });
      expect([status, body.data.subscribed]).toEqual([200, true]);
    }
    expect((await get(desk.inboxId)).subscribed).toBe(false);
    for (const _ of [1, 2])
      expect((await desk.fetch('DELETE', `${path()}/unsubscribe`, { as: 'agent' })).status).toBe(204);
    expect((await get(desk.inboxId, 'agent')).subscribed).toBe(false);
  });

  test('is 403 agent_token_required for an API key, and 404 for an inbox that the agent does not see', async () => {
    for (const [method, verb] of [
      ['POST', 'subscribe'],
      ['DELETE', 'unsubscribe'],
    ] as const) {
      const key = await desk.call(method, `${path()}/${verb}`, { as: 'key' });
      expect([key.status, key.body.error.code]).toEqual([403, 'agent_token_required']);
      expect((await desk.call(method, `/inboxes/1/${verb}`, { as: 'agent' })).status).toBe(404);
    }
  });

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

describe('deleting an inbox', () => {
  test('is 409 for the built-in ones', async () => {
    for (const id of [1, 2]) expect((await desk.call('DELETE', `/inboxes/${id}`)).body.error.code).toBe('conflict');
    expect(await names()).toEqual(['Inbox', 'Spam', 'Support']);
  });

  test('deletes its messages and leaves its conversations to those who could see them', async () => {
    const other = await desk.call('POST', '/agents', {
      body: { name: 'Other', email: 'other@desk.example', password: 'a long enough one' },
    });
    const contact = await desk.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@c.example' } });
    const { body } = await desk.call('POST', '/conversations', {
      body: { title: 'One', inbox_id: desk.inboxId, contacts: [contact.body.data.id], tags: ['vip'] },
    });
    const path = `/conversations/${body.data.id}`;
    await desk.call('POST', `${path}/messages`, { body: { body_text: 'hello gone' } });
    await desk.call('POST', `${path}/notes`, { body: { details: 'a kept note' } });
    desk.clock.now += 1_000;
    const { status } = await desk.fetch('DELETE', `/inboxes/${desk.inboxId}`);
    expect(status).toBe(204);
    expect((await desk.call('GET', `/inboxes/${desk.inboxId}`)).status).toBe(404);

    const seen = await desk.call('GET', path, { as: 'agent' });
    expect(seen.body.data).toMatchObject({
      inbox_id: null,
      tags: ['vip'],
      contacts: [contact.body.data.id],
      message_count: 0,
      note_count: 1,
      preview: '',
      updated_at: '2026-03-01T12:00:01',
    });
    expect((await desk.call('GET', `${path}/messages`, { as: 'agent' })).body.data).toEqual([]);
    expect((await desk.call('GET', `${path}/notes`, { as: 'agent' })).body.data).toHaveLength(1);
    const history = (await desk.call('GET', `${path}/history`, { query: { event: ['inbox.deleted'] } })).body.data;
    expect(history).toMatchObject([
      { event: 'inbox.deleted', agent_id: desk.adminId, changes: { inbox_id: { from: desk.inboxId, to: null } } },
    ]);
    const found = async (q: string) => (await desk.call('GET', '/conversations', { query: { q } })).body.data.length;
    expect([await found('gone'), await found('kept')]).toEqual([0, 1]);

    const login = await desk.call('POST', '/login', {
      as: 'nobody',
      body: { email: 'other@desk.example', password: 'a long enough one' },
    });
    const as = login.body.data.access_token;
    expect((await desk.call('GET', path, { as })).status).toBe(404);
    await desk.call('PUT', path, { body: { assign_to: other.body.data.id } });
    expect((await desk.call('GET', path, { as: 'agent' })).status).toBe(200);
    await desk.call('PUT', path, { as: 'agent', body: { title: 'Still mine to change' } });
    await desk.call('PUT', path, { body: { inbox_id: 1 } });
    expect((await desk.call('GET', path, { as: 'agent' })).status).toBe(404);
  });
});

describe('counts', () => {
  test('are what status=open lists in the inbox, and how many of those have no assignee', async () => {
    const make = async (body: object) =>
      (await desk.call('POST', '/conversations', { body: { title: 'x', inbox_id: desk.inboxId, ...body } })).body.data
        .id;
    const counts = async () => (await get(desk.inboxId)).counts;
    const a = await make({});
    const b = await make({ assign_to: desk.agentId });
    const c = await make({ conversation_status_id: 2 });
    expect(await counts()).toEqual({ open: 2, unassigned: 1, unresolved: 2 });
    await desk.call('PUT', `/conversations/${c}`, { body: { conversation_status_id: 1 } });
    await desk.call('PUT', `/conversations/${b}`, { body: { assign_to: null } });
    expect(await counts()).toEqual({ open: 3, unassigned: 3, unresolved: 3 });
    await desk.call('POST', `/conversations/${a}/archive`);
    await desk.call('PUT', `/conversations/${b}`, { body: { inbox_id: 1 } });
    expect(await counts()).toEqual({ open: 1, unassigned: 1, unresolved: 1 });
    expect((await get(1)).counts).toEqual({ open: 1, unassigned: 1, unresolved: 1 });
    await desk.call('POST', `/conversations/${b}/merge`, { body: { conversation_ids: [a, c] } });
    expect(await counts()).toEqual({ open: 0, unassigned: 0, unresolved: 0 });
  });
});
