import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change, OwnCall } from '../../../src/state/changes/change.ts';
import { changeOf, changes } from '../../../src/state/changes/list.ts';
import { undoable } from '../../../src/state/operations/operation.ts';
import { make, whyInvalidArgs } from '../../../src/state/outbox/commit.ts';
import { loadPeople } from '../../../src/state/sync/sections.ts';
import { loadConversations, openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf, threadOf } from '../../../src/state/visible.ts';
import type { Conversation } from '../../../src/state/world.ts';
import { safeBlock } from '../../../src/text/safe.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

function see({ desk }: Bench, id: number): Conversation {
  return conversationOf(desk.world(), id)!;
}
function held({ center }: Bench, id: number) {
  return center.conversations.get(id)!;
}
function notice({ desk }: Bench) {
  return desk.world().notice;
}

it('every change that a file exports is in the list', async () => {
  const folder = join(import.meta.dirname, '../../../src/state/changes');
  const files = readdirSync(folder).filter(name => name.endsWith('.ts'));
  const modules = await Promise.all(
    files.map(async name => (await import(join(folder, name))) as Readonly<Record<string, unknown>>),
  );
  const exported = modules.flatMap(names => Object.values(names)).filter(isChange);
  expect(exported.length).toBeGreaterThan(10);
  const listed: readonly unknown[] = Object.values(changes);
  expect(exported.filter(change => !listed.includes(change)).map(({ refusal }) => refusal)).toEqual([]);
});

function isChange(value: unknown): value is Change {
  return typeof value === 'object' && value !== null && 'apply' in value && 'send' in value;
}

