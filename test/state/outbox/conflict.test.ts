import { describe, expect, test } from 'vitest';
import type { ChangeName } from '../../../src/state/changes/change.ts';
import { conflicting } from '../../../src/state/operations/operation.ts';
import { keepMine, keepTheirs } from '../../../src/state/outbox/resolve-conflict.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { waitsHere } from '../../../src/state/outbox/waits-here.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf, threadOf } from '../../../src/state/visible.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

function writes({ center }: Bench): string[] {
  return center.requests.filter(request => !request.startsWith('GET'));
}

/** Lets the desk work on a link that is back. */
async function back(bench: Bench): Promise<void> {
  bench.link = 'up';
  for (let round = 0; round < 4; round += 1) {
    bench.clock.advance(31_000);
    await bench.idle();
  }
}

/** Makes changes without a link; meanwhile others act; then the link is back. */
async function offline(bench: Bench, make: () => void, meanwhile: () => void): Promise<void> {
  bench.link = 'down';
  make();
  await bench.idle();
  meanwhile();
  await back(bench);
}

function asking({ desk }: Bench) {
  return desk.world().pending.map(change => {
    const conflict = change.state === 'asks' && change.about === 'others' ? change.conflict : undefined;
    return [change.name, change.args.ids, conflict?.map(({ id, kind }) => [id, kind])];
  });
}

function answer(bench: Bench, side: typeof keepMine): void {
  const { key, conflict } = conflicting(bench.desk.world())[0]!;
  side(
    bench.desk,
    key,
    conflict.map(({ id }) => id),
  );
}

function at(bench: Bench, id: number) {
  return bench.center.conversations.get(id)!;
}

describe('changes of one agent', () => {
  test('that were queued on one conversation do not conflict with each other', async () => {
    const bench = await openDesk([row(1)]);
    bench.link = 'down';
    bench.desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
    bench.desk.commit('conversation.status', { ids: [1], conversation_status_id: 3 });
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    const before = writes(bench).length;
    await back(bench);
    expect(writes(bench).slice(before)).toEqual([
      'POST /conversations/tags',
      'PUT /conversations/1',
      'POST /conversations/1/archive',
    ]);
    expect([at(bench, 1).archived, at(bench, 1).status, bench.desk.world().pending]).toEqual([
      true,
      'awaiting reply',
      [],
    ]);
  });

  test('follow a note, whose answer does not show the conversation', async () => {
    const bench = await openDesk([row(1)]);
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await bench.idle();
    bench.center.requests.length = 0;
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    expect([bench.center.requests, at(bench, 1).archived]).toEqual([['POST /conversations/1/archive'], true]);
  });

  test('are sent unasked if others only changed something else', async () => {
    const bench = await openDesk([row(1)]);
    await offline(
      bench,
      () => bench.desk.commit('conversation.status', { ids: [1], conversation_status_id: 3 }),
      () => bench.center.change(1, { tags: ['vip'], assign_to: 2, title: 'Theirs' }),
    );
    expect(at(bench, 1)).toMatchObject({ status: 'awaiting reply', tags: ['vip'], assign_to: 2, title: 'Theirs' });
    expect(bench.desk.world().pending).toEqual([]);
    expect(bench.desk.world().notice).toBeNull();
  });

  test('are not sent if another agent did the same', async () => {
    const bench = await openDesk([row(1)]);
    await offline(
      bench,
      () => bench.desk.commit('conversation.assign', { ids: [1], assign_to: 2 }),
      () => bench.center.change(1, { assign_to: 2 }),
    );
    expect([asking(bench), at(bench, 1).version]).toEqual([[], 2]);
  });
});

