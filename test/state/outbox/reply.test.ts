import { describe, expect, test } from 'vitest';
import { draftKey } from '../../../src/state/drafts/drafts.ts';
import { draftFiles } from '../../../src/state/drafts/files.ts';
import { conflicting, redoable } from '../../../src/state/operations/operation.ts';
import { keepMine, keepTheirs } from '../../../src/state/outbox/resolve-conflict.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { loadConversations, openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf, threadOf } from '../../../src/state/visible.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const ZOE = { name: safeLine('Zoë Quinn'), email: safeLine('zoe@customer.example') };
const DRAFT = draftKey('reply', 1);
const REPLY = { ids: [1], body: 'It goes out today.', messageId: null };

async function openOne(storage = memoryStorage(), more: object = {}): Promise<Bench> {
  const center = fakeCenter([row(1), row(2)], more);
  center.receive(1, 'Where is my parcel?');
  const bench = await openDesk(center, { storage, clock: handClock() });
  await openConversation(bench.desk, 1);
  await bench.idle();
  return bench;
}

function sent({ center }: Bench): readonly string[] {
  return [...center.messages.values()].filter(({ kind }) => kind === 'agent').map(one => one.body_text);
}

function shown({ desk }: Bench): readonly string[] {
  return threadOf(desk.world(), 1)!.messages.map(one => one.body_text);
}

function status({ desk }: Bench): string | null | undefined {
  return conversationOf(desk.world(), 1)?.status;
}

async function pass(bench: Bench, ms: number): Promise<void> {
  bench.clock.advance(ms);
  await bench.idle();
}

describe('a reply', () => {
  test('is shown before it is answered, and is sent once', async () => {
    const bench = await openOne();
    bench.link = 'slow';
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    expect(shown(bench)).toEqual(['Where is my parcel?', 'It goes out today.']);
    expect(bench.desk.world().notice?.text).toBe('Replied to #1 · z takes it back');
    bench.link = 'up';
    await bench.release();
    expect([sent(bench), shown(bench)]).toEqual([
      ['It goes out today.'],
      ['Where is my parcel?', 'It goes out today.'],
    ]);
    expect(bench.desk.world().pending).toEqual([]);
  });

  test('waits while the link is down, over a restart, and is sent once although the first answer was lost', async () => {
    const storage = memoryStorage();
    const bench = await openOne(storage);
    bench.link = 'deaf';
    bench.desk.commit('message.reply', REPLY);
    await pass(bench, 1_000);
    bench.desk.stop();
    const next = await openDesk(bench.center, { storage, name: 'next', clock: bench.clock });
    await pass(next, 31_000);
    expect([sent(next), next.desk.world().pending]).toEqual([['It goes out today.'], []]);
  });

  test('is found by a read if the help center keeps no keys', async () => {
    const bench = await openOne(memoryStorage(), { isForgetful: true });
    bench.link = 'deaf';
    bench.desk.commit('message.reply', REPLY);
    await pass(bench, 500);
    bench.link = 'up';
    for (let round = 0; round < 3; round += 1) await pass(bench, 31_000);
    expect([sent(bench), bench.desk.world().pending]).toEqual([['It goes out today.'], []]);
  });

  test('spends its draft, which comes back with its recipients if it is refused', async () => {
    const bench = await openOne();
    bench.desk.set({ drafts: new Map([[DRAFT, { text: REPLY.body }]]) });
    bench.center.refusals.set(1, { status: 422, message: 'The inbox has no address.' });
    bench.desk.commit('message.reply', { ...REPLY, to: [ZOE], cc: [] });
    expect(bench.desk.world().drafts.size).toBe(0);
    await bench.idle();
    expect(writtenIn(bench.desk.world().drafts)).toEqual({
      'reply:1': REPLY.body,
      'reply:1 to': 'Zoë Quinn <zoe@customer.example>',
      'reply:1 cc': '–',
    });
    expect(bench.desk.world().notice?.text).toBe(
      'Reply not sent, gd has its text: The inbox has no address. · go keeps it',
    );
    expect(shown(bench)).toEqual(['Where is my parcel?']);
  });

  test('asks if the customer wrote meanwhile, and is sent or becomes a draft again', async () => {
    for (const [answer, expected] of [
      [keepMine, [REPLY.body]],
      [keepTheirs, []],
    ] as const) {
      const bench = await openOne();
      bench.center.receive(1, 'Found it, thanks!');
      bench.desk.commit('message.reply', REPLY);
      await bench.idle();
      expect(bench.desk.world().notice?.text).toBe(
        'Reply not sent yet. #1: The customer wrote since: “Found it, thanks!” · Enter decides',
      );
      expect(sent(bench)).toEqual([]);
      answer(bench.desk, conflicting(bench.desk.world())[0]!.key, [1]);
      await bench.idle();
      expect(sent(bench)).toEqual(expected);
      expect(bench.desk.world().drafts.get(DRAFT)?.text).toBe(expected.length === 0 ? REPLY.body : undefined);
    }
  });

  test('asks if its conversation was merged into another one, because another customer may get it', async () => {
    const bench = await openOne();
    bench.center.receive(2);
    await bench.center.fetch(
      new Request('https://help.example/api/agent/v1/conversations/2/merge', {
        method: 'POST',
        body: JSON.stringify({ conversation_ids: [1] }),
      }),
    );
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    expect(sent(bench)).toEqual([]);
    expect(bench.desk.world().notice?.text).toContain('It was merged into #2 since.');
  });

  test('goes with changes of another agent meanwhile', async () => {
    const bench = await openOne();
    bench.center.change(1, { tags: ['vip'] });
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    expect(sent(bench)).toEqual([REPLY.body]);
  });

  test('that the help center cannot take becomes a draft, and no further one is offered', async () => {
    const bench = await openOne();
    bench.center.absent.add('/messages');
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    const reason = 'This help center sends no mail to customers.';
    expect(bench.desk.world().offers.deliver).toBe(reason);
    expect(bench.desk.world().drafts.get(DRAFT)?.text).toBe(REPLY.body);
    expect(shown(bench)).toEqual(['Where is my parcel?']);
  });

  test('that the help center keeps but does not send is told, and no further one is offered', async () => {
    const bench = await openOne(memoryStorage(), { sendsMail: false });
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    const reason = 'This help center keeps replies but sends no mail: the customer did not get it.';
    expect(bench.desk.world().notice?.text).toBe(reason);
    expect(bench.desk.world().offers.deliver).toBe(reason);
  });
});

