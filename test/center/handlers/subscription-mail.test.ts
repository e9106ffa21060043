import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Letter } from '../../../src/center/model/outgoing/letter.ts';
import { rememberSample } from '../../../src/center/model/sample-mark.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const HOUR_MS = 3_600_000;
const mailOut = { sendDelayMs: 0, ratingDelayMs: 0, publicUrl: null };

let desk: OpenCenter;
let customers = 0;
beforeEach(async () => {
  desk = await openCenter({ mailOut });
  await desk.call('POST', `/inboxes/${desk.inboxId}/emails`, {
    body: { email: 'help@shop.example', status: 'primary' },
  });
  await desk.call('POST', `/inboxes/${desk.inboxId}/subscribe`, { as: 'agent' });
  await notify('mail');
});
afterEach(() => desk.close());

function notify(how: string) {
  return desk.call('PUT', '/me', { as: 'agent', body: { notify: how } });
}

async function conversation(inboxId = desk.inboxId): Promise<number> {
  customers += 1;
  const person = { name: 'Zoë Quinn', email: `zoe${customers}@customer.example` };
  const contact = await desk.call('POST', '/contacts', { body: person });
  const made = await desk.call('POST', '/conversations', {
    body: {
      title: 'Refund for order 7741',
      inbox_id: inboxId,
      contacts: [contact.body.data.id],
    },
  });
  return made.body.data.id;
}

async function write(id: number, times = 1, as: 'key' | 'agent' = 'key'): Promise<void> {
  for (let count = 0; count < times; count += 1)
    await desk.call('POST', `/conversations/${id}/messages`, { as, body: { body_text: 'SECRET words' } });
}

/** The letters in the queue: when each may go, and what it says. */
async function letters() {
  const rows = await desk.center.read(({ db }) => db.selectFrom('outgoing').selectAll().orderBy('id').execute());
  return rows.map(({ letter, next_at, state }) => ({ ...(JSON.parse(letter) as Letter), next_at, state }));
}

/** The queue has sent everything. */
async function sendAll(set: { state: 'sent' | 'queued'; attempts: number } = { state: 'sent', attempts: 1 }) {
  await desk.center.write(({ db }) => db.updateTable('outgoing').set(set).execute());
}

test('an agent who asked for it gets a mail with a number and the name of the inbox alone', async () => {
  await write(await conversation());
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    subject: '1 new message in Support',
    from: { name: 'Support', email: 'help@shop.example' },
    to: [{ name: 'Ben Agent', email: 'ben@desk.example' }],
    replyTo: { email: 'ben@desk.example' },
    automatic: 'auto-generated',
    hasNullSender: true,
    next_at: desk.clock.now,
    state: 'queued',
  });
  expect(letter!.text).toContain('Customers wrote 1 new message in Support.');
  expect(JSON.stringify(letter)).not.toMatch(/SECRET|Zoë|7741/);
});

test('messages that come while the mail waits are told by the same mail', async () => {
  const [one, two] = [await conversation(), await conversation()];
  await write(one, 3);
  await write(two);
  expect((await letters()).map(({ subject }) => subject)).toEqual(['4 new messages in Support']);
});

test('the next mail about an inbox goes an hour later at the earliest, and counts what came since', async () => {
  const id = await conversation();
  const start = desk.clock.now;
  await write(id);
  await sendAll();
  desk.clock.now += 60_000;
  await write(id, 2);
  desk.clock.now += 60_000;
  await write(id);
  const [, next, ...more] = await letters();
  expect(more).toEqual([]);
  expect(next).toMatchObject({ subject: '3 new messages in Support', next_at: start + HOUR_MS });
});

test('while the relay does not answer no second mail is made, and the next one counts what came meanwhile', async () => {
  const id = await conversation();
  await write(id);
  await sendAll({ state: 'queued', attempts: 3 });
  desk.clock.now += 5 * HOUR_MS;
  await write(id, 2);
  expect(await letters()).toHaveLength(1);
  await sendAll();
  await write(id);
  expect((await letters()).map(({ subject }) => subject)).toEqual([
    '1 new message in Support',
    '3 new messages in Support',
  ]);
});

test('two mails are never less than an hour apart, in any rhythm of messages', async () => {
  const id = await conversation();
  for (let minutes = 0; minutes < 300; minutes += 7) {
    await write(id);
    await desk.center.write(({ db, now }) =>
      db.updateTable('outgoing').set({ state: 'sent', attempts: 1 }).where('next_at', '<=', now).execute(),
    );
    desk.clock.now += 7 * 60_000;
  }
  const all = await letters();
  const gaps = all.slice(1).map(({ next_at }, at) => next_at - all[at]!.next_at);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HOUR_MS);
  const told = all.reduce((sum, { subject }) => sum + Number(/^\d+/.exec(subject)), 0);
  expect(told).toBe(43);
});

test.for([
  ['chose the desk alone', () => notify('desk')],
  ['chose none', () => notify('none')],
  ['unsubscribed', () => desk.call('DELETE', `/inboxes/${desk.inboxId}/unsubscribe`, { as: 'agent' })],
  ['no longer sees the inbox', () => desk.call('POST', '/inboxes/save', { body: { id: desk.inboxId, agent_ids: [] } })],
  ['was disabled', () => desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: true } })],
] as const)('an agent who %s gets none, not even the one that waits', async ([, change]) => {
  const id = await conversation();
  await write(id);
  expect((await change()).status).toBeLessThan(300);
  expect(await letters()).toEqual([]);
  await write(id);
  expect(await letters()).toEqual([]);
});

test('an agent’s message, the spam inbox and a sample conversation cause no mail', async () => {
  await desk.call('POST', '/inboxes/2/subscribe', { as: 'admin' });
  await desk.call('PUT', '/me', { as: 'admin', body: { notify: 'mail' } });
  await write(await conversation(2));
  const id = await conversation();
  await write(id, 1, 'agent');
  await desk.center.write(work => rememberSample(work, [id]));
  await write(id);
  expect(await letters()).toEqual([]);
});

test('the agent who deletes the inbox gets no mail about it, and it is not sent', async () => {
  await write(await conversation());
  const inbox = await desk.call('GET', `/inboxes/${desk.inboxId}`);
  expect(inbox.body.data.unsent).toBe(0);
  expect((await desk.call('DELETE', `/inboxes/${desk.inboxId}`)).status).toBe(204);
  expect(await letters()).toEqual([]);
});

test('without a relay nothing is put into the queue', async () => {
  const other = await openCenter();
  await other.call('POST', `/inboxes/${other.inboxId}/subscribe`, { as: 'agent' });
  await other.call('PUT', '/me', { as: 'agent', body: { notify: 'mail' } });
  const { body } = await other.call('POST', '/conversations', { body: { title: 'a', inbox_id: other.inboxId } });
  await other.call('POST', `/conversations/${body.data.id}/messages`, { as: 'key', body: { body_text: 'b' } });
  const rows = await other.center.read(({ db }) => db.selectFrom('outgoing').selectAll().execute());
  await other.close();
  expect(rows).toEqual([]);
});