describe('a change', () => {
  const cases = [
    ['conversation.archive', { ids: [1, 2] }, { archived: true }, 'Archived 2 conversations'],
    ['conversation.restore', { ids: [4] }, { archived: false }, 'Restored #4'],
    ['conversation.tag', { ids: [1], tags: ['late', 'vip'] }, { tags: ['late', 'vip'] }, 'Tagged #1 late, vip'],
    ['conversation.untag', { ids: [3], tags: ['vip'] }, { tags: [] }, 'Untagged #3 vip'],
    ['conversation.assign', { ids: [1, 3], assign_to: 2 }, { assign_to: 2 }, 'Assigned 2 conversations to Bob Stone'],
    ['conversation.assign', { ids: [3], assign_to: null }, { assign_to: null }, 'Unassigned #3'],
    ['conversation.status', { ids: [1], conversation_status_id: 2 }, { status: 'closed' }, 'Closed #1'],
    ['conversation.status', { ids: [3], conversation_status_id: 1 }, { status: 'open' }, 'Reopened #3'],
    [
      'conversation.status',
      { ids: [1], conversation_status_id: 3 },
      { status: 'awaiting reply' },
      'Set #1 to awaiting reply',
    ],
    ['conversation.move', { ids: [1, 2], inbox_id: 2 }, { inbox_id: 2 }, 'Moved 2 conversations to Billing'],
    ['conversation.title', { ids: [1], title: 'Late parcel' }, { title: 'Late parcel' }, 'Retitled #1'],
    ['conversation.rating', { ids: [1], disable_rating: true }, { disable_rating: true }, 'Rating request off for #1'],
  ] as const;

  it.each(cases)('%s %j is seen at once, sent, and taken back by z', async (name, args, expected, title) => {
    const bench = await openDesk([
      row(1),
      row(2),
      row(3, { tags: ['vip'], assign_to: 3, status: 'awaiting reply', conversation_status_id: 3 }),
      row(4, { archived: true }),
    ]);
    const { desk, center } = bench;
    await loadConversations(desk, [1, 2, 3, 4]);
    const before = structuredClone([...center.conversations]);
    bench.link = 'slow';
    desk.commit(name, args as never);
    for (const id of args.ids) expect(see(bench, id)).toMatchObject(expected);
    expect(notice(bench)?.text).toBe(`${title} · z undoes`);
    bench.link = 'up';
    await bench.release();
    expect(desk.world().pending).toEqual([]);
    for (const id of args.ids) expect(held(bench, id)).toMatchObject(expected);
    desk.undo();
    await bench.idle();
    const words = name === 'conversation.title' ? ' · gd has its text' : '';
    expect(notice(bench)?.text).toBe(`Undone: ${title}${words} · Z redoes`);
    const stripped = (rows: unknown) =>
      JSON.stringify(rows, (key, value) => (key === 'updated_at' || key === 'version' ? undefined : value));
    expect(stripped([...center.conversations])).toBe(stripped(before));
    desk.redo();
    await bench.idle();
    for (const id of args.ids) expect(held(bench, id)).toMatchObject(expected);
  });

  it('restores every conversation’s own former value with one z', async () => {
    const bench = await openDesk([
      row(1, { assign_to: 2 }),
      row(2, { assign_to: 3 }),
      row(3, { assign_to: null }),
      row(4, { assign_to: 1 }),
    ]);
    bench.desk.commit('conversation.assign', { ids: [1, 2, 3, 4], assign_to: 1 });
    expect(bench.desk.world().pending).toHaveLength(1);
    await bench.idle();
    bench.desk.undo();
    await bench.idle();
    expect([1, 2, 3, 4].map(id => held(bench, id).assign_to)).toEqual([2, 3, null, 1]);
    expect(notice(bench)?.text).toBe('Undone: Assigned 4 conversations to Ana Ortiz · Z redoes');
  });

  it('removes tags again only if it added them', async () => {
    const bench = await openDesk([row(1, { tags: ['vip'] }), row(2, { tags: ['late'] }), row(3)]);
    bench.desk.commit('conversation.tag', { ids: [1, 2, 3], tags: ['vip', 'late'] });
    await bench.idle();
    bench.desk.undo();
    await bench.idle();
    expect([1, 2, 3].map(id => held(bench, id).tags)).toEqual([['vip'], ['late'], []]);
  });

  it('uses the bulk calls, and the single call for one conversation', async () => {
    const bench = await openDesk(Array.from({ length: 3 }, (_, index) => row(index + 1)));
    bench.center.requests.length = 0;
    bench.desk.commit('conversation.assign', { ids: [1, 2, 3], assign_to: 1 });
    bench.desk.commit('conversation.tag', { ids: [1, 2], tags: ['vip'] });
    bench.desk.commit('conversation.move', { ids: [3], inbox_id: 1 });
    await bench.idle();
    expect(bench.center.requests.sort()).toEqual([
      'POST /conversations/tags',
      'PUT /conversations',
      'PUT /conversations/3',
    ]);
  });

  it('sends 1,200 conversations in calls of at most 500', async () => {
    const bench = await openDesk(Array.from({ length: 1_200 }, (_, index) => row(index + 1)));
    bench.center.requests.length = 0;
    const ids = [...bench.center.conversations.keys()];
    bench.desk.commit('conversation.status', { ids, conversation_status_id: 2 });
    await bench.idle();
    expect(bench.center.requests).toEqual(Array.from({ length: 3 }, () => 'PUT /conversations'));
    expect([...bench.center.conversations.values()].every(one => one.status === 'closed')).toBe(true);
  });

  it('works on conversations that are not loaded, and undoes what is known', async () => {
    const bench = await openDesk([row(1), row(2, { archived: true })]);
    bench.desk.commit('conversation.tag', { ids: [1, 2], tags: ['vip'] });
    bench.desk.commit('conversation.archive', { ids: [1, 2] });
    await bench.idle();
    expect([1, 2].map(id => held(bench, id).tags)).toEqual([['vip'], ['vip']]);
    bench.desk.undo();
    await bench.idle();
    expect(held(bench, 1).archived).toBe(false);
  });

  it('on a read-only desk changes nothing and says so', async () => {
    const bench = await openDesk([row(1)]);
    bench.desk.set({ isReadOnly: true });
    bench.desk.commit('conversation.archive', { ids: [1] });
    expect(see(bench, 1).archived).toBe(false);
    expect(notice(bench)?.text).toMatch(/^Nothing changed/);
  });

  it('that the service would refuse is not made, and says what is wrong with it', async () => {
    const bench = await openDesk([row(1)]);
    bench.desk.commit('conversation.tag', { ids: [1], tags: [''] });
    expect(notice(bench)).toEqual({ tone: 'problem', text: 'Not tagged: tags must be 1 to 64 characters long.' });
    bench.desk.commit('conversation.title', { ids: [1], title: 'x'.repeat(300) });
    expect(notice(bench)?.text).toBe('Title not changed: title must be 1 to 255 characters long.');
    expect([bench.desk.world().pending, undoable(bench.desk.world().operations)]).toEqual([[], []]);
    expect(whyInvalidArgs('conversation.title', { ids: [1], title: 'Fine' })).toBeUndefined();
  });

  it('is found by its key in the list, and by no other name', async () => {
    for (const [name, change] of Object.entries(changes)) expect(changeOf(name)).toBe(change);
    for (const name of ['conversation.arhcive', 'constructor', '__proto__', 'toString']) {
      expect(changeOf(name), name).toBeUndefined();
    }
    // @ts-expect-error: No change has this name.
    const wrong: OwnCall = { name: 'conversation.arhcive', args: { ids: [1] } };
    const { desk } = await openDesk([row(1)]);
    expect(() => make(desk, { calls: [wrong] })).toThrow('There is no change called conversation.arhcive');
  });

  it('adds nothing to the list of a search that the help center did not find', async () => {
    const bench = await openDesk([row(1), row(2)]);
    await loadConversations(bench.desk, [1, 2]);
    const world = bench.desk.world();
    const query = { ...world.list.query, words: 'refund' };
    bench.desk.set({ list: { ...world.list, query, ids: [1], rows: [1] } });
    bench.desk.commit('conversation.tag', { ids: [2], tags: ['late'] });
    await bench.idle();
    expect(bench.desk.world().list.rows).toEqual([1]);
  });
});

