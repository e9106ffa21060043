import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { withdraw } from '../../../src/state/outbox/withdraw.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { t } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { replyBoxOn } from '../../harness/state-box.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';
import { pendingIn } from '../operations.ts';

function draftsOf({ desk }: Bench) {
  return writtenIn(desk.world().drafts);
}
function noticeOf({ desk }: Bench) {
  return desk.world().notice?.text;
}
function notesOf({ center }: Bench) {
  return [...center.notes.values()].map(note => note.details);
}

/** A desk whose link is down and which waits for its next try: changes made now were never sent. */
async function offline(count = 3): Promise<Bench> {
  const bench = await openDesk(Array.from({ length: count }, (_, index) => row(index + 1)));
  bench.link = 'down';
  bench.desk.commit('conversation.archive', { ids: [count] });
  await bench.idle();
  return bench;
}

describe('typing without a pause', () => {
  it('is kept at least twice a second', async () => {
    const storage = memoryStorage();
    const bench = await openDesk([row(1)], { storage });
    let typed = '';
    for (let letter = 0; letter < 100; letter += 1) {
      typed += 'x';
      bench.desk.set({ drafts: new Map([['note:1', { text: typed }]]) });
      bench.clock.advance(150);
      const kept = storage.load()?.drafts.get('note:1')?.text ?? '';
      expect((typed.length - kept.length) * 150).toBeLessThanOrEqual(600);
    }
  });
});

describe('text that was typed when its box closes', () => {
  it('is kept at once', async () => {
    const storage = memoryStorage();
    const { desk } = await openDesk([row(1)], { storage });
    desk.set({
      overlays: [replyBoxOn()],
      drafts: new Map([['note:1', { text: 'Called' }]]),
    });
    expect(storage.load()?.drafts.size ?? 0).toBe(0);
    desk.set({ overlays: [] });
    expect(writtenIn(storage.load()!.drafts)).toEqual({ 'note:1': 'Called' });
  });
});

describe('z on a note', () => {
  it('that was never sent keeps its words as a draft, after any later act of the agent', async () => {
    const bench = await offline();
    const { desk } = bench;
    desk.commit('note.add', { ids: [1], details: 'Called her.' });
    desk.undo();
    expect(noticeOf(bench)).toBe('Undone: Noted on #1 · gd has its text · Z redoes');
    desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
    expect(draftsOf(bench)).toEqual({ 'note:1': 'Called her.' });
    expect(desk.world().pending.map(({ name }) => name)).toEqual(['conversation.archive', 'conversation.tag']);
  });

  it('on several conversations that was never sent drops them all, and each keeps the words', async () => {
    const bench = await offline();
    const { desk } = bench;
    const each = [1, 2].map(id => ({ ids: [id], details: 'Called her.' }));
    desk.commitEach('note.add', each, { text: t`Noted on 2 conversations`, short: t`Noted 2` });
    desk.undo();
    expect(desk.world().pending.map(({ name }) => name)).toEqual(['conversation.archive']);
    expect(noticeOf(bench)).toBe('Undone: Noted on 2 conversations · gd has its text · Z redoes');
    expect(draftsOf(bench)).toEqual({ 'note:1': 'Called her.', 'note:2': 'Called her.' });
    desk.redo();
    expect(draftsOf(bench)).toEqual({});
    bench.link = 'up';
    bench.clock.advance(30_000);
    await bench.idle();
    expect(notesOf(bench)).toEqual(['Called her.', 'Called her.']);
  });

  it('that was sent in part withdraws the rest and deletes what was sent', async () => {
    const bench = await openDesk([row(1), row(2)]);
    const { desk } = bench;
    bench.link = 'slow';
    desk.commit('conversation.archive', { ids: [2] });
    const each = [1, 2].map(id => ({ ids: [id], details: 'Called her.' }));
    desk.commitEach('note.add', each, { text: t`Noted on 2 conversations`, short: t`Noted 2` });
    await bench.idle();
    expect(desk.world().pending.map(({ state }) => state)).toEqual(['sending', 'sending', 'waiting']);
    desk.undo();
    expect(draftsOf(bench)).toEqual({ 'note:2': 'Called her.', 'note:1': 'Called her.' });
    expect(noticeOf(bench)).toMatch(/^Undone: Noted on 2/);
    bench.link = 'up';
    await bench.release();
    expect(notesOf(bench)).toEqual([]);
    expect(bench.center.requests.filter(request => request.startsWith('POST /conversations/2/notes'))).toEqual([]);
  });

  it('that was sent deletes it and returns the words, and Z removes them again', async () => {
    const storage = memoryStorage();
    const bench = await openDesk([row(1)], { storage });
    const { desk } = bench;
    desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await bench.idle();
    desk.undo();
    await bench.idle();
    expect([notesOf(bench), draftsOf(bench)]).toEqual([[], { 'note:1': 'Called her.' }]);
    desk.redo();
    expect([draftsOf(bench), [...storage.load()!.drafts]]).toEqual([{}, []]);
    expect(pendingIn(storage.load()!)).toMatchObject([{ name: 'note.add', args: { details: 'Called her.' } }]);
    await bench.idle();
    expect(notesOf(bench)).toEqual(['Called her.']);
  });

  it('that is refused later returns its words once', async () => {
    const bench = await openDesk([row(1)]);
    const { desk } = bench;
    bench.link = 'slow';
    desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await bench.idle();
    bench.center.refusals.set(1, { status: 409, message: 'No.' });
    desk.undo();
    bench.link = 'up';
    await bench.release();
    expect(draftsOf(bench)).toEqual({ 'note:1': 'Called her.' });
  });

  it('that the agent has deleted since does not blame others', async () => {
    const bench = await openDesk([row(1)]);
    const { desk } = bench;
    desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await bench.idle();
    const [noteId] = bench.center.notes.keys();
    desk.commit('note.remove', { ids: [1], noteId: noteId! });
    bench.clock.advance(9_000);
    await bench.idle();
    desk.set({ base: { ...desk.world().base, threads: desk.world().base.threads.with([[1, emptyThread]]) } });
    desk.undo();
    desk.undo();
    expect(noticeOf(bench)).toBe('Not undone: Noted on #1. It is undone already.');
    expect(draftsOf(bench)).toEqual({});
  });
});

