import { describe, expect, test } from 'vitest';
import { makeConversation } from '../conversations.ts';
import { centerOfEach } from '../open-center.ts';

const desk = centerOfEach();

/** Each field at fault with what is said of it. */
async function faults(method: string, path: string, body: unknown): Promise<Record<string, string>> {
  const answer = await desk.call(method, path, { body });
  expect([answer.status, answer.body?.error?.code]).toEqual([422, 'validation_failed']);
  return Object.fromEntries(
    answer.body.error.details.map((one: { path: string; message: string }) => [one.path, one.message]),
  );
}

function read(path: string) {
  return desk.call('GET', path).then(({ body }) => body.data);
}

describe('a field that no call of the resource knows', () => {
  const wrong = [
    ['PUT', '/conversations', { conversation_ids: [1], if_version: { 1: 1 } }, 'if_version', 'if_versions'],
    ['POST', '/conversations/1/merge', { conversation_ids: [2], if_version: { 2: 1 } }, 'if_version', 'if_versions'],
    [
      'DELETE',
      '/conversations/tags',
      { conversation_ids: [1], tags: ['a'], if_version: {} },
      'if_version',
      'if_versions',
    ],
    ['PUT', '/conversations/1', { titel: 'x' }, 'titel', 'title'],
    ['POST', '/conversations', { title: 'x', message: { body_txt: 'x' } }, 'message.body_txt', 'body_text'],
    ['POST', '/inboxes/save', { name: 'x', emails: [{ emial: 'a@b.example' }] }, 'emails.0.emial', 'email'],
    ['POST', '/inboxes/bulk-sort', { inboxes: [{ id: 1, sort: 0, srot: 1 }] }, 'inboxes.0.srot', 'sort'],
    ['POST', '/saved_replies', { name: 'x', actions: { statsu: 'open' } }, 'actions.statsu', 'status'],
    ['POST', '/login', { email: 'a@b.example', password: 'x', pasword: 'y' }, 'pasword', 'password'],
  ] as const;

  test.each(wrong)('of %s %s is refused with the nearest one', async (method, path, body, named, meant) => {
    expect((await faults(method, path, body))[named]).toBe(`is not a field of this call; did you mean ${meant}?`);
  });

  test('is refused before a message is sent, with the names that the call takes', async () => {
    const id = await makeConversation(desk);
    const before = await read(`/conversations/${id}`);
    const found = await faults('POST', `/conversations/${id}/messages`, { body_text: 'Hello', send_at: 'tomorrow' });
    expect(found).toEqual({ send_at: expect.stringContaining('body_text') });
    expect(await read(`/conversations/${id}`)).toEqual(before);
  });

  test('is named together with every other fault', async () => {
    const id = await makeConversation(desk);
    const found = await faults('PUT', `/conversations/${id}`, {
      title: '',
      colour: 'red',
      assign_to: 999,
      version: 99,
    });
    expect(Object.keys(found).sort()).toEqual(['assign_to', 'colour', 'title', 'version']);
  });

  test('is told briefly, however many there are and however long', async () => {
    const body = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`${at}${'x'.repeat(200)}`, 1]));
    const { body: answer } = await desk.call('POST', '/inboxes', { body: { name: 'x', ...body } });
    expect(answer.error.details).toHaveLength(20);
    expect(JSON.stringify(answer).length).toBeLessThan(10_000);
  });
});

describe('data that a client read and sends back', () => {
  const kinds = {
    conversation: () => makeConversation(desk).then(id => `/conversations/${id}`),
    inbox: async () => `/inboxes/${desk.inboxId}`,
    contact: () =>
      desk
        .call('POST', '/contacts', { body: { name: 'Zoe', email: 'zoe@customer.example' } })
        .then(({ body }) => `/contacts/${body.data.id}`),
  };

  test.each(Object.keys(kinds) as (keyof typeof kinds)[])('a whole %s changes what is changed in it', async kind => {
    const path = await kinds[kind]();
    const { title, name, ...rest } = await read(path);
    const renamed = kind === 'conversation' ? { title: 'Anew' } : { name: 'Anew' };
    const answer = await desk.call('PUT', path, { body: { ...rest, ...renamed } });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject(renamed);
  });

  test('a whole inbox is saved with the ids of its addresses', async () => {
    const path = `/inboxes/${desk.inboxId}`;
    await desk.call('POST', `${path}/emails`, { body: { email: 'a@shop.example' } });
    await desk.call('POST', `${path}/emails`, { body: { email: 'b@shop.example' } });
    const whole = await read(path);
    const saved = await desk.call('POST', '/inboxes/save', { body: { ...whole, name: 'Anew' } });
    expect(saved.status).toBe(200);
    expect(saved.body.data.emails).toEqual(whole.emails);
    const swapped = whole.emails.map((one: object, at: number) => ({ ...one, id: whole.emails[1 - at].id }));
    expect(Object.keys(await faults('POST', '/inboxes/save', { id: desk.inboxId, emails: swapped }))).toEqual([
      'emails.0.id',
      'emails.1.id',
    ]);
  });

  test('an agent, a team, a status and a note are taken with their other fields', async () => {
    const id = await makeConversation(desk);
    const notes = `/conversations/${id}/notes`;
    await desk.call('POST', '/teams', { body: { name: 'Returns' } });
    await desk.call('POST', '/conversation_statuses', { body: { name: 'later' } });
    await desk.call('POST', notes, { body: { details: 'Called her.' } });
    for (const [list, renamed] of [
      ['/agents', { name: 'Anew' }],
      ['/teams', { name: 'Anew' }],
      ['/conversation_statuses', { name: 'Anew' }],
      [notes, { details: 'Anew' }],
    ] as const) {
      const { attachments: _, ...last } = (await read(list)).at(-1);
      expect([list, (await desk.call('PUT', `${list}/${last.id}`, { body: { ...last, ...renamed } })).status]).toEqual([
        list,
        200,
      ]);
      expect(Object.keys(await faults('PUT', `${list}/${last.id}`, { ...last, ...renamed, id: 999 }))).toEqual(['id']);
    }
  });

  test('of a new inbox passes over fields that other calls set', async () => {
    const { slug: _, id: __, created_at, updated_at, ...whole } = await read(`/inboxes/${desk.inboxId}`);
    const { status, body } = await desk.call('POST', '/inboxes', { body: { ...whole, name: 'Another' } });
    expect([status, body.data.agent_ids]).toEqual([201, []]);
  });

  test('may say what the write itself brings about', async () => {
    const id = await makeConversation(desk);
    const body = { conversation_status_id: 2, status: 'closed' };
    expect((await desk.call('PUT', `/conversations/${id}`, { body })).status).toBe(200);
  });
});