describe('a refused change', () => {
  it('is undone and says why', async () => {
    const bench = await openDesk([row(1), row(2), row(12, { merged_into: null })]);
    bench.center.change(12, { merged_into: 7 });
    bench.desk.commit('conversation.archive', { ids: [12] });
    expect(see(bench, 12).archived).toBe(true);
    await bench.idle();
    expect(see(bench, 12).archived).toBe(false);
    expect(bench.desk.world().list.rows).toEqual([12, 2, 1]);
    expect(notice(bench)).toMatchObject({
      tone: 'problem',
      text: 'Not archived: It was merged into #7. There is no conversation 7. · go keeps it',
    });
    bench.desk.undo();
    expect(notice(bench)?.text).toBe('Archived #12: refused, nothing to take back');
    bench.desk.undo();
    expect(notice(bench)?.text).toBe('Nothing to undo.');
  });

  it('for some of many keeps the others, names one reason, and z undoes those that were done', async () => {
    const bench = await openDesk([row(1), row(2), row(3)]);
    bench.center.refusals.set(2, { status: 403, message: 'You may not change this one.' });
    bench.desk.commit('conversation.status', { ids: [1, 2, 3], conversation_status_id: 2 });
    await bench.idle();
    expect([1, 2, 3].map(id => see(bench, id).status)).toEqual(['closed', 'open', 'closed']);
    expect(notice(bench)?.text).toBe(
      'Status not set: 2 done, 1 refused. #2: You may not change this one. · Enter lists them',
    );
    bench.desk.undo();
    await bench.idle();
    expect([1, 2, 3].map(id => held(bench, id).status)).toEqual(['open', 'open', 'open']);
  });

  it('does not leave its value behind in the inverse of a later change', async () => {
    const bench = await openDesk([row(1)]);
    bench.link = 'slow';
    bench.desk.commit('conversation.status', { ids: [1], conversation_status_id: 2 });
    bench.desk.commit('conversation.status', { ids: [1], conversation_status_id: 3 });
    bench.center.refusals.set(1, { status: 403, message: 'No.' });
    await bench.release();
    bench.center.refusals.clear();
    bench.link = 'up';
    await bench.release();
    expect(held(bench, 1).status).toBe('awaiting reply');
    bench.desk.undo();
    await bench.idle();
    expect(held(bench, 1).status).toBe('open');
  });
});

