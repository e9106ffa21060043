import { expect, onTestFinished, test } from 'vitest';
import type { Conversation } from '../../../../src/contract/model.ts';
import { signByFrom, usualKeys } from '../../../harness/dkim.ts';
import { readHere } from '../../intake/open-intake.ts';
import { openCenter, startTime } from '../../open-center.ts';
import { mailOf } from '../open-mail.ts';
import { receiveMail } from '../receive.ts';

// Asked with an API key: an agent's token ends after some weeks without use.
const DAY_MS = 86_400_000;
const ZOE = 'zoe@customer.example';

async function open(reopenDays: number) {
  const desk = await openCenter({ settings: { reopenDays } });
  onTestFinished(() => desk.close());
  const { read, write, context } = desk.center;
  const mail = { read, write, context, reader: readHere, keys: usualKeys(), log: () => undefined };
  await desk.call('POST', `/inboxes/${desk.inboxId}/emails`, { body: { email: 'help@shop.example' } });
  return {
    desk,
    /** Delivers a mail that answers others, on a day after the first. */
    deliver: async (day: number, id: string, answers: readonly string[] = [], fields: readonly string[] = []) => {
      desk.clock.now = startTime + day * DAY_MS;
      const from = fields.some(field => field.startsWith('From:')) ? [] : [`From: Zoë <${ZOE}>`];
      const references = answers.map(one => `<${one}@test.example>`).join(' ');
      const head = [...from, 'To: help@shop.example', 'Subject: Refund', `Message-ID: <${id}@test.example>`];
      const raw = mailOf(...head, ...fields, ...(references ? [`References: ${references}`] : []), '', 'Hello');
      return receiveMail(mail, signByFrom(raw), { via: 'lmtp' });
    },
    close: async (id: number, day: number) => {
      desk.clock.now = startTime + day * DAY_MS;
      await desk.call('PUT', `/conversations/${id}`, { as: 'key', body: { conversation_status_id: 2 } });
    },
    all: async (): Promise<readonly Conversation[]> =>
      (await desk.call('GET', '/conversations', { as: 'key', query: { sort: 'created_at.asc' } })).body.data,
  };
}

test('an answer later than that opens a new conversation, and both say so', async () => {
  const { desk, deliver, close, all } = await open(30);
  await deliver(0, 'a');
  await close(1, 1);
  await deliver(40, 'b', ['a']);
  expect(await all()).toMatchObject([
    { id: 1, status: 'closed', message_count: 1, linked: [2] },
    { id: 2, status: 'open', message_count: 1, linked: [1], inbox_id: desk.inboxId, requester: { email: ZOE } },
  ]);
  const told = async (id: number) =>
    (
      await desk.call('GET', `/conversations/${id}/history`, {
        as: 'key',
        query: { event: ['conversation.continued'] },
      })
    ).body.data.map(({ changes }: { changes: unknown }) => changes);
  expect(await told(1)).toEqual([{ continued_in: { from: null, to: 2 } }]);
  expect(await told(2)).toEqual([{ continues: { from: null, to: 1 } }]);
});

test('further answers to the old mails join the new conversation, until that was closed long ago too', async () => {
  const { deliver, close, all } = await open(30);
  await deliver(0, 'a');
  await close(1, 1);
  await deliver(40, 'b', ['a']);
  await deliver(41, 'c', ['a']);
  await close(2, 42);
  await deliver(50, 'd', ['a']);
  expect((await all()).map(one => [one.id, one.status, one.message_count])).toEqual([
    [1, 'closed', 1],
    [2, 'open', 3],
  ]);
  await close(2, 51);
  await deliver(100, 'e', ['a']);
  expect((await all()).map(one => [one.id, one.message_count, one.linked])).toEqual([
    [1, 1, [2]],
    [2, 3, [1, 3]],
    [3, 1, [2]],
  ]);
});

test('another customer’s answer opens another conversation, and joins none of the first one’s', async () => {
  const { deliver, close, all } = await open(30);
  await deliver(0, 'a', [], ['Cc: sam@partner.example']);
  await close(1, 1);
  await deliver(40, 'b', ['a']);
  await deliver(41, 'c', ['a'], ['From: sam@partner.example']);
  expect((await all()).map(one => [one.id, one.requester?.email, one.linked])).toEqual([
    [1, ZOE, [2, 3]],
    [2, ZOE, [1]],
    [3, 'sam@partner.example', [1]],
  ]);
});

test.for([
  ['within that time', 30, 20, []],
  ['later, as 0 always reopens', 0, 4_000, []],
] as const)('an answer %s reopens the conversation', async ([, days, day]) => {
  const { deliver, close, all } = await open(days);
  await deliver(0, 'a');
  await close(1, 1);
  await deliver(day, 'b', ['a']);
  const [one, ...others] = await all();
  expect([one, others]).toMatchObject([{ status: 'open', message_count: 2 }, []]);
  expect(one).not.toHaveProperty('linked');
});

test('a machine’s answer stays in the old conversation, which stays closed', async () => {
  const { deliver, close, all } = await open(30);
  await deliver(0, 'a');
  await close(1, 1);
  await deliver(40, 'b', ['a'], ['Auto-Submitted: auto-replied']);
  expect(await all()).toMatchObject([{ id: 1, status: 'closed', message_count: 2 }]);
});

test('an open conversation is answered there, at any age', async () => {
  const { deliver, all } = await open(30);
  await deliver(0, 'a');
  await deliver(400, 'b', ['a']);
  expect(await all()).toMatchObject([{ id: 1, message_count: 2 }]);
});
