import { describe, expect, test } from 'vitest';
import type { ChangeName } from '../../../src/state/changes/change.ts';
import { changeOf, changes } from '../../../src/state/changes/list.ts';
import { make } from '../../../src/state/outbox/commit.ts';
import { sendAgain } from '../../../src/state/outbox/decide.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { withdraw } from '../../../src/state/outbox/withdraw.ts';
import { rereadList } from '../../../src/state/sync/list.ts';
import { refresh } from '../../../src/state/sync/refresh.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, type Row, row } from '../fake-center.ts';
import { type Bench, type Link, openDesk } from '../open-desk.ts';
import { keptOf } from '../operations.ts';

const HOUR_MS = 3_600_000;
/** The time at which the fake help center begins to write. */
const CENTER_TIME = Date.UTC(2026, 10, 20, 11);

/** A help center that keeps no keys: what is sent twice is done twice. */
function forgetful(rows: readonly Row[] = [row(1), row(2)]) {
  return fakeCenter(rows, { isForgetful: true });
}

function writes({ center }: Bench): string[] {
  return center.requests.filter(request => !request.startsWith('GET'));
}

function notesOf({ center }: Bench, id = 1): string[] {
  return [...center.notes.values()].filter(note => note.conversation_id === id).map(({ details }) => details);
}

/** Makes a change over a link that fails, and lets the time pass with a link that works. */
async function sendOver(bench: Bench, link: Link, name: ChangeName, args: { readonly ids: readonly number[] }) {
  bench.link = link;
  // An inverse is not held.
  make(bench.desk, {
    calls: [{ name, args }],
    ...(changeOf(name).undo === 'hold' ? { undoes: 'another' } : {}),
  });
  await bench.idle();
  bench.link = 'up';
  await passTime(bench);
}

async function passTime(bench: Bench, ms = 20_000): Promise<void> {
  bench.clock.advance(ms);
  await bench.idle();
}

/** A note by Ana, who works at the desk. */
function addNote({ center }: Bench, details: string, agoMs: number): void {
  const created_at = new Date(CENTER_TIME - agoMs).toISOString().slice(0, 19);
  center.notes.set(500, { id: 500, conversation_id: 1, agent_id: 1, details, attachments: [], created_at });
  center.conversations.get(1)!.note_count += 1;
}