describe('undo', () => {
  it('withdraws what was never sent without a request to the help center', async () => {
    const bench = await openDesk([row(1)]);
    bench.link = 'slow';
    bench.desk.commit('conversation.archive', { ids: [1] });
    bench.desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
    bench.desk.undo();
    bench.link = 'up';
    await bench.release();
    expect(bench.center.requests.filter(request => request.includes('conversations/tags'))).toEqual([]);
    expect([held(bench, 1).archived, held(bench, 1).tags]).toEqual([true, []]);
  });

  it('undoes what may have arrived by its inverse', async () => {
    const bench = await openDesk([row(1)]);
    bench.link = 'deaf';
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    expect([held(bench, 1).archived, bench.desk.world().pending[0]?.attempts?.count]).toEqual([true, 1]);
    bench.desk.undo();
    bench.link = 'up';
    bench.clock.advance(2_000);
    await bench.idle();
    expect(held(bench, 1).archived).toBe(false);
  });

  it('leaves later changes of others alone', async () => {
    const bench = await openDesk([row(1), row(2)]);
    bench.desk.commit('conversation.status', { ids: [1, 2], conversation_status_id: 2 });
    await bench.idle();
    bench.center.change(1, { status: 'awaiting reply', conversation_status_id: 3 });
    const world = bench.desk.world();
    const changed = { ...world.base.conversations.get(1)!, conversation_status_id: 3 };
    bench.desk.set({ base: { ...world.base, conversations: world.base.conversations.with([[1, changed]]) } });
    bench.desk.undo();
    await bench.idle();
    expect([held(bench, 1).status, held(bench, 2).status]).toEqual(['awaiting reply', 'open']);
    expect(notice(bench)?.text).toMatch(/^Undone 1 of 2/);
  });

  it('sends nothing if the former value is back already', async () => {
    const bench = await openDesk([row(1, { inbox_id: 1, assign_to: 2 })]);
    bench.desk.commit('conversation.move', { ids: [1], inbox_id: 2 });
    await bench.idle();
    const sent = bench.center.requests.length;
    bench.desk.undo();
    await bench.idle();
    // The assignee, who kept it through the move, is not assigned again.
    expect(bench.center.requests.slice(sent)).toEqual(['PUT /conversations/1']);
  });

  it('also restores the assignee that a move removed', async () => {
    const bench = await openDesk([row(1, { inbox_id: 1, assign_to: 2 })]);
    bench.desk.commit('conversation.move', { ids: [1], inbox_id: 2 });
    await bench.idle();
    bench.center.change(1, { assign_to: null });
    const world = bench.desk.world();
    const moved = { ...world.base.conversations.get(1)!, assign_to: null };
    bench.desk.set({ base: { ...world.base, conversations: world.base.conversations.with([[1, moved]]) } });
    bench.desk.undo();
    await bench.idle();
    expect([held(bench, 1).inbox_id, held(bench, 1).assign_to]).toEqual([1, 2]);
  });

  it('says that there is nothing to undo, or nothing to redo', async () => {
    const bench = await openDesk([row(1)]);
    bench.desk.undo();
    expect(notice(bench)?.text).toBe('Nothing to undo.');
    bench.desk.redo();
    expect(notice(bench)?.text).toBe('Nothing to redo.');
  });
});

