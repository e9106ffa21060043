import { describe, expect, test } from 'vitest';
import { makeConversation, makeInbox } from '../conversations.ts';
import { type CallOptions, centerOfEach, startTime, type Who } from '../open-center.ts';

const DAY_MS = 24 * 3_600_000;

const desk = centerOfEach();

function save(body: object, more: CallOptions = {}) {
  const given = { name: 'Thanks', text: 'Thank you.', ...body };
  return desk.call('POST', '/saved_replies', { as: 'agent', ...more, body: given });
}

async function saved(body: object = {}, as: Who = 'agent'): Promise<number> {
  return (await save(body, { as })).body.data.id;
}

function change(id: number, body: object, more: CallOptions = {}) {
  return desk.call('PUT', `/saved_replies/${id}`, { as: 'agent', ...more, body });
}

function remove(id: number, as: Who = 'agent') {
  return desk.call('DELETE', `/saved_replies/${id}`, { as });
}

async function names(as: Who = 'agent'): Promise<string[]> {
  return (await desk.call('GET', '/saved_replies', { as })).body.data.map(({ name }: { name: string }) => name);
}

async function upload(as: Who = 'agent'): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob(['label'], { type: 'text/plain' }), 'label.txt');
  const response = await desk.center.fetch(
    new Request(desk.request('POST', '/attachments', { as }), { body: form, method: 'POST' }),
  );
  return (await response.json()).data.id;
}

async function sweptAfter(days: number) {
  desk.clock.now = startTime + days * DAY_MS + 1;
  await desk.center.context.jobs.run();
}

function statusOf(id: number, as: Who = 'admin') {
  return desk.call('GET', `/attachments/${id}/content`, { as }).then(({ status }) => status);
}

describe('whose a saved reply is', () => {
  test('the team’s are for all agents and keys, and all of them change them', async () => {
    const id = await saved();
    expect([await names('agent'), await names('admin'), await names('key')]).toEqual(Array(3).fill(['Thanks']));
    expect((await change(id, { text: 'Thanks!' }, { as: 'admin' })).body.data).toMatchObject({
      id,
      name: 'Thanks',
      text: 'Thanks!',
      owner_id: null,
      version: 2,
    });
    expect((await remove(id, 'key')).status).toBe(204);
    expect(await names()).toEqual([]);
  });

  test('an agent’s own are for that agent alone, not even for an admin', async () => {
    const id = await saved({ owner_id: desk.agentId });
    expect([await names('agent'), await names('admin'), await names('key')]).toEqual([['Thanks'], [], []]);
    for (const as of ['admin', 'key'] as const) {
      expect((await change(id, { text: 'Mine' }, { as })).status).toBe(404);
      expect((await remove(id, as)).status).toBe(404);
    }
    expect((await change(id, { owner_id: null })).body.data.owner_id).toBeNull();
    expect(await names('admin')).toEqual(['Thanks']);
  });

  test('no caller makes one for another agent, and a key none for itself', async () => {
    for (const as of ['agent', 'key'] as const) {
      const { status, body } = await save({ owner_id: desk.adminId }, { as });
      expect([status, body.error?.details?.map(({ path }: { path: string }) => path)]).toEqual([422, ['owner_id']]);
    }
  });

  test('one that is meant for inboxes is left out for agents who see none of them, even after those are deleted', async () => {
    const other = await makeInbox(desk, 'Other');
    await saved({ name: 'Both', inbox_ids: [other, desk.inboxId] }, 'admin');
    const id = await saved({ name: 'Other', inbox_ids: [other] }, 'admin');
    expect([await names(), await names('admin')]).toEqual([['Both'], ['Both', 'Other']]);
    expect((await change(id, { text: 'Seen' })).status).toBe(404);
    await desk.call('DELETE', `/inboxes/${other}`);
    expect(await names()).toEqual(['Both']);
    expect((await change(id, { inbox_ids: [other], text: 'It stays.' }, { as: 'admin' })).status).toBe(200);
    expect((await save({ name: 'New', inbox_ids: [other] })).body.error.details).toMatchObject([
      { path: 'inbox_ids.0' },
    ]);
  });
});