describe('a reply that also closes', () => {
  const closing = {
    ...REPLY,
    following: [{ name: 'conversation.status' as const, args: { ids: [1], conversation_status_id: 2 } }],
  };

  test('is seen closed at once, and closes after it was sent', async () => {
    const bench = await openOne();
    bench.desk.commit('message.reply', closing);
    expect([status(bench), bench.desk.world().notice?.text]).toEqual([
      'closed',
      'Replied to #1 and closed it · z takes it back',
    ]);
    await bench.idle();
    expect([sent(bench), bench.center.conversations.get(1)!.status]).toEqual([[REPLY.body], 'closed']);
    expect([status(bench), bench.desk.world().pending]).toEqual(['closed', []]);
  });

  test('closes nothing if it is refused', async () => {
    const bench = await openOne();
    bench.center.refusals.set(1, { status: 422, message: 'The inbox has no address.' });
    bench.desk.commit('message.reply', closing);
    await bench.idle();
    expect([bench.center.conversations.get(1)!.status, status(bench)]).toEqual(['open', 'open']);
  });

  test('asks about the closing alone if the customer wrote between the two', async () => {
    const bench = await openOne();
    const { fetch } = bench.center;
    bench.center.fetch = async request => {
      if (request.method === 'PUT' && sent(bench).length === 1) {
        bench.center.receive(1, 'One more thing');
        bench.center.fetch = fetch;
      }
      return fetch(request);
    };
    bench.desk.commit('message.reply', closing);
    await bench.idle();
    expect([sent(bench).length, bench.center.conversations.get(1)!.status]).toEqual([1, 'open']);
    expect(bench.desk.world().notice?.text).toBe(
      'Status not set yet. #1: The customer wrote since: “One more thing” · Enter decides',
    );
  });

  test('is taken back as one step', async () => {
    const bench = await openOne();
    bench.desk.commit('message.reply', closing);
    await bench.idle();
    bench.desk.undo();
    await bench.idle();
    expect([sent(bench), bench.center.conversations.get(1)!.status, status(bench)]).toEqual([[], 'open', 'open']);
  });

  test('stays closed if it has gone', async () => {
    const bench = await openOne();
    bench.desk.commit('message.reply', closing);
    await bench.idle();
    bench.center.send([...bench.center.messages.keys()].at(-1)!, 'sent');
    bench.desk.undo();
    await bench.idle();
    expect([sent(bench).length, bench.center.conversations.get(1)!.status, status(bench)]).toEqual([
      1,
      'closed',
      'closed',
    ]);
  });
});

