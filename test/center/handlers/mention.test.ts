import { describe, expect, test } from 'vitest';
import { makeConversation } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

/** A help center with a conversation; its agent (`agent`) and its admin (`admin`) both see the inbox. */
async function open() {
  const desk = await openCenter();
  const id = await makeConversation(desk);
  return { desk, id };
}

function note(desk: OpenCenter, id: number, mentions: readonly number[] | undefined, as: 'admin' | 'agent' = 'admin') {
  return desk.call('POST', `/conversations/${id}/notes`, { as, body: { details: 'Look @Ben', mentions } });
}

async function mentionedOf(desk: OpenCenter, id: number, as: 'admin' | 'agent' = 'agent') {
  return (await desk.call('GET', `/conversations/${id}`, { as })).body.data.mentioned;
}

async function listed(desk: OpenCenter, as: 'admin' | 'agent' = 'agent', more = '') {
  const { body } = await desk.call('GET', `/conversations?mentioned=1&count=1${more}`, { as });
  return [body.data.map((one: { id: number }) => one.id), body.meta.total];
}

describe('a mention', () => {
  test('is in the note, and marks the conversation for that agent alone until it is read', async () => {
    const { desk, id } = await open();
    const { status, body } = await note(desk, id, [desk.agentId, desk.agentId]);
    expect([status, body.data.mentions]).toEqual([201, [desk.agentId]]);
    expect([await mentionedOf(desk, id), await mentionedOf(desk, id, 'admin')]).toEqual([true, undefined]);
    expect([await listed(desk), await listed(desk, 'admin')]).toEqual([
      [[id], 1],
      [[], 0],
    ]);
    expect(await listed(desk, 'agent', '&not[mentioned]=1')).toEqual([[], 0]);
    await desk.call('PUT', `/conversations/${id}/read`, { as: 'agent', body: {} });
    expect([await mentionedOf(desk, id), await listed(desk)]).toEqual([undefined, [[id], 1]]);
    await note(desk, id, [desk.agentId]);
    expect(await mentionedOf(desk, id)).toBe(true);
  });

  test('that is taken back leaves read conversations read, and unread ones as they were', async () => {
    const { desk, id } = await open();
    const [path, notes] = [`/conversations/${id}`, `/conversations/${id}/notes`];
    const later = () => {
      desk.clock.now += 60_000;
    };
    const call = async (): Promise<number> => {
      later();
      return (await note(desk, id, [desk.agentId])).body.data.id;
    };
    const takeBack = [
      (noteId: number) => desk.call('DELETE', `${notes}/${noteId}`),
      (noteId: number) => desk.call('PUT', `${notes}/${noteId}`, { body: { details: 'Look', mentions: [] } }),
    ];
    await call();
    for (const back of takeBack) {
      later();
      await desk.call('PUT', `${path}/read`, { as: 'agent', body: {} });
      const second = await call();
      expect(await mentionedOf(desk, id)).toBe(true);
      await back(second);
      expect(await mentionedOf(desk, id)).toBeUndefined();
      const [third, fourth] = [await call(), await call()];
      await back(fourth);
      expect(await mentionedOf(desk, id)).toBe(true);
      await back(third);
      expect(await mentionedOf(desk, id)).toBeUndefined();
    }
  });

  test('of one who does not exist, is disabled or does not see the inbox is refused, and nothing is kept', async () => {
    const { desk, id } = await open();
    const made = { name: 'Doris', email: 'doris@desk.example', role: 'agent', password: 'long enough 12' };
    const doris = (await desk.call('POST', '/agents', { body: made })).body.data.id;
    const faultOf = async (agentId: number) => {
      const { status, body } = await note(desk, id, [desk.agentId, agentId]);
      return [status, body.error?.details];
    };
    expect(await faultOf(999)).toEqual([422, [{ path: 'mentions.1', message: 'there is no agent 999' }]]);
    expect(await faultOf(doris)).toEqual([
      422,
      [{ path: 'mentions.1', message: expect.stringMatching(/^agent \d+ cannot see inbox \d+$/) }],
    ]);
    await desk.call('PUT', `/agents/${doris}`, { body: { disabled: true } });
    expect(await faultOf(doris)).toEqual([422, [{ path: 'mentions.1', message: `agent ${doris} is disabled` }]]);
    expect((await desk.call('GET', `/conversations/${id}/notes`)).body.data).toEqual([]);
  });

  test('changes with its note, and goes with it', async () => {
    const { desk, id } = await open();
    const made = (await note(desk, id, [desk.agentId])).body.data;
    const path = `/conversations/${id}/notes/${made.id}`;
    await desk.call('PUT', path, { body: { details: 'Nothing' } });
    expect(await mentionedOf(desk, id)).toBe(true);
    await desk.call('PUT', path, { body: { details: 'Look @Ana', mentions: [desk.adminId] } });
    expect([await mentionedOf(desk, id), await mentionedOf(desk, id, 'admin')]).toEqual([undefined, true]);
    await desk.call('DELETE', path);
    expect([await mentionedOf(desk, id, 'admin'), await listed(desk, 'admin')]).toEqual([undefined, [[], 0]]);
  });

  test('goes along when its note is merged or split away', async () => {
    const { desk, id } = await open();
    const { id: noteId } = (await note(desk, id, [desk.agentId])).body.data;
    const into = await makeConversation(desk);
    await desk.call('POST', `/conversations/${into}/merge`, { body: { conversation_ids: [id] } });
    expect(await listed(desk)).toEqual([[into], 1]);
    const say = () => desk.call('POST', `/conversations/${into}/messages`, { body: { body_text: 'Hi' } });
    const [first] = [(await say()).body.data.id, await say()];
    const body = { title: 'Apart', message_ids: [first], note_ids: [noteId] };
    const apart = (await desk.call('POST', `/conversations/${into}/split`, { body })).body.data.id;
    expect(await listed(desk)).toEqual([[apart], 1]);
  });

  test('of one who loses the inbox is in no list of that agent', async () => {
    const { desk, id } = await open();
    await note(desk, id, [desk.agentId]);
    const hidden = (await desk.call('POST', '/inboxes', { body: { name: 'Hidden', agent_ids: [] } })).body.data.id;
    await desk.call('PUT', `/conversations/${id}`, { body: { inbox_id: hidden } });
    expect(await listed(desk)).toEqual([[], 0]);
  });

  test('is nothing to an API key', async () => {
    const { desk, id } = await open();
    await note(desk, id, [desk.agentId]);
    expect((await desk.call('GET', '/conversations?mentioned=1', { as: 'key' })).body.data).toEqual([]);
    expect((await desk.call('GET', `/conversations/${id}`, { as: 'key' })).body.data).not.toHaveProperty('mentioned');
  });
});
