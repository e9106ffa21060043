import { describe, expect, test } from 'vitest';
import { listedIds, makeContact, makeConversation, makeInbox, readConversation } from '../conversations.ts';
import { type OpenCenter, openCenter, startTime } from '../open-center.ts';

const MINUTE_MS = 60_000;
const office = { answer_within: 120, hours: 'Mon-Fri 09:00-17:30', zone: 'Europe/Berlin' };

/** The center begins on Sunday, the 1st of March 2026, 12:00. */
const MONDAY = '2026-03-02T10:00:00';
const TUESDAY = '2026-03-03T10:00:00';

function minutesOn(minutes: number): string {
  return new Date(startTime + minutes * MINUTE_MS).toISOString().slice(0, 19);
}

function save(desk: OpenCenter, body: object, id = desk.inboxId) {
  return desk.call('POST', '/inboxes/save', { body: { id, ...body } });
}

async function ask(desk: OpenCenter, id: number): Promise<void> {
  const contact_id = await makeContact(desk, `Zoe ${desk.clock.now} ${id}`);
  await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?', contact_id } });
}

async function asked(desk: OpenCenter, body: object = {}): Promise<number> {
  const id = await makeConversation(desk, body as Readonly<Record<string, unknown>>);
  await ask(desk, id);
  return id;
}

async function dueAt(desk: OpenCenter, id: number): Promise<string | undefined> {
  return (await readConversation(desk, id)).due_at;
}

describe('the target of an inbox', () => {
  test('is saved and answered, and absent as long as there is none', async () => {
    const desk = await openCenter();
    const bare = (await desk.call('GET', `/inboxes/${desk.inboxId}`)).body.data;
    expect(Object.keys(bare).filter(name => Object.keys({ ...office, holidays: [] }).includes(name))).toEqual([]);
    const holidays = ['2026-12-25', '2028-02-29'];
    expect((await save(desk, { ...office, holidays })).body.data).toMatchObject({ ...office, holidays });
    const none = { answer_within: 0, hours: '', zone: '', holidays: [] };
    const cleared = (await save(desk, none)).body.data;
    expect(Object.keys(cleared).filter(name => name in none)).toEqual([]);
  });

  test.each([
    [{ hours: 'always' }, 'hours', 'must be hours such as Mon-Fri 09:00-17:30, not “always”'],
    [{ zone: 'Berlin' }, 'zone', 'must be a time zone such as Europe/Berlin'],
    [{ holidays: ['2027-02-29'] }, 'holidays.0', 'must be a day such as 2026-01-31'],
    [{ hours: 'Mon 09:00-09:10', answer_within: 600 }, 'answer_within', 'is more than a year of these hours has'],
  ])('%j is refused, and nothing is saved', async (body, path, message) => {
    const desk = await openCenter();
    const { status, body: answer } = await save(desk, { name: 'Other', ...body });
    expect([status, answer.error.details]).toEqual([422, [{ path, message }]]);
    expect((await desk.call('GET', `/inboxes/${desk.inboxId}`)).body.data.name).not.toBe('Other');
  });
});

