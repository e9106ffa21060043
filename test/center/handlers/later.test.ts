import { describe, expect, test } from 'vitest';
import { addMessage } from '../../../src/center/model/message/write.ts';
import { noteFailure } from '../../../src/center/model/outgoing/delivery.ts';
import { historyOf, listedIds, makeContact, makeConversation, readConversation } from '../conversations.ts';
import { type CallOptions, type OpenCenter, openCenter, startTime } from '../open-center.ts';

const HOUR_MS = 3_600_000;

function time(hours: number): string {
  return new Date(startTime + hours * HOUR_MS).toISOString().slice(0, 19);
}

async function open() {
  const desk = await openCenter();
  const ids = [await makeConversation(desk), await makeConversation(desk), await makeConversation(desk)] as const;
  return { desk, ids, id: ids[0] };
}

function putOff(desk: OpenCenter, id: number, snooze: unknown, more: CallOptions = {}) {
  return desk.call('PUT', `/conversations/${id}`, { as: 'agent', ...more, body: { snooze } });
}

function later(desk: OpenCenter, hours: number) {
  desk.clock.now = startTime + hours * HOUR_MS;
  return desk.center.context.jobs.run();
}

async function totalOf(desk: OpenCenter, query: Readonly<Record<string, unknown>>) {
  return (await desk.call('GET', '/conversations', { query: { ...query, count: 1, limit: 1 } })).body.meta.total;
}

const unresolved = { snoozed: 0, not: { status: ['closed'] } };

describe('putting a conversation off', () => {
  test('takes it out of the unresolved ones, and into a list in the order of time', async () => {
    const { desk, ids } = await open();
    await putOff(desk, ids[0], { until: null });
    await putOff(desk, ids[1], { until: time(3) });
    const { status, body } = await putOff(desk, ids[2], { until: time(2), keep: true });
    expect([status, body.data.snoozed]).toEqual([200, { until: time(2), keep: true, by: desk.agentId }]);
    expect((await readConversation(desk, ids[0])).snoozed).toEqual({ until: null, keep: false, by: desk.agentId });
    expect(await listedIds(desk, { query: unresolved })).toEqual([]);
    expect(await listedIds(desk, { query: { sort: 'snoozed_until.asc' } })).toEqual([ids[2], ids[1], ids[0]]);
    expect(await listedIds(desk, { query: { sort: 'snoozed_until.desc', limit: 1 } })).toEqual([
      ...ids.slice(0, 2),
      ids[2],
    ]);
    expect((await listedIds(desk)).toSorted()).toEqual([...ids]);
    expect((await listedIds(desk, { query: { not: { unresolved: 1 } } })).toSorted()).toEqual([...ids]);
    expect(await listedIds(desk, { query: { snoozed: 0, sort: 'snoozed_until.asc' } })).toEqual([]);
    expect([await totalOf(desk, { snoozed: 1 }), await totalOf(desk, unresolved), await totalOf(desk, {})]).toEqual([
      3, 0, 3,
    ]);
  });

  test('leaves it among the open ones of its inbox, and its customer waits no more meanwhile', async () => {
    const { desk, id } = await open();
    const contact_id = await makeContact(desk, 'Zoe');
    await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?', contact_id } });
    const counts = async () => {
      const { data } = (await desk.call('GET', '/inboxes', { query: { limit: 200 } })).body;
      const inbox = data.find((one: { id: number }) => one.id === desk.inboxId);
      return [inbox.counts.open, inbox.counts.unresolved];
    };
    expect(await counts()).toEqual([3, 3]);
    await putOff(desk, id, { until: time(1) });
    expect(await counts()).toEqual([3, 2]);
    expect((await readConversation(desk, id)).waiting_since).toBeNull();
    expect(await listedIds(desk, { query: { waiting: 1 } })).toEqual([]);
    await later(desk, 2);
    expect(await counts()).toEqual([3, 3]);
    expect((await readConversation(desk, id)).waiting_since).toBe(time(0));
    expect(await listedIds(desk, { query: { waiting: 1 } })).toEqual([id]);
  });

  test.each([
    ['a time that has passed', { until: time(0) }, ['snooze.until', 'has passed: name a later time']],
    ['keep without a time', { until: null, keep: true }, ['snooze.keep', 'needs a time in `until`']],
  ])('refuses %s', async (_, snooze, [path, message]) => {
    const { desk, id } = await open();
    const { status, body } = await putOff(desk, id, snooze);
    expect([status, body.error.details]).toEqual([422, [{ path, message }]]);
    expect((await readConversation(desk, id)).snoozed).toBeUndefined();
  });

  test('refuses what is closed or archived by its name, and changes none of the others', async () => {
    const { desk, ids } = await open();
    await desk.call('PUT', `/conversations/${ids[1]}`, { body: { conversation_status_id: 2 } });
    await desk.call('POST', `/conversations/${ids[2]}/archive`);
    const body = { conversation_ids: ids, snooze: { until: time(1) } };
    const refused = await desk.call('PUT', '/conversations', { body });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [
        { path: 'conversation_ids.1', message: `${ids[1]} is closed, and cannot be put off` },
        { path: 'conversation_ids.2', message: `${ids[2]} is archived, and cannot be put off` },
      ],
    ]);
    expect(await totalOf(desk, { snoozed: 1 })).toBe(0);
    const reopened = { ...body, conversation_status_id: 1, archived: false };
    expect((await desk.call('PUT', '/conversations', { body: reopened })).status).toBe(200);
    expect(await totalOf(desk, { snoozed: 1 })).toBe(3);
  });

  test.each([
    ['closing', { conversation_status_id: 2 }, 'status.updated'],
    ['archiving', undefined, 'conversation.archived'],
  ])('ends by %s, and the same entry of the history says so', async (_, body, event) => {
    const { desk, id } = await open();
    await putOff(desk, id, { until: time(1) });
    if (body) await desk.call('PUT', `/conversations/${id}`, { body });
    else await desk.call('POST', `/conversations/${id}/archive`);
    expect((await readConversation(desk, id)).snoozed).toBeUndefined();
    const ended = { from: { until: time(1), keep: false }, to: null };
    expect((await historyOf(desk, id)).at(-1)).toMatchObject({ event, changes: { snoozed: ended } });
    await later(desk, 2);
    expect((await historyOf(desk, id)).at(-1)!.event).toBe(event);
  });

  test('ends by merging, on both sides', async () => {
    const { desk, ids } = await open();
    await putOff(desk, ids[0], { until: time(1) });
    await putOff(desk, ids[1], { until: time(1) });
    await desk.call('POST', `/conversations/${ids[0]}/merge`, { body: { conversation_ids: [ids[1]] } });
    expect((await readConversation(desk, ids[0])).snoozed).toBeUndefined();
    expect(await totalOf(desk, { snoozed: 1 })).toBe(0);
    expect(await listedIds(desk, { query: { ...unresolved } })).toEqual([ids[2], ids[0]]);
  });

  test('can be taken back by hand', async () => {
    const { desk, id } = await open();
    await putOff(desk, id, { until: time(1) });
    const { body } = await putOff(desk, id, null);
    expect(body.data.snoozed).toBeUndefined();
    expect(await historyOf(desk, id)).toMatchObject([
      { event: 'conversation.snoozed', changes: { snoozed: { from: null, to: { until: time(1), keep: false } } } },
      { event: 'conversation.woken', agent_id: desk.agentId },
    ]);
  });
});

