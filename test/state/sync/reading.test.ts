import { describe, expect, it } from 'vitest';
import { outboxLines } from '../../../src/actions/app/outbox-lines.ts';
import { open } from '../../../src/actions/go/open.ts';
import { hasNews } from '../../../src/state/list/news.ts';
import { undoable } from '../../../src/state/operations/operation.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { followReading } from '../../../src/state/sync/follow-reading.ts';
import { poll, refresh } from '../../../src/state/sync/refresh.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

/** A desk whose first row, #2, a customer has written to. */
async function withNews() {
  const center = fakeCenter([row(1, { unread: false }), row(2, { unread: false })]);
  center.receive(2);
  const bench = await openDesk(center);
  followReading(bench.desk);
  return bench;
}
async function wait(bench: Bench, ms: number): Promise<void> {
  await bench.idle();
  bench.clock.advance(ms);
  await bench.idle();
}
function reads({ center }: Bench) {
  return center.requests.filter(request => request.endsWith('/read'));
}
function news({ desk }: Bench) {
  return [1, 2].filter(id => hasNews(desk.world(), id));
}
async function show(bench: Bench, id: number, pane: 'list' | 'detail'): Promise<void> {
  bench.desk.set({ pane });
  await openConversation(bench.desk, id);
}

describe('a customer’s message that came while the desk was closed', () => {
  it('is news at the start', async () => {
    expect(news(await withNews())).toEqual([2]);
  });

  it('stays news in the preview, however long it is shown', async () => {
    const bench = await withNews();
    await show(bench, 2, 'list');
    await wait(bench, 60_000);
    expect([news(bench), reads(bench)]).toEqual([[2], []]);
  });

  it('is read after two seconds in the detail that has the keys, not before', async () => {
    const bench = await withNews();
    await show(bench, 2, 'detail');
    await wait(bench, 1_999);
    expect([news(bench), reads(bench)]).toEqual([[2], []]);
    await wait(bench, 1);
    expect([news(bench), reads(bench)]).toEqual([[], ['PUT /conversations/2/read']]);
    expect(bench.center.conversations.get(2)!.unread).toBe(false);
  });

  it('is read at once after Enter, and once it is there if it is still being read', async () => {
    const bench = await withNews();
    bench.link = 'slow';
    open.run(bench.desk);
    await wait(bench, 1);
    expect([bench.desk.world().detail.conversationId, reads(bench)]).toEqual([2, []]);
    bench.link = 'up';
    await bench.release();
    await wait(bench, 0);
    expect([news(bench), reads(bench)]).toEqual([[], ['PUT /conversations/2/read']]);
  });

  it('is read at once after Enter on a conversation that the preview shows', async () => {
    const bench = await withNews();
    await show(bench, 2, 'list');
    open.run(bench.desk);
    await wait(bench, 1);
    expect([news(bench), reads(bench)]).toEqual([[], ['PUT /conversations/2/read']]);
  });

  it('is not read if the agent goes on within two seconds', async () => {
    const bench = await withNews();
    await show(bench, 2, 'detail');
    await wait(bench, 1_500);
    await show(bench, 1, 'detail');
    await wait(bench, 60_000);
    expect([news(bench), reads(bench)]).toEqual([[2], []]);
  });
});