describe('z on a reply', () => {
  async function openSent(more: object = {}): Promise<Bench & { readonly id: number }> {
    const bench = await openOne();
    bench.desk.commit('message.reply', { ...REPLY, ...more });
    await bench.idle();
    return Object.assign(bench, { id: [...bench.center.messages.keys()].at(-1)! });
  }

  test('that the help center has not got yet makes it a draft at once', async () => {
    const bench = await openOne();
    bench.link = 'down';
    bench.desk.commit('message.reply', { ...REPLY, cc: [ZOE] });
    bench.desk.undo();
    bench.link = 'up';
    await pass(bench, 31_000);
    expect([sent(bench), shown(bench)]).toEqual([[], ['Where is my parcel?']]);
    expect(Object.keys(writtenIn(bench.desk.world().drafts))).toEqual(['reply:1', 'reply:1 cc']);
  });

  test('makes it a draft with its recipients once the help center has agreed', async () => {
    const bench = await openSent({ to: [ZOE] });
    bench.link = 'slow';
    bench.desk.undo();
    await bench.idle();
    expect([shown(bench), bench.desk.world().drafts.size]).toEqual([['Where is my parcel?'], 0]);
    expect(bench.desk.world().notice?.text).toBe('Taking back: Replied to #1');
    bench.link = 'up';
    await bench.release();
    expect(sent(bench)).toEqual([]);
    expect(writtenIn(bench.desk.world().drafts)).toEqual({
      'reply:1': REPLY.body,
      'reply:1 to': 'Zoë Quinn <zoe@customer.example>',
    });
    expect(bench.desk.world().notice?.text).toBe('Took back the reply to #1 · gd goes on with it');
  });

  test('one of several answers at once names all of them', async () => {
    const bench = await openOne();
    bench.desk.commitEach('message.reply', [REPLY, { ...REPLY, ids: [2] }], {
      text: t`Replied to 2 conversations`,
      short: t`Replied`,
    });
    await bench.idle();
    bench.desk.undo();
    await bench.idle();
    expect(sent(bench)).toEqual([]);
    expect(bench.desk.world().notice?.text).toBe('Took back 2 replies · gd goes on with them');
  });

  test('brings its files back with its words', async () => {
    const file = { copy: '0'.repeat(32), name: t`invoice.pdf`, size: 7 };
    const bench = await openOne();
    const uploaded = { ...file, attachmentId: 5, uploadedAt: bench.desk.now() };
    bench.desk.commit('message.reply', { ...REPLY, files: [uploaded] });
    await bench.idle();
    bench.desk.undo();
    await bench.idle();
    expect(sent(bench)).toEqual([]);
    expect(draftFiles(bench.desk.world().drafts, 'reply', 1)).toEqual([file]);
  });

  test('keeps the draft that was begun since', async () => {
    const bench = await openSent();
    bench.desk.set({ drafts: new Map([[DRAFT, { text: 'PS: it is blue.' }]]) });
    bench.desk.undo();
    await bench.idle();
    expect(bench.desk.world().drafts.get(DRAFT)?.text).toBe(`${REPLY.body}\n\nPS: it is blue.`);
  });

  test.for([
    ['sent', null, 'Not taken back: It was sent at'],
    ['failed', '550 no such user', 'Not taken back: It was not delivered: 550 no such user.'],
  ] as const)('says that it is too late: %s', async ([state, reason, words]) => {
    const bench = await openSent();
    bench.center.send(bench.id, state, reason);
    bench.desk.undo();
    await bench.idle();
    expect(bench.desk.world().notice?.text).toContain(words);
    expect([sent(bench), shown(bench), bench.desk.world().drafts.size]).toEqual([
      [REPLY.body],
      ['Where is my parcel?', REPLY.body],
      0,
    ]);
  });

  test('never deletes what went between the read and the deletion', async () => {
    const bench = await openSent();
    const { fetch } = bench.center;
    bench.center.fetch = async request => {
      if (request.method === 'DELETE') {
        bench.center.fetch = fetch;
        bench.center.send(bench.id, 'sent');
      }
      return fetch(request);
    };
    bench.desk.undo();
    await bench.idle();
    expect([sent(bench), bench.desk.world().drafts.size]).toEqual([[REPLY.body], 0]);
  });

  test('never deletes what has gone although a read of its state was stale', async () => {
    const bench = await openSent();
    const { fetch } = bench.center;
    const held = structuredClone(bench.center.messages.get(bench.id)!);
    bench.center.send(bench.id, 'sent');
    bench.center.fetch = async request =>
      request.method === 'GET' && request.url.endsWith(`/messages/${bench.id}`)
        ? Response.json({ data: held })
        : fetch(request);
    bench.desk.undo();
    await bench.idle();
    expect([sent(bench), bench.desk.world().drafts.size]).toEqual([[REPLY.body], 0]);
    expect(bench.desk.world().notice?.text).toMatch(/^Not taken back: It has been sent\./);
  });

  test('goes by the version at a help center that does not know this condition', async () => {
    const bench = await openSent();
    const { fetch } = bench.center;
    const asked: string[] = [];
    bench.center.fetch = async request => {
      if (request.method === 'DELETE') asked.push(`${new URL(request.url).search} ${request.headers.get('if-match')}`);
      return request.method === 'DELETE' && request.url.includes('unsent')
        ? Response.json({ error: { code: 'bad_query', message: 'unsent is not known.' } }, { status: 400 })
        : fetch(request);
    };
    bench.desk.undo();
    await bench.idle();
    expect([sent(bench), bench.desk.world().drafts.get(DRAFT)?.text]).toEqual([[], REPLY.body]);
    expect(asked).toEqual([expect.stringMatching(/^\?unsent=1 "c1-/), expect.stringMatching(/^ "c1-/)]);
  });

  test('works although others change the conversation all the while', async () => {
    const bench = await openSent();
    const { fetch } = bench.center;
    let left = 3;
    bench.center.fetch = async request => {
      if (request.method === 'DELETE' && left-- > 0) bench.center.change(1, { tags: [`${left}`] });
      return fetch(request);
    };
    bench.desk.undo();
    await bench.idle();
    expect([sent(bench), bench.desk.world().drafts.get(DRAFT)?.text]).toEqual([[], REPLY.body]);
  });

  test('is known to have worked although its answer was lost', async () => {
    const bench = await openSent();
    const { fetch } = bench.center;
    bench.center.fetch = async request => {
      const answer = await fetch(request);
      if (request.method !== 'DELETE') return answer;
      bench.center.fetch = fetch;
      throw new Error('no answer');
    };
    bench.desk.undo();
    await pass(bench, 1_000);
    await pass(bench, 31_000);
    expect([sent(bench), bench.desk.world().drafts.get(DRAFT)?.text, bench.desk.world().pending]).toEqual([
      [],
      REPLY.body,
      [],
    ]);
  });

  test('works after a restart', async () => {
    const storage = memoryStorage();
    const bench = await openOne(storage);
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    bench.desk.stop();
    const next = await openDesk(bench.center, { storage, name: 'next', clock: bench.clock });
    next.desk.undo();
    await next.idle();
    expect([sent(next), next.desk.world().drafts.get(DRAFT)?.text]).toEqual([[], REPLY.body]);
  });

  test('is offered until the mail has gone', async () => {
    const bench = await openSent();
    expect(bench.desk.world().notice?.text).toBe('Replied to #1 · z takes it back');
    bench.center.send(bench.id, 'sent');
    await openConversation(bench.desk, 1);
    await bench.idle();
    expect(bench.desk.world().notice).toBeNull();
  });

  test('cannot be followed by Z: nothing is sent twice', async () => {
    const bench = await openSent();
    bench.link = 'slow';
    bench.desk.undo();
    bench.desk.redo();
    bench.link = 'up';
    await bench.release();
    expect([sent(bench), redoable(bench.desk.world().operations)]).toEqual([[], []]);
  });
});