describe('a conversation that was put off', () => {
  test('comes back by time: unread for its assignee alone, whose desk rings, with its status as it was', async () => {
    const { desk, id } = await open();
    await desk.call('PUT', `/conversations/${id}`, { body: { assign_to: desk.agentId } });
    await putOff(desk, id, { until: time(1) }, { as: 'admin' });
    await later(desk, 0.9);
    expect(await totalOf(desk, { snoozed: 1 })).toBe(1);
    await later(desk, 1);
    const seenBy = async (as: 'admin' | 'agent') => (await desk.call('GET', `/conversations/${id}`, { as })).body.data;
    expect([await seenBy('agent'), await seenBy('admin')]).toMatchObject([
      { unread: true, status: 'open', assign_to: desk.agentId },
      { unread: false },
    ]);
    expect(await listedIds(desk, { as: 'agent', query: { unread: 1 } })).toEqual([id]);
    expect(await listedIds(desk, { as: 'admin', query: { unread: 1 } })).toEqual([]);
    expect((await historyOf(desk, id)).at(-1)).toMatchObject({ event: 'conversation.woken', agent_id: null });
    const events = await desk.center.context.store.reader.selectFrom('event_log').select('changes').execute();
    expect(JSON.parse(events.at(-1)!.changes).called).toEqual([[desk.agentId, id]]);
    await desk.call('PUT', `/conversations/${id}/read`, { as: 'agent', body: {} });
    expect((await seenBy('agent')).unread).toBe(false);
    expect(await listedIds(desk, { as: 'agent', query: { unread: 1 } })).toEqual([]);
  });

  test('comes back unassigned if its assignee is disabled', async () => {
    const { desk, id } = await open();
    await desk.call('PUT', `/conversations/${id}`, { body: { assign_to: desk.agentId } });
    await putOff(desk, id, { until: time(1) });
    await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: true } });
    await later(desk, 1);
    expect(await readConversation(desk, id)).toMatchObject({ assign_to: null });
  });

  test('comes back when its customer writes, and says until when it was put off, unless it is kept', async () => {
    const { desk, ids } = await open();
    const contact_id = await makeContact(desk, 'Zoe');
    await putOff(desk, ids[0], { until: time(9) });
    await putOff(desk, ids[1], { until: time(9), keep: true });
    await putOff(desk, ids[2], { until: null });
    for (const id of ids)
      await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Well?', contact_id } });
    expect(await Promise.all(ids.map(id => readConversation(desk, id)))).toMatchObject([
      { woken_from: time(9), waiting_since: time(0) },
      { snoozed: { until: time(9), keep: true, by: desk.agentId } },
      { waiting_since: time(0) },
    ]);
    expect((await readConversation(desk, ids[2])).woken_from).toBeUndefined();
    await desk.call('PUT', `/conversations/${ids[0]}`, { body: { conversation_status_id: 2 } });
    expect((await readConversation(desk, ids[0])).woken_from).toBeUndefined();
  });

  test.each([
    ['a mail from an archive', { isArchived: true }, true],
    ['what a machine wrote', { isAutomatic: true }, true],
    ['a rating', { isRating: true }, true],
    ['the answer of a third party', { isSide: true }, false],
  ])('%s: stays put off is %s', async (_, given, stays) => {
    const { desk, id } = await open();
    const contactId = await makeContact(desk, 'Zoe');
    await putOff(desk, id, { until: time(9) });
    const message = { conversationId: id, kind: 'contact' as const, contactId, bodyText: 'Hm.', ...given };
    await desk.center.write(work => addMessage(work, message, { agentId: null, now: work.now }));
    expect((await readConversation(desk, id)).snoozed !== undefined).toBe(stays);
  });

  test('comes back when a mail of ours was not delivered', async () => {
    const { desk, id } = await open();
    const answer = { as: 'agent', body: { body_text: 'It is on its way.' } } as const;
    const messageId = (await desk.call('POST', `/conversations/${id}/messages`, answer)).body.data.id;
    await putOff(desk, id, { until: time(9) });
    await desk.center.write(work =>
      noteFailure(work, { messageId, reason: 'no such mailbox' }, { agentId: null, now: work.now }),
    );
    expect(await readConversation(desk, id)).toMatchObject({ delivery_failed: true, woken_from: time(9) });
  });

  test('comes back once when the clock is set back and forward, and after a stop', async () => {
    const { desk, id } = await open();
    await putOff(desk, id, { until: time(1) });
    await later(desk, -5);
    await later(desk, 3);
    await later(desk, -5);
    await later(desk, 3);
    const woken = (await historyOf(desk, id)).filter(({ event }) => event === 'conversation.woken');
    expect(woken).toHaveLength(1);
  });

  test('comes back with thousands of others, each once', async () => {
    const { desk } = await open();
    const ids: number[] = [];
    for (let at = 0; at < 1_200; at += 1) ids.push(at + 4);
    await desk.center.write(async ({ db, now }) => {
      for (const id of ids)
        await db
          .insertInto('conversation')
          .values({
            id,
            title: 'Late',
            status_id: 1,
            inbox_id: desk.inboxId,
            home_id: desk.inboxId,
            assign_to: null,
            merged_into: null,
            requester_id: null,
            created_at: now,
            updated_at: now,
            last_message_at: now,
          })
          .execute();
    });
    for (let at = 0; at < ids.length; at += 500)
      await desk.call('PUT', '/conversations', {
        body: { conversation_ids: ids.slice(at, at + 500), snooze: { until: time(1) } },
      });
    expect(await totalOf(desk, { snoozed: 1 })).toBe(1_200);
    await Promise.all([later(desk, 2), later(desk, 2)]);
    expect(await totalOf(desk, { snoozed: 1 })).toBe(0);
    const { woken } = await desk.center.context.store.reader
      .selectFrom('history')
      .select(({ fn }) => fn.countAll<number | string>().as('woken'))
      .where('event', '=', 'conversation.woken')
      .executeTakeFirstOrThrow();
    expect(Number(woken)).toBe(1_200);
  });
});
