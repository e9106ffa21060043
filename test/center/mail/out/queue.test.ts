import { expect, test } from 'vitest';
import { takeBack } from '../../../../src/center/model/outgoing/enqueue.ts';
import { openQueue } from './open-queue.ts';

test('an answer is held, and then sent once', async () => {
  const { start, write, relay, clock, delivery, history, passUntil, outgoing } = await openQueue();
  const { conversationId, messageId, letterId } = await write();
  start();
  clock.advance(9_000);
  expect(relay.taken).toEqual([]);
  expect(await delivery(messageId)).toEqual({ state: 'held', reason: null });
  await passUntil(async () => (await delivery(messageId))?.state === 'sent');
  expect(relay.taken.map(({ id, from, to }) => ({ id, from, to }))).toEqual([
    { id: letterId, from: 'help@shop.example', to: ['ana@customer.example'] },
  ]);
  expect(await history(conversationId)).toEqual(['conversation.created', 'message.added', 'message.sent']);
  const [row] = await outgoing();
  expect(row).toMatchObject({ state: 'sent', letter: '', recipients: '[]', attempts: 1, reply: '250 2.0.0 taken' });
});

test('it can be taken back until a try begins, and not after one', async () => {
  const { center, start, write, relay, clock, passUntil, states } = await openQueue();
  relay.fault = step => (step === 'rcpt' ? { kind: 'refuses', text: '450 4.2.0 later' } : undefined);
  const [first, second] = [await write(), await write()];
  expect(await center.write(work => takeBack(work, first.messageId))).toBe(true);
  start();
  await passUntil(async () => (await states())[0] === 'queued');
  expect(await center.write(work => takeBack(work, second.messageId))).toBe(false);
  clock.advance(60_000);
  expect(relay.heard.filter(line => line.startsWith('RCPT'))).toHaveLength(1);
});
