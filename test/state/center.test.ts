import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spamSenders } from '../../src/center/model/people/spam-sender.ts';
import type { Desk } from '../../src/state/desk.ts';
import { hasNews } from '../../src/state/list/news.ts';
import { unresolved } from '../../src/state/query/views.ts';
import { followReading } from '../../src/state/sync/follow-reading.ts';
import { openList } from '../../src/state/sync/list.ts';
import { loadPlaces } from '../../src/state/sync/places.ts';
import { poll, refresh } from '../../src/state/sync/refresh.ts';
import { openConversation } from '../../src/state/sync/thread.ts';
import { conversationOf, threadOf } from '../../src/state/visible.ts';
import type { Conversation } from '../../src/state/world.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { handClock } from '../harness/hand-clock.ts';
import { adminDesk } from '../harness/plain-desk.ts';

let center: OpenCenter;
let desk: Desk;
let clock: ReturnType<typeof handClock>;
let underWay = 0;

async function fetch(request: Request): Promise<Response> {
  underWay += 1;
  try {
    return await center.center.fetch(request);
  } finally {
    underWay -= 1;
  }
}
async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet += 1) {
    await new Promise(resolve => setImmediate(resolve));
    if (underWay > 0) quiet = 0;
  }
}
async function create(title: string, more: object = {}): Promise<number> {
  center.clock.now += 1_000;
  const { body } = await center.call('POST', '/conversations', { body: { title, inbox_id: center.inboxId, ...more } });
  return body.data.id;
}
async function held(id: number) {
  return (await center.call('GET', `/conversations/${id}`)).body.data;
}
async function contact(name: string): Promise<{ id: number; name: string; email: string }> {
  const email = `${name.split(' ')[1]!.toLowerCase()}@customer.example`;
  return (await center.call('POST', '/contacts', { body: { name, email } })).body.data;
}
function seen(id: number): Conversation {
  return conversationOf(desk.world(), id)!;
}

/** What the desk shows of a conversation is what the help center answers of it, field by field. */
async function expectSame(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { messages: _, ...said } = (await desk.client.conversation.get({ params: { conversation_id: id } })).data;
    const { messages: __, ...shown } = seen(id);
    // When it changed last, and how often, only the help center knows.
    const unknown = { updated_at: null, version: null };
    expect({ ...shown, ...unknown }).toEqual({ ...said, ...unknown });
  }
}

async function openDeskOf(as: 'admin' | 'agent'): Promise<Desk> {
  const opened = adminDesk(center, { clock, fetch, token: () => center.tokens[as] });
  await loadPlaces(opened);
  await openList(opened, unresolved);
  return opened;
}

let ids: number[] = [];
beforeEach(async () => {
  center = await openCenter();
  clock = handClock(center.clock.now);
  ids = [];
  for (const title of ['Refund', 'Parcel', 'Invoice', 'Login']) ids.push(await create(title));
  desk = await openDeskOf('admin');
});
afterEach(async () => {
  desk.stop();
  await center.close();
});