describe('a change that asks', () => {
  async function closed(more: Parameters<typeof openDesk>[1] = {}) {
    const bench = await openDesk([row(1)], more);
    await offline(
      bench,
      () => bench.desk.commit('conversation.status', { ids: [1], conversation_status_id: 2 }),
      () => bench.center.change(1, { conversation_status_id: 3, status: 'awaiting reply' }),
    );
    return bench;
  }

  test('overwrites nothing, is shown as the agent made it, and says what both did', async () => {
    const bench = await closed();
    expect(asking(bench)).toEqual([['conversation.status', [1], [[1, 'field']]]]);
    expect(at(bench, 1).status).toBe('awaiting reply');
    expect(conversationOf(bench.desk.world(), 1)?.status).toBe('closed');
    expect(bench.desk.world().notice?.text).toBe(
      'Status not set yet. #1: status: you closed it, another agent set awaiting reply · Enter decides',
    );
  });

  test('is sent on m, and z goes back to the other agent’s value', async () => {
    const bench = await closed();
    answer(bench, keepMine);
    await bench.idle();
    expect([at(bench, 1).status, bench.desk.world().pending]).toEqual(['closed', []]);
    bench.desk.undo();
    await bench.idle();
    expect(at(bench, 1).status).toBe('awaiting reply');
  });

  test('is gone on t, z forgets it, and the other agent’s is shown', async () => {
    const bench = await closed();
    answer(bench, keepTheirs);
    await bench.idle();
    expect([at(bench, 1).status, bench.desk.world().pending]).toEqual(['awaiting reply', []]);
    expect(conversationOf(bench.desk.world(), 1)?.status).toBe('awaiting reply');
    bench.desk.undo();
    expect(bench.desk.world().notice?.text).toBe('Nothing to undo.');
  });

  test('asks again if it changed again before the answer arrived', async () => {
    const bench = await closed();
    bench.center.change(1, { conversation_status_id: 1, status: 'open' });
    answer(bench, keepMine);
    await bench.idle();
    expect([asking(bench), at(bench, 1).status]).toEqual([[['conversation.status', [1], [[1, 'field']]]], 'open']);
  });

  test('outlives the desk', async () => {
    const storage = memoryStorage();
    const bench = await closed({ storage });
    bench.desk.stop();
    const next = await openDesk(bench.center, { storage });
    expect(asking(next)).toEqual([['conversation.status', [1], [[1, 'field']]]]);
    answer(next, keepMine);
    await next.idle();
    expect(at(next, 1).status).toBe('closed');
  });

  test('does not delay notes and tags, but a later change of the same field', async () => {
    const bench = await closed();
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
    bench.desk.commit('conversation.status', { ids: [1], conversation_status_id: 1 });
    bench.desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
    await bench.idle();
    expect([bench.center.notes.size, at(bench, 1).tags, at(bench, 1).status]).toEqual([1, ['vip'], 'awaiting reply']);
    answer(bench, keepMine);
    await bench.idle();
    expect([at(bench, 1).status, bench.desk.world().pending]).toEqual(['open', []]);
  });

  test('gives a title back as a draft on t', async () => {
    const bench = await openDesk([row(1)]);
    await offline(
      bench,
      () => bench.desk.commit('conversation.title', { ids: [1], title: 'Mine' }),
      () => bench.center.change(1, { title: 'Theirs' }),
    );
    answer(bench, keepTheirs);
    expect([at(bench, 1).title, bench.desk.world().drafts.get('title:1')?.text]).toEqual(['Theirs', 'Mine']);
  });
});

describe('the customer', () => {
  test.for([
    ['conversation.archive', {}, 'Not archived'],
    ['conversation.status', { conversation_status_id: 2 }, 'Status not set'],
    ['conversation.merge', { into: 2 }, 'Not merged'],
  ] as const)('has written meanwhile: %s does not overlook it', async ([name, args, refusal]) => {
    const bench = await openDesk([row(1), row(2)]);
    await offline(
      bench,
      () => {
        bench.desk.commit(name as ChangeName, { ids: [1], ...args } as never);
        bench.clock.advance(10_000);
      },
      () => bench.center.receive(1, 'WAIT, the parcel came'),
    );
    expect(bench.desk.world().notice?.text).toBe(
      `${refusal} yet. #1: The customer wrote since: “WAIT, the parcel came” · Enter decides`,
    );
    expect(at(bench, 1)).toMatchObject({ archived: false, status: 'open', merged_into: null });
    answer(bench, keepMine);
    await bench.idle();
    expect(bench.desk.world().pending).toEqual([]);
    const { archived, status, merged_into } = at(bench, 1);
    expect([archived, status === 'closed', merged_into === 2].filter(Boolean)).toHaveLength(1);
  });

  test('does not make a note or a tag ask', async () => {
    const bench = await openDesk([row(1)]);
    await offline(
      bench,
      () => {
        bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
        bench.desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
        bench.desk.commit('conversation.archive', { ids: [1] });
      },
      () => bench.center.receive(1, 'WAIT'),
    );
    expect([bench.center.notes.size, at(bench, 1).tags, at(bench, 1).archived]).toEqual([1, ['vip'], false]);
    expect(asking(bench)).toEqual([['conversation.archive', [1], [[1, 'message']]]]);
  });
});