describe('a contact', () => {
  it('is added, only where it was not, and z takes it off there', async () => {
    const bench = await openDesk([row(1), row(2, { contacts: [2, 9] })]);
    bench.desk.commit('contact.add', { ids: [1, 2], contact_id: 9, name: 'Zoë Quinn' });
    expect(notice(bench)?.text).toBe('Added Zoë Quinn to 2 conversations · z undoes');
    await bench.idle();
    expect([held(bench, 1).contacts, held(bench, 2).contacts]).toEqual([
      [1, 9],
      [2, 9],
    ]);
    bench.desk.undo();
    await bench.idle();
    expect([held(bench, 1).contacts, held(bench, 2).contacts]).toEqual([[1], [2, 9]]);
  });

  it('is taken off, the next one is the requester then, and z adds it again', async () => {
    const bench = await openDesk([row(1, { contacts: [1, 9] })]);
    bench.link = 'slow';
    bench.desk.commit('contact.remove', { ids: [1], contact_id: 1, name: 'Customer 1' });
    expect(notice(bench)?.text).toBe('Took Customer 1 off #1 · z undoes');
    expect(see(bench, 1)).toMatchObject({ contacts: [9], requester: { id: 9 } });
    bench.link = 'up';
    await bench.release();
    expect(held(bench, 1).contacts).toEqual([9]);
    bench.desk.undo();
    await bench.idle();
    expect(held(bench, 1).contacts).toEqual([9, 1]);
  });

  it('that another agent has taken off already is off: nothing is refused', async () => {
    const bench = await openDesk([row(1, { contacts: [1, 9] })]);
    bench.center.change(1, { contacts: [1] });
    bench.desk.commit('contact.remove', { ids: [1], contact_id: 9 });
    await bench.idle();
    expect([see(bench, 1).contacts, bench.desk.world().refused]).toEqual([[1], []]);
  });

  it('stays, with the reason, at a help center that takes no contact off', async () => {
    const bench = await openDesk([row(1, { contacts: [1, 9] })]);
    bench.center.absent.add('/contacts/9');
    bench.desk.commit('contact.remove', { ids: [1], contact_id: 9 });
    await bench.idle();
    expect(see(bench, 1).contacts).toEqual([1, 9]);
    expect(bench.desk.world().offers.contactRemoval).toBe(
      'This help center does not take a contact off a conversation.',
    );
  });

  it('is renamed wherever it is shown, and z gives the former name and address back', async () => {
    const zoe = { id: 7, name: 'Zoë Quinn', email: 'zoe@customer.example' };
    const bench = await openDesk([
      row(1, { contacts: [7], requester: zoe }),
      row(2, { contacts: [7], requester: zoe }),
    ]);
    const change = { name: 'Zoë Love', email: 'love@customer.example' };
    bench.desk.commit('contact.update', { ids: [1], also: [2], contact_id: 7, ...change });
    expect(notice(bench)?.text).toBe('Renamed Zoë Quinn to Zoë Love · z undoes');
    expect([see(bench, 1).requester, see(bench, 2).requester]).toMatchObject([change, change]);
    await bench.idle();
    expect(held(bench, 2).requester).toEqual({ id: 7, ...change });
    bench.desk.undo();
    await bench.idle();
    expect([held(bench, 1).requester, see(bench, 2).requester]).toEqual([zoe, zoe]);
  });

  it('gets its former name back by z, even if a help center keeps the names of authors as they were', async () => {
    const bench = await openDesk([row(1)]);
    bench.center.receive(1);
    await openConversation(bench.desk, 1);
    bench.desk.commit('contact.update', { ids: [1], contact_id: 1, name: 'Zoë Love' });
    await bench.idle();
    expect(threadOf(bench.desk.world(), 1)?.messages[0]?.author.name).toBe('Customer 1');
    bench.desk.undo();
    await bench.idle();
    expect(held(bench, 1).requester?.name).toBe('Customer 1');
  });

  it('that is on a conversation already is not counted as added, with any part of it loaded', async () => {
    const bench = await openDesk([row(1, { contacts: [1, 9] }), row(2)]);
    await openConversation(bench.desk, 1);
    await loadPeople(bench.desk, 1);
    bench.desk.commit('contact.add', { ids: [1, 2], contact_id: 9, name: 'Zoë' });
    await bench.idle();
    bench.desk.undo();
    expect(notice(bench)?.text).toBe('Undone: Added Zoë to 2 conversations · Z redoes');
  });

  it('keeps its name, with the reason, at a help center that changes no contact', async () => {
    const bench = await openDesk(fakeCenter([row(1)], { isForgetful: true }));
    bench.center.absent.add('/contacts/1');
    bench.desk.commit('contact.update', { ids: [1], contact_id: 1, name: 'Other' });
    await bench.idle();
    expect(see(bench, 1).requester?.name).toBe('Customer 1');
    expect(bench.desk.world().offers.contactUpdate).toBe('This help center does not change contacts.');
  });
});