describe('at a help center that keeps no keys', () => {
  const rows = () => [row(1, { tags: ['vip'], contacts: [1, 7], unread: true }), row(2, { archived: true })];
  // A change without a case fails below, and compiles: a recipe that adds one is not a change of this file.
  const cases: Readonly<Partial<Record<ChangeName, { readonly ids: readonly number[] }>>> = {
    'conversation.archive': { ids: [1] },
    'conversation.restore': { ids: [2] },
    'conversation.tag': { ids: [1], tags: ['late'] } as never,
    'conversation.untag': { ids: [1], tags: ['vip'] } as never,
    'conversation.assign': { ids: [1], assign_to: 2 } as never,
    'conversation.status': { ids: [1, 2], conversation_status_id: 2 } as never,
    'conversation.move': { ids: [1], inbox_id: 1 } as never,
    'conversation.snooze': { ids: [1], snooze: { until: null, keep: false } } as never,
    'conversation.merge': { ids: [2], into: 1 } as never,
    'conversation.split': { ids: [1], title: 'Another', messageIds: [1_001], noteIds: [] } as never,
    'conversation.title': { ids: [1], title: 'Another' } as never,
    'conversation.rating': { ids: [1], disable_rating: true } as never,
    'conversation.read': { ids: [1], messageId: 1_002 } as never,
    'conversation.unread': { ids: [1], unread: false } as never,
    'conversation.follow': { ids: [1], followed: true } as never,
    'conversation.create': {
      ids: [-1],
      title: 'Your parcel',
      body: 'It is here.',
      to: [{ name: '', email: 'zoe@new.example' }],
      deliver: true,
    } as never,
    'contact.add': { ids: [1], contact_id: 9 } as never,
    'contact.remove': { ids: [1], contact_id: 7 } as never,
    'contact.update': { ids: [1], contact_id: 1, name: 'Zoë' } as never,
    'note.add': { ids: [1], details: 'Called her.' } as never,
    'note.update': { ids: [1], noteId: 500, details: 'New' } as never,
    'note.remove': { ids: [1], noteId: 500 } as never,
    'message.remove': { ids: [1], messageId: 1_001 } as never,
    'message.reply': { ids: [1], body: 'It goes out today.', messageId: null } as never,
    'message.take-back': { ids: [1], body: 'Sent', messageId: null, replyId: 1_001 } as never,
  };

  describe.each([
    ['deaf', 'whose answer was lost is not sent again'],
    ['down', 'that was lost on the way is sent again'],
  ] as const)('over a link that is %s, a change %s', (link, _fate) => {
    test.for(Object.keys(changes) as ChangeName[])('%s', async name => {
      const bench = await openDesk(forgetful(rows()), { clock: handClock(CENTER_TIME) });
      addNote(bench, 'Old', HOUR_MS);
      bench.center.reply(1, 'Sent');
      bench.center.receive(1);
      await refresh(bench.desk);
      await openConversation(bench.desk, 1);
      const before = writes(bench).length;
      await sendOver(bench, link, name, cases[name]!);
      expect(bench.desk.world().pending).toEqual([]);
      expect(bench.desk.world().refused).toEqual([]);
      expect(writes(bench)).toHaveLength(before + 1);
    });
  });

  test('a note is not taken for one with the same words from before', async () => {
    const bench = await openDesk(forgetful(), { clock: handClock(CENTER_TIME) });
    addNote(bench, 'Called her.', 60_000);
    await rereadList(bench.desk, 'jump');
    await openConversation(bench.desk, 1);
    await sendOver(bench, 'down', 'note.add', cases['note.add']!);
    expect(notesOf(bench)).toEqual(['Called her.', 'Called her.']);
  });

  test('two notes with the same words, both with lost answers, are two', async () => {
    const bench = await openDesk(forgetful(), { clock: handClock(CENTER_TIME) });
    await openConversation(bench.desk, 1);
    bench.link = 'deaf';
    for (const details of ['Called her.', 'Called her.']) bench.desk.commit('note.add', { ids: [1], details });
    for (const link of ['up', 'deaf', 'up'] as const) {
      await bench.idle();
      bench.link = link;
      await passTime(bench);
    }
    expect(notesOf(bench)).toEqual(['Called her.', 'Called her.']);
    expect(bench.desk.world().pending).toEqual([]);
  });

  test.for([-HOUR_MS, HOUR_MS])('a note is found if the clocks differ by %i ms', async apartMs => {
    const bench = await openDesk(forgetful(), { clock: handClock(CENTER_TIME + apartMs) });
    await openConversation(bench.desk, 1);
    await sendOver(bench, 'deaf', 'note.add', cases['note.add']!);
    expect(notesOf(bench)).toEqual(['Called her.']);
    expect(bench.desk.world().pending).toEqual([]);
  });

  test('a note is found in the conversation into which its own was merged meanwhile', async () => {
    const bench = await openDesk(forgetful(), { clock: handClock(CENTER_TIME) });
    await openConversation(bench.desk, 1);
    bench.link = 'deaf';
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await bench.idle();
    bench.center.change(1, { merged_into: 2 });
    for (const note of bench.center.notes.values()) note.conversation_id = 2;
    bench.link = 'up';
    await passTime(bench);
    expect([notesOf(bench, 2), bench.desk.world().pending, bench.desk.world().refused]).toEqual([
      ['Called her.'],
      [],
      [],
    ]);
  });

  test('nothing is read or sent for ten seconds after a note was given up: it may still arrive', async () => {
    const bench = await openDesk(forgetful(), { clock: handClock(CENTER_TIME) });
    bench.link = 'down';
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await bench.idle();
    bench.link = 'up';
    const asked = bench.center.requests.length;
    await passTime(bench, 9_000);
    bench.desk.wake(true);
    await bench.idle();
    expect(bench.center.requests).toHaveLength(asked);
    await passTime(bench, 1_000);
    expect(notesOf(bench)).toEqual(['Called her.']);
  });

  /** The agent wrote the same words a minute ago in another desk; this one has not read the notes since. */
  async function openAsking() {
    const bench = await openDesk(forgetful(), { clock: handClock(CENTER_TIME) });
    addNote(bench, 'Called her.', 60_000);
    await sendOver(bench, 'down', 'note.add', cases['note.add']!);
    return bench;
  }

  test('the agent is asked if no read can tell', async () => {
    const bench = await openAsking();
    expect(bench.desk.world().pending).toMatchObject([
      { state: 'asks', problem: 'It is not known whether this note was added.' },
    ]);
    expect(bench.desk.world().notice?.text).toBe(
      'Not confirmed: Noted on #1. It is not known whether this note was added. It is kept · go asks',
    );
    await passTime(bench, HOUR_MS);
    expect(notesOf(bench)).toEqual(['Called her.']);
  });

  test('also if it does not list its notes', async () => {
    const bench = await openDesk(forgetful(), { clock: handClock(CENTER_TIME) });
    bench.center.absent.add('/notes');
    await sendOver(bench, 'deaf', 'note.add', cases['note.add']!);
    bench.center.absent.delete('/notes');
    expect(bench.desk.world().pending).toMatchObject([{ state: 'asks' }]);
  });

  test('a change that the agent sends again is sent once, over a bad link too', async () => {
    const bench = await openAsking();
    const [{ key }] = bench.desk.world().pending as unknown as [{ key: string }];
    bench.link = 'deaf';
    sendAgain(bench.desk, [key]);
    await bench.idle();
    // It is read first, and the read has no answer either.
    bench.link = 'up';
    await passTime(bench, 40_000);
    expect([notesOf(bench), bench.desk.world().pending]).toEqual([['Called her.', 'Called her.'], []]);
  });

  test('a change that the agent drops is not sent, and its words stay', async () => {
    const bench = await openAsking();
    withdraw(bench.desk, bench.desk.world().pending[0]!.key, true);
    await passTime(bench, HOUR_MS);
    expect(notesOf(bench)).toEqual(['Called her.']);
    expect(Object.entries(writtenIn(bench.desk.world().drafts))).toEqual([['note:1', 'Called her.']]);
  });

  test('it can be dropped even if a later change of its conversation waits for the answer', async () => {
    const bench = await openAsking();
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    withdraw(bench.desk, bench.desk.world().pending[0]!.key, true);
    await bench.idle();
    expect([notesOf(bench), bench.desk.world().pending]).toEqual([['Called her.'], []]);
    expect(bench.center.conversations.get(1)!.archived).toBe(true);
  });

  test('a change that was never sent is sent without a read', async () => {
    const bench = await openDesk(forgetful(), { clock: handClock(CENTER_TIME) });
    const asked = bench.center.requests.length;
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    expect(bench.center.requests.slice(asked)).toEqual(['POST /conversations/1/archive']);
  });
});

