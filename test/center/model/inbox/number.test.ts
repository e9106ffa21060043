import { expect, test } from 'vitest';
import { lockConversations } from '../../../../src/center/model/conversation/row.ts';
import { addMessage } from '../../../../src/center/model/message/write.ts';
import { createSample } from '../../../../src/center/sample/create.ts';
import { removeSample } from '../../../../src/center/sample/remove.ts';
import { runs } from '../../../harness/full.ts';
import { createRandom, pick } from '../../../harness/random.ts';
import {
  listedIds,
  makeContact,
  makeConversation,
  makeInbox,
  makeStatus,
  numbersOf,
  readConversation,
} from '../../conversations.ts';
import { centerOfEach } from '../../open-center.ts';

const desk = centerOfEach();

/** Long for a machine with other work. */
const TIMEOUT_MS = 180_000;

const unresolved = { snoozed: 0, not: { status: ['closed'], inbox_ids: ['spam'] } };

/** What the desk's given views ask for. */
const views = {
  unresolved,
  mine: { ...unresolved, assign_to: ['me'] },
  unassigned: { ...unresolved, assign_to: ['none'] },
  waiting: { ...unresolved, waiting: 1 },
  archived: { archived: 1 },
  later: { snoozed: 1, sort: 'snoozed_until.asc' },
};

async function check(): Promise<void> {
  const { kept, counted } = await numbersOf(desk);
  expect(kept).toEqual(counted);
  for (const [name, query] of Object.entries(views))
    for (const as of ['admin', 'agent'] as const) {
      const { meta } = (await desk.call('GET', '/conversations', { as, query: { ...query, count: 1, limit: 1 } })).body;
      expect([name, as, meta.total]).toEqual([name, as, (await listedIds(desk, { as, query })).length]);
    }
}

/** A mail of any age, which a machine may have written. */
async function mail(id: number, random: () => number): Promise<void> {
  const kind = pick(random, ['contact', 'contact', 'agent'] as const);
  const actor = { agentId: null, byMail: true, now: desk.clock.now - Math.floor(random() * 20_000) };
  await desk.center.write(async work => {
    const [held] = await lockConversations(work, [id]);
    if (held!.merged_into !== null) return;
    const given = { conversationId: id, held: held!, kind, bodyText: 'By mail', isAutomatic: random() < 0.3 };
    await addMessage(work, given, actor);
  });
}

async function deleteAnswer(id: number): Promise<void> {
  const { data } = (await desk.call('GET', `/conversations/${id}/messages`, { query: { limit: 200 } })).body;
  const answer = data.findLast((one: { kind: string }) => one.kind === 'agent');
  if (answer) await desk.call('DELETE', `/conversations/${id}/messages/${answer.id}`);
}

interface Drawn {
  readonly random: () => number;
  readonly ids: number[];
  readonly inboxes: number[];
  readonly statuses: readonly number[];
  readonly contact: number;
}

function some({ random, ids }: Drawn): number[] {
  return ids.filter(() => random() < 6 / ids.length);
}