describe('a merge', () => {
  const rows = [row(1, { tags: ['vip'] }), row(2, { tags: ['late'], message_count: 3 }), row(3)];

  it('is seen at once and held for ten seconds, in which z takes it back', async () => {
    const bench = await openDesk(rows);
    bench.center.requests.length = 0;
    bench.desk.commit('conversation.merge', { ids: [2], into: 1 });
    expect(notice(bench)?.text).toBe('Merged #2 into #1 · z takes it back within 10 s');
    expect(see(bench, 1)).toMatchObject({ tags: ['late', 'vip'], message_count: 4, contacts: [1, 2] });
    expect(bench.desk.world().list.rows).toEqual([3, 1]);
    bench.clock.advance(9_900);
    await bench.idle();
    expect([bench.center.requests, bench.desk.world().unsent]).toEqual([[], 0]);
    bench.desk.undo();
    bench.clock.advance(60_000);
    await bench.idle();
    expect(bench.center.requests).toEqual([]);
    expect([see(bench, 1).tags, bench.desk.world().list.rows]).toEqual([['vip'], [3, 2, 1]]);
  });

  it('is sent after ten seconds; then z says that it cannot undo it, and the next z reaches the change before', async () => {
    const bench = await openDesk(rows);
    bench.desk.commit('conversation.archive', { ids: [3] });
    bench.desk.commit('conversation.merge', { ids: [2], into: 1 });
    bench.clock.advance(10_000);
    await bench.idle();
    expect([held(bench, 2).merged_into, held(bench, 1).tags]).toEqual([1, ['late', 'vip']]);
    bench.desk.undo();
    expect(notice(bench)).toMatchObject({ tone: 'problem', text: 'Merged #2 into #1 was sent and cannot be undone.' });
    bench.desk.undo();
    await bench.idle();
    expect(held(bench, 3).archived).toBe(false);
  });

  it('keeps later changes of its conversations behind it', async () => {
    const bench = await openDesk(rows);
    bench.desk.commit('conversation.merge', { ids: [2], into: 1 });
    bench.desk.commit('conversation.tag', { ids: [1], tags: ['new'] });
    bench.desk.commit('conversation.tag', { ids: [3], tags: ['new'] });
    await bench.idle();
    expect([held(bench, 1).tags, held(bench, 3).tags]).toEqual([['vip'], ['new']]);
    bench.clock.advance(10_000);
    await bench.idle();
    expect(held(bench, 1).tags).toEqual(['late', 'new', 'vip']);
  });

  it('shows the messages of both in order, and reads them again once it is done', async () => {
    const bench = await openDesk(rows);
    bench.center.receive(2, 'first');
    bench.center.receive(1, 'second');
    await openConversation(bench.desk, 2);
    await openConversation(bench.desk, 1);
    bench.desk.commit('conversation.merge', { ids: [2], into: 1 });
    expect(threadOf(bench.desk.world(), 1)?.messages.map(message => message.body_text)).toEqual(['first', 'second']);
    bench.clock.advance(10_000);
    await bench.idle();
    expect(threadOf(bench.desk.world(), 1)?.messages.map(message => message.body_text)).toEqual(['first', 'second']);
    expect(threadOf(bench.desk.world(), 2)).toBeUndefined();
  });

  it('that is refused leaves everything as it was', async () => {
    const bench = await openDesk(rows);
    bench.center.change(2, { merged_into: 9 });
    bench.desk.commit('conversation.merge', { ids: [2], into: 1 });
    bench.clock.advance(10_000);
    await bench.idle();
    expect(see(bench, 1)).toMatchObject({ tags: ['vip'], message_count: 1 });
    expect(notice(bench)?.text).toBe('Not merged: It was merged into #9. There is no conversation 9. · go keeps it');
  });
});

