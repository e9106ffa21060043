import { expect, test } from 'vitest';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Thread } from '../../../src/state/world.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { written } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, message, note, sampleWorld, thread } from '../../ui/world.ts';

const bob = { type: 'contact' as const, id: 9, name: safeLine('Bob'), email: safeLine('bob@customer.example') };
const first = message(1, 'Where is my parcel?');
const second = message(2, '\n  And my bill?\n\nBob', { author: bob });
const notes = [note(1, 'About the bill')];

/** A desk with the keys in the detail, on a conversation with these messages and notes. */
function open(messages = [first, second], more: Partial<Thread> = {}) {
  const world = sampleWorld({ columns: 120, rows: 36 });
  const threads = IdMap.of([[1042, { ...thread(messages), notes, ...more }]]);
  const { desk, asked } = fakeDesk({ ...world, base: { ...world.base, threads } });
  const at = (entryKey: string) =>
    desk.set({ pane: 'detail', detail: { ...desk.world().detail, conversationId: 1042, entryKey } });
  at('message:2');
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  return { desk, asked, at, press, said: () => desk.world().notice?.text };
}

test('the marked messages and notes leave, under a title that the first of them proposes', () => {
  const { desk, asked, at, press } = open();
  press('entry.choose');
  at('note:1');
  press('entry.choose conversation.split');
  expect(written(desk)?.draft.text).toBe('And my bill?');
  press('enter');
  expect(asked.commits).toEqual([
    { name: 'conversation.split', args: { ids: [1042], title: 'And my bill?', messageIds: [2], noteIds: [1] } },
  ]);
  expect(desk.world().detail.marked.size).toBe(0);
});

test('without marks the selected message leaves; the box says what does, and for how long it can be taken back', () => {
  const { desk, press } = open();
  press('conversation.split');
  const shown = rowsOf(desk)
    .join(' ')
    .replace(/[│\s]+/g, ' ');
  expect(shown).toContain('1 message by Bob would leave #1042.');
  expect(shown).toContain('Held for 10 s: z takes it back.');
});

test.each([
  ['All messages are marked, and one has to stay.', [first, second], ['message:1', 'message:2']],
  ['#1042 has one message, and one has to stay.', [first], ['message:1']],
  ['No message is marked: Space marks the messages to split off.', [first, second], ['note:1']],
])('%s', (reason, messages, keys) => {
  const { asked, at, press, said } = open(messages);
  for (const key of keys) {
    at(key);
    press('entry.choose');
  }
  press('conversation.split');
  expect([said(), asked.commits]).toEqual([reason, []]);
});

test('a help center that splits nothing says so before it is tried', () => {
  const { desk, press, said } = open();
  desk.set({ offers: { 'conversation.split': t`This help center splits no conversations.` } });
  press('conversation.split');
  expect([desk.world().overlays, said()]).toEqual([[], 'This help center splits no conversations.']);
});

test('a mark is a sign in the head of its message, and a second press takes it away', () => {
  const { desk, press } = open();
  const heads = () => rowsOf(desk).filter((row: string) => row.includes('✓ Bob'));
  press('entry.choose');
  expect(heads()).toHaveLength(1);
  press('entry.choose');
  expect(heads()).toHaveLength(0);
});

test('Enter on the line that says where a part went opens that conversation, and gp comes back', () => {
  const helpCenter = { type: 'system' as const, id: null, name: t``, email: null };
  const line = (text: string) => message(3, text, { kind: 'system', author: helpCenter });
  const { desk, at, press } = open([first, second, line('A part of this conversation was split off into #1027.')]);
  at('message:3');
  press('open');
  expect([desk.world().pane, desk.world().detail.conversationId]).toEqual(['detail', 1027]);
  press('go.former');
  expect(desk.world().detail.conversationId).toBe(1042);
});
