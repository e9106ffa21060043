import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { refresh } from '../../../src/state/sync/refresh.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';
import { keptOf, pendingIn } from '../operations.ts';

describe('without a link', () => {
  it('changes wait, are counted after two seconds, and go out once when it is back', async () => {
    const bench = await openDesk([row(1), row(2)]);
    bench.link = 'down';
    bench.desk.commit('conversation.archive', { ids: [1] });
    bench.desk.commit('conversation.archive', { ids: [2] });
    await bench.idle();
    expect(bench.desk.world().notice).toMatchObject({
      tone: 'problem',
      text: 'Not sent yet, 2 changes are kept: help.example does not answer. · go shows them',
    });
    expect(bench.desk.world().unsent).toBe(0);
    bench.clock.advance(2_000);
    await bench.idle();
    expect(bench.desk.world().unsent).toBe(2);
    expect(bench.desk.world().list.rows).toEqual([]);
    bench.link = 'up';
    bench.clock.advance(30_000);
    await bench.idle();
    expect([bench.desk.world().unsent, bench.desk.world().pending]).toEqual([0, []]);
    expect(bench.desk.world().notice).toBeNull();
    expect([1, 2].map(id => bench.center.conversations.get(id)!.archived)).toEqual([true, true]);
  });

  it('requests are repeated at growing intervals of at most 30 seconds', async () => {
    const bench = await openDesk([row(1)]);
    bench.link = 'down';
    bench.desk.commit('conversation.archive', { ids: [1] });
    const tries: number[] = [];
    let isTried = false;
    bench.desk.store.subscribe(({ pending }) => {
      isTried ||= pending[0]?.state === 'sending';
    });
    for (let second = 0; second < 200; second += 1) {
      isTried = false;
      await bench.idle();
      bench.clock.advance(1_000);
      await bench.idle();
      if (isTried) tries.push(second);
    }
    const gaps = tries.slice(1).map((at, index) => at - tries[index]!);
    expect(gaps).toEqual([2, 4, 8, 16, 30, 30, 30, 30, 30].slice(0, gaps.length));
    expect(gaps.length).toBeGreaterThan(6);
  });

  it('R sends at once', async () => {
    const bench = await openDesk([row(1)]);
    bench.link = 'down';
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    bench.link = 'up';
    await refresh(bench.desk);
    await bench.idle();
    expect(bench.center.conversations.get(1)!.archived).toBe(true);
  });

  it('a change whose answer was lost is carried out once', async () => {
    const bench = await openDesk([row(1)]);
    await openConversation(bench.desk, 1);
    bench.link = 'deaf';
    bench.desk.commit('note.add', { ids: [1], details: 'Once' });
    await bench.idle();
    bench.link = 'up';
    bench.clock.advance(5_000);
    await bench.idle();
    expect([...bench.center.notes.values()].map(note => note.details)).toEqual(['Once']);
    expect(conversationOf(bench.desk.world(), 1)?.note_count).toBe(1);
  });

  it('waits as long as the help center says', async () => {
    const bench = await openDesk([row(1)]);
    const { fetch } = bench.center;
    bench.center.fetch = async request => {
      bench.center.requests.push(`${request.method} refused`);
      return new Response('{}', { status: 429, headers: { 'retry-after': '20' } });
    };
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    bench.center.fetch = fetch;
    bench.clock.advance(19_000);
    await bench.idle();
    expect(bench.center.conversations.get(1)!.archived).toBe(false);
    bench.clock.advance(1_000);
    await bench.idle();
    expect(bench.center.conversations.get(1)!.archived).toBe(true);
  });
});

describe('a change that another desk has taken over', () => {
  it('is not sent here, if saving it first reveals the other desk', async () => {
    const storage = memoryStorage();
    let isTaken = false;
    const bench = await openDesk([row(1)], {
      storage: {
        ...storage,
        save: kept => {
          storage.save(kept);
          if (isTaken && kept.operations.length > 0) bench.desk.set({ operations: [] });
        },
      },
    });
    bench.link = 'down';
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    [bench.link, isTaken] = ['up', true];
    bench.desk.wake(true);
    await bench.idle();
    expect(bench.center.conversations.get(1)!.archived).toBe(false);
  });
});

describe('the order', () => {
  it('is kept for each conversation, and others do not wait for it', async () => {
    const bench = await openDesk([row(1), row(2)]);
    bench.center.requests.length = 0;
    bench.link = 'slow';
    bench.desk.commit('conversation.tag', { ids: [1], tags: ['a'] });
    bench.desk.commit('conversation.archive', { ids: [1] });
    bench.desk.commit('conversation.archive', { ids: [2] });
    await bench.idle();
    expect(bench.desk.world().pending.map(change => change.state)).toEqual(['sending', 'waiting', 'sending']);
    bench.link = 'up';
    await bench.release();
    expect(bench.center.requests).toEqual([
      'POST /conversations/tags',
      'POST /conversations/2/archive',
      'POST /conversations/1/archive',
    ]);
  });
});

