import { describe, expect, it } from 'vitest';
import { undoable } from '../../../src/state/operations/operation.ts';
import { titleOf, whyNotWithdrawn, withdraw } from '../../../src/state/outbox/withdraw.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

function archived({ desk }: Bench, id: number) {
  return conversationOf(desk.world(), id)?.archived;
}

describe('a change that waits', () => {
  it('is dropped as if it had never been made, and z and Z ignore it', async () => {
    const bench = await openDesk([row(1), row(2)]);
    const { desk, center } = bench;
    bench.link = 'down';
    desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
    await bench.idle();
    bench.link = 'slow';
    desk.commit('conversation.merge', { ids: [2], into: 1 });
    const held = desk.world().pending.find(({ state }) => state === 'held');
    if (held === undefined) throw new Error('a merge is held');
    expect(titleOf(held, desk.world())).toMatch(/^Merge/);
    withdraw(desk, held.key);
    expect(desk.world().pending.map(({ name }) => name)).toEqual(['conversation.tag']);
    expect(desk.world().notice).toMatchObject({ tone: 'done', text: expect.stringMatching(/^Not sent: Merge/) });
    expect(undoable(desk.world().operations).map(({ id }) => id)).not.toContain(held.key);
    expect(conversationOf(desk.world(), 2)?.merged_into).toBeNull();
    bench.clock.advance(60_000);
    await bench.idle();
    expect(center.conversations.get(2)?.merged_into).toBeNull();
  });

  it('leaves its words as a draft', async () => {
    const bench = await openDesk([row(1)]);
    const { desk } = bench;
    bench.link = 'down';
    desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
    await bench.idle();
    desk.commit('note.add', { ids: [1], details: 'Called her.' });
    const note = desk.world().pending.find(({ name }) => name === 'note.add');
    withdraw(desk, note!.key);
    expect(Object.entries(writtenIn(desk.world().drafts))).toEqual([['note:1', 'Called her.']]);
    expect(desk.world().notice?.text).toMatch(/ · gd has its text$/);
  });

  it.each([
    [{ name: 'Ana Love' }, 'Renamed a contact to Ana Love'],
    [{ email: 'love@customer.example' }, 'Changed the address of Customer 1 to love@customer.example'],
    [{ note: null, former: 'Pays late.' }, 'Took away the note about Customer 1'],
  ])('leaves no draft, and names none, if it has no words: %j', async (change, title) => {
    const bench = await openDesk([row(1)]);
    const { desk } = bench;
    bench.link = 'down';
    desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
    await bench.idle();
    desk.commit('contact.update', { ids: [1], also: [], contact_id: 1, ...change });
    withdraw(desk, desk.world().pending.find(({ name }) => name === 'contact.update')!.key);
    expect(desk.world().drafts.size).toBe(0);
    expect(desk.world().notice?.text).toBe(`Not sent: ${title}`);
    desk.commit('contact.update', { ids: [1], also: [], contact_id: 1, ...change });
    desk.undo();
    expect(desk.world().notice?.text).not.toContain('has its text');
  });

  it('stays if the help center may have it, and the notice says so', async () => {
    const bench = await openDesk([row(1)]);
    const { desk } = bench;
    bench.link = 'slow';
    desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    const [sending] = desk.world().pending;
    expect(sending?.state).toBe('sending');
    withdraw(desk, sending!.key);
    expect(desk.world().pending).toHaveLength(1);
    expect(archived(bench, 1)).toBe(true);
    expect(desk.world().notice?.text).toMatch(/^Not taken back: The help center may have it already/);
  });

  it('stays under a later change of the same conversation', async () => {
    const bench = await openDesk([row(1), row(2)]);
    const { desk } = bench;
    bench.link = 'slow';
    desk.commit('conversation.tag', { ids: [1], tags: ['a'] });
    desk.commit('conversation.tag', { ids: [1, 2], tags: ['b'] });
    desk.commit('conversation.tag', { ids: [1], tags: ['c'] });
    await bench.idle();
    const [, second, third] = desk.world().pending;
    expect(whyNotWithdrawn(desk.world(), second!.key)).toMatch(/^A later change/);
    expect(whyNotWithdrawn(desk.world(), third!.key)).toBeUndefined();
    withdraw(desk, third!.key);
    expect(whyNotWithdrawn(desk.world(), second!.key)).toBeUndefined();
    expect(conversationOf(desk.world(), 1)?.tags).toEqual(['a', 'b']);
    expect(whyNotWithdrawn(desk.world(), 'gone')).toMatch(/^It has been sent/);
  });
});