describe('an answer', () => {
  test('is due after the working hours of the target, as long as the customer waits', async () => {
    const desk = await openCenter();
    await save(desk, office);
    const id = await asked(desk);
    expect(await readConversation(desk, id)).toMatchObject({ waiting_since: minutesOn(0), due_at: MONDAY });
    desk.clock.now += 30 * MINUTE_MS;
    await ask(desk, id);
    expect(await dueAt(desk, id)).toBe(MONDAY);
    await desk.call('PUT', `/conversations/${id}`, { body: { conversation_status_id: 2 } });
    expect(await dueAt(desk, id)).toBeUndefined();
    await desk.call('PUT', `/conversations/${id}`, { body: { conversation_status_id: 1 } });
    expect(await dueAt(desk, id)).toBe(MONDAY);
    const until = minutesOn(60);
    await desk.call('PUT', `/conversations/${id}`, { as: 'agent', body: { snooze: { until } } });
    expect(await dueAt(desk, id)).toBeUndefined();
    await desk.call('PUT', `/conversations/${id}`, { as: 'agent', body: { snooze: null } });
    expect(await dueAt(desk, id)).toBe(MONDAY);
    await desk.call('POST', `/conversations/${id}/messages`, { as: 'agent', body: { body_text: 'Yes.' } });
    expect(await dueAt(desk, id)).toBeUndefined();
  });

  test('follows the conversation into another inbox, with and without a target', async () => {
    const desk = await openCenter();
    const other = await makeInbox(desk, 'Slow');
    await save(desk, office);
    await save(desk, { ...office, answer_within: 630 }, other);
    const bare = await makeInbox(desk, 'Bare');
    const id = await asked(desk);
    const move = (inbox_id: number) => desk.call('PUT', `/conversations/${id}`, { body: { inbox_id } });
    await move(other);
    expect(await dueAt(desk, id)).toBe(TUESDAY);
    await move(bare);
    expect(await dueAt(desk, id)).toBeUndefined();
    await desk.call('PUT', '/conversations', { body: { conversation_ids: [id], inbox_id: desk.inboxId } });
    expect(await dueAt(desk, id)).toBe(MONDAY);
  });

  test('is due as of the first question after a merge and after a split', async () => {
    const desk = await openCenter();
    await save(desk, { answer_within: 60 });
    const first = await asked(desk);
    desk.clock.now += 10 * MINUTE_MS;
    const second = await asked(desk);
    expect([await dueAt(desk, first), await dueAt(desk, second)]).toEqual([minutesOn(60), minutesOn(70)]);
    await desk.call('POST', `/conversations/${second}/merge`, { body: { conversation_ids: [first] } });
    expect(await dueAt(desk, second)).toBe(minutesOn(60));
    const messages = (await desk.call('GET', `/conversations/${second}/messages`)).body.data;
    const message_ids = messages.slice(0, 1).map((one: { id: number }) => one.id);
    const split = await desk.call('POST', `/conversations/${second}/split`, {
      as: 'agent',
      body: { title: 'Apart', message_ids },
    });
    expect([split.body.data.due_at, await dueAt(desk, second)]).toEqual([minutesOn(60), minutesOn(70)]);
  });

  test('gets a new due time in the background when the target changes, also in closed conversations', async () => {
    const desk = await openCenter();
    const ids = [await asked(desk), await asked(desk), await asked(desk)];
    await desk.call('PUT', `/conversations/${ids[2]}`, { body: { conversation_status_id: 2 } });
    const versions = await Promise.all(ids.map(async id => (await readConversation(desk, id)).version));
    await save(desk, office);
    await desk.center.context.jobs.run();
    expect(await Promise.all(ids.map(id => dueAt(desk, id)))).toEqual([MONDAY, MONDAY, undefined]);
    await desk.call('PUT', `/conversations/${ids[2]}`, { body: { conversation_status_id: 1 } });
    expect(await dueAt(desk, ids[2]!)).toBe(MONDAY);
    await save(desk, { holidays: ['2026-03-02'] });
    await desk.center.context.jobs.run();
    expect(await dueAt(desk, ids[0]!)).toBe(TUESDAY);
    await save(desk, { answer_within: 0 });
    await desk.center.context.jobs.run();
    expect(await dueAt(desk, ids[0]!)).toBeUndefined();
    const now = await Promise.all(ids.slice(0, 2).map(async id => (await readConversation(desk, id)).version));
    expect(now).toEqual(versions.slice(0, 2));
  });

  test('gets its new due time in as many batches as it takes, and after a stop', async () => {
    const desk = await openCenter();
    const ids: number[] = [];
    for (let at = 0; at < 3; at += 1) ids.push(await asked(desk));
    await desk.center.write(async ({ db }) => {
      const [row] = await db.selectFrom('conversation').selectAll().where('id', '=', ids[0]!).execute();
      const { id: _, ...bare } = row!;
      for (let at = 0; at < 1_100; at += 1) await db.insertInto('conversation').values(bare).execute();
      await db.updateTable('inbox').set({ answer_within: 60, due_stale: 1 }).where('id', '=', desk.inboxId).execute();
    });
    await desk.center.context.jobs.run();
    const left = await desk.center.read(({ db }) =>
      db.selectFrom('conversation').select('id').where('due_at', 'is', null).execute(),
    );
    expect(left).toEqual([]);
  });
});

describe('a list', () => {
  async function three() {
    const desk = await openCenter();
    const other = await makeInbox(desk, 'Slow');
    await save(desk, { answer_within: 60 });
    await save(desk, { answer_within: 180 }, other);
    const first = await asked(desk);
    const slow = await asked(desk, { inbox_id: other });
    const none = await asked(desk, { inbox_id: await makeInbox(desk, 'Bare') });
    desk.clock.now += 30 * MINUTE_MS;
    const second = await asked(desk);
    return { desk, first, second, slow, none };
  }

  test('is in the order of due times, in pages too, with conversations that have one', async () => {
    const { desk, first, second, slow } = await three();
    const inOrder = [first, second, slow];
    expect(await listedIds(desk, { query: { sort: 'due_at.asc' } })).toEqual(inOrder);
    expect(await listedIds(desk, { query: { sort: 'due_at.asc', limit: 1 } })).toEqual(inOrder);
    expect(await listedIds(desk, { query: { sort: 'due_at.desc', limit: 1 } })).toEqual(inOrder.toReversed());
    expect(await listedIds(desk, { query: { sort: 'due_at.asc', inbox_ids: [desk.inboxId] } })).toEqual([
      first,
      second,
    ]);
    expect(await listedIds(desk, { query: { sort: 'due_at.asc', assign_to: ['none'], status: ['open'] } })).toEqual(
      inOrder,
    );
  });

  test('finds late conversations, and those due within some minutes, in any order', async () => {
    const { desk, first, second, slow, none } = await three();
    const ids = (query: object) => listedIds(desk, { query: query as Readonly<Record<string, unknown>> });
    expect(await ids({ late: 1 })).toEqual([]);
    expect(await ids({ due_within: 30 })).toEqual([first]);
    desk.clock.now += 31 * MINUTE_MS;
    expect(await ids({ late: 1 })).toEqual([first]);
    expect(await ids({ due_within: 60, sort: 'due_at.asc' })).toEqual([first, second]);
    expect(await ids({ due_within: 600, sort: 'created_at.desc' })).toEqual([second, slow, first]);
    expect(await ids({ due_within: 600, sort: 'waiting_since.asc' })).toEqual([first, slow, second]);
    expect((await ids({ not: { late: 1 } })).toSorted()).toEqual([slow, none, second].toSorted());
    const { meta } = (await desk.call('GET', '/conversations', { query: { late: 1, count: 1 } })).body;
    expect(meta.total).toBe(1);
    const rows = (await desk.call('GET', '/conversations', { query: { fields: 'list', sort: 'created_at.asc' } })).body;
    expect(rows.data.map((one: { due_at?: string }) => one.due_at)).toEqual([
      minutesOn(60),
      minutesOn(180),
      undefined,
      minutesOn(90),
    ]);
  });

  test.each([{ due_within: 0 }, { due_within: -1 }, { late: 'yes' }])('%j is refused', async query => {
    const desk = await openCenter();
    expect((await desk.call('GET', '/conversations', { query })).status).toBe(422);
  });
});
