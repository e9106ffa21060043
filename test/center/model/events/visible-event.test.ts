import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventsAfter } from '../../../../src/center/model/events/log.ts';
import { createRings } from '../../../../src/center/model/events/visible-event.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { importMail, readHere } from '../../intake/open-intake.ts';
import { mailOf } from '../../mail/open-mail.ts';
import { receiveMail } from '../../mail/receive.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
  await desk.call('POST', `/inboxes/${desk.inboxId}/subscribe`, { as: 'agent' });
});
afterEach(() => desk.close());

/** The conversations for which the agent's desk rings in all events so far. */
function rings(agentId: number | null = desk.agentId): Promise<number[]> {
  return desk.center.read(async ({ db }) => {
    const events = await eventsAfter(db, 0, 500);
    const caller = { agentId, role: 'agent' as const, tokenId: null };
    return events.flatMap(await createRings(db, caller as never, events));
  });
}

async function make(inbox_id: number): Promise<number> {
  const { body } = await desk.call('POST', '/contacts', {
    body: { name: 'Zoë', email: `z${Math.random()}@c.example` },
  });
  const contacts = [body.data.id];
  return (await desk.call('POST', '/conversations', { body: { title: 'One', inbox_id, contacts } })).body.data.id;
}

function write(id: number, as: 'key' | 'agent' = 'key') {
  return desk.call('POST', `/conversations/${id}/messages`, { as, body: { body_text: 'Hello' } });
}

function mail(number: number, ...heads: string[]): Buffer {
  const from = `From: c${number}@customer.example`;
  return mailOf(from, `Message-ID: <${number}@customer.example>`, 'Subject: Lamp', ...heads, '', `Hello ${number}`);
}

function receive(raw: Buffer) {
  const center = { ...desk.center, reader: readHere, log: () => undefined };
  return receiveMail(center, raw, { via: 'lmtp', mailbox: { name: 'm', inbox: 'support' } });
}

test('a desk rings for customers’ messages in an inbox that its agent is subscribed to, and for nothing else', async () => {
  const [mine, other] = [await make(desk.inboxId), await make(1)];
  expect(await rings()).toEqual([]);
  await write(mine);
  await write(other);
  await write(mine, 'agent');
  await desk.call('PUT', `/conversations/${mine}`, { body: { title: 'Two' } });
  expect(await rings()).toEqual([mine]);
  expect([await rings(desk.adminId), await rings(null)]).toEqual([[], []]);
});

test('it does not ring for an agent who wants to hear of nothing, nor after unsubscribing', async () => {
  await write(await make(desk.inboxId));
  expect(await rings()).toHaveLength(1);
  await desk.call('PUT', '/me', { as: 'agent', body: { notify: 'none' } });
  expect(await rings()).toEqual([]);
  await desk.call('PUT', '/me', { as: 'agent', body: { notify: 'mail' } });
  expect(await rings()).toHaveLength(1);
  await desk.call('DELETE', `/inboxes/${desk.inboxId}/unsubscribe`, { as: 'agent' });
  expect(await rings()).toEqual([]);
});

test('it rings for mail that a person wrote just now, not for a machine’s, spam, or an archive', async () => {
  await desk.call('POST', '/inboxes/2/agents', { body: { agent_id: desk.agentId } });
  await desk.call('POST', '/inboxes/2/subscribe', { as: 'agent' });
  await receive(mail(1, 'Auto-Submitted: auto-replied'));
  await receive(mail(2, 'X-Spam-Flag: YES'));
  const path = join(temporaryFolder(), 'old.eml');
  writeFileSync(path, mail(3));
  expect((await importMail(desk.center, [path], { inbox: 'support', reader: readHere })).imported).toBe(1);
  expect(await rings()).toEqual([]);
  expect(await receive(mail(4))).toEqual({ stored: 'new' });
  expect(await rings()).toHaveLength(1);
});

test('it rings for a note that mentions its agent, subscribed or not, once, and not if nothing is wanted', async () => {
  await desk.call('DELETE', `/inboxes/${desk.inboxId}/unsubscribe`, { as: 'agent' });
  const id = await make(desk.inboxId);
  const body = { details: 'Look @Ben', mentions: [desk.agentId] };
  const { id: noteId } = (await desk.call('POST', `/conversations/${id}/notes`, { body })).body.data;
  await desk.call('PUT', `/conversations/${id}/notes/${noteId}`, { body: { ...body, details: 'Look here @Ben' } });
  expect([await rings(), await rings(desk.adminId)]).toEqual([[id], []]);
  await desk.call('PUT', '/me', { as: 'agent', body: { notify: 'none' } });
  expect(await rings()).toEqual([]);
});
