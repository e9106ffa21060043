import { expect, onTestFinished, test } from 'vitest';
import { beginQueue } from '../../../src/state/sync/take-next.ts';
import { press } from '../../harness/press.ts';
import { macroCenter } from '../macro/macro-desk.ts';

/** A desk that was given the first of so many conversations that wait. */
async function open(count: number) {
  const bench = await macroCenter();
  onTestFinished(bench.center.close);
  const { center, call, idle } = bench;
  const contact = await call('POST', '/contacts', { name: 'Zoë', email: 'zoe@customer.example' });
  for (let at = 0; at < count; at += 1) {
    const body = { title: `Case ${at}`, inbox_id: center.inboxId, contacts: [contact.id] };
    const { id } = await call('POST', '/conversations', body);
    await center.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'Hello?' }, as: 'key' });
  }
  const desk = await bench.openDesk([]);
  onTestFinished(desk.stop);
  await beginQueue(desk);
  await idle();
  const after = async (...keys: readonly string[]) => {
    press(desk, ...keys);
    await idle();
    return desk.world().queue?.left;
  };
  return { desk, after };
}

test('the head counts those that are still to come, whether a change has arrived or is on its way', async () => {
  const { desk, after } = await open(5);
  expect(desk.world().queue?.left).toBe(4);
  expect(await after('conversation.archive')).toBe(3);
  expect(await after('conversation.archive')).toBe(2);
});

test('one that was given back does not come again, and is not counted', async () => {
  const { after } = await open(4);
  expect(await after('queue.skip', 'enter')).toBe(2);
  expect(await after('conversation.archive')).toBe(1);
  expect(await after('conversation.archive')).toBe(0);
});
