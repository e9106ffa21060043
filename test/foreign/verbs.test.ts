import { expect, test } from 'vitest';
import { openConversation } from '../../src/state/sync/thread.ts';
import { threadOf } from '../../src/state/visible.ts';
import { writtenIn } from '../harness/drafts.ts';
import { press } from '../harness/press.ts';
import { openForeignDesk } from './bench.ts';
import { addMessage } from './center/store.ts';
import type { Variant } from './center/variant.ts';

/** A desk on a help center without the calls beyond its document, with the keys in a conversation. */
async function open(variant: Partial<Variant> = { one: 'bare' }) {
  const bench = await openForeignDesk(variant, {
    fill: ({ conversation }) => void conversation('A late parcel', { id: 101 }),
  });
  await openConversation(bench.desk, 101);
  await bench.idle();
  bench.desk.set({ pane: 'detail' });
  return bench;
}

test('a help center that lacks a verb switches it off alone, and says so', async () => {
  const { desk, idle, pass } = await open();
  desk.commit('conversation.split', { ids: [101], title: 'Apart', messageIds: [1], noteIds: [] });
  await idle();
  await pass();
  expect(desk.world().offers['conversation.split']).toBe('This help center splits no conversations.');
  press(desk, 'conversation.split');
  expect(desk.world().notice?.text).toBe('This help center splits no conversations.');
  const messages = threadOf(desk.world(), 101)?.messages ?? [];
  expect(messages.every(({ side }) => side == null)).toBe(true);
  // The agent has seen that no box opened.
  desk.set({ typedOn: null });
  press(desk, 'message.forward');
  expect(desk.world().overlays).toEqual([]);
  desk.set({ typedOn: null, notice: null });
  press(desk, 'conversation.tag');
  expect(desk.world().overlays).toHaveLength(1);
  desk.stop();
});

const FIRST = { title: 'Your parcel', body: 'It is here.', to: [{ name: '', email: 'zoe@new.example' }] };

test('a help center that cannot begin a conversation is asked no more, and the text stays a draft', async () => {
  const { desk, idle, pass, center } = await open({ one: 'bare', errors: 'words' });
  center.lacks.add('POST /conversations');
  desk.commit('conversation.create', { ids: [-7], ...FIRST, deliver: true });
  await idle();
  await pass();
  expect(desk.world().notice?.text).toContain('This help center begins no conversations.');
  expect(desk.world().drafts.get('reply:-7')?.text).toBe('It is here.');
  desk.set({ typedOn: null, notice: null });
  press(desk, 'conversation.create');
  expect(desk.world().overlays).toEqual([]);
  expect(desk.world().notice?.text).toBe('This help center begins no conversations.');
  desk.stop();
});

test('a help center that takes the first message but counts none is believed, so that it is written once', async () => {
  const { desk, idle, pass, center } = await open({ one: 'bare', writes: 'resource', messages: 'listed' });
  const { answer } = center;
  center.answer = sent => {
    const answered = answer(sent);
    const made = [...center.store.conversations.keys()].at(-1)!;
    if (sent.method === 'POST' && sent.target.endsWith('/conversations'))
      addMessage(center.store, { conversationId: made, by: 'agent', byId: 7, text: FIRST.body, at: 0 });
    return answered;
  };
  desk.commit('conversation.create', { ids: [-7], ...FIRST, deliver: true });
  await idle();
  await pass();
  expect(desk.world().drafts.get('reply:-7')?.text).toBeUndefined();
  expect(desk.world().notice?.text).not.toContain('without its message');
  expect(center.asked.filter(asked => asked === 'POST /conversations')).toHaveLength(1);
  desk.stop();
});

test('a help center that leaves out the first message is said to do so, keeps the text a draft and is asked once', async () => {
  const { desk, idle, pass, center } = await open({ one: 'bare', writes: 'resource', messages: 'listed' });
  desk.commit('conversation.create', { ids: [-7], ...FIRST, deliver: true });
  await idle();
  await pass();
  const reason = /^This help center made #\d+ without its message: it takes none with a new conversation\.$/;
  expect(desk.world().notice?.text).toMatch(reason);
  expect(writtenIn(desk.world().drafts)).toMatchObject({
    'reply:-7': 'It is here.',
    'reply:-7 subject': 'Your parcel',
  });
  desk.set({ typedOn: null, notice: null });
  press(desk, 'conversation.create');
  expect(desk.world().overlays).toEqual([]);
  expect(desk.world().notice?.text).toMatch(reason);
  await pass();
  expect(center.asked.filter(asked => asked === 'POST /conversations')).toHaveLength(1);
  desk.stop();
});
