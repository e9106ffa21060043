import { describe, expect, test } from 'vitest';
import { eventsAfter } from '../../../src/center/model/events/log.ts';
import { createRings } from '../../../src/center/model/events/visible-event.ts';
import { takeDue } from '../../../src/center/model/outgoing/due.ts';
import { historyOf, readConversation } from '../conversations.ts';
import { lastLetter, type MailDesk, openMailDesk } from './deliver.ts';

const HOUR_MS = 3_600_000;

function time({ clock }: MailDesk, hours: number): string {
  return new Date(clock.now + hours * HOUR_MS).toISOString().slice(0, 19);
}

/** Takes what is due now, as the queue does. */
function due({ center }: MailDesk) {
  return center.write(work => takeDue(work, { owner: { id: 'one', hasEnded: () => false }, isSteady: true }, 20));
}

async function deliveryOf(desk: MailDesk, id: number) {
  return (await desk.call('GET', `/conversations/${desk.conversation}/messages/${id}`)).body.data?.delivery;
}

/** A help center in which an agent's answer waits for two hours. */
async function open() {
  const desk = await openMailDesk();
  const at = time(desk, 2);
  const { body } = await desk.answer({ deliver_at: at });
  return { desk, at, message: body.data };
}

function rings(desk: MailDesk, agentId: number) {
  return desk.center.read(async ({ db }) => {
    const events = await eventsAfter(db, 0, 500);
    return events.flatMap(await createRings(db, { agentId, role: 'agent', tokenId: null } as never, events));
  });
}

