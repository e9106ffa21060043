import { describe, expect, test } from 'vitest';
import { historyOf, makeConversation, readConversation } from '../conversations.ts';
import { lastLetter, type MailDesk, OURS, openMailDesk, upload, ZOE } from './deliver.ts';

const BOB = { name: 'Bob', email: 'bob@there.example' };

/** The first conversation with a second question, by Bob, and a note on each. Returns their ids. */
async function asked(desk: MailDesk) {
  const head = [`From: ${BOB.name} <${BOB.email}>`, `To: ${OURS}`, 'Cc: Max <max@other.example>'];
  await desk.call('POST', '/contacts', { body: BOB });
  const { body } = await desk.call('GET', '/contacts?q=bob@there.example');
  await desk.call('POST', `/conversations/${desk.conversation}/contacts`, { body: { contact_id: body.data[0].id } });
  await desk.mail([...head, 'Message-ID: <second@there.example>', 'In-Reply-To: <two@there.example>'], 'And my bill?');
  const second = (await messages(desk, desk.conversation)).at(-1)!.id;
  const note = async (details: string) =>
    (await desk.call('POST', `/conversations/${desk.conversation}/notes`, { body: { details } })).body.data.id;
  return { second, first: desk.question, note: await note('About the bill'), other: await note('About the parcel') };
}

async function messages(desk: MailDesk, id: number) {
  const all = (await desk.call('GET', `/conversations/${id}/messages`)).body.data;
  return all as { id: number; kind: string; body_text: string }[];
}

function split(desk: MailDesk, body: object, id = desk.conversation) {
  return desk.call('POST', `/conversations/${id}/split`, { as: 'agent', body: { title: 'The bill', ...body } });
}

