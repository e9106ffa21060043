import { describe, expect, it } from 'vitest';
import { cursorTo, moveCursor, toTop } from '../../../src/state/list/cursor.ts';
import { mark, targetsOf } from '../../../src/state/list/marks.ts';
import { everything, unresolved, views } from '../../../src/state/query/views.ts';
import { findIds } from '../../../src/state/sync/find.ts';
import { followCursor } from '../../../src/state/sync/follow-cursor.ts';
import { loadMore, openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { poll, refresh } from '../../../src/state/sync/refresh.ts';
import { loadConversations, loadEarlier, loadSection, openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf, threadOf } from '../../../src/state/visible.ts';
import { tailText } from '../../../src/ui/panes/list-pane.tsx';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

function rowsOf(count: number) {
  return Array.from({ length: count }, (_, index) => row(index + 1));
}
function list({ desk }: Bench) {
  return desk.world().list;
}
function put({ desk }: Bench, index: number) {
  return desk.set({ list: cursorTo(desk.world().list, index, 20) });
}
function at(bench: Bench) {
  return [list(bench).cursorIndex, list(bench).cursorId];
}

describe('opening a list', () => {
  it('shows its first page, newest first, with the cursor on the first row and the total', async () => {
    const bench = await openDesk([...rowsOf(3), row(4, { archived: true }), row(5, { status: 'closed' })]);
    expect([list(bench).rows, ...at(bench), list(bench).total]).toEqual([[3, 2, 1], 0, 3, 3]);
    expect(bench.desk.world().me?.name).toBe('Ana Ortiz');
  });

  it('says in the list why it cannot be read, and reads it again on R', async () => {
    const bench = await openDesk(rowsOf(2), { isLoaded: false });
    bench.link = 'down';
    await openList(bench.desk, unresolved);
    expect([list(bench).problem, list(bench).loading]).toEqual(['help.example does not answer.', 'no']);
    bench.link = 'up';
    await refresh(bench.desk);
    expect([list(bench).rows, list(bench).problem]).toEqual([[2, 1], null]);
  });

  it('is not replaced by a read in the background: R brings arrivals in, and later ones are read after it', async () => {
    const bench = await openDesk(rowsOf(3));
    bench.center.receive(4);
    bench.link = 'slow';
    const asked = refresh(bench.desk);
    await bench.idle();
    const polled = poll(bench.desk);
    await bench.idle();
    bench.link = 'up';
    await bench.release();
    await Promise.all([asked, polled]);
    expect([list(bench).rows, list(bench).newAbove]).toEqual([[4, 3, 2, 1], []]);
    const again = poll(bench.desk);
    const other = openList(bench.desk, everything);
    await Promise.all([again, other]);
    expect([list(bench).query, list(bench).rows]).toEqual([everything, [4, 3, 2, 1]]);
  });

  it('lets the list that was asked for last win', async () => {
    const bench = await openDesk([row(1), row(2, { archived: true })]);
    bench.link = 'slow';
    const first = openList(bench.desk, unresolved);
    const second = openList(bench.desk, views[4]!.query);
    await bench.release();
    await Promise.all([first, second]);
    expect(list(bench).rows).toEqual([2]);
  });
});

describe('reading ahead', () => {
  it('reads the next page when the cursor comes within 20 rows of the end, and no sooner', async () => {
    const bench = await openDesk(rowsOf(450));
    const stop = followCursor(bench.desk, { isPreviewShown: () => false });
    bench.clock.advance(150);
    for (const [cursor, rows] of [
      [9, 31],
      [10, 231],
      [209, 231],
      [210, 431],
      [449, 450],
    ] as const) {
      put(bench, cursor);
      await bench.idle();
      expect([cursor, list(bench).rows.length]).toEqual([cursor, rows]);
    }
    expect(list(bench).nextCursor).toBeNull();
    stop();
  });

  it('over a link that is not quick reads a short page, and only when its rows come to the screen', async () => {
    const bench = await openDesk(rowsOf(450));
    const stop = followCursor(bench.desk, { isPreviewShown: () => false });
    bench.desk.contact.isQuick = () => false;
    put(bench, 18);
    await bench.idle();
    expect(list(bench).rows).toHaveLength(31);
    put(bench, 30);
    await bench.idle();
    expect(list(bench).rows).toHaveLength(91);
    stop();
  });

  it('does not retry with each key after a failure', async () => {
    const bench = await openDesk(rowsOf(450));
    const stop = followCursor(bench.desk, { isPreviewShown: () => false });
    bench.link = 'down';
    put(bench, 150);
    await bench.idle();
    const asked = bench.center.requests.length;
    put(bench, 160);
    await bench.idle();
    expect([bench.center.requests.length, list(bench).problem]).toEqual([asked, 'help.example does not answer.']);
    stop();
  });

  it('shows no row twice if rows moved between pages', async () => {
    const bench = await openDesk(rowsOf(300));
    for (const id of [1, 2, 3]) bench.center.receive(id);
    await loadMore(bench.desk);
    expect(new Set(list(bench).rows).size).toBe(list(bench).rows.length);
  });

  it('holds a bounded number of conversations, and reads dropped rows again when they come into view', async () => {
    const bench = await openDesk(rowsOf(4_000));
    const stop = followCursor(bench.desk, { isPreviewShown: () => false });
    put(bench, 1);
    bench.desk.set({ list: mark(list(bench), 20) });
    const [marked] = [...list(bench).marks];
    for (let page = 0; page < 20; page += 1) {
      put(bench, list(bench).rows.length - 1);
      await bench.idle();
    }
    expect(list(bench).rows).toHaveLength(4_000);
    const { base } = bench.desk.world();
    expect(base.conversations.size).toBeLessThan(2_500);
    expect(base.conversations.has(marked!)).toBe(true);
    expect(conversationOf(bench.desk.world(), 3_900)).toBeUndefined();
    put(bench, 100);
    await bench.idle();
    expect(conversationOf(bench.desk.world(), 3_900)?.title).toBe('Title 3900');
    expect(list(bench).gone.size).toBe(0);
    stop();
  });

  it('opens the row once the cursor has rested on it, and not on the way', async () => {
    const bench = await openDesk(rowsOf(5));
    const stop = followCursor(bench.desk, { isPreviewShown: () => true });
    for (let step = 0; step < 3; step += 1) {
      bench.desk.set({ list: moveCursor(list(bench), 1, 20) });
      bench.clock.advance(100);
    }
    await bench.idle();
    expect(bench.desk.world().detail.conversationId).toBeNull();
    bench.clock.advance(60);
    await bench.idle();
    expect(bench.desk.world().detail.conversationId).toBe(2);
    expect(bench.center.requests.filter(request => request.includes('/messages'))).toHaveLength(1);
    stop();
  });
});

describe('in the background', () => {
  it('arrivals wait above and nothing moves; gg lets them in', async () => {
    const bench = await openDesk(rowsOf(5));
    put(bench, 2);
    bench.center.receive(11);
    bench.center.receive(12);
    await poll(bench.desk);
    expect([list(bench).rows, list(bench).newAbove, ...at(bench)]).toEqual([[5, 4, 3, 2, 1], [12, 11], 2, 3]);
    expect([...bench.desk.world().news].sort()).toEqual([11, 12]);
    bench.desk.set({ list: toTop(list(bench)) });
    expect([list(bench).rows, list(bench).newAbove]).toEqual([[12, 11, 5, 4, 3, 2, 1], []]);
  });

  it('an arrival is listed at once where the agent has emptied the list', async () => {
    const bench = await openDesk(rowsOf(2));
    bench.desk.commit('conversation.archive', { ids: [1, 2] });
    await bench.idle();
    bench.center.receive(11);
    await poll(bench.desk);
    expect([list(bench).rows, list(bench).newAbove]).toEqual([[11], []]);
    bench.desk.undo();
    await bench.idle();
    expect([...list(bench).rows].sort()).toEqual([1, 11, 2]);
  });

  it('a row that the agent changed while the list was being read is listed', async () => {
    const bench = await openDesk(rowsOf(3));
    bench.link = 'slow';
    const reading = openList(bench.desk, everything);
    await bench.idle();
    bench.link = 'up';
    bench.desk.commit('conversation.assign', { ids: [2], assign_to: 1 });
    await bench.idle();
    await bench.release();
    await reading;
    expect(list(bench).rows).toEqual([3, 2, 1]);
  });

  it('an arrival waits above no longer once the agent archives it', async () => {
    const bench = await openDesk(rowsOf(3));
    put(bench, 1);
    bench.center.receive(11);
    bench.center.receive(12);
    await poll(bench.desk);
    bench.desk.commit('conversation.archive', { ids: [12] });
    expect(list(bench).newAbove).toEqual([11]);
  });

  it('rows that left keep their place with the reason, until R', async () => {
    const bench = await openDesk(rowsOf(6));
    put(bench, 3);
    bench.center.change(6, { archived: true });
    bench.center.change(5, { merged_into: 1 });
    bench.center.change(4, { status: 'closed', conversation_status_id: 2 });
    bench.center.conversations.delete(2);
    await poll(bench.desk);
    expect([list(bench).rows, ...at(bench)]).toEqual([[6, 5, 4, 3, 2, 1], 3, 3]);
    expect([...list(bench).gone]).toEqual([
      [6, 'archived'],
      [5, 'merged into #1'],
      [4, 'now closed'],
      [2, 'no longer there'],
    ]);
    await refresh(bench.desk);
    expect([list(bench).rows, list(bench).gone.size, ...at(bench)]).toEqual([[3, 1], 0, 0, 3]);
  });

  it('R reads far down in a long list too', async () => {
    const bench = await openDesk(rowsOf(900));
    while (list(bench).nextCursor !== null) await loadMore(bench.desk);
    put(bench, 500);
    bench.center.change(401, { archived: true });
    bench.center.change(398, { title: 'Renamed' });
    bench.center.change(900, { archived: true });
    bench.desk.set({ list: mark(list(bench), 20) });
    await refresh(bench.desk);
    expect([list(bench).rows.length, list(bench).rows.includes(401), at(bench)[1]]).toEqual([898, false, 399]);
    expect(conversationOf(bench.desk.world(), 398)?.title).toBe('Renamed');
    expect([...list(bench).marks]).toEqual([400]);
  });

  it('says to whom and to which inbox a row left', async () => {
    const mine = await openDesk([row(1, { assign_to: 1 }), row(2, { assign_to: 1 })], { query: views[1]!.query });
    mine.center.change(1, { assign_to: 2 });
    mine.center.change(2, { assign_to: null });
    await poll(mine.desk);
    expect([...list(mine).gone.values()].sort()).toEqual(['assigned to Bob Stone', 'unassigned']);
    const support = await openDesk([row(2)], { query: { ...unresolved, inboxes: [1], tags: [] } });
    support.center.change(2, { inbox_id: 2 });
    await poll(support.desk);
    expect([...list(support).gone.values()]).toEqual(['moved to Billing']);
  });

  it('a row that came back is no longer gone', async () => {
    const bench = await openDesk(rowsOf(3));
    bench.center.change(2, { archived: true });
    await poll(bench.desk);
    bench.center.change(2, { archived: false });
    await poll(bench.desk);
    expect([list(bench).gone.size, list(bench).rows]).toEqual([0, [3, 2, 1]]);
  });

  it('a message in a listed row is news and moves nothing; opening it ends the news', async () => {
    const bench = await openDesk(rowsOf(3));
    bench.center.receive(1);
    await poll(bench.desk);
    expect([list(bench).rows, [...bench.desk.world().news]]).toEqual([[3, 2, 1], [1]]);
    await openConversation(bench.desk, 1);
    expect(bench.desk.world().news.size).toBe(0);
  });

  it('nothing is drawn if nothing changed', async () => {
    const bench = await openDesk(rowsOf(3));
    await poll(bench.desk);
    let changes = 0;
    bench.desk.store.subscribe(() => {
      changes += 1;
    });
    bench.clock.advance(60_000);
    await poll(bench.desk);
    expect(changes).toBe(0);
  });

  it('the agent’s own changes are neither departures nor arrivals', async () => {
    const bench = await openDesk(rowsOf(4));
    bench.desk.commit('conversation.archive', { ids: [3] });
    await bench.idle();
    await poll(bench.desk);
    expect([list(bench).rows, list(bench).gone.size, list(bench).newAbove]).toEqual([[4, 2, 1], 0, []]);
    bench.desk.undo();
    await bench.idle();
    await poll(bench.desk);
    expect([list(bench).rows, list(bench).gone.size, list(bench).newAbove]).toEqual([[4, 3, 2, 1], 0, []]);
  });

  it('an answer older than the agent’s own change does not bring its row back', async () => {
    const bench = await openDesk(rowsOf(3));
    const stale = bench.center.fetch(
      new Request('https://help.example/api/agent/v1/conversations?status=open&limit=200'),
    );
    bench.link = 'slow';
    const reading = refresh(bench.desk);
    await bench.idle();
    bench.link = 'up';
    bench.desk.commit('conversation.archive', { ids: [2] });
    await bench.idle();
    // The list was read before the change, and its answer comes after.
    const body = await (await stale).text();
    const { fetch } = bench.center;
    bench.center.fetch = async request =>
      request.url.includes('/conversations?') ? new Response(body) : fetch(request);
    await bench.release();
    await reading;
    expect(list(bench).rows).toEqual([3, 1]);
  });
});

describe('own changes in a list', () => {
  it('take their row out at once, and the cursor stays at its index', async () => {
    const bench = await openDesk(rowsOf(5));
    put(bench, 2);
    bench.desk.commit('conversation.archive', { ids: [...targetsOf(bench.desk.world())] });
    expect([list(bench).rows, ...at(bench)]).toEqual([[5, 4, 2, 1], 2, 2]);
    await bench.idle();
    expect(list(bench).rows).toEqual([5, 4, 2, 1]);
    bench.desk.undo();
    expect([list(bench).rows, ...at(bench)]).toEqual([[5, 4, 3, 2, 1], 3, 2]);
  });

  it('take marked rows out together, and their marks', async () => {
    const bench = await openDesk(rowsOf(5));
    bench.desk.set({ list: mark(mark(list(bench), 20), 20) });
    put(bench, 4);
    bench.desk.commit('conversation.status', { ids: [...targetsOf(bench.desk.world())], conversation_status_id: 2 });
    expect([list(bench).rows, list(bench).marks.size, ...at(bench)]).toEqual([[3, 2, 1], 0, 2, 1]);
  });

  it('keep a row by words until they surely leave, and bring it back by z', async () => {
    const bench = await openDesk(rowsOf(5), { query: { ...unresolved, words: 'title' } });
    bench.desk.commit('conversation.archive', { ids: [3] });
    await bench.idle();
    await refresh(bench.desk);
    expect(list(bench).rows).toEqual([5, 4, 2, 1]);
    bench.desk.undo();
    expect(list(bench).rows).toEqual([5, 4, 3, 2, 1]);
    await bench.idle();
    expect(list(bench).rows).toEqual([5, 4, 3, 2, 1]);
  });

  it('bring rows in at their sorted place, but not beyond the last loaded page', async () => {
    const bench = await openDesk([...rowsOf(250), row(260, { archived: true }), row(2_000, { archived: true })]);
    await loadConversations(bench.desk, [2, 260, 2_000]);
    bench.desk.commit('conversation.restore', { ids: [260] });
    expect(list(bench).rows.slice(0, 2)).toEqual([260, 250]);
    bench.desk.commit('conversation.status', { ids: [2], conversation_status_id: 2 });
    bench.desk.commit('conversation.status', { ids: [2], conversation_status_id: 1 });
    await bench.idle();
    expect([list(bench).rows.includes(2), list(bench).rows.length]).toEqual([false, 32]);
  });
});

describe('a thread', () => {
  it('shows the newest messages and the notes in order, and the earlier ones when asked', async () => {
    const bench = await openDesk([row(1)]);
    for (let count = 1; count <= 130; count += 1) bench.center.receive(1, `message ${count}`);
    await openConversation(bench.desk, 1);
    const texts = () => threadOf(bench.desk.world(), 1)!.messages.map(message => message.body_text);
    expect([texts().length, texts()[0], texts().at(-1)]).toEqual([100, 'message 31', 'message 130']);
    await loadEarlier(bench.desk);
    expect([texts().length, texts()[0], threadOf(bench.desk.world(), 1)!.nextCursor]).toEqual([130, 'message 1', null]);
    bench.center.receive(1, 'message 131');
    await openConversation(bench.desk, 1);
    expect([texts().length, texts()[0], texts().at(-1)]).toEqual([131, 'message 1', 'message 131']);
  });

  it('begins at its newest message if it is longer than the pane', async () => {
    const bench = await openDesk([row(1)]);
    for (let count = 1; count <= 20; count += 1) bench.center.receive(1, 'a\nb\nc');
    await openConversation(bench.desk, 1);
    const { detail, viewport } = bench.desk.world();
    const lines = bench.desk.detailLines();
    expect(detail.entryKey).toBe(lines.at(-1)?.entryKey);
    expect(detail.top).toBe(lines.length - viewport.detailRows);
    expect(bench.desk.detailLines()).toBe(lines);
  });

  it('is read from the conversation if the help center has no list of messages', async () => {
    const bench = await openDesk([row(1, { note_count: 1 })]);
    bench.center.receive(1, 'inside');
    bench.center.absent.add('/messages').add('/notes');
    await openConversation(bench.desk, 1);
    expect(threadOf(bench.desk.world(), 1)?.messages.map(message => message.body_text)).toEqual(['inside']);
    expect(Object.keys(bench.desk.world().offers)).toEqual(expect.arrayContaining(['messages', 'notes']));
    expect(bench.desk.world().detail.problem).toBeNull();
  });

  it('says why it cannot be read, and keeps its rows', async () => {
    const bench = await openDesk([row(1)]);
    await openConversation(bench.desk, 99);
    expect(bench.desk.world().detail).toMatchObject({ problem: 'There is no conversation 99.', loading: false });
    await openConversation(bench.desk, 1);
    bench.link = 'down';
    await refresh(bench.desk);
    expect(bench.desk.world().detail.problem).toBe('help.example does not answer.');
    expect(threadOf(bench.desk.world(), 1)).toBeDefined();
  });

  it('of a conversation that is not listed loads the conversation too', async () => {
    const bench = await openDesk([row(1), row(7, { archived: true })]);
    await openConversation(bench.desk, 7);
    expect(conversationOf(bench.desk.world(), 7)?.archived).toBe(true);
    expect(list(bench).rows).toEqual([1]);
  });

  it('has a history and reviews, which some help centers lack', async () => {
    const bench = await openDesk([row(1)]);
    await openConversation(bench.desk, 1);
    await loadSection(bench.desk, 1, 'history');
    expect(threadOf(bench.desk.world(), 1)?.history).toEqual([]);
    await loadSection(bench.desk, 1, 'reviews');
    expect(bench.desk.world().detail.problem).toBe('There is no such path.');
  });
});

describe('places', () => {
  it('are shown as not offered if the help center lacks them, and the rest works', async () => {
    const bench = await openDesk([row(1)], { isLoaded: false });
    for (const path of ['/agents', '/conversation_statuses', '/me', '/tags']) bench.center.absent.add(path);
    await loadPlaces(bench.desk);
    await openList(bench.desk, unresolved);
    const { offers, base, me } = bench.desk.world();
    expect(offers.agents).toBe('This help center does not list its agents.');
    expect(Object.keys(offers).sort()).toEqual(['agents', 'me', 'onceKeys', 'statuses', 'tags']);
    expect([base.inboxes.length, me, list(bench).rows]).toEqual([2, null, [1]]);
    bench.desk.commit('conversation.assign', { ids: [1], assign_to: 44 });
    expect(bench.desk.world().notice?.text).toBe('Assigned #1 to #44 · z undoes');
  });
});

describe('finding without showing', () => {
  it('returns the ids of all that match, up to a limit', async () => {
    const bench = await openDesk(rowsOf(450));
    expect(await findIds(bench.desk, everything, 1_000)).toHaveLength(450);
    expect(await findIds(bench.desk, everything, 7)).toEqual([450, 449, 448, 447, 446, 445, 444]);
    expect(list(bench).rows).toHaveLength(31);
  });
});

describe('more arrivals than a page holds', () => {
  const arrive = async (count: number) => {
    const bench = await openDesk(rowsOf(20));
    put(bench, 5);
    for (let id = 21; id <= 20 + count; id++) bench.center.conversations.set(id, row(id));
    await poll(bench.desk);
    return bench;
  };

  it('are all listed once the agent lets them in, and the cursor stays on its row', async () => {
    const bench = await arrive(1_000);
    expect(tailText(bench.desk.world())).toBe('200+ new above · gg shows them');
    await refresh(bench.desk);
    expect(list(bench).rows).toEqual(Array.from({ length: 1_020 }, (_, index) => 1_020 - index));
    expect(at(bench)).toEqual([1_005, 15]);
  });

  it('are read on as the agent goes down if they are very many', async () => {
    const bench = await arrive(3_000);
    await refresh(bench.desk);
    // The cursor's row waits behind those that were read.
    expect(list(bench).rows).toHaveLength(2_001);
    expect(at(bench)).toEqual([2_000, 15]);
    while (list(bench).nextCursor !== null) await loadMore(bench.desk);
    expect(list(bench).rows).toEqual(Array.from({ length: 3_020 }, (_, index) => 3_020 - index));
    expect(at(bench)[1]).toBe(15);
  });
});