describe('a note', () => {
  it('is shown at once, gets its own id, and z deletes it', async () => {
    const bench = await openDesk([row(1)]);
    await openConversation(bench.desk, 1);
    bench.link = 'slow';
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.\nShe is fine.' });
    const [shown] = threadOf(bench.desk.world(), 1)!.notes;
    expect(shown).toMatchObject({ details: 'Called her.\nShe is fine.', agent_id: 1 });
    expect(shown!.id).toBeLessThan(0);
    expect(see(bench, 1).note_count).toBe(1);
    bench.link = 'up';
    await bench.release();
    const notes = threadOf(bench.desk.world(), 1)!.notes;
    expect(notes.map(note => note.id)).toEqual([...bench.center.notes.keys()]);
    bench.desk.undo();
    expect(threadOf(bench.desk.world(), 1)!.notes).toEqual([]);
    await bench.idle();
    expect([...bench.center.notes]).toEqual([]);
    expect([see(bench, 1).note_count, held(bench, 1).note_count]).toEqual([0, 0]);
  });

  it('undone while it is on its way is deleted once it has arrived', async () => {
    const bench = await openDesk([row(1)]);
    await openConversation(bench.desk, 1);
    bench.link = 'slow';
    bench.desk.commit('note.add', { ids: [1], details: 'Oops' });
    await bench.idle();
    bench.desk.undo();
    expect(threadOf(bench.desk.world(), 1)!.notes).toEqual([]);
    bench.link = 'up';
    await bench.release();
    expect([...bench.center.notes]).toEqual([]);
    expect(bench.desk.world().pending).toEqual([]);
  });

  it('on a conversation whose notes are not loaded is sent and counted', async () => {
    const bench = await openDesk([row(1)]);
    bench.desk.commit('note.add', { ids: [1], details: 'From the list' });
    await bench.idle();
    expect([...bench.center.notes.values()].map(note => note.details)).toEqual(['From the list']);
    expect(see(bench, 1).note_count).toBe(1);
    bench.desk.undo();
    await bench.idle();
    expect([...bench.center.notes]).toEqual([]);
  });

  it('deleted by hand is held for eight seconds', async () => {
    const bench = await openDesk([row(1)]);
    bench.desk.commit('note.add', { ids: [1], details: 'Keep me' });
    await bench.idle();
    await openConversation(bench.desk, 1);
    const noteId = [...bench.center.notes.keys()][0]!;
    bench.desk.commit('note.remove', { ids: [1], noteId });
    expect(threadOf(bench.desk.world(), 1)!.notes).toEqual([]);
    bench.desk.undo();
    expect(threadOf(bench.desk.world(), 1)!.notes).toHaveLength(1);
    bench.desk.commit('note.remove', { ids: [1], noteId });
    bench.clock.advance(8_000);
    await bench.idle();
    expect([...bench.center.notes]).toEqual([]);
  });

  it('that is refused is removed, with the reason, and its text is a draft again, before newer text', async () => {
    const bench = await openDesk([row(1)]);
    await openConversation(bench.desk, 1);
    bench.center.refusals.set(1, { status: 409, message: '#1 was merged into #2.' });
    bench.desk.commit('note.add', { ids: [1], details: safeBlock('Called her.\nNo answer.') });
    bench.desk.set({ drafts: new Map([['note:1', { text: 'Next' }]]) });
    await bench.idle();
    expect(threadOf(bench.desk.world(), 1)!.notes).toEqual([]);
    expect(notice(bench)?.text).toBe('Note not added, gd has its text: #1 was merged into #2. · go keeps it');
    expect(Object.entries(writtenIn(bench.desk.world().drafts))).toEqual([
      ['note:1', 'Called her.\nNo answer.\n\nNext'],
    ]);
  });
});

describe('a message of an agent', () => {
  it('is deleted after eight seconds', async () => {
    const bench = await openDesk([row(1)]);
    bench.center.receive(1);
    await openConversation(bench.desk, 1);
    const messageId = [...bench.center.messages.keys()][0]!;
    bench.desk.commit('message.remove', { ids: [1], messageId });
    expect(threadOf(bench.desk.world(), 1)!.messages).toEqual([]);
    bench.clock.advance(8_000);
    await bench.idle();
    expect(bench.center.messages.size).toBe(0);
  });
});