describe('a message with `deliver_at`', () => {
  test('is held until then, and sent with that date', async () => {
    const { desk, at, message } = await open();
    expect(message.delivery).toEqual({ state: 'held', at, reason: null });
    desk.clock.now += HOUR_MS;
    expect(await due(desk)).toEqual([]);
    desk.clock.now += HOUR_MS;
    expect(await due(desk)).toHaveLength(1);
    expect((await lastLetter(desk)).date).toBe(Date.parse(`${at}Z`));
  });

  test('shows in the rows of its conversation until it is sent, taken back or held back', async () => {
    const { desk, at, message } = await open();
    const path = `/conversations/${desk.conversation}`;
    const rows = async () => {
      const listed = await desk.call('GET', '/conversations?fields=list&archived=any', { as: 'agent' });
      const { deliver_at, version } = await readConversation(desk, desk.conversation);
      expect(listed.body.data.map((row: { deliver_at?: string }) => row.deliver_at)).toEqual([deliver_at]);
      return [deliver_at, version] as const;
    };
    const [first, version] = await rows();
    expect(first).toBe(at);
    const sooner = await desk.answer({ deliver_at: time(desk, 1) });
    expect((await rows())[0]).toBe(time(desk, 1));
    await desk.call('DELETE', `${path}/messages/${sooner.body.data.id}`, { as: 'agent' });
    const [again, later] = await rows();
    expect([again, later > version]).toEqual([at, true]);
    await desk.call('POST', `${path}/notes`, { as: 'admin', body: { details: 'Wait.' } });
    expect(await rows()).toEqual([undefined, expect.any(Number)]);
    await desk.call('DELETE', `${path}/messages/${message.id}`, { as: 'agent' });
    await desk.answer({ deliver_at: time(desk, 2) });
    desk.clock.now += 3 * HOUR_MS;
    expect(await due(desk)).toHaveLength(1);
    expect((await rows())[0]).toBeUndefined();
  });

  test('begins a conversation in the same way', async () => {
    const desk = await openMailDesk();
    const message = {
      body_text: 'Hello',
      deliver: true,
      to: [{ email: 'zoe@there.example' }],
      deliver_at: time(desk, 1),
    };
    const first = { title: 'New', inbox_id: desk.inboxId };
    const { status } = await desk.call('POST', '/conversations', { as: 'agent', body: { ...first, message } });
    expect([status, await due(desk)]).toEqual([201, []]);
    const wrong = { ...message, deliver_at: time(desk, 0) };
    const refused = await desk.call('POST', '/conversations', { as: 'agent', body: { ...first, message: wrong } });
    expect(refused.body.error.details).toEqual([
      { path: 'message.deliver_at', message: 'has passed: name a later time' },
    ]);
  });

  test.each([
    ['a time that has passed', 0, {}, 'has passed: name a later time'],
    ['one that is more than a year ahead', 24 * 367, {}, 'is more than a year ahead'],
    ['one for a message that is not mailed', 1, { deliver: false }, 'needs `deliver`: it is sent by mail'],
  ])('is refused with %s', async (_, hours, body, message) => {
    const desk = await openMailDesk();
    const refused = await desk.answer({ deliver_at: time(desk, hours), ...body });
    expect([refused.status, refused.body.error.details]).toEqual([422, [{ path: 'deliver_at', message }]]);
    expect(await desk.letters()).toEqual([]);
  });

  test.each([
    [
      'a customer’s mail',
      'Zoe Quinn wrote a message before its time',
      (desk: MailDesk) =>
        desk.mail([
          'From: Zoe Quinn <zoe@there.example>',
          'To: support@shop.example',
          'Subject: Re: My parcel',
          'In-Reply-To: <two@there.example>',
        ]),
    ],
    [
      'a colleague’s note',
      / wrote a note before its time$/,
      (desk: MailDesk) =>
        desk.call('POST', `/conversations/${desk.conversation}/notes`, { as: 'admin', body: { details: 'Wait.' } }),
    ],
    ['a colleague’s answer', / wrote a message before its time$/, (desk: MailDesk) => desk.answer({}, { as: 'admin' })],
    [
      'what an API key adds',
      / wrote a message before its time$/,
      (desk: MailDesk) =>
        desk.call('POST', `/conversations/${desk.conversation}/messages`, { as: 'key', body: { body_text: 'Hello?' } }),
    ],
  ])('is held back by %s, which its author’s desk is told', async (_, reason, write) => {
    const { desk, message } = await open();
    const before = await readConversation(desk, desk.conversation);
    const rang = (await rings(desk, desk.agentId)).length;
    await write(desk);
    desk.clock.now += 3 * HOUR_MS;
    expect((await due(desk)).filter(one => one.message_id === message.id)).toEqual([]);
    const delivery = await deliveryOf(desk, message.id);
    expect(delivery).toEqual({ state: 'held', at: null, reason: expect.stringMatching(reason) });
    const { delivery_failed, version, note_count, message_count } = await readConversation(desk, desk.conversation);
    expect(delivery_failed).toBe(true);
    // A desk that counts what is new finds one version more, and reads the mail again.
    const added = note_count + message_count - before.note_count - before.message_count;
    expect(version - before.version).toBeGreaterThan(added);
    expect((await rings(desk, desk.agentId)).slice(rang)).toContain(desk.conversation);
    // Its author takes it back and sends it anew.
    await desk.call('DELETE', `/conversations/${desk.conversation}/messages/${message.id}`, { as: 'agent' });
    expect(await deliveryOf(desk, message.id)).toBeUndefined();
    expect((await historyOf(desk, desk.conversation)).at(-1)!.event).toBe('message.deleted');
  });

  test('is not held back by its author, nor by a machine', async () => {
    const { desk, at, message } = await open();
    await desk.call('POST', `/conversations/${desk.conversation}/notes`, { as: 'agent', body: { details: 'Mine.' } });
    await desk.answer({ deliver_at: time(desk, 1) });
    await desk.mail([
      'From: Zoe Quinn <zoe@there.example>',
      'To: support@shop.example',
      'Subject: Away',
      'Auto-Submitted: auto-replied',
      'In-Reply-To: <two@there.example>',
    ]);
    expect(await deliveryOf(desk, message.id)).toEqual({ state: 'held', at, reason: null });
  });

  test('leaves its customer waiting once it is held back, and brings back a conversation that is put off', async () => {
    const { desk } = await open();
    const path = `/conversations/${desk.conversation}`;
    await desk.call('PUT', path, { as: 'agent', body: { snooze: { until: time(desk, 5) } } });
    expect((await readConversation(desk, desk.conversation)).waiting_since).toBeNull();
    await desk.call('POST', `${path}/notes`, { as: 'admin', body: { details: 'Wait.' } });
    const row = await readConversation(desk, desk.conversation);
    expect([row.snoozed, typeof row.waiting_since]).toEqual([undefined, 'string']);
  });

  test('is sent although its conversation is closed or merged meanwhile, and not once it is deleted', async () => {
    const { desk, message } = await open();
    const { body } = await desk.answer({ deliver_at: time(desk, 1) });
    const into = (await desk.call('POST', '/conversations', { body: { title: 'Other', inbox_id: desk.inboxId } })).body
      .data;
    await desk.call('PUT', `/conversations/${desk.conversation}`, { as: 'admin', body: { conversation_status_id: 2 } });
    await desk.call('DELETE', `/conversations/${desk.conversation}/messages/${body.data.id}`, { as: 'admin' });
    await desk.call('POST', `/conversations/${into.id}/merge`, {
      as: 'admin',
      body: { conversation_ids: [desk.conversation] },
    });
    desk.clock.now += 3 * HOUR_MS;
    expect((await due(desk)).map(one => one.message_id)).toEqual([message.id]);
  });
});