describe('a question', () => {
  const reply = (id: number) => ({ ids: [id], body: 'It goes out today.', messageId: null });

  test('about an answer stops neither a change of many, nor their other changes, nor a note', async () => {
    const ids = [1, 2, 3, 4];
    const bench = await openDesk(ids.map(id => row(id)));
    await offline(
      bench,
      () => {
        bench.desk.commit('message.reply', reply(4));
        bench.desk.commit('conversation.tag', { ids, tags: ['vip'] });
        bench.desk.commit('message.reply', reply(1));
        bench.desk.commit('note.add', { ids: [4], details: 'Called her.' });
      },
      () => bench.center.receive(4, 'WAIT'),
    );
    expect(asking(bench)).toEqual([['message.reply', [4], [[4, 'message']]]]);
    expect(ids.filter(id => at(bench, id).tags.includes('vip'))).toEqual(ids);
    expect([at(bench, 1).message_count, bench.center.notes.size]).toEqual([2, 1]);
    expect(waitsHere(bench.desk.world(), 4)).toBe('Replied to #4: asks · go');
    expect(waitsHere(bench.desk.world(), 1)).toBeUndefined();
    answer(bench, keepMine);
    await bench.idle();
    expect([at(bench, 4).message_count, bench.desk.world().pending]).toEqual([3, []]);
  });

  test('a change behind a question says at once that it waits, and for which', async () => {
    const bench = await openDesk([row(2)]);
    await offline(
      bench,
      () => bench.desk.commit('conversation.status', { ids: [2], conversation_status_id: 3 }),
      () => bench.center.change(2, { conversation_status_id: 2, status: 'closed' }),
    );
    bench.desk.commit('conversation.status', { ids: [2], conversation_status_id: 1 });
    expect(bench.desk.world().notice?.text).toBe(
      'Reopened #2 · waits behind: Set #2 to awaiting reply: asks, 1 more behind it · go',
    );
    bench.desk.commit('note.add', { ids: [2], details: 'A question about a status stops no note.' as never });
    expect(bench.desk.world().notice?.text).not.toContain('waits');
  });

  test('splits a later change of many: the part that asks about the same waits, and z takes back both parts', async () => {
    const ids = [1, 2, 3];
    const bench = await openDesk(ids.map(id => row(id)));
    await offline(
      bench,
      () => bench.desk.commit('conversation.status', { ids: [2], conversation_status_id: 3 }),
      () => bench.center.change(2, { conversation_status_id: 2, status: 'closed' }),
    );
    bench.desk.commit('conversation.status', { ids, conversation_status_id: 2 });
    await bench.idle();
    expect(ids.map(id => at(bench, id).status)).toEqual(['closed', 'closed', 'closed']);
    expect(bench.desk.world().pending.map(({ args }) => (args as { ids: number[] }).ids)).toEqual([[2], [2]]);
    expect(waitsHere(bench.desk.world(), 2)).toBe('Set #2 to awaiting reply: asks, 1 more behind it · go');
    answer(bench, keepMine);
    await bench.idle();
    expect([ids.map(id => at(bench, id).status), bench.desk.world().pending]).toEqual([
      ['closed', 'closed', 'closed'],
      [],
    ]);
    bench.desk.undo();
    await bench.idle();
    expect(ids.map(id => at(bench, id).status)).toEqual(['open', 'awaiting reply', 'open']);
  });

  test('whether a change was done is answered by a read, once the link is back or the agent asks for it', async () => {
    for (const ask of ['linkIsBack', 'wake'] as const) {
      const bench = await openDesk([row(1)]);
      const { center, desk } = bench;
      await openConversation(desk, 1);
      const { fetch } = center;
      let late: Request | undefined;
      center.fetch = async request => {
        if (request.method !== 'POST' || late !== undefined) return fetch(request);
        late = request;
        return new Response('', { status: 200 });
      };
      desk.commit('note.add', { ids: [1], details: 'Called her.' });
      await bench.idle();
      expect(desk.world().pending.map(({ state }) => state)).toEqual(['asks']);
      await fetch(late!);
      if (ask === 'wake') desk.wake(true);
      else desk.linkIsBack();
      await bench.idle();
      expect([desk.world().pending, desk.world().notice, center.notes.size]).toEqual([[], null, 1]);
      desk.stop();
    }
  });

  test('that no read answers stays, and nothing is sent twice', async () => {
    const bench = await openDesk([row(1)]);
    const { center, desk } = bench;
    const { fetch } = center;
    center.fetch = request => (request.method === 'POST' ? Promise.resolve(new Response('')) : fetch(request));
    desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await bench.idle();
    const before = writes(bench).length;
    desk.linkIsBack();
    await back(bench);
    expect([desk.world().pending.map(({ state }) => state), writes(bench).length]).toEqual([['asks'], before]);
  });
});

