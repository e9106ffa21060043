import { expect, test } from 'vitest';
import type { CallOptions } from '../open-center.ts';
import { lastLetter, OURS, openMailDesk, uploadOf } from './deliver.ts';

const EVE = { name: 'Eve', email: 'eve@new.example' };
const IVY = { name: 'Ivy', email: 'ivy@secret.example' };
const MIB = 2 ** 20;

function many(count: number, from = 0): { email: string }[] {
  return Array.from({ length: count }, (_, at) => ({ email: `c${from + at}@new.example` }));
}

async function openDesk() {
  const desk = await openMailDesk();
  const first = (message: object = {}, more: object = {}, headers: CallOptions['headers'] = {}) =>
    desk.call('POST', '/conversations', {
      as: 'agent',
      headers,
      body: {
        title: 'Your lost parcel',
        inbox_id: desk.inboxId,
        message: { body_text: 'We found it.', deliver: true, to: [EVE], ...message },
        ...more,
      },
    });
  const counts = async () => [
    (await desk.letters()).length,
    (await desk.call('GET', '/conversations?count=1')).body.meta.total,
  ];
  return { desk, first, counts };
}

test('a first mail goes to 50 people in all of To, Cc and Bcc, and to no more', async () => {
  const { desk, first, counts } = await openDesk();
  const to = many(20);
  const cc = many(20, 20);
  expect((await first({ to, cc, bcc: many(10, 40) })).status).toBe(201);
  const { length } = Object.values(await lastLetter(desk))
    .filter(Array.isArray)
    .flat()
    .filter(one => one?.email);
  expect(length).toBe(50);
  const before = await counts();
  expect((await first({ to, cc, bcc: many(11, 40) })).status).toBe(422);
  expect(await counts()).toEqual(before);
});

test('files of more than a mail carries are refused with both sizes, and nothing is begun', async () => {
  const { desk, first, counts } = await openDesk();
  const attachments = [await uploadOf(desk, 13 * MIB), await uploadOf(desk, 13 * MIB)];
  const before = await counts();
  const { status, body } = await first({ attachments });
  expect([status, body.error.details[0].path]).toEqual([422, 'message.attachments']);
  expect(body.error.details[0].message).toBe('have 27.3 MB together, and one mail takes 20.0 MB');
  expect(await counts()).toEqual(before);
});

test('an encoded word in the title is text, and stays one line', async () => {
  const { desk, first } = await openDesk();
  const title = '=?utf-8?q?A=0D=0ABcc:_eve@evil.example?=';
  expect((await first({}, { title })).status).toBe(201);
  expect((await lastLetter(desk)).subject).toBe(title);
});

test('a person in Bcc gets the mail, and only the message itself names that person', async () => {
  const { desk, first } = await openDesk();
  const { body } = await first({ bcc: [IVY] });
  expect((await lastLetter(desk)).bcc).toEqual([IVY]);
  const path = `/conversations/${body.data.id}`;
  for (const part of ['', '/history', '/notes']) {
    const told = await desk.call('GET', `${path}${part}`);
    expect([part, told.status, JSON.stringify(told.body)]).toEqual([part, 200, expect.not.stringMatching(/ivy/i)]);
  }
  const [{ bcc, ...others }] = (await desk.call('GET', `${path}/messages`)).body.data;
  expect(bcc).toMatchObject([IVY]);
  expect(JSON.stringify(others)).not.toMatch(/ivy/i);
});

test('an inbox without an address, and one that the agent may not see, begin nothing', async () => {
  const { desk, first, counts } = await openDesk();
  const before = await counts();
  const unseen = await first({}, { inbox_id: 1 });
  const unknown = await first({}, { inbox_id: 999 });
  const fault = (id: number) => [{ path: 'inbox_id', message: `there is no inbox ${id}, or you may not see it` }];
  expect([unseen.status, unseen.body.error.details]).toEqual([422, fault(1)]);
  expect([unknown.status, unknown.body.error.details]).toEqual([422, fault(999)]);
  const [address] = (await desk.call('GET', `/inboxes/${desk.inboxId}`)).body.data.emails;
  expect(address.email).toBe(OURS);
  const removed = await desk.call('DELETE', `/inboxes/${desk.inboxId}/emails/${address.id}`);
  expect(removed.status, JSON.stringify(removed.body)).toBeLessThan(300);
  expect((await first()).status).toBe(422);
  expect(await counts()).toEqual(before);
});

test('the same key twice begins one conversation and sends one mail', async () => {
  const { first, counts } = await openDesk();
  const [letters, total] = await counts();
  const key = { 'idempotency-key': 'first-once' };
  const once = await first({}, {}, key);
  const again = await first({}, {}, key);
  expect([once.status, again.status, again.body]).toEqual([201, 201, once.body]);
  expect(await counts()).toEqual([letters! + 1, total + 1]);
});
