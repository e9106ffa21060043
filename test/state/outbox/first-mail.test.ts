import { expect, test } from 'vitest';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const MAIL = {
  ids: [-7],
  title: 'Your parcel',
  body: 'It is here.',
  to: [{ name: 'Zoë Quinn', email: 'zoe@new.example' }],
  bcc: [{ name: '', email: 'eve@there.example' }],
  inboxId: 2,
  deliver: true,
};
const DRAFTS = {
  'reply:-7': 'It is here.',
  'reply:-7 to': 'Zoë Quinn <zoe@new.example>',
  'reply:-7 bcc': 'eve@there.example',
  'reply:-7 subject': 'Your parcel',
  'reply:-7 inbox': '2',
};

async function write(options: Parameters<typeof fakeCenter>[1] = {}, storage = memoryStorage()) {
  const bench = await openDesk(fakeCenter([row(1)], options), { storage, clock: handClock() });
  bench.desk.commit('conversation.create', MAIL);
  const pass = async (ms: number) => {
    bench.clock.advance(ms);
    await bench.idle();
  };
  const titles = () => [...bench.center.conversations.values()].map(({ title }) => title);
  return { ...bench, pass, titles, said: () => bench.desk.world().notice?.text };
}

test('a first mail is held for ten seconds, then begins one conversation, whose number is said', async () => {
  const { pass, titles, said } = await write();
  expect(said()).toBe('Wrote to Zoë Quinn <zoe@new.example> · z takes it back within 10 s');
  await pass(9_999);
  expect(titles()).toEqual(['Title 1']);
  await pass(1);
  expect(titles()).toEqual(['Title 1', 'Your parcel']);
  expect(said()).toBe('Wrote to Zoë Quinn <zoe@new.example>: #2');
});

test('a first mail that is taken back is a draft again, with its people, subject and inbox', async () => {
  const { desk, pass, titles } = await write();
  desk.undo();
  await pass(20_000);
  expect(titles()).toEqual(['Title 1']);
  expect(writtenIn(desk.world().drafts)).toEqual(DRAFTS);
});

test('a first mail whose hold a kill ends waits in the outbox of the next desk', async () => {
  const storage = memoryStorage();
  const first = await write({}, storage);
  storage.save({ ...storage.load()!, endedAt: first.clock.now() });
  first.desk.stop();
  const next = await openDesk(first.center, { storage, clock: first.clock });
  next.desk.wake();
  next.clock.advance(10_000);
  await next.idle();
  expect(first.titles()).toEqual(['Title 1', 'Your parcel']);
});

test('where the message of a new conversation is left out, it is a draft again, and no other is begun', async () => {
  const { desk, pass, said } = await write({ takesMessages: false });
  await pass(10_000);
  const reason = 'This help center made #2 without its message: it takes none with a new conversation.';
  expect(said()).toBe(reason);
  expect(writtenIn(desk.world().drafts)).toEqual(DRAFTS);
  expect(desk.world().offers.firstMessage).toBe(reason);
});

test('the changes after a first mail are made to the conversation that it began', async () => {
  const bench = await openDesk(fakeCenter([row(1)]), { clock: handClock() });
  const following = [{ name: 'conversation.status' as const, args: { ids: [-7], conversation_status_id: 2 } }];
  bench.desk.commit('conversation.create', { ...MAIL, following });
  bench.clock.advance(10_000);
  await bench.idle();
  expect(bench.center.conversations.get(2)).toMatchObject({ title: 'Your parcel', status: 'closed' });
  expect(bench.desk.world().pending).toEqual([]);
});
