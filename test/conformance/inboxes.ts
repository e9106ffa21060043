import { describe, expect, test } from 'vitest';
import type { Conversation, HistoryEntry, Inbox, Message, Note } from '../../src/contract/model.ts';
import { inFresh, type World } from './world.ts';

function save(world: World, body: object) {
  return world.give<Inbox>({ method: 'POST', path: '/inboxes/save', body: { name: world.unique('Inbox'), ...body } });
}

function checkNew(world: () => World) {
  test('a new help center has two inboxes: default at 0 and spam at 1', async ({ skip }) => {
    skip(!world().target.fresh, 'needs a new help center');
    await inFresh(world(), {}, async fresh => {
      const inboxes = await fresh.get<Inbox[]>('/inboxes');
      expect(inboxes.map(({ kind, sort }) => [kind, sort]).slice(0, 2)).toEqual([
        ['default', 0],
        ['spam', 1],
      ]);
      expect(inboxes.slice(2).map(({ kind, sort }) => [kind, sort])).toEqual([
        ['normal', 2],
        ['normal', 3],
      ]);
    });
  });

  test('creating accepts the basic settings and ignores emails, teams, agents, sort and kind', async () => {
    const settings = {
      name: 'Returns',
      description: 'Two\nlines',
      slug: world().unique('slug'),
      send_autoresponse: true,
      autoresponse_text: 'Thanks',
      send_rating_request: true,
      rating_message: 'How was it?',
      signature: 'Your\nshop',
    };
    const ignored = { emails: [{ email: 'x@y.example' }], team_ids: [1], agent_ids: [1], sort: 0, kind: 'spam' };
    const made = await world().give<Inbox>({ method: 'POST', path: '/inboxes', body: { ...settings, ...ignored } });
    const counts = { open: 0, unassigned: 0, unresolved: 0 };
    const nothing = { emails: [], team_ids: [], agent_ids: [], kind: 'normal', counts };
    expect(made).toMatchObject({ ...settings, ...nothing });
    const all = await world().get<Inbox[]>('/inboxes');
    expect(made.sort, 'a new one goes last').toBe(all.length - 1);
  });

  test('a mail that an inbox sends by itself needs an address, and no text', async () => {
    const { id } = await save(world(), {});
    for (const [flag, text] of [
      ['send_autoresponse', 'autoresponse_text'],
      ['send_rating_request', 'rating_message'],
    ] as const) {
      const path = `/inboxes/${id}`;
      const off = await world().give<Inbox>({ method: 'PUT', path, body: { [text]: 'Hello' } });
      expect(off).toMatchObject({ [flag]: false });
      expect(off.not_carried_out ?? []).not.toContain(flag);
      for (const [method, at, more] of [
        ['POST', '/inboxes', { name: 'x' }],
        ['POST', '/inboxes/save', { name: 'x' }],
        ['POST', '/inboxes/save', { id }],
        ['PUT', path, {}],
      ] as const) {
        const body = { ...more, [flag]: true, [text]: '' };
        const on = await world().give<Inbox>({ method, path: at, body });
        expect(on).toMatchObject({ [flag]: true, [text]: '' });
        expect(on.not_carried_out, 'it has no address to send from').toContain(flag);
      }
      await world().give({ method: 'PUT', path, body: { [flag]: false } });
    }
    const body = { id, send_autoresponse: true, autoresponse_text: 'Hello' };
    const emails = [{ email: `${world().unique('own')}@shop.example` }];
    const able = await world().give<Inbox>({ method: 'POST', path: '/inboxes/save', body: { ...body, emails } });
    expect(able.not_carried_out).toBeUndefined();
  });

  test('the name is the only field that is required, and the rest has a default', async () => {
    const made = await world().give<Inbox>({ method: 'POST', path: '/inboxes', body: { name: 'Only a name' } });
    const texts = { description: '', autoresponse_text: '', rating_message: '', signature: '' };
    expect(made).toMatchObject({ ...texts, send_autoresponse: false, send_rating_request: false, subscribed: false });
  });

  test('an inbox beyond the plan is 403, also by saving', async ({ skip }) => {
    skip(!world().target.fresh, 'needs a help center with a small plan');
    await inFresh(world(), { inboxLimit: 5 }, async fresh => {
      await save(fresh, {});
      for (const path of ['/inboxes', '/inboxes/save']) {
        const answer = await fresh.call({ method: 'POST', path, body: { name: 'One more' } });
        expect([answer.status, answer.code]).toEqual([403, 'inbox_limit_reached']);
      }
      expect((await fresh.get<Inbox[]>('/inboxes')).length).toBe(5);
      const { id } = fresh.inbox;
      await fresh.give({ method: 'POST', path: '/inboxes/save', body: { id, name: 'Still mine' } });
    });
  });
}

