import { expect, test } from 'vitest';
import { conflicting } from '../../../src/state/operations/operation.ts';
import { keepMine } from '../../../src/state/outbox/resolve-conflict.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

async function openTwo() {
  const center = fakeCenter([row(1), row(2)]);
  center.receive(1, 'Where is it?');
  center.receive(1, 'And my bill?');
  const bench = await openDesk(center, { clock: handClock() });
  await openConversation(bench.desk, 1);
  await bench.idle();
  const shown = () => threadOf(bench.desk.world(), 1)!.messages.map(({ body_text }) => body_text);
  const pass = async (ms: number) => {
    bench.clock.advance(ms);
    await bench.idle();
  };
  const split = () => {
    const { id } = threadOf(bench.desk.world(), 1)!.messages.at(-1)!;
    bench.desk.commit('conversation.split', { ids: [1], title: 'The bill', messageIds: [id], noteIds: [] });
  };
  return { ...bench, shown, pass, split, said: () => bench.desk.world().notice?.text };
}

test('a split shows at once, is held for ten seconds, and then says the new number', async () => {
  const { center, pass, split, shown, said } = await openTwo();
  split();
  expect(shown()).toEqual(['Where is it?']);
  expect(said()).toBe('Split 1 message off #1 · z takes it back within 10 s');
  await pass(9_999);
  expect(center.conversations.size).toBe(2);
  await pass(1);
  expect(center.conversations.get(3)).toMatchObject({ title: 'The bill', message_count: 1 });
  expect(said()).toBe('Split 1 message off #1: #3');
});

test('a split that is taken back shows its messages again, and nothing was sent', async () => {
  const { desk, center, pass, split, shown } = await openTwo();
  split();
  desk.undo();
  await pass(20_000);
  expect([shown(), center.conversations.size]).toEqual([['Where is it?', 'And my bill?'], 2]);
});

test('the customer’s later messages stay where they are', async () => {
  const { desk, center, pass, split, shown } = await openTwo();
  split();
  center.receive(1, 'Hello?');
  await pass(10_000);
  await openConversation(desk, 1);
  await pass(0);
  expect(shown()).toEqual(['Where is it?', 'Hello?']);
});

test('a split of a conversation that was merged away meanwhile asks, and goes to the one that took it in', async () => {
  const { desk, center, pass, split } = await openTwo();
  split();
  const url = 'https://help.example/api/agent/v1/conversations/2/merge';
  await center.fetch(new Request(url, { method: 'POST', body: JSON.stringify({ conversation_ids: [1] }) }));
  await pass(10_000);
  expect(center.conversations.size).toBe(2);
  expect(conflicting(desk.world())).toMatchObject([{ conflict: [{ kind: 'merged', into: 2 }] }]);
  keepMine(desk, conflicting(desk.world())[0]!.key, [1]);
  await pass(1_000);
  expect(center.conversations.get(3)).toMatchObject({ title: 'The bill' });
});

test('a help center without the call refuses it in words, and is not asked again', async () => {
  const { desk, center, pass, split, shown } = await openTwo();
  center.absent.add('/split');
  split();
  await pass(10_000);
  expect(desk.world().offers['conversation.split']).toBe('This help center splits no conversations.');
  expect(shown()).toEqual(['Where is it?', 'And my bill?']);
});