describe('the kept state', () => {
  it('are the unsent changes, with their keys, and the acts that z can undo', async () => {
    const storage = memoryStorage();
    const center = fakeCenter([row(1), row(2)]);
    const first = await openDesk(center, { storage });
    first.link = 'deaf';
    first.desk.commit('conversation.archive', { ids: [1] });
    first.desk.commit('conversation.status', { ids: [2], conversation_status_id: 2 });
    await first.idle();
    first.desk.stop();
    expect(pendingIn(storage.load()!).map(({ name }) => name)).toEqual(['conversation.archive', 'conversation.status']);

    const asked = center.requests.length;
    const second = await openDesk(center, { storage });
    expect(second.desk.world().list.rows).toEqual([]);
    await second.idle();
    expect(second.desk.world().pending).toEqual([]);
    expect(center.requests.slice(asked).filter(request => request.startsWith('P'))).toHaveLength(2);
    second.desk.undo();
    second.desk.undo();
    await second.idle();
    expect([center.conversations.get(1)!.archived, center.conversations.get(2)!.status]).toEqual([false, 'open']);
  });

  it('does not include what another version made, and says so', async () => {
    const storage = memoryStorage();
    const change = {
      key: 'k',
      name: 'conversation.paint',
      args: { ids: [1] },
      at: 0,
      state: 'sending' as const,
      attempts: { count: 1 },
      problem: null,
    };
    storage.save(keptOf([change], new Map([['note:1', { text: 'half a note' }]])));
    const bench = await openDesk([row(1)], { storage, isLoaded: false });
    expect(bench.desk.world().pending).toEqual([]);
    expect(bench.desk.world().notice?.text).toMatch(/^1 kept change was made by another version/);
    expect(bench.desk.world().drafts.get('note:1')?.text).toBe('half a note');
  });

  it('is kept before anything is sent', async () => {
    const storage = memoryStorage();
    const bench = await openDesk([row(1)], { storage });
    bench.link = 'slow';
    bench.desk.commit('conversation.archive', { ids: [1] });
    expect(pendingIn(storage.load()!)).toMatchObject([{ name: 'conversation.archive', attempts: { count: 1 } }]);
    await bench.release();
  });

  it('are drafts too, half a second after the first letter and at the end', async () => {
    const storage = memoryStorage();
    const bench = await openDesk([row(1)], { storage });
    bench.desk.set({ drafts: new Map([['note:1', { text: 'Called' }]]) });
    bench.clock.advance(200);
    bench.desk.set({ drafts: new Map([['note:1', { text: 'Called h' }]]) });
    bench.clock.advance(200);
    expect(storage.load()?.drafts.get('note:1')?.text).toBe(undefined);
    bench.clock.advance(100);
    expect(storage.load()?.drafts.get('note:1')?.text).toBe('Called h');
    bench.desk.set({ drafts: new Map([['note:1', { text: 'Called her' }]]) });
    bench.desk.stop();
    expect(storage.load()?.drafts.get('note:1')?.text).toBe('Called her');
  });

  it('nothing runs after the end', async () => {
    const bench = await openDesk([row(1)]);
    bench.link = 'down';
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    bench.desk.stop();
    expect(bench.clock.waiting()).toBe(0);
  });
});

describe('a clock that is set back by an hour', () => {
  const HOUR = 3_600_000;

  it('delays no retry, no count and no held change', async () => {
    const bench = await openDesk([row(1), row(2), row(3)]);
    bench.link = 'down';
    bench.desk.commit('conversation.archive', { ids: [1] });
    bench.desk.commit('conversation.merge', { ids: [3], into: 2 });
    await bench.idle();
    bench.clock.setBack(HOUR);
    bench.desk.commit('conversation.tag', { ids: [1], tags: ['late'] });
    bench.clock.advance(2_000);
    await bench.idle();
    expect(bench.desk.world().unsent).toBe(2);
    bench.link = 'up';
    bench.clock.advance(10_000);
    await bench.idle();
    bench.clock.advance(10_000);
    await bench.idle();
    expect(bench.desk.world().pending).toEqual([]);
    expect(bench.center.conversations.get(1)).toMatchObject({ archived: true, tags: ['late'] });
    expect(bench.center.conversations.get(3)?.merged_into).toBe(2);
  });
});

describe('a connection that was never made', () => {
  it('cannot have delivered a change: z withdraws it', async () => {
    const bench = await openDesk([row(1)]);
    const { fetch } = bench.center;
    bench.center.fetch = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });
    };
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    expect(bench.desk.world().pending).toMatchObject([{ state: 'waiting', attempts: undefined }]);
    const asked = bench.center.requests.length;
    bench.desk.undo();
    bench.center.fetch = fetch;
    bench.clock.advance(60_000);
    await bench.idle();
    expect([bench.desk.world().pending, bench.center.requests.slice(asked)]).toEqual([[], []]);
    expect(conversationOf(bench.desk.world(), 1)?.archived).toBe(false);
  });

  it('counts as delivered, if another request of the same change was answered', async () => {
    const bench = await openDesk([row(1), row(2), row(3), row(4), row(5)]);
    const { fetch } = bench.center;
    let writes = 0;
    bench.center.fetch = async request => {
      writes += 1;
      if (writes === 1) return fetch(request);
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });
    };
    bench.desk.commit('conversation.rating', { ids: [1, 2, 3, 4, 5], disable_rating: true });
    await bench.idle();
    expect(bench.desk.world().pending).toMatchObject([{ state: 'waiting', attempts: { count: 1 } }]);
  });
});

describe('one change that gets no help center’s answer', () => {
  it('does not hold up those of other conversations', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1);
    const bench = await openDesk(ids.map(id => row(id)));
    const { fetch } = bench.center;
    bench.center.fetch = async request =>
      request.url.endsWith('/conversations/1/archive')
        ? new Response('<title>Blocked</title>', { status: 403 })
        : fetch(request);
    for (const id of ids) bench.desk.commit('conversation.archive', { ids: [id] });
    await bench.idle();
    bench.clock.advance(1_000);
    await bench.idle();
    expect(bench.desk.world().pending.map(({ args }) => args)).toEqual([{ ids: [1] }]);
    expect(bench.desk.world().pending).toMatchObject([
      { state: 'waiting', problem: '403, not from the help center: Blocked' },
    ]);
  });
});