describe('a desk on the real help center', () => {
  it('says with a refusal what the help center says of each field', async () => {
    const { body } = await center.call('POST', '/inboxes', { body: { name: 'Closed shop' } });
    const agent = desk.world().base.agents.find(({ role }) => role === 'agent')!;
    desk.commit('conversation.move', { ids: [ids[0]!], inbox_id: body.data.id });
    desk.commit('conversation.assign', { ids: [ids[0]!], assign_to: agent.id });
    await idle();
    expect(desk.world().notice?.text).toMatch(/^Not assigned: assign_to: .*cannot see inbox/);
  });

  it('forgets with z what a move taught about spam, and nothing else', async () => {
    const [one, other] = ids as [number, number];
    const zoe = await contact('Zoë Spam');
    for (const id of [one, other]) {
      await center.call('POST', `/conversations/${id}/contacts`, { body: { contact_id: zoe.id } });
      await center.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Buy!' } });
    }
    await idle();
    const spam = desk.world().base.inboxes.find(({ kind }) => kind === 'spam')!.id;
    const marks: boolean[] = [];
    const step = async (act: () => unknown) => {
      act();
      await idle();
      marks.push(await center.center.read(async ({ db }) => (await spamSenders(db, [zoe.email!])).size > 0));
    };
    for (const id of [one, other]) await step(() => desk.commit('conversation.move', { ids: [id], inbox_id: spam }));
    await step(() => desk.undo());
    expect(marks, 'the first one still marks').toEqual([true, true, true]);
    await step(() => desk.undo());
    await step(() => desk.redo());
    await step(() => desk.commit('conversation.move', { ids: [one], inbox_id: center.inboxId }));
    await step(() => desk.undo());
    expect(marks.slice(3)).toEqual([false, true, false, true]);
    expect([seen(one).inbox_id, seen(other).inbox_id]).toEqual([spam, center.inboxId]);
  });

  it('shows after every change what the help center holds, and after z what was there first', async () => {
    const [refund, parcel, invoice, login] = ids as [number, number, number, number];
    const before = await Promise.all(ids.map(held));
    const closed = desk.world().base.statuses[1]!.id;
    const zoe = await contact('Zoë Quinn');
    const ruth = await contact('Ruth Amsel');
    const steps = [
      () => desk.commit('conversation.assign', { ids, assign_to: center.agentId }),
      () => desk.commit('conversation.assign', { ids: [refund], assign_to: null }),
      () => desk.commit('conversation.tag', { ids: [refund, parcel], tags: ['vip', 'late'] }),
      () => desk.commit('conversation.untag', { ids: [parcel, invoice], tags: ['vip'] }),
      () => desk.commit('conversation.status', { ids: [refund, login], conversation_status_id: closed }),
      () => desk.commit('conversation.archive', { ids: [parcel, login] }),
      () => desk.commit('conversation.restore', { ids: [parcel] }),
      () => desk.commit('conversation.title', { ids: [invoice], title: 'Invoice shows the wrong VAT' }),
      () => desk.commit('conversation.rating', { ids: [invoice, login], disable_rating: true }),
      // The agent sees the support inbox alone, so that moving away unassigns.
      () => desk.commit('conversation.move', { ids: [parcel, invoice], inbox_id: 1 }),
      () => desk.commit('note.add', { ids: [refund], details: 'Called her.' }),
      () => desk.commit('contact.add', { ids: [refund, login], contact_id: zoe.id, name: zoe.name, email: zoe.email }),
      () => desk.commit('contact.add', { ids: [refund], contact_id: ruth.id, name: ruth.name, email: ruth.email }),
      () => desk.commit('contact.update', { ids: [refund], also: [login], contact_id: zoe.id, name: 'Zoë Love' }),
      () => desk.commit('contact.remove', { ids: [refund], contact_id: ruth.id }),
    ];
    for (const step of steps) {
      step();
      await idle();
      expect(desk.world().pending).toEqual([]);
      await expectSame(ids);
    }
    expect([seen(parcel).assign_to, seen(invoice).inbox_id]).toEqual([null, 1]);
    for (let back = 0; back < steps.length; back += 1) {
      desk.undo();
      await idle();
    }
    await expectSame(ids);
    const after = await Promise.all(ids.map(held));
    const plain = (rows: readonly object[]) => rows.map(row => ({ ...row, updated_at: null, version: null }));
    expect(plain(after)).toEqual(plain(before));
    desk.undo();
    expect(desk.world().notice?.text).toBe('Nothing to undo.');
  });

  it('merges after ten seconds, and every write to a merged conversation names the survivor', async () => {
    const [refund, parcel] = ids as [number, number];
    await center.call('POST', `/conversations/${parcel}/messages`, { body: { body_text: 'Where is it?' } });
    await openConversation(desk, refund);
    desk.commit('conversation.merge', { ids: [parcel], into: refund });
    clock.advance(10_000);
    await idle();
    await expectSame([refund]);
    expect(seen(parcel).merged_into).toBe(refund);
    expect(threadOf(desk.world(), refund)?.messages.map(message => message.body_text)).toEqual(['Where is it?']);
    desk.commit('conversation.archive', { ids: [parcel] });
    await idle();
    expect(desk.world().notice?.text).toBe(
      `Not archived yet. #${parcel}: It was merged into #${refund} since. · Enter decides`,
    );
    await openConversation(desk, parcel);
    expect(threadOf(desk.world(), parcel)?.messages[0]?.event).toBe('conversation.merged_with');
  });

  it('carries out the others if one of many was merged away', async () => {
    const [refund, parcel, invoice] = ids as [number, number, number];
    await center.call('POST', `/conversations/${refund}/merge`, { body: { conversation_ids: [parcel] } });
    desk.commit('conversation.tag', { ids: [refund, parcel, invoice], tags: ['vip'] });
    await idle();
    expect([(await held(refund)).tags, (await held(invoice)).tags]).toEqual([['vip'], ['vip']]);
    expect(desk.world().notice?.text).toBe(
      `#${parcel} was merged into #${refund}, your change went there: Tagged #${refund} vip`,
    );
    desk.undo();
    await idle();
    expect([(await held(refund)).tags, (await held(invoice)).tags]).toEqual([[], []]);
  });

  it('learns in the background what others do, and nothing moves', async () => {
    const [refund, parcel] = ids as [number, number];
    const etag = desk.world().list.etag;
    await poll(desk);
    expect(desk.world().list.etag).toBe(etag);
    const arrived = await create('New one');
    await center.call('POST', `/conversations/${refund}/archive`);
    center.clock.now += 1_000;
    await center.call('POST', `/conversations/${parcel}/messages`, {
      as: 'agent',
      body: { body_text: 'I will look.' },
    });
    await poll(desk);
    const { list, news } = desk.world();
    expect([list.rows, list.newAbove, [...list.gone]]).toEqual([[...ids].reverse(), [arrived], [[refund, 'archived']]]);
    expect([...news].sort()).toEqual([parcel, arrived].sort());
    await refresh(desk);
    expect(desk.world().list.rows).toEqual([parcel, arrived, ids[3], ids[2]]);
  });

  it('marks conversations as read for all desks of its agent, and for no other agent', async () => {
    const contact = await center.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
    const refund = await create('Refund please', { contacts: [contact.body.data.id] });
    const sent = { as: 'key', body: { body_text: 'Any news?' } } as const;
    expect((await center.call('POST', `/conversations/${refund}/messages`, sent)).status).toBe(201);
    const desks = [desk, await openDeskOf('admin'), await openDeskOf('agent')];
    const news = async (ask: typeof poll) => {
      for (const one of desks) await ask(one);
      return desks.map(one => hasNews(one.world(), refund));
    };
    expect(await news(refresh)).toEqual([true, true, true]);
    followReading(desk);
    desk.set({ pane: 'detail' });
    await openConversation(desk, refund);
    clock.advance(2_000);
    await idle();
    expect(await news(poll)).toEqual([false, false, true]);
    expect(desk.world().pending).toEqual([]);
    for (const one of desks.slice(1)) one.stop();
  });
});
