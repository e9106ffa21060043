import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../../../harness/full.ts';
import { listedIds, makeContact, makeConversation, makeInbox, makeStatus } from '../../conversations.ts';
import { type OpenCenter, openCenter, type Who } from '../../open-center.ts';

let desk: OpenCenter;
async function open(): Promise<void> {
  desk = await openCenter();
}
function close(): Promise<void> {
  return desk.close();
}

function list(query: Readonly<Record<string, unknown>>, as: Who = 'admin') {
  return listedIds(desk, { query, as });
}

describe('filters of the conversation list', () => {
  const ids: Record<string, number> = {};
  // Its tests change nothing.
  beforeAll(async () => {
    await open();
    const waiting = await makeStatus(desk, 'Waiting');
    const other = await makeInbox(desk, 'Other');
    const make = async (name: string, body: Readonly<Record<string, unknown>>) => {
      desk.clock.now += 1_000;
      ids[name] = await makeConversation(desk, { title: name, ...body });
    };
    await make('open', {});
    await make('closed', { conversation_status_id: 2, assign_to: desk.agentId });
    await make('waiting', { conversation_status_id: waiting, assign_to: desk.adminId, tags: ['VIP', 'late'] });
    await make('tagged', { tags: ['late'] });
    await make('elsewhere', { inbox_id: other, tags: ['vip'] });
    await make('archived', { assign_to: desk.agentId });
    await desk.call('POST', `/conversations/${ids.archived}/archive`);
    await make('source', {});
    await desk.call('POST', `/conversations/${ids.open}/merge`, { body: [ids.source] });
    ids.other = other;
  });
  afterAll(close);

  const names = (found: readonly number[]) => found.map(id => Object.entries(ids).find(([, one]) => one === id)![0]);

  it.each<[string, (known: typeof ids) => Readonly<Record<string, unknown>>, string[]]>([
    ['nothing said: unarchived, not merged away', () => ({}), ['elsewhere', 'tagged', 'waiting', 'closed', 'open']],
    ['status opened', () => ({ status: ['opened'] }), ['elsewhere', 'tagged', 'open']],
    [
      'status by name without case',
      () => ({ status: ['OPEN', 'waiting'] }),
      ['elsewhere', 'tagged', 'waiting', 'open'],
    ],
    ['a single status without brackets', () => ({ status: 'closed' }), ['closed']],
    ['an unknown status', () => ({ status: ['nowhere'] }), []],
    ['an unknown status beside a known one', () => ({ status: ['nowhere', 'closed'] }), ['closed']],
    ['nobody', () => ({ assign_to: ['none'] }), ['elsewhere', 'tagged', 'open']],
    ['me', () => ({ assign_to: ['me'] }), ['waiting']],
    ['me or nobody', () => ({ assign_to: ['me', 'none'] }), ['elsewhere', 'tagged', 'waiting', 'open']],
    ['an agent', () => ({ assign_to: [desk.agentId] }), ['closed']],
    ['an unknown agent', () => ({ assign_to: [99] }), []],
    ['an inbox', known => ({ inbox_ids: [known.other] }), ['elsewhere']],
    [
      'two inboxes',
      known => ({ inbox_ids: [known.other, desk.inboxId] }),
      ['elsewhere', 'tagged', 'waiting', 'closed', 'open'],
    ],
    ['an unknown inbox', () => ({ inbox_ids: [99] }), []],
    ['a tag without case', () => ({ tags: ['vip'] }), ['elsewhere', 'waiting']],
    [
      'either of two tags, each conversation once',
      () => ({ tags: ['Vip', 'LATE'] }),
      ['elsewhere', 'tagged', 'waiting'],
    ],
    ['an unknown tag', () => ({ tags: ['nowhere'] }), []],
    ['archived', () => ({ archived: 1 }), ['archived']],
    ['not archived, said', () => ({ archived: 0 }), ['elsewhere', 'tagged', 'waiting', 'closed', 'open']],
    ['archived or not', () => ({ archived: 'any', assign_to: [desk.agentId] }), ['archived', 'closed']],
    ['merged away', () => ({ merged: 1 }), ['source']],
    ['merged away, beside another filter', () => ({ merged: 1, status: ['closed'] }), []],
    [
      'all kinds together',
      known => ({ status: ['open'], assign_to: ['none'], inbox_ids: [known.other], tags: ['vip'] }),
      ['elsewhere'],
    ],
    [
      'all kinds, one of which fails',
      known => ({ status: ['open'], assign_to: ['me'], inbox_ids: [known.other], tags: ['vip'] }),
      [],
    ],
    ['created after', () => ({ after: { created_at: '2026-03-01T12:00:03' } }), ['elsewhere', 'tagged']],
    [
      'created between',
      () => ({ after: { created_at: '2026-03-01T12:00:01' }, before: { created_at: '2026-03-01T12:00:03' } }),
      ['closed'],
    ],
    ['changed after', () => ({ after: { updated_at: '2026-03-01T12:00:05' } }), ['open']],
    ['oldest first', () => ({ sort: 'created_at.asc', status: ['open'] }), ['open', 'tagged', 'elsewhere']],
    ['by change', () => ({ sort: 'updated_at.desc', status: ['open'] }), ['open', 'elsewhere', 'tagged']],
  ])('list %s', async (_, query, expected) => {
    expect(names(await list(query(ids)))).toEqual(expected);
  });

  it('show an agent only its own inboxes, for any query', async () => {
    expect(names(await list({}, 'agent'))).toEqual(['tagged', 'waiting', 'closed', 'open']);
    expect(names(await list({ inbox_ids: [ids.other] }, 'agent'))).toEqual([]);
    expect(names(await list({ tags: ['vip'] }, 'agent'))).toEqual(['waiting']);
    expect(names(await list({ q: 'elsewhere' }, 'agent'))).toEqual([]);
    expect(names(await list({ assign_to: ['me'] }, 'agent'))).toEqual(['closed']);
    expect(names(await list({ assign_to: ['me'] }, 'key'))).toEqual([]);
  });

  it.each([
    [{ sort: 'title.asc' }, 400, 'bad_query'],
    [{ sort: 'created_at.up' }, 400, 'bad_query'],
    [{ limit: 0 }, 400, 'bad_query'],
    [{ limit: 201 }, 400, 'bad_query'],
    [{ cursor: 'nonsense' }, 400, 'bad_query'],
    [{ assign_to: ['someone'] }, 422, 'validation_failed'],
    [{ archived: 'perhaps' }, 422, 'validation_failed'],
    [{ after: { created_at: 'yesterday' } }, 422, 'validation_failed'],
  ])('refuses %j', async (query, status, code) => {
    const answer = await desk.call('GET', '/conversations', { query });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('accept a cursor only for the query and the caller that it was made for', async () => {
    const { body } = await desk.call('GET', '/conversations', { query: { limit: 1 } });
    const cursor = body.meta.next_cursor;
    const again = (query: object, as: Who) => desk.call('GET', '/conversations', { query: { ...query, cursor }, as });
    expect((await again({ limit: 3 }, 'admin')).status).toBe(200);
    expect((await again({ limit: 1, status: ['open'] }, 'admin')).status).toBe(400);
    expect((await again({ limit: 1 }, 'agent')).status).toBe(400);
  });
});

describe('pages of the conversation list', () => {
  beforeEach(open);
  afterEach(close);

  /** Every row that is neither touched nor younger must be seen once, however the others change between two pages. */
  it('neither skip nor repeat a row whose sort key did not change', async () => {
    const people = [await makeContact(desk, 'Zoë')];
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          limit: fc.integer({ min: 1, max: 4 }),
          direction: fc.constantFrom('asc', 'desc'),
          query: fc.constantFrom(
            {},
            { status: ['open'] },
            { tags: ['a', 'b'] },
            { assign_to: ['none'] },
            { inbox_ids: [desk.inboxId, 1] },
          ),
          gaps: fc.array(fc.boolean(), { minLength: 8, maxLength: 12 }),
          touches: fc.array(fc.nat(11), { maxLength: 8 }),
        }),
        async ({ limit, direction, query, gaps, touches }) => {
          const made: number[] = [];
          for (const gap of gaps) {
            if (gap) desk.clock.now += 1_000;
            made.push(await makeConversation(desk, { tags: ['a', 'b'], contacts: people }));
          }
          desk.clock.now += 1_000;
          const touched = new Set<number>();
          const seen: number[] = [];
          let cursor: string | null = null;
          for (let page = 0; page === 0 || cursor; page++) {
            const asked = {
              limit,
              sort: `last_message_at.${direction}`,
              ...query,
              ...(cursor ? { cursor } : {}),
            };
            const { body } = await desk.call('GET', '/conversations', { query: asked });
            seen.push(...body.data.map((one: { id: number }) => one.id));
            cursor = body.meta.next_cursor;
            const touch = made[touches[page] ?? -1];
            if (touch !== undefined && !touched.has(touch)) {
              touched.add(touch);
              desk.clock.now += 1_000;
              await desk.call('POST', `/conversations/${touch}/messages`, { as: 'key', body: { body_text: 'again' } });
            }
          }
          const quiet = made.filter(id => !touched.has(id));
          expect(seen.filter(id => quiet.includes(id))).toEqual(expect.arrayContaining(quiet));
          expect(quiet.every(id => seen.indexOf(id) === seen.lastIndexOf(id))).toBe(true);
          await desk.call('PUT', '/conversations', {
            body: {
              conversation_ids: made,
              conversation_status_id: 2,
              assign_to: desk.adminId,
              deleted_tags: ['a', 'b'],
            },
          });
        },
      ),
      { numRuns: runs(12), seed: 7 },
    );
  });
});