describe('marking as read', () => {
  it('sends nothing for a conversation that is read already', async () => {
    const bench = await withNews();
    await show(bench, 1, 'detail');
    await wait(bench, 60_000);
    expect(reads(bench)).toEqual([]);
  });

  it('says nothing, cannot be undone, and stays out of the outbox, the count and the question at the end', async () => {
    const bench = await withNews();
    const quits: number[] = [];
    const { quit } = await import('../../../src/actions/app/quit.ts');
    bench.desk.hooks.quit = code => void quits.push(code);
    await show(bench, 2, 'detail');
    bench.link = 'down';
    await wait(bench, 2_000);
    await wait(bench, 3_000);
    const { pending, notice, unsent, operations, now } = bench.desk.world();
    expect(pending.map(({ name }) => name)).toEqual(['conversation.read']);
    expect([news(bench), notice, unsent, undoable(operations)]).toEqual([[], null, 0, []]);
    expect(outboxLines(bench.desk.world(), now)).toEqual(['Outbox       nothing waits to be sent']);
    bench.desk.set({ pane: 'list' });
    quit.run(bench.desk);
    expect([quits, bench.desk.world().overlays]).toEqual([[0], []]);
  });

  it('waits for the link, keeps only the newest message, and is sent by the next desk', async () => {
    const storage = memoryStorage();
    const center = fakeCenter([row(2, { unread: false })]);
    center.receive(2);
    const bench = await openDesk(center, { storage });
    followReading(bench.desk);
    await show(bench, 2, 'detail');
    bench.link = 'down';
    await wait(bench, 2_000);
    bench.link = 'up';
    center.receive(2);
    const former = bench.desk.world().pending[0]!;
    await poll(bench.desk);
    await openConversation(bench.desk, 2);
    bench.link = 'down';
    bench.desk.commit('conversation.read', { ids: [2], messageId: Math.max(...center.messages.keys()) });
    await bench.idle();
    const { pending } = bench.desk.world();
    expect([pending.length, pending[0]!.key === former.key]).toEqual([1, false]);
    bench.desk.stop();
    const next = await openDesk(center, { storage });
    await next.idle();
    expect([next.desk.world().pending, center.conversations.get(2)!.unread]).toEqual([[], false]);
  });

  it('does not delay the agent’s changes while it cannot be sent', async () => {
    const bench = await withNews();
    await show(bench, 2, 'detail');
    const fetch = bench.center.fetch;
    bench.center.fetch = request =>
      request.url.endsWith('/read') ? Promise.resolve(new Response('', { status: 503 })) : fetch(request);
    await wait(bench, 2_000);
    bench.desk.commit('conversation.archive', { ids: [2] });
    await wait(bench, 1_000);
    expect(bench.center.conversations.get(2)!.archived).toBe(true);
    expect(bench.desk.world().pending.map(({ name }) => name)).toEqual(['conversation.read']);
    expect(bench.desk.world().notice?.text).toContain('Archived #2');
  });

  it('is tried once a visit and dropped silently if the help center refuses it', async () => {
    const bench = await withNews();
    bench.center.refusals.set(2, { status: 403, message: 'No.' });
    await show(bench, 2, 'detail');
    await wait(bench, 2_000);
    await wait(bench, 60_000);
    const { pending, refused, notice } = bench.desk.world();
    expect([reads(bench).length, pending, refused, notice]).toEqual([1, [], [], null]);
    expect(news(bench)).toEqual([2]);
  });

  /** A desk on a help center in which two conversations are unread; `answerOf` answers whatever marks one as read. */
  const withoutRead = async (answerOf: () => Response, isForgetful = true) => {
    // Of another kind than ours: an error of any form is its own.
    const center = fakeCenter([row(1, { unread: true }), row(2, { unread: true })], { isForgetful });
    for (const id of [1, 2]) center.receive(id);
    const bench = await openDesk(center);
    followReading(bench.desk);
    const { fetch } = center;
    center.fetch = async request => {
      const answer = await fetch(request);
      return request.url.endsWith('/read') ? answerOf() : answer;
    };
    const visit = async (id: number) => {
      await show(bench, id, 'detail');
      await wait(bench, 2_000);
      await wait(bench, 60_000);
    };
    return { ...bench, bench, visit };
  };
  const json = (status: number, body: object) => () => new Response(JSON.stringify(body), { status });
  const own = (code: string) => ({ error: { code, message: 'There is no such address or method.' } });

  it.each([
    ['404', json(404, { message: 'Not here' })],
    ['404 in the words of an older frontdesk', json(404, own('not_found'))],
    ['404 without a word', () => new Response('', { status: 404 })],
    ['405', json(405, {})],
    ['501', json(501, own('not_implemented'))],
  ])(
    'that is answered %s is switched off with a reason that is said once, and news go by memory',
    async (_, answerOf) => {
      const { bench, visit, desk, center } = await withoutRead(answerOf);
      expect(news(bench)).toEqual([1, 2]);
      await visit(2);
      const { pending, refused, notice, offers } = desk.world();
      expect([reads(bench), pending, refused, notice?.text, news(bench)]).toEqual([
        ['PUT /conversations/2/read', 'PUT /conversations/2/read'],
        [],
        [],
        'This help center does not keep what you have read. Unread marks follow what this desk has shown.',
        [],
      ]);
      expect(offers.read).toBe(notice?.text);
      desk.set({ notice: null });
      await visit(1);
      expect([reads(bench).length, desk.world().notice]).toEqual([2, null]);
      center.receive(2);
      await poll(desk);
      expect(news(bench)).toEqual([2]);
    },
  );

  it('is not switched off by a web page, but waits', async () => {
    const page = () => new Response('<html>Not found</html>', { status: 404 });
    const { bench, visit, desk } = await withoutRead(page, false);
    await visit(2);
    const { pending, offers, notice } = desk.world();
    expect([news(bench), pending.length, offers.read, notice]).toEqual([[1], 1, undefined, null]);
  });

  it('is not switched off by a conversation that no longer exists', async () => {
    const { bench, visit, desk, center } = await withoutRead(json(404, own('not_found')));
    await show(bench, 2, 'detail');
    center.conversations.delete(2);
    await wait(bench, 2_000);
    expect(desk.world().offers.read).toBeUndefined();
    await visit(1);
    const [two, one] = ['PUT /conversations/2/read', 'PUT /conversations/1/read'];
    expect(reads(bench)).toEqual([two, two, one]);
  });

  it('is not done by a read-only desk', async () => {
    const center = fakeCenter([row(2, { unread: true })]);
    center.receive(2);
    const bench = await openDesk(center, { isReadOnly: true });
    followReading(bench.desk);
    await show(bench, 2, 'detail');
    await wait(bench, 60_000);
    expect([reads(bench), bench.desk.world().notice]).toEqual([[], null]);
  });
});