describe('one reply to each of several conversations', () => {
  async function openThree(): Promise<Bench> {
    const center = fakeCenter([row(1), row(2), row(3)]);
    const bench = await openDesk(center, { clock: handClock() });
    await loadConversations(bench.desk, [1, 2, 3]);
    return bench;
  }

  function replyToAll({ desk }: Bench): void {
    const title = { text: t`Replied to 3 conversations`, short: t`Replied 3` };
    desk.commitEach(
      'message.reply',
      [1, 2, 3].map(id => ({ ...REPLY, ids: [id] })),
      title,
    );
  }

  function answeredIds({ center }: Bench): readonly number[] {
    return [...center.messages.values()].map(one => one.conversation_id).sort();
  }

  test('has a result of its own for each, and z takes back what went', async () => {
    const bench = await openThree();
    bench.center.refusals.set(2, { status: 422, message: 'The inbox has no address.' });
    replyToAll(bench);
    await bench.idle();
    expect(answeredIds(bench)).toEqual([1, 3]);
    const { refused, drafts } = bench.desk.world();
    expect(refused.map(({ reasons }) => reasons)).toEqual([[{ id: 2, reason: 'The inbox has no address.' }]]);
    expect([...drafts.keys()]).toEqual(['reply:2']);
    bench.desk.undo();
    await bench.idle();
    expect(answeredIds(bench)).toEqual([]);
    expect([...bench.desk.world().drafts.keys()].sort()).toEqual(['reply:1', 'reply:2', 'reply:3']);
  });

  test('asks about the one whose customer wrote meanwhile, and sends the others', async () => {
    const bench = await openThree();
    bench.center.receive(2, 'Found it!');
    replyToAll(bench);
    await bench.idle();
    expect(sent(bench)).toHaveLength(2);
    expect(conflicting(bench.desk.world()).flatMap(({ conflict = [] }) => conflict.map(({ id }) => id))).toEqual([2]);
  });
});