describe('an answer that waited', () => {
  const reply = { ids: [1], body: 'It goes out today.', messageId: null };

  test.for([
    ['with versions', {}],
    ['without versions', { hasVersions: false }],
  ] as const)('asks if a colleague answered and noted, %s', async ([, options]) => {
    const bench = await openDesk(fakeCenter([row(1)], options));
    await openConversation(bench.desk, 1);
    await bench.idle();
    await offline(
      bench,
      () => {
        bench.desk.commit('message.reply', reply);
        bench.clock.advance(10_000);
      },
      () => {
        bench.center.note(1, 'Do not answer, I called her.', 2);
        bench.center.reply(1, 'As I said: tomorrow.', 2);
      },
    );
    expect(asking(bench)).toEqual([['message.reply', [1], [[1, 'message']]]]);
    expect(bench.center.messages.size).toBe(1);
    expect(bench.desk.world().notice?.text).toBe(
      'Reply not sent yet. #1: Bob Stone noted since: “Do not answer, I called her.” Bob Stone answered since: “As I said: tomorrow.” · Enter decides',
    );
    answer(bench, keepMine);
    await bench.idle();
    expect([...bench.center.messages.values()].map(one => one.body_text)).toContain(reply.body);
    expect(bench.desk.world().pending).toEqual([]);
  });

  test('is a draft again on t', async () => {
    const bench = await openDesk([row(1)]);
    await offline(
      bench,
      () => bench.desk.commit('message.reply', reply),
      () => bench.center.note(1, 'Do not answer.', 2),
    );
    answer(bench, keepTheirs);
    expect([bench.desk.world().drafts.get('reply:1')?.text, bench.center.messages.size]).toEqual([reply.body, 0]);
  });

  test('is sent if only the agent’s other desk noted, or others did something else', async () => {
    const bench = await openDesk([row(1)]);
    await offline(
      bench,
      () => bench.desk.commit('message.reply', reply),
      () => {
        bench.center.note(1, 'From my other desk', 1);
        bench.center.change(1, { tags: ['vip'], assign_to: 2 });
      },
    );
    expect([bench.center.messages.size, bench.desk.world().pending]).toEqual([1, []]);
  });
});

describe('a change of many', () => {
  test('is done where it can be, lists the conversations that ask, and each is answered alone', async () => {
    const ids = [1, 2, 3, 4, 5, 6];
    const bench = await openDesk(ids.map(id => row(id)));
    await offline(
      bench,
      () => bench.desk.commit('conversation.status', { ids, conversation_status_id: 2 }),
      () => {
        bench.center.receive(2, 'WAIT');
        bench.center.change(4, { conversation_status_id: 3, status: 'awaiting reply' });
        bench.center.change(5, { tags: ['vip'] });
      },
    );
    expect(bench.desk.world().notice?.text).toBe('4 done, 2 ask · Enter lists them');
    expect(ids.filter(id => at(bench, id).status === 'closed')).toEqual([1, 3, 5, 6]);
    const { key } = bench.desk.world().pending[0]!;
    keepMine(bench.desk, key, [4]);
    await bench.idle();
    expect([at(bench, 4).status, at(bench, 2).status]).toEqual(['closed', 'open']);
    expect(asking(bench)).toEqual([['conversation.status', [2], [[2, 'message']]]]);
    keepTheirs(bench.desk, key, [2]);
    bench.desk.undo();
    await bench.idle();
    expect(ids.map(id => at(bench, id).status)).toEqual(['open', 'open', 'open', 'awaiting reply', 'open', 'open']);
  });
});