describe('a list of unread conversations', () => {
  const rowsOf = ({ desk }: Bench) => desk.world().list.rows;
  const listed = async () => {
    const center = fakeCenter([1, 2, 3].map(id => row(id, { unread: true })));
    center.receive(2);
    const bench = await openDesk(center, { query: { ...unresolved, isUnread: true } });
    followReading(bench.desk);
    expect(rowsOf(bench)).toEqual([2, 3, 1]);
    await show(bench, 2, 'detail');
    await wait(bench, 2_000);
    return bench;
  };

  it('keeps a row in its place after it was read, until the list is read again', async () => {
    const bench = await listed();
    expect([rowsOf(bench), news(bench)]).toEqual([[2, 3, 1], [1]]);
    await poll(bench.desk);
    expect([rowsOf(bench), [...bench.desk.world().list.gone]]).toEqual([[2, 3, 1], [[2, 'read']]]);
    await refresh(bench.desk);
    expect(rowsOf(bench)).toEqual([3, 1]);
  });

  it('removes a row that was read and then archived, and z brings it back', async () => {
    const bench = await listed();
    bench.desk.commit('conversation.archive', { ids: [2] });
    expect(rowsOf(bench)).toEqual([3, 1]);
    await bench.idle();
    expect(rowsOf(bench)).toEqual([3, 1]);
    bench.desk.undo();
    await bench.idle();
    expect(rowsOf(bench)).toEqual([2, 3, 1]);
  });
});

it('without the help center’s support, news follow the desk’s memory, and nothing is requested', async () => {
  const center = fakeCenter([row(1), row(2)]);
  const bench = await openDesk(center);
  followReading(bench.desk);
  center.receive(1);
  await poll(bench.desk);
  expect(news(bench)).toEqual([1]);
  await show(bench, 1, 'detail');
  await wait(bench, 60_000);
  expect([news(bench), reads(bench)]).toEqual([[], []]);
});

describe('a mail of ours that was not delivered', () => {
  async function withFailure(assign_to: number | null) {
    const center = fakeCenter([row(2, { unread: false, delivery_failed: true, assign_to })]);
    center.receive(2);
    center.change(2, { unread: false });
    const bench = await openDesk(center);
    followReading(bench.desk);
    await show(bench, 2, 'detail');
    await wait(bench, 1_999);
    expect([reads(bench), isBounced(bench)]).toEqual([[], true]);
    await wait(bench, 1);
    return bench;
  }
  function isBounced({ desk }: Bench) {
    return desk.world().base.conversations.get(2)?.delivery_failed;
  }
  function shownAsBounced({ desk }: Bench) {
    return conversationOf(desk.world(), 2)?.delivery_failed;
  }

  it('is seen by its assignee, and by any agent if it has none', async () => {
    for (const assignee of [null, 1]) {
      const bench = await withFailure(assignee);
      expect([reads(bench), shownAsBounced(bench)]).toEqual([['PUT /conversations/2/read'], false]);
    }
  });

  it('is not seen by an agent who only looks at a conversation of another', async () => {
    const bench = await withFailure(2);
    await wait(bench, 60_000);
    expect([reads(bench), shownAsBounced(bench)]).toEqual([[], true]);
  });
});