describe('conversations of deleted inboxes in the list', () => {
  beforeEach(open);
  afterEach(close);

  it('are listed among the others in order, once each, also across pages', async () => {
    const [former, foreign] = [await makeInbox(desk, 'Former', [desk.agentId]), await makeInbox(desk, 'Foreign')];
    const made: number[] = [];
    for (const inbox_id of [former, desk.inboxId, foreign, former, desk.inboxId, foreign]) {
      desk.clock.now += 1_000;
      made.push(await makeConversation(desk, { inbox_id }));
    }
    for (const inbox of [former, foreign]) await desk.call('DELETE', `/inboxes/${inbox}`);
    const assigned = [made[0]!, made[2]!];
    await desk.call('PUT', '/conversations', { body: { conversation_ids: assigned, assign_to: desk.agentId } });
    const seen = [made[4]!, made[3]!, made[2]!, made[1]!, made[0]!];
    for (const limit of [1, 2, 200]) expect(await list({ limit }, 'agent')).toEqual(seen);
    expect(await list({ sort: 'created_at.asc', limit: 2 }, 'agent')).toEqual(seen.toReversed());
    expect(await list({ assign_to: ['me'] }, 'agent')).toEqual([made[2], made[0]]);
    expect(await list({ inbox_ids: [former, foreign] }, 'agent')).toEqual([]);
    expect(await list({ inbox_ids: [former, foreign] })).toEqual([]);
    expect((await list({})).length).toBe(6);
  });
});