describe('a conversation that was merged away meanwhile', () => {
  test('sends a note to the one that took it in, along the chain, and says so', async () => {
    const bench = await openDesk([row(1), row(2), row(3)]);
    await openConversation(bench.desk, 1);
    await offline(
      bench,
      () => bench.desk.commit('note.add', { ids: [1], details: 'Called her.' }),
      () => {
        bench.center.change(1, { merged_into: 2 });
        bench.center.change(2, { merged_into: 3 });
      },
    );
    expect([...bench.center.notes.values()].map(note => [note.conversation_id, note.details])).toEqual([
      [3, 'Called her.'],
    ]);
    expect(bench.desk.world().notice?.text).toBe('#1 was merged into #3, your change went there: Noted on #3');
    expect(threadOf(bench.desk.world(), 1)?.notes).toEqual([]);
    bench.desk.undo();
    await bench.idle();
    expect(bench.center.notes.size).toBe(0);
  });

  test('refuses it if the merges go round in a circle, and the words are a draft again', async () => {
    const bench = await openDesk([row(1), row(2)]);
    await offline(
      bench,
      () => bench.desk.commit('note.add', { ids: [1], details: 'Called her.' }),
      () => {
        bench.center.change(1, { merged_into: 2 });
        bench.center.change(2, { merged_into: 1 });
      },
    );
    expect(bench.desk.world().refused[0]?.reasons).toEqual([{ id: 1, reason: 'It was merged in a circle.' }]);
    expect(bench.desk.world().drafts.get('note:1')?.text).toBe('Called her.');
  });

  test('asks before a field of the other one is set; m sets it there', async () => {
    const bench = await openDesk([row(1), row(2)]);
    await offline(
      bench,
      () => bench.desk.commit('conversation.archive', { ids: [1] }),
      () => bench.center.change(1, { merged_into: 2 }),
    );
    expect([asking(bench), at(bench, 2).archived]).toEqual([[['conversation.archive', [1], [[1, 'merged']]]], false]);
    answer(bench, keepMine);
    await bench.idle();
    expect(at(bench, 2).archived).toBe(true);
  });

  test('is left out of a merge on t, or merged where it went on m', async () => {
    const bench = await openDesk([row(1), row(2), row(3)]);
    bench.desk.commit('conversation.merge', { ids: [1], into: 3 });
    bench.center.change(1, { merged_into: 2 });
    bench.clock.advance(10_000);
    await bench.idle();
    expect(asking(bench)).toEqual([['conversation.merge', [1], [[1, 'merged']]]]);
    answer(bench, keepMine);
    await bench.idle();
    expect([at(bench, 2).merged_into, at(bench, 3).message_count]).toEqual([3, 2]);
  });
});

describe('a help center without versions', () => {
  const bare = () => fakeCenter([row(1)], { hasVersions: false });

  test('is read before a change that waited is sent', async () => {
    const bench = await openDesk(bare());
    await offline(
      bench,
      () => {
        bench.desk.commit('conversation.archive', { ids: [1] });
        bench.clock.advance(10_000);
      },
      () => bench.center.receive(1, 'WAIT'),
    );
    expect([asking(bench), at(bench, 1).archived]).toEqual([[['conversation.archive', [1], [[1, 'message']]]], false]);
    answer(bench, keepMine);
    await bench.idle();
    expect(at(bench, 1).archived).toBe(true);
  });

  test('is not read before a change that is sent at once', async () => {
    const bench = await openDesk(bare());
    bench.center.requests.length = 0;
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    expect(bench.center.requests).toEqual(['POST /conversations/1/archive']);
  });
});

test('a help center that does not know the form of the condition gets the change without it', async () => {
  const bench = await openDesk([row(1)]);
  const { fetch } = bench.center;
  bench.center.fetch = request =>
    request.headers.has('if-match')
      ? Promise.resolve(new Response('{"message":"What?"}', { status: 412 }))
      : fetch(request);
  bench.desk.commit('conversation.archive', { ids: [1] });
  await bench.idle();
  await bench.idle();
  expect([at(bench, 1).archived, bench.desk.world().pending]).toEqual([true, []]);
});