describe('the way of a reply, in the thread,', () => {
  /** What stands behind the words of the reply. */
  /** The head line of the reply at its right end, and the lines below its words. */
  function way({ desk }: Bench, detailColumns = 80): string {
    desk.set({ viewport: { ...desk.world().viewport, detailColumns } });
    const lines = desk.detailLines();
    const at = lines.findIndex(({ text }) => text === REPLY.body);
    const { right, hint } = lines.slice(0, at).findLast(({ role }) => role === 'head')!;
    const below = lines.slice(at + 1).map(({ text }) => text);
    return [right, hint, ...below]
      .filter(Boolean)
      .join(' | ')
      .replace(/[\d:]{8}/, 'then');
  }

  test('says until when it is held, and whether z takes it back', async () => {
    const bench = await openOne();
    bench.desk.commit('message.reply', REPLY);
    expect(way(bench)).toMatch(/^2 of 2 {2}\w{3} \d{1,2} \w{3} \d\d:\d\d$/);
    await bench.idle();
    expect(way(bench)).toBe('2 of 2  held until then | z takes it back');
    bench.desk.commit('conversation.tag', { ids: [2], tags: ['vip'] });
    expect(way(bench)).toBe('2 of 2  held until then');
  });

  test('leaves z out where it has no room, so that no line moves when that changes', async () => {
    const bench = await openOne();
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    const linesAt = (detailColumns: number) => [way(bench, detailColumns), bench.desk.detailLines().length];
    const before = linesAt(48);
    expect(before[0]).toBe('2 of 2  held until then');
    expect(way(bench, 35)).toBe('held');
    bench.desk.commit('conversation.tag', { ids: [2], tags: ['vip'] });
    expect(linesAt(48)).toEqual(before);
  });

  test('says why it is not sent yet', async () => {
    const bench = await openOne();
    bench.link = 'down';
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    expect(way(bench)).toMatch(/ \| Not sent yet: /);
  });

  test('says that it asks first', async () => {
    const bench = await openOne();
    bench.center.receive(1, 'Found it!');
    bench.desk.commit('message.reply', REPLY);
    await bench.idle();
    expect(way(bench)).toMatch(/ \| Not sent yet: it asks first · go$/);
  });
});