describe('at a help center that keeps keys for a day', () => {
  /** A note whose answer was lost, and the desk that starts after it. */
  async function reopen(laterMs: number, wait: (clock: ReturnType<typeof handClock>) => void = () => undefined) {
    const storage = memoryStorage();
    const center = fakeCenter([row(1)]);
    const clock = handClock(CENTER_TIME);
    const first = await openDesk(center, { storage, clock });
    await openConversation(first.desk, 1);
    first.link = 'deaf';
    first.desk.commit('note.add', { ids: [1], details: 'Once' });
    await first.idle();
    first.desk.stop();
    clock.advance(laterMs);
    wait(clock);
    const asked = center.requests.length;
    const second = await openDesk(center, { storage, clock, isLoaded: false });
    await second.idle();
    return { second, asked: center.requests.slice(asked).map(request => request.replace(/\?.*/, '')) };
  }

  /** A gateway answers writes in the help center's place, in words of its own, as often as said. */
  function answerInPlace({ center }: Bench, times: number): void {
    const { fetch } = center;
    let left = times;
    center.fetch = async request => {
      if (request.method === 'GET' || left === 0) return fetch(request);
      left -= 1;
      center.requests.push(`${request.method} refused by the gateway`);
      return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
    };
  }

  test.for([
    ['what a gateway refused is sent again without a question', 2, ['Once'], []],
    ['if it goes on refusing, the agent is asked', 9, [], ['asks']],
  ] as const)('%s', async ([, times, notes, states]) => {
    const bench = await openDesk([row(1)], { clock: handClock(CENTER_TIME) });
    answerInPlace(bench, times);
    bench.desk.commit('note.add', { ids: [1], details: 'Once' });
    await bench.idle();
    for (let step = 0; step < 6; step += 1) await passTime(bench);
    expect([notesOf(bench), bench.desk.world().pending.map(({ state }) => state)]).toEqual([notes, states]);
    expect(writes(bench).length).toBeLessThanOrEqual(3);
  });

  test('a change is sent again with its key after a restart, as soon as that is known', async () => {
    const { second, asked } = await reopen(22 * HOUR_MS);
    expect([asked, notesOf(second)]).toEqual([['GET /me', 'POST /conversations/1/notes'], ['Once']]);
  });

  test.for<[string, number, (clock: ReturnType<typeof handClock>) => void]>([
    ['is 23 hours old', 23 * HOUR_MS, () => undefined],
    ['is 26 hours old', 26 * HOUR_MS, () => undefined],
    ['seems to come from the future, because the clock was set back', 0, clock => clock.setBack(HOUR_MS)],
  ])('it is read first if its first attempt %s', async ([, laterMs, wait]) => {
    const { second, asked } = await reopen(laterMs, wait);
    expect(asked).toEqual(['GET /conversations/1', 'GET /conversations/1/notes']);
    expect([notesOf(second), second.desk.world().pending]).toEqual([['Once'], []]);
  });

  test('it is read first if the clock was set back while no desk ran, even if its time seems right', async () => {
    const storage = memoryStorage();
    const change = { key: 'old', name: 'conversation.archive', args: { ids: [1] }, at: CENTER_TIME, problem: null };
    const pending = [{ ...change, state: 'waiting' as const, attempts: { count: 2, firstAt: CENTER_TIME - HOUR_MS } }];
    storage.save({ ...keptOf(pending), endedAt: CENTER_TIME + HOUR_MS });
    const center = fakeCenter([row(1)]);
    const bench = await openDesk(center, { storage, clock: handClock(CENTER_TIME), isLoaded: false });
    await bench.idle();
    expect(center.requests).toEqual(['GET /conversations/1', 'POST /conversations/1/archive']);
  });

  test.for<[string, (clock: ReturnType<typeof handClock>) => void, boolean]>([
    ['24 hours of sleep', clock => clock.sleep(24 * HOUR_MS), true],
    ['a clock set ahead by an hour', clock => clock.setBack(-HOUR_MS), false],
    ['a clock set back by an hour', clock => clock.setBack(HOUR_MS), false],
  ])(
    'in the same desk it is read first after a day of sleep, and not because the clock was set: %s',
    async ([, happen, isRead]) => {
      const bench = await openDesk([row(1)]);
      bench.link = 'deaf';
      bench.desk.commit('conversation.archive', { ids: [1] });
      await bench.idle();
      happen(bench.clock);
      bench.link = 'up';
      const asked = bench.center.requests.length;
      await passTime(bench);
      // After a failure of the link it first asks whether this is still the same help center.
      const read = bench.center.requests.slice(asked).filter(one => one !== 'GET /me');
      expect(read).toEqual([isRead ? 'GET /conversations/1' : 'POST /conversations/1/archive']);
    },
  );

  test('a change that was kept without a time is read first', async () => {
    const storage = memoryStorage();
    const change = { key: 'old', name: 'conversation.archive', args: { ids: [1] }, at: CENTER_TIME, problem: null };
    storage.save(keptOf([{ ...change, state: 'waiting', attempts: { count: 2 } }]));
    const center = fakeCenter([row(1)]);
    const bench = await openDesk(center, { storage, clock: handClock(CENTER_TIME), isLoaded: false });
    await bench.idle();
    expect(center.requests).toEqual(['GET /conversations/1', 'POST /conversations/1/archive']);
  });
});
