import { expect, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { tellPresence } from '../../../src/state/sync/tell-presence.ts';
import type { PendingChange, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';
import { operationOf } from '../operations.ts';

/** A desk with a conversation, and what it tells of its agent. */
function open(more: Partial<World> = {}) {
  const world = sampleWorld({ columns: 100, rows: 30 }, { mailOut: { sends: true, missing: [] }, ...more });
  const list = { ...world.list, marks: new Set<number>() };
  const presence = { ...world.presence, streamId: 'stream' };
  const emails = [{ id: 1, email: safeLine('help@shop.example'), status: 'primary' as const }];
  const base = { ...world.base, inboxes: world.base.inboxes.map(one => ({ ...one, emails })) };
  const { desk } = fakeDesk({ ...world, base, list, presence });
  const told: string[] = [];
  const clock = handClock();
  const tell = async ({ params, query }: { params: { conversation_id: number }; query: Record<string, unknown> }) =>
    void told.push(`${params.conversation_id} ${query.stream} ${query.doing ?? 'nothing'}`);
  const client = { ...desk.client, presence: { tell } } as unknown as Desk['client'];
  const stop = tellPresence({ ...desk, client, setTimer: clock.setTimer });
  return { desk, told, clock, stop, press: (...keys: string[]) => pressOn(desk, ...keys) };
}

test('a reply is told when its box opens and when it closes, and nothing in between', () => {
  const { told, press } = open();
  press('conversation.reply', '1', '2', 'tab', 'tab', 'box.saved', 'esc');
  expect(told).toEqual(['1042 stream answers']);
  press('esc');
  expect(told).toEqual(['1042 stream answers', '1042 stream nothing']);
});

test('an open conversation is told after two seconds; passing by is not', () => {
  const { told, clock, press } = open();
  press('open');
  clock.advance(1_900);
  press('back');
  clock.advance(5_000);
  expect(told).toEqual([]);
  press('open');
  clock.advance(2_000);
  expect(told).toEqual(['1042 stream reads']);
  press('conversation.reply', 'esc');
  expect(told).toEqual(['1042 stream reads', '1042 stream answers', '1042 stream nothing']);
  clock.advance(2_000);
  expect(told.at(-1)).toBe('1042 stream reads');
});

test('a desk that sends a mail answers until the help center has it, and need not tell that it is done', () => {
  const { desk, told, press } = open();
  press('conversation.reply');
  const mail = {
    ...{ key: 'k', name: 'message.reply', args: { ids: [1042], body: 'Hello' }, attempts: { count: 1 } },
    ...{ at: 0, title: safeLine('Replied'), versions: {}, state: 'sending' },
  } as unknown as PendingChange;
  const sending = () => {
    press('conversation.reply');
    desk.set({ operations: [operationOf(mail)], overlays: [] });
  };
  sending();
  expect(told).toEqual(['1042 stream answers']);
  desk.set({ operations: [] });
  expect(told, 'the help center has it').toHaveLength(1);
  sending();
  desk.set({ operations: [operationOf({ ...mail, state: 'refused', reasons: [] })] });
  expect(told.at(-1), 'it was refused').toBe('1042 stream nothing');
});

test('over a slow link answers alone are told', () => {
  const { told, clock, press } = open({ link: 'slow' });
  press('open');
  clock.advance(10_000);
  expect(told).toEqual([]);
  press('conversation.reply');
  expect(told).toEqual(['1042 stream answers']);
});

test('notes, answers to several and first mails are not told', () => {
  const { told, press } = open();
  press('note.write', 'esc', 'list.mark', 'cursor.down', 'list.mark', 'conversation.reply', 'esc');
  press('conversation.create', 'esc');
  expect(told).toEqual([]);
});

test('each new stream is told again, and without one nothing is', () => {
  const { desk, told, press, stop } = open();
  press('conversation.reply');
  desk.set({ presence: { ...desk.world().presence, streamId: null } });
  press('esc', 'conversation.reply');
  expect(told).toEqual(['1042 stream answers']);
  desk.set({ presence: { ...desk.world().presence, streamId: 'next' } });
  expect(told).toEqual(['1042 stream answers', '1042 next answers']);
  stop();
  press('esc');
  expect(told).toHaveLength(2);
});