describe('a saved reply', () => {
  test('a name is taken for its owner alone, without regard to case', async () => {
    const id = await saved({ name: 'Größe' });
    expect((await save({ name: ' GRÖSSE ' })).status).toBe(201);
    expect((await save({ name: ' gröSSe ' })).status).toBe(409);
    expect((await save({ name: 'GRÖßE' })).status).toBe(409);
    expect((await save({ name: 'größe', owner_id: desk.agentId })).status).toBe(201);
    expect((await save({ name: 'größe', owner_id: desk.adminId }, { as: 'admin' })).status).toBe(201);
    expect((await change(id, { name: 'GRÖßE' })).body.data.name).toBe('GRÖßE');
    expect((await change(id, { owner_id: desk.agentId })).status).toBe(409);
  });

  test('an unknown variable is refused by name, with those that exist', async () => {
    const { status, body } = await save({ text: 'Dear {customer.frist|you}, {agent.name} \\{x} {' });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      {
        path: 'text',
        message:
          'has the unknown variable {customer.frist}; there are {customer.name}, {customer.first}, {agent.name}, ' +
          '{conversation.id}, {title}, {inbox.name}, {date}; write \\{ for a brace',
      },
    ]);
    const id = await saved();
    expect((await change(id, { text: '{x}' })).status).toBe(422);
  });

  test('it needs a text, a file or an action, also after a change', async () => {
    expect((await save({ text: ' ' })).status).toBe(422);
    const id = await saved({ text: '', actions: { assign_to: null } });
    expect((await desk.call('GET', `/saved_replies/${id}`)).body.data.actions).toEqual({ assign_to: null });
    expect((await change(id, { actions: {} })).status).toBe(422);
    expect((await change(id, { actions: {}, text: 'Now a text' })).status).toBe(200);
  });

  test('it does something, if it has neither text nor file', async () => {
    for (const actions of [{ add_tags: [] }, { add_tags: [], remove_tags: [] }])
      expect((await save({ text: '', actions })).status).toBe(422);
  });

  test.each(['blah', '3 parsecs', 'reply keep', '1.1.2020 10:00', '99999d'])(
    'a time that can put nothing off is refused: %s',
    async snooze => {
      const { status, body } = await save({ actions: { snooze, status: 'open' } });
      expect([status, body.error?.details?.map((one: { path: string }) => one.path)]).toEqual([
        422,
        ['actions.snooze'],
      ]);
      const id = await saved();
      expect((await change(id, { actions: { snooze } })).status).toBe(422);
    },
  );

  test.each(['now', 'reply', '2h', '3d keep', 'today 12:30', 'tomorrow', 'fri 9', '1.1.2027 10:00'])(
    'a time that puts something off when the reply is used is accepted: %s',
    async snooze => {
      expect((await save({ actions: { snooze } })).status).toBe(201);
    },
  );

  test('actions are kept as they were given, all at once', async () => {
    const actions = {
      status: 'closed',
      add_tags: ['a'],
      assign_to: 'me',
      inbox_id: 77,
      archived: true,
      snooze: '3d',
      note: 'x\ny',
    };
    const id = await saved({ actions });
    expect((await change(id, { name: 'Other' })).body.data.actions).toEqual(actions);
    expect((await change(id, { actions: { archived: false } })).body.data.actions).toEqual({ archived: false });
  });
});

describe('a colleague’s change', () => {
  test('is not overwritten: the version that one has seen is 412, and the list has another ETag', async () => {
    const id = await saved();
    const before = await desk.call('GET', '/saved_replies', { as: 'agent' });
    const same = { 'if-none-match': before.headers.get('etag')! };
    expect((await desk.call('GET', '/saved_replies', { as: 'agent', headers: same })).status).toBe(304);
    await change(id, { text: 'Theirs' }, { as: 'admin' });
    expect((await desk.call('GET', '/saved_replies', { as: 'agent', headers: same })).status).toBe(200);
    expect((await change(id, { text: 'Mine' }, { headers: { 'if-match': `"r${id}-1"` } })).status).toBe(412);
    const written = await change(id, { text: 'Mine' }, { headers: { 'if-match': `"r${id}-2"` } });
    expect([written.status, written.headers.get('etag')]).toEqual([200, `"r${id}-3"`]);
  });
});

describe('the files of a saved reply', () => {
  test('are not swept, and messages name them again and again', async () => {
    const file = await upload();
    const id = await saved({ text: '', attachments: [file] }, 'agent');
    await sweptAfter(2);
    const admins = await makeConversation(desk);
    for (const as of ['admin', 'admin', 'agent'] as const) {
      const body = { body_text: 'Here', attachments: [file] };
      const { status } = await desk.call('POST', `/conversations/${admins}/messages`, { as, body });
      expect(status).toBe(201);
    }
    expect((await remove(id)).status).toBe(204);
    await sweptAfter(4);
    expect(await statusOf(file)).toBe(200);
  });

  test('stay for a day after it is deleted, so that the agent who deleted it makes it again', async () => {
    const file = await upload('admin');
    const id = await saved({ attachments: [file] }, 'admin');
    expect(await statusOf(file, 'agent')).toBe(200);
    await remove(id);
    const again = await saved({ attachments: [file] });
    await change(again, { attachments: [] });
    await change(again, { attachments: [file] });
    await sweptAfter(2);
    expect(await statusOf(file, 'agent')).toBe(200);
    await remove(again);
    await sweptAfter(4);
    expect(await statusOf(file)).toBe(404);
  });

  test('of an agent’s own are for that agent alone', async () => {
    const file = await upload('admin');
    await saved({ attachments: [file], owner_id: desk.adminId }, 'admin');
    expect(await statusOf(file, 'agent')).toBe(404);
    expect((await save({ attachments: [file] })).status).toBe(422);
  });
});