function checkSlugs(world: () => World) {
  test('a slug is made from the name, with a number if it is taken', async () => {
    const name = world().unique('Éclair & Crème').replace('r', 'R');
    const [first, second, third] = [
      await save(world(), { name }),
      await save(world(), { name }),
      await save(world(), { name: name.toUpperCase() }),
    ];
    expect(first!.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect([second!.slug, third!.slug]).toEqual([`${first!.slug}-2`, `${first!.slug}-3`]);
  });

  test('a name without a Latin letter becomes inbox-<id>', async () => {
    const { id, slug } = await save(world(), { name: '返品' });
    expect(slug).toBe(`inbox-${id}`);
  });

  test('a slug made from a long name is at most 64 characters long', async () => {
    for (const name of ['long '.repeat(20), 'x'.repeat(120), 'x'.repeat(120)]) {
      const { slug } = await save(world(), { name });
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(64);
    }
  });

  test.for(['', 'Upper', 'two words', '-a', 'a-', 'a--b', 'é', 'a_b', 'x'.repeat(65)])(
    '%j is not a slug',
    async slug => {
      const answer = await world().call({ method: 'POST', path: '/inboxes', body: { name: 'Inbox', slug } });
      expect([answer.status, answer.details.map(({ path }) => path)]).toEqual([422, ['slug']]);
    },
  );

  test('an inbox keeps its own slug without a conflict', async () => {
    const { id, slug } = await save(world(), {});
    expect(await world().give({ method: 'PUT', path: `/inboxes/${id}`, body: { slug } })).toMatchObject({ slug });
  });

  test.for(['', 'x'.repeat(121), 'two\nlines', 'a\u0007b', 'a\u0085b', 'a\u0000b'])('%j is not a name', async name => {
    const answer = await world().call({ method: 'POST', path: '/inboxes', body: { name } });
    expect([answer.status, answer.details.map(({ path }) => path)]).toEqual([422, ['name']]);
  });

  test('a name of 120 characters is accepted, with any number of bytes', async () => {
    const name = '😀'.repeat(120);
    expect((await save(world(), { name })).name).toBe(name);
  });
}

function checkSave(world: () => World) {
  test('saving with an id replaces the given fields and leaves absent ones', async () => {
    const before = await save(world(), { description: 'Old', rating_message: 'Stays', send_rating_request: true });
    const team = await world().make.team();
    const after = await save(world(), {
      id: before.id,
      name: 'New',
      description: '',
      team_ids: [team.id],
      agent_ids: [world().insider.agent.id, String(world().outsider.agent.id)],
    });
    const agent_ids = [world().insider.agent.id, world().outsider.agent.id];
    const { slug, sort } = before;
    expect(after).toMatchObject({ name: 'New', description: '', rating_message: 'Stays', send_rating_request: true });
    expect(after).toMatchObject({ slug, sort, team_ids: [team.id], agent_ids });
    const emptied = await save(world(), { id: before.id, team_ids: [], agent_ids: [], kind: 'normal' });
    expect(emptied).toMatchObject({ team_ids: [], agent_ids: [], description: '', kind: 'normal' });
  });

  test('saving returns 200 with an id and 201 without', async () => {
    const body = { name: 'Inbox' };
    const made = await world().call({ method: 'POST', path: '/inboxes/save', body });
    const { id } = made.data as Inbox;
    const saved = await world().call({ method: 'POST', path: '/inboxes/save', body: { id } });
    expect([made.status, saved.status]).toEqual([201, 200]);
    const nameless = await world().call({ method: 'POST', path: '/inboxes/save', body: {} });
    expect([nameless.status, nameless.details.map(({ path }) => path)]).toEqual([422, ['name']]);
  });

  test('saving is all or nothing', async () => {
    const before = await save(world(), {});
    const body = { id: before.id, name: 'New', sort: 0, emails: [{ email: 'a@b.example' }], agent_ids: [999_999_999] };
    expect((await world().call({ method: 'POST', path: '/inboxes/save', body })).status).toBe(422);
    expect(await world().get<Inbox>(`/inboxes/${before.id}`)).toEqual(before);
    const count = (await world().get<Inbox[]>('/inboxes')).length;
    expect(
      (await world().call({ method: 'POST', path: '/inboxes/save', body: { ...body, id: undefined } })).status,
    ).toBe(422);
    expect((await world().get<Inbox[]>('/inboxes')).length).toBe(count);
  });

  test('updating accepts any of the settings, or none', async () => {
    const before = await save(world(), { description: 'Old' });
    const path = `/inboxes/${before.id}`;
    expect(await world().give({ method: 'PUT', path, body: {} })).toMatchObject({ name: before.name });
    for (const change of [{ name: 'A' }, { description: 'B' }, { rating_message: 'C' }, { send_rating_request: true }])
      expect(await world().give<Inbox>({ method: 'PUT', path, body: change })).toMatchObject(change);
  });
}

function checkDelete(world: () => World) {
  test('the built-in inboxes cannot be deleted', async () => {
    const inboxes = await world().get<Inbox[]>('/inboxes');
    for (const { id } of inboxes.filter(({ kind }) => kind !== 'normal')) {
      const answer = await world().call({ method: 'DELETE', path: `/inboxes/${id}` });
      expect([answer.status, answer.code]).toEqual([409, 'conflict']);
    }
  });

  test('deleting an inbox deletes its messages; its conversations keep notes, tags, contacts and history', async () => {
    const { id: inboxId } = await save(world(), { agent_ids: [world().insider.agent.id] });
    const tag = world().unique('tag');
    const made = await world().make.conversation({ inbox_id: inboxId, tags: [tag] });
    const { id, contacts, created_at } = made;
    world().target.clock?.advance(5_000);
    await world().make.message(id);
    const later = await world().make.conversation({ tags: [tag] });
    const note = await world().make.note(id);
    await world().give({ method: 'DELETE', path: `/inboxes/${inboxId}` });
    const path = `/conversations/${id}`;
    const left = await world().get<Conversation>(path);
    expect(left).toMatchObject({ inbox_id: null, tags: [tag], contacts, message_count: 0, note_count: 1, preview: '' });
    expect(left.last_message_at, 'without a message it is the creation').toBe(created_at);
    const listed = await world().get<Conversation[]>('/conversations', 'key', { tags: [tag] });
    expect(listed.map(one => one.id)).toEqual([later.id, id]);
    expect(await world().get<Message[]>(`${path}/messages`)).toEqual([]);
    expect((await world().get<Note[]>(`${path}/notes`)).map(one => one.id)).toEqual([note.id]);
    const events = (await world().get<HistoryEntry[]>(`${path}/history`)).map(({ event }) => event);
    expect(events).toContain('conversation.created');
    expect(events.at(-1)).toBe('inbox.deleted');
    expect((await world().call({ method: 'GET', path: `/inboxes/${inboxId}` })).status).toBe(404);
  });

  test('its conversations can still be edited and moved to another inbox', async () => {
    const { id: inboxId } = await save(world(), {});
    const { id } = await world().make.conversation({ inbox_id: inboxId });
    await world().give({ method: 'DELETE', path: `/inboxes/${inboxId}` });
    const body = { title: 'Moved', inbox_id: world().inbox.id };
    const moved = await world().give<Conversation>({ method: 'PUT', path: `/conversations/${id}`, body });
    expect(moved).toMatchObject(body);
  });
}

/** What the service says of inboxes. */
export function registerInboxes(world: () => World): void {
  describe('inboxes', () => {
    checkNew(world);
    checkSlugs(world);
    checkSave(world);
    checkDelete(world);
  });
}