describe('a split', () => {
  test('moves messages and notes into a new conversation of the one who wrote, and both sides say so', async () => {
    const desk = await openMailDesk();
    const { second, note, other } = await asked(desk);
    await desk.call('PUT', `/conversations/${desk.conversation}`, { body: { assign_to: desk.agentId } });
    const before = await readConversation(desk, desk.conversation);
    const { status, body } = await split(desk, { message_ids: [second], note_ids: [note] });
    expect(status).toBe(201);
    const { id } = body.data;
    expect(body.data).toMatchObject({
      title: 'The bill',
      requester: BOB,
      inbox_id: before.inbox_id,
      status: 'open',
      assign_to: desk.agentId,
      preview: 'And my bill?',
      note_count: 1,
      message_count: 2,
    });
    expect(body.data.waiting_since).not.toBeNull();
    expect((await messages(desk, id)).map(one => one.body_text.trim())).toEqual([
      'And my bill?',
      `This conversation was split off from #${desk.conversation}.`,
    ]);
    expect((await messages(desk, desk.conversation)).map(one => one.body_text.trim())).toEqual([
      'Where is it?',
      `A part of this conversation was split off into #${id}.`,
    ]);
    const after = await readConversation(desk, desk.conversation);
    expect(after).toMatchObject({ message_count: 2, note_count: 1, preview: 'Where is it?' });
    expect(after.waiting_since).toBe(before.waiting_since);
    const notes = (await desk.call('GET', `/conversations/${desk.conversation}/notes`)).body.data;
    expect(notes.map((one: { id: number }) => one.id)).toEqual([other]);
    for (const [conversation, changes] of [
      [desk.conversation, { split_into: { from: null, to: id } }],
      [id, { split_from: { from: null, to: desk.conversation } }],
    ] as const)
      expect((await historyOf(desk, conversation)).at(-1)).toMatchObject({ event: 'conversation.split', changes });
    for (const [words, found] of [
      ['bill', id],
      ['where', desk.conversation],
    ] as const)
      expect((await desk.call('GET', `/conversations?q=${words}`)).body.data).toMatchObject([{ id: found }]);
  });

  test('takes later answers to its messages along, and is answered to those who stood in them', async () => {
    const desk = await openMailDesk();
    const { second } = await asked(desk);
    const { id } = (await split(desk, { message_ids: [second] })).body.data;
    const head = [`From: ${BOB.email}`, `To: ${OURS}`, 'Message-ID: <third@there.example>'];
    await desk.mail([...head, 'In-Reply-To: <second@there.example>'], 'Hello?');
    expect((await messages(desk, id)).at(-1)).toMatchObject({ body_text: 'Hello?' });
    await desk.answer({ message_id: second }, { id });
    expect(await lastLetter(desk)).toMatchObject({ to: [BOB], inReplyTo: 'second@there.example' });
  });

  test('leaves messages that an agent has read as read, in both', async () => {
    const desk = await openMailDesk();
    const { second } = await asked(desk);
    await desk.call('PUT', `/conversations/${desk.conversation}/read`, { as: 'agent', body: {} });
    const { id } = (await split(desk, { message_ids: [second] })).body.data;
    for (const one of [id, desk.conversation])
      expect((await desk.call('GET', `/conversations/${one}`, { as: 'agent' })).body.data.unread).toBe(false);
  });

  test('of our words alone stays with the former customer, and takes their files along', async () => {
    const desk = await openMailDesk();
    const file = await upload(desk);
    const own = (await desk.answer({ attachments: [file], deliver: false })).body.data.id;
    const { id, requester } = (await split(desk, { message_ids: [own] })).body.data;
    expect(requester).toMatchObject(ZOE);
    expect((await desk.call('GET', '/conversations?has[]=attachment')).body.data).toMatchObject([{ id }]);
  });

  test.each([
    ['all messages', (ids: Ids) => [ids.first, ids.second], 'message_ids', 'one has to stay'],
    ['a message that is not there', () => [999], 'message_ids.0', 'has no message 999'],
    ['none', () => [], 'message_ids', ''],
  ])('of %s is refused, and nothing moves', async (_what, idsOf, path, reason) => {
    const desk = await openMailDesk();
    const ids = await asked(desk);
    const { status, body } = await split(desk, { message_ids: idsOf(ids) });
    expect([status, body.error.details[0].path]).toEqual([422, path]);
    expect(body.error.details[0].message).toContain(reason);
    expect(await messages(desk, desk.conversation)).toHaveLength(2);
  });

  test('of a mail that is still to be sent, of a line of the service, or of a merged-away conversation is refused', async () => {
    const desk = await openMailDesk();
    await asked(desk);
    const held = (await desk.answer()).body.data.id;
    expect((await split(desk, { message_ids: [held] })).body.error.details[0].message).toContain('is still to be sent');
    const into = await makeConversation(desk);
    await desk.call('POST', `/conversations/${into}/merge`, { body: { conversation_ids: [desk.conversation] } });
    expect((await split(desk, { message_ids: [desk.question] })).status).toBe(409);
    const line = (await messages(desk, desk.conversation))[0]!.id;
    expect((await split(desk, { message_ids: [line] }, into)).status).toBe(422);
    expect((await split(desk, { message_ids: [desk.question] }, into)).status).toBe(201);
  });

  test('of an unseen conversation is 404, and under one key is done once', async () => {
    const desk = await openMailDesk();
    const { second } = await asked(desk);
    const key = { 'idempotency-key': 'split-once' };
    const body = { title: 'The bill', message_ids: [second] };
    const once = () =>
      desk.call('POST', `/conversations/${desk.conversation}/split`, { as: 'agent', headers: key, body });
    const [first, again] = [await once(), await once()];
    expect(again.body).toEqual(first.body);
    const inbox = (await desk.call('POST', '/inboxes', { body: { name: 'Hidden', agent_ids: [] } })).body.data.id;
    await desk.call('PUT', `/conversations/${desk.conversation}`, { body: { inbox_id: inbox } });
    expect((await split(desk, { message_ids: [desk.question] })).status).toBe(404);
  });
});

type Ids = Awaited<ReturnType<typeof asked>>;