const emptyThread = { messages: [], notes: [], reviews: [], history: [], nextCursor: null, version: null, asOf: 0 };

describe('a title', () => {
  it('that is refused is a draft', async () => {
    const bench = await openDesk([row(1)]);
    bench.center.refusals.set(1, { status: 403, message: 'You may not.' });
    bench.desk.commit('conversation.title', { ids: [1], title: 'Late parcel' });
    await bench.idle();
    expect(noticeOf(bench)).toBe('Title not changed, gd has its text: You may not. · go keeps it');
    expect(draftsOf(bench)).toEqual({ 'title:1': 'Late parcel' });
  });

  it('that z restored is not a draft if that is refused: another agent wrote it', async () => {
    const bench = await openDesk([row(1)]);
    const { desk } = bench;
    desk.commit('conversation.title', { ids: [1], title: 'Late parcel' });
    await bench.idle();
    bench.center.refusals.set(1, { status: 403, message: 'You may not.' });
    desk.undo();
    await bench.idle();
    expect(noticeOf(bench)).toBe('Title not changed: You may not. · go keeps it');
    expect(draftsOf(bench)).toEqual({ 'title:1': 'Late parcel' });
  });
});

describe('one rule for changes that can be withdrawn', () => {
  it('drops a held merge by z and by go, even after later changes', async () => {
    for (const way of ['z', 'go'] as const) {
      const bench = await openDesk([row(1), row(2)]);
      const { desk } = bench;
      desk.commit('conversation.merge', { ids: [2], into: 1 });
      desk.commit('contact.add', { ids: [1], contact_id: 21 });
      // The added contact is the last change, so that z reaches it first.
      if (way === 'z') for (const _ of ['contact', 'merge']) desk.undo();
      else withdraw(desk, desk.world().pending[0]!.key);
      expect(desk.world().pending.map(({ name }) => name)).not.toContain('conversation.merge');
      await bench.idle();
      expect(conversationOf(desk.world(), 2)?.merged_into).toBeNull();
      expect(bench.center.conversations.get(1)!.contacts.includes(21)).toBe(way === 'go');
    }
  });

  it('makes later changes again, so that z undoes all of them', async () => {
    const bench = await openDesk([row(1), row(2, { tags: ['vip'] })]);
    const { desk } = bench;
    desk.commit('conversation.merge', { ids: [2], into: 1 });
    desk.commit('conversation.tag', { ids: [1], tags: ['vip', 'late'] });
    withdraw(desk, desk.world().pending[0]!.key);
    expect(conversationOf(desk.world(), 1)?.tags).toEqual(['late', 'vip']);
    await bench.idle();
    desk.undo();
    await bench.idle();
    expect(bench.center.conversations.get(1)!.tags).toEqual([]);
  });
});