describe('a read-only field with another value', () => {
  const told = [
    [{ tags: ['vip'] }, 'tags', 'it is []; to change it, call POST /conversations/{conversation_id}/tags'],
    [{ contacts: [7] }, 'contacts', 'it is []; to change it, call POST /conversations/{conversation_id}/contacts'],
    [{ merged_into: 7 }, 'merged_into', 'it is null; to change it, call POST /conversations/{conversation_id}/merge'],
    [{ unread: true }, 'unread', 'it is false; to change it, call PUT /conversations/{conversation_id}/read'],
    [{ status: 'closed' }, 'status', 'it is "open"; to change it, set conversation_status_id'],
    [{ snoozed: { until: null, keep: false, by: null } }, 'snoozed', 'to change it, set snooze'],
    [{ added_tags: ['vip'] }, 'added_tags', 'to change it, call PUT /conversations'],
    [{ version: 77 }, 'version', 'it is 1; leave it out'],
    [{ id: 77 }, 'id', 'it is 1; leave it out'],
  ] as const;

  test.each(told)('%j is refused with the value that it has and the way to change it', async (body, field, said) => {
    const id = await makeConversation(desk);
    const before = await read(`/conversations/${id}`);
    const found = await faults('PUT', `/conversations/${id}`, { title: 'Anew', ...body });
    expect(found).toEqual({ [field]: `is read-only; ${said}` });
    expect(await read(`/conversations/${id}`)).toEqual(before);
  });

  test('of an inbox names the call about its addresses, teams, agents and subscribers', async () => {
    const found = await faults('PUT', `/inboxes/${desk.inboxId}`, {
      emails: [{ email: 'x@shop.example' }],
      team_ids: [9],
      agent_ids: [9],
      subscribed: true,
    });
    expect(found).toEqual({
      emails: expect.stringContaining('POST /inboxes/{inbox_id}/emails'),
      team_ids: expect.stringContaining('POST /inboxes/{inbox_id}/teams'),
      agent_ids: expect.stringContaining('POST /inboxes/{inbox_id}/agents'),
      subscribed: expect.stringContaining('POST /inboxes/{inbox_id}/subscribe'),
    });
  });

  test('is told without its value if that is long', async () => {
    const id = await makeConversation(desk, { tags: ['a'.repeat(40), 'b'.repeat(40)] });
    const found = await faults('PUT', `/conversations/${id}`, { tags: ['vip'] });
    expect(found).toEqual({
      tags: 'is read-only; to change it, call POST /conversations/{conversation_id}/tags',
    });
  });

  test('of many conversations must be so in each', async () => {
    const ids = [await makeConversation(desk, { title: 'One' }), await makeConversation(desk, { title: 'Two' })];
    const found = await faults('PUT', '/conversations', { conversation_ids: ids, title: 'One' });
    expect(found).toEqual({
      title: expect.stringContaining('it is "Two"; to change it, call PUT /conversations/{conversation_id}'),
    });
  });
});

describe('a list in place of an object', () => {
  const wrong = [
    ['PUT', '/conversations', { conversation_ids: [1], if_versions: [] }, 'if_versions'],
    ['PUT', '/conversations', { conversation_ids: [1], if_versions: [3] }, 'if_versions'],
    ['POST', '/conversations/1/merge', { conversation_ids: [2], if_versions: [] }, 'if_versions'],
    ['POST', '/saved_replies', { name: 'x', text: 'x', actions: [] }, 'actions'],
    ['POST', '/saved_replies', { name: 'x', actions: [1, 2] }, 'actions'],
    ['POST', '/conversations', { title: 'x', message: [] }, 'message'],
  ] as const;

  test.each(wrong)('of %s %s %j is refused', async (method, path, body, field) => {
    expect((await faults(method, path, body))[field]).toBe('must be an object');
  });
});

describe('marking a conversation unread', () => {
  async function unread(id: number, body: object) {
    const answer = await desk.call('PUT', `/conversations/${id}/read`, { body });
    return answer.status === 200 ? answer.body.data.unread : answer.status;
  }

  test('has a flag of its own, which an absent null cannot turn round', async () => {
    const id = await makeConversation(desk);
    expect(await unread(id, { unread: true })).toBe(true);
    expect(await unread(id, { unread: false })).toBe(false);
    expect(await unread(id, { message_id: null })).toBe(true);
    expect(await unread(id, {})).toBe(false);
    expect(await unread(id, { message_id: null, unread: false })).toBe(false);
    expect(await unread(id, { message_id: 1, unread: true })).toBe(422);
  });
});
