import { describe, expect, test } from 'vitest';
import { countsOf, historyOf, makeContact, makeConversation } from '../center/conversations.ts';
import type { Called } from '../center/open-center.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';
import { openTwoCenters, type TwoCenters } from './two-centers.ts';

const missing = whyNoPostgres();
function statuses(answers: readonly Called[]) {
  return answers.map(answer => answer.status);
}
function times(count: number) {
  return Array.from({ length: count }, (_, at) => at);
}

/** Small numbers in an order of their own, the same in every run. */
function shuffled(values: readonly number[], seed: number): number[] {
  return values.toSorted((a, b) => ((a * 7_919 + seed * 104_729) % 997) - ((b * 7_919 + seed * 104_729) % 997));
}

async function expectCounts({ desk }: TwoCenters) {
  const { shown, counted } = await countsOf(desk);
  expect(shown).toEqual(counted);
}

describe('two services on one PostgreSQL', skippedFor(missing), () => {
  test('merge A into B against B into A: one survives, with every message and note that was taken', async () => {
    const centers = await openTwoCenters();
    const { desk, both } = centers;
    for (const round of times(25)) {
      const [a, b] = [await makeConversation(desk), await makeConversation(desk)];
      const answers = await Promise.all([
        both[0]('POST', `/conversations/${a}/merge`, { body: [b] }),
        both[1]('POST', `/conversations/${b}/merge`, { body: [a] }),
        both[0]('POST', `/conversations/${b}/messages`, { body: { body_text: `message ${round}` } }),
        both[1]('POST', `/conversations/${a}/notes`, { body: { details: `note ${round}` } }),
      ]);
      expect(statuses(answers.slice(0, 2)).sort()).toEqual([200, 409]);
      const rows = await Promise.all(
        [a, b].map(async id => (await desk.call('GET', `/conversations/${id}`)).body.data),
      );
      const [survivor] = rows.filter(row => row.merged_into === null);
      expect(rows.map(row => row.merged_into).filter(id => id !== null)).toEqual([survivor.id]);
      const taken = statuses(answers.slice(2));
      expect(taken.every(status => status === 201 || status === 409)).toBe(true);
      expect([survivor.message_count, survivor.note_count]).toEqual(taken.map(status => (status === 201 ? 1 : 0)));
    }
    await expectCounts(centers);
  });

  test('bring back what was put off, while its customer writes in the same moment: once, with the message', async () => {
    const centers = await openTwoCenters();
    const { desk, second, both } = centers;
    const contact_id = await makeContact(desk, 'Zoe');
    for (const round of times(25)) {
      const id = await makeConversation(desk);
      const until = new Date(desk.clock.now + 1_000).toISOString();
      await desk.call('PUT', `/conversations/${id}`, { body: { snooze: { until } } });
      desk.clock.now += 1_000;
      const message = { as: 'key', body: { body_text: `message ${round}`, contact_id } } as const;
      await Promise.all([
        second.context.jobs.run(),
        both[round % 2]!('POST', `/conversations/${id}/messages`, message),
        desk.center.context.jobs.run(),
      ]);
      const { data } = (await desk.call('GET', `/conversations/${id}`)).body;
      expect([data.snoozed, data.message_count, data.waiting_since]).toEqual([undefined, 1, expect.any(String)]);
      const woken = (await historyOf(desk, id)).filter(({ event }) => event === 'conversation.woken');
      expect(woken).toHaveLength(1);
    }
    await expectCounts(centers);
  });

  test('sort inboxes against each other: positions stay dense', async () => {
    const { desk, both } = await openTwoCenters();
    for (const at of times(5)) await desk.call('POST', '/inboxes', { body: { name: `Inbox ${at}` } });
    const ids: number[] = (await desk.call('GET', '/inboxes')).body.data.map((inbox: { id: number }) => inbox.id);
    for (const round of times(15)) {
      const order = (seed: number) => ({ inboxes: shuffled(ids, seed).map((id, sort) => ({ id, sort })) });
      const answers = await Promise.all([
        both[0]('POST', '/inboxes/bulk-sort', { body: order(round) }),
        both[1]('POST', '/inboxes/bulk-sort', { body: order(round + 100) }),
        both[1]('PUT', `/inboxes/${ids[round % ids.length]}`, { body: { sort: 0 } }),
      ]);
      expect(statuses(answers)).toEqual([200, 200, 200]);
      const sorts = (await desk.call('GET', '/inboxes')).body.data.map((inbox: { sort: number }) => inbox.sort);
      expect(sorts).toEqual(times(ids.length));
    }
  });

  test('carry out a request with one key once, on either server', async () => {
    const { desk, both } = await openTwoCenters();
    for (const round of times(25)) {
      const options = { body: { title: `Once ${round}` }, headers: { 'idempotency-key': `key ${round}` } };
      const answers = await Promise.all(both.map(call => call('POST', '/conversations', options)));
      expect(statuses(answers)).toEqual([201, 201]);
      expect(answers[0]!.body).toEqual(answers[1]!.body);
    }
    expect((await desk.call('GET', '/conversations', { query: { limit: 200 } })).body.data).toHaveLength(25);
  });

  test.for([
    ['a contact’s address', '/contacts', (at: number) => ({ name: 'Zoë', email: `zoe${at}@customer.example` })],
    ['a status’s name', '/conversation_statuses', (at: number) => ({ name: `waiting ${at}` })],
    ['an inbox’s slug', '/inboxes', (at: number) => ({ name: 'Sales', slug: `sales-${at}` })],
    ['an inbox’s address', '/inboxes/1/emails', (at: number) => ({ email: `help${at}@desk.example` })],
    [
      'an agent’s address',
      '/agents',
      (at: number) => ({ name: 'Eve', email: `eve${at}@desk.example`, password: 'a long password' }),
    ],
  ] as const)('give %s to one of two who ask at once, and 409 to the other', async ([, path, body]) => {
    const { both } = await openTwoCenters();
    for (const at of times(8)) {
      const answers = await Promise.all(both.map(call => call('POST', path, { body: body(at) })));
      expect(statuses(answers).sort()).toEqual([201, 409]);
    }
  });

  test('create a tag once if both add it at once, and tell inboxes of one name apart', async () => {
    const { desk, both } = await openTwoCenters();
    const ids = [await makeConversation(desk), await makeConversation(desk)];
    for (const at of times(8)) {
      const tagged = await Promise.all(
        both.map((call, one) => call('POST', `/conversations/${ids[one]}/tags`, { body: { name: `Tag ${at}` } })),
      );
      const inboxes = await Promise.all(both.map(call => call('POST', '/inboxes', { body: { name: `Team ${at}` } })));
      expect(statuses([...tagged, ...inboxes])).toEqual([200, 200, 201, 201]);
      expect(inboxes.map(one => one.body.data.slug).sort()).toEqual([`team-${at}`, `team-${at}-2`]);
    }
    expect((await desk.call('GET', '/tags')).body.data).toHaveLength(8);
  });

  test('keep one admin and the plan’s limit', async () => {
    const { desk, both } = await openTwoCenters({ inboxLimit: 6 });
    const eve = { name: 'Eve', email: 'eve@desk.example', password: 'a long password', role: 'admin' };
    const { id } = (await desk.call('POST', '/agents', { body: eve })).body.data;
    const demoted = await Promise.all(
      [desk.adminId, id].map((one, at) => both[at]!('PUT', `/agents/${one}`, { as: 'key', body: { role: 'agent' } })),
    );
    expect(statuses(demoted).sort()).toEqual([200, 409]);
    const made = await Promise.all(
      times(10).map(at => both[at % 2]!('POST', '/inboxes', { as: 'key', body: { name: `Inbox ${at}` } })),
    );
    expect(statuses(made).toSorted()).toEqual([...times(3).map(() => 201), ...times(7).map(() => 403)]);
  });

  test('let no edit with If-Match overwrite another unnoticed', async () => {
    const centers = await openTwoCenters();
    const { desk, both } = centers;
    const ids = [await makeConversation(desk), await makeConversation(desk), await makeConversation(desk)];
    const accepted: string[] = [];
    const edit = async (writer: number, turn: number) => {
      const call = both[writer % 2]!;
      const path = `/conversations/${ids[turn % ids.length]}`;
      const etag = (await call('GET', path)).headers.get('etag')!;
      const title = `title ${writer} ${turn}`;
      const { status } = await call('PUT', path, { body: { title }, headers: { 'if-match': etag } });
      expect([200, 412]).toContain(status);
      if (status === 200) accepted.push(title);
    };
    await Promise.all(
      times(6).map(async writer => {
        for (const turn of times(10)) await edit(writer, turn);
      }),
    );
    const told = (await Promise.all(ids.map(id => historyOf(desk, id)))).flat();
    expect(told.map(entry => entry.changes.title!.to).toSorted()).toEqual(accepted.toSorted());
    for (const id of ids) {
      const chain = (await historyOf(desk, id)).map(entry => entry.changes.title!);
      for (const [at, { from }] of chain.slice(1).entries()) expect(from).toBe(chain[at]!.to);
    }
  });
});