/** What is done, each as often as it stands here. */
const steps: readonly ((drawn: Drawn, id: number) => Promise<unknown>)[] = [
  async ({ random, ids, inboxes, statuses, contact }) => {
    const inbox_id = pick(random, inboxes);
    const assign_to = pick(random, [null, desk.adminId, inbox_id === desk.inboxId ? desk.agentId : null]);
    const conversation_status_id = pick(random, statuses);
    ids.push(await makeConversation(desk, { inbox_id, assign_to, conversation_status_id, contacts: [contact] }));
  },
  (_drawn, id) =>
    desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Where is it?' } }),
  (_drawn, id) => desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } }),
  (_drawn, id) => desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'Here it is.' } }),
  ({ random }, id) => mail(id, random),
  (_drawn, id) => deleteAnswer(id),
  ({ random, statuses }, id) =>
    desk.call('PUT', `/conversations/${id}`, { body: { conversation_status_id: pick(random, statuses) } }),
  (_drawn, id) => desk.call('POST', `/conversations/${id}/archive`),
  (_drawn, id) => desk.call('POST', `/conversations/${id}/restore_archive`),
  drawn => {
    const { random, inboxes, statuses } = drawn;
    const body = pick<object>(random, [
      { inbox_id: pick(random, inboxes) },
      { conversation_status_id: pick(random, statuses), archived: random() < 0.5 },
      { snooze: pick(random, [null, { until: null }, { until: new Date(desk.clock.now + 60_000).toISOString() }]) },
      { assign_to: pick(random, [null, desk.adminId, desk.agentId]), conversation_status_id: pick(random, statuses) },
    ]);
    return desk.call('PUT', '/conversations', { body: { conversation_ids: some(drawn), ...body } });
  },
  (drawn, id) =>
    drawn.random() < 0.4
      ? desk.call('POST', `/conversations/${id}/merge`, {
          body: some(drawn)
            .filter(one => one !== id)
            .slice(0, 2),
        })
      : Promise.resolve(),
  async ({ random, inboxes }) => {
    if (random() > 0.3) return;
    const [gone] = inboxes.splice(3, 1, await makeInbox(desk, 'One more', random() < 0.5 ? [desk.agentId] : []));
    await desk.call('DELETE', `/inboxes/${gone}`);
  },
];

test('the kept numbers are right after any changes, and each view’s total is the length of its list', {
  timeout: TIMEOUT_MS,
}, async () => {
  const random = createRandom(24);
  const statuses = [1, 1, 2, await makeStatus(desk, 'later')];
  const inboxes = [1, 2, desk.inboxId, await makeInbox(desk, 'Other')];
  const drawn: Drawn = { random, ids: [], inboxes, statuses, contact: await makeContact(desk, 'Zoe') };
  for (let at = 0; at < 8; at += 1) await steps[0]!(drawn, 0);
  const count = runs(600);
  for (let at = 0; at < count; at += 1) {
    desk.clock.now += 1_500;
    await pick(random, steps)(drawn, pick(random, drawn.ids));
    const { kept, counted } = await numbersOf(desk);
    expect([at, kept]).toEqual([at, counted]);
    if (at % 20 === 0) await check();
  }
  await check();
});

test('a sample is counted when it is made, and no longer when it is removed', async () => {
  const id = await makeConversation(desk, { contacts: [await makeContact(desk, 'Zoe')] });
  await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
  await createSample(desk.center, { conversations: 60, now: desk.clock.now });
  await check();
  expect(
    (await desk.call('GET', '/conversations', { query: { ...views.waiting, count: 1 } })).body.meta.total,
  ).toBeGreaterThan(5);
  await removeSample(desk.center);
  await check();
  expect((await readConversation(desk, id)).waiting_since).not.toBeNull();
  expect((await numbersOf(desk)).kept).toMatchObject([{ home_id: desk.inboxId, waiting: 1, number: 1 }]);
});

test('the totals of all views read kept numbers, not the rows', async () => {
  await makeConversation(desk);
  const row = { home_id: desk.inboxId, status_id: 1, number: 7 };
  await desk.center.context.store.write(db =>
    db
      .insertInto('conversation_number')
      .values([
        { ...row, place: 0, assign_key: desk.adminId, waiting: 0 },
        { ...row, place: 0, assign_key: 0, waiting: 1 },
        { ...row, place: 1, assign_key: 0, waiting: 0 },
        { ...row, place: 4, assign_key: 0, waiting: 0 },
      ])
      .execute(),
  );
  const totals = Object.values(views).map(async query => {
    const { body } = await desk.call('GET', '/conversations', { query: { ...query, count: 1 } });
    return body.meta.total;
  });
  expect(await Promise.all(totals)).toEqual([15, 7, 8, 7, 7, 7]);
});
