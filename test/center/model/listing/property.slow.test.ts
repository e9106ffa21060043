import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refreshAsked } from '../../../../src/center/model/conversation/awaiting.ts';
import { refreshHeld } from '../../../../src/center/model/conversation/contents.ts';
import { refreshTagSets } from '../../../../src/center/model/conversation/tag-set.ts';
import { runs } from '../../../harness/full.ts';
import {
  countsOf,
  historyOf,
  listedIds,
  makeContact,
  makeConversation,
  makeInbox,
  makeStatus,
  numbersOf,
  readConversation,
} from '../../conversations.ts';
import { type Called, type OpenCenter, openCenter } from '../../open-center.ts';

const HOUR_MS = 3_600_000;

/** The conversations of one run, by place; ids are found when the step is taken. */
const places = fc.integer({ min: 0, max: 4 });
const tagNames = fc.uniqueArray(fc.constantFrom('a', 'B', 'c', 'Ä'), { minLength: 1, maxLength: 3 });
const many = fc.uniqueArray(places, { minLength: 1, maxLength: 4 });

const step = fc.oneof(
  fc.record({ kind: fc.constant('tag' as const), on: many, tags: tagNames }),
  fc.record({ kind: fc.constant('untag' as const), on: many, tags: tagNames }),
  fc.record({ kind: fc.constant('assign' as const), on: many, to: fc.constantFrom('nobody', 'admin', 'agent') }),
  fc.record({ kind: fc.constant('status' as const), on: many, to: fc.constantFrom(1, 2, 3) }),
  fc.record({ kind: fc.constant('move' as const), on: many, to: fc.constantFrom(1, 3, 4) }),
  fc.record({ kind: fc.constant('archive' as const), on: places }),
  fc.record({ kind: fc.constant('restore' as const), on: places }),
  fc.record({ kind: fc.constant('later' as const), on: many, hours: fc.constantFrom(1, 2, null, undefined) }),
  fc.record({ kind: fc.constant('time' as const), hours: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('message' as const), on: places, by: fc.constantFrom('agent', 'key') }),
  fc.record({ kind: fc.constant('note' as const), on: places }),
  fc.record({ kind: fc.constant('merge' as const), on: many, into: places }),
  fc.record({ kind: fc.constant('contact' as const), on: places, who: fc.constantFrom(0, 1, 2) }),
  fc.record({ kind: fc.constant('no contact' as const), on: places, who: fc.constantFrom(0, 1, 2) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Run {
  readonly desk: OpenCenter;
  readonly ids: readonly number[];
  readonly contacts: readonly number[];
  readonly written: { messages: string[]; notes: string[] };
}

function bulk({ desk, ids }: Run, on: readonly number[], body: object): Promise<Called> {
  return desk.call('PUT', '/conversations', { body: { conversation_ids: on.map(at => ids[at]), ...body } });
}

async function take(run: Run, given: Step, at: number): Promise<Called> {
  const { desk, ids } = run;
  const post = (on: number, part: string, options: object = {}) =>
    desk.call('POST', `/conversations/${ids[on]}/${part}`, options);
  switch (given.kind) {
    case 'tag':
      return bulk(run, given.on, { added_tags: given.tags });
    case 'untag':
      return bulk(run, given.on, { deleted_tags: given.tags });
    case 'assign':
      return bulk(run, given.on, { assign_to: { nobody: null, admin: desk.adminId, agent: desk.agentId }[given.to] });
    case 'status':
      return bulk(run, given.on, { conversation_status_id: given.to });
    case 'move':
      return bulk(run, given.on, { inbox_id: given.to });
    case 'archive':
      return post(given.on, 'archive');
    case 'restore':
      return post(given.on, 'restore_archive');
    case 'later': {
      const { hours } = given;
      const until = hours && new Date(desk.clock.now + hours * HOUR_MS).toISOString();
      return bulk(run, given.on, { snooze: until === undefined ? null : { until } });
    }
    case 'time':
      desk.clock.now += given.hours * HOUR_MS;
      await desk.center.context.jobs.run();
      return desk.call('GET', '/conversations');
    case 'message':
      return post(given.on, 'messages', { as: given.by, body: { body_text: `message ${at}` } });
    case 'note':
      return post(given.on, 'notes', { body: { details: `note ${at}` } });
    case 'merge':
      return post(given.into, 'merge', { body: given.on.map(one => ids[one]) });
    case 'contact':
      return post(given.on, 'contacts', { body: { contact_id: run.contacts[given.who] } });
    case 'no contact':
      return desk.call('DELETE', `/conversations/${ids[given.on]}/contacts/${run.contacts[given.who]}`);
  }
}

async function shown(run: Run) {
  return Promise.all(run.ids.map(id => readConversation(run.desk, id)));
}

const fields = [
  'title',
  'conversation_status_id',
  'inbox_id',
  'assign_to',
  'disable_rating',
  'archived',
  'merged_into',
  'snoozed',
] as const;

/** A conversation as its history tells it, from its creation on. */
async function retold(run: Run, id: number) {
  const all = (await run.desk.call('GET', `/conversations/${id}/history`, { query: { limit: 200 } })).body.data;
  const known: Record<string, unknown> = {
    assign_to: null,
    disable_rating: false,
    archived: false,
    merged_into: null,
    snoozed: null,
  };
  const tags = new Set<string>();
  for (const { event, changes } of all) {
    if (event === 'tag.added') tags.add(changes.tag.to);
    if (event === 'tag.deleted') tags.delete(changes.tag.from);
    if (event === 'conversation.merged') for (const tag of changes.tags?.to ?? []) tags.add(tag);
    if (event === 'conversation.merged_with') tags.clear();
    for (const name of fields) {
      if (!changes[name]) continue;
      if (name in known && event !== 'conversation.created') expect(changes[name].from).toEqual(known[name]);
      known[name] = changes[name].to;
    }
  }
  return { ...known, tags: [...tags].sort() };
}

async function texts(run: Run, part: 'messages' | 'notes', field: 'body_text' | 'details') {
  const found: string[] = [];
  const alive = (await shown(run)).filter(one => one.merged_into === null);
  for (const { id } of alive) {
    const { data } = (await run.desk.call('GET', `/conversations/${id}/${part}`, { query: { limit: 200 } })).body;
    found.push(
      ...data
        .filter((one: { kind?: string }) => one.kind !== 'system')
        .map((one: Record<string, string>) => one[field]),
    );
  }
  return found.sort();
}

const putAway = [['0'], ['1'], ['any'], ['0', '0'], ['0', '1'], ['any', '0']] as const;

/** The result of a filter, and the expected one: filters of every kind, alone and together. */
async function checkLists(run: Run): Promise<void> {
  const all = await shown(run);
  for (const tags of [undefined, ['a'], ['b', 'ä']])
    for (const status of [undefined, ['open'], ['closed', 'waiting']])
      for (const assign_to of [undefined, ['none'], [run.desk.agentId]])
        for (const [archived, snoozed] of putAway) {
          const query = {
            archived,
            ...(snoozed && { snoozed }),
            ...(tags && { tags }),
            ...(status && { status }),
            ...(assign_to && { assign_to }),
          };
          const expected = all.filter(
            one =>
              one.merged_into === null &&
              (archived === 'any' || one.archived === (archived === '1')) &&
              (snoozed === undefined || (one.snoozed !== undefined) === (snoozed === '1')) &&
              (!tags || one.tags.some((name: string) => tags.includes(name.toLowerCase()))) &&
              (!status || status.includes(one.status)) &&
              (!assign_to || one.assign_to === (assign_to[0] === 'none' ? null : run.desk.agentId)),
          );
          const found = await listedIds(run.desk, { query });
          expect([query, found.toSorted()]).toEqual([query, expected.map(one => one.id)]);
        }
}

/** What of the conversations' rows follows from other rows. */
async function derivedOf({ desk }: Run) {
  const rows = await desk.center.context.store.reader
    .selectFrom('conversation')
    .select(['id', 'place', 'asked_id', 'asked_at', 'since', 'due_at', 'tag_set_id'])
    .select(['has_note', 'has_file', 'has_review', 'has_side', 'by_machine'])
    .orderBy('id')
    .execute();
  return rows.map(row => ({ ...row }));
}

/** The rows equal newly computed ones, and each set of tags has those of its key. */
async function checkDerived(run: Run): Promise<void> {
  const before = await derivedOf(run);
  await run.desk.center.write(async work => {
    await refreshAsked(work, run.ids);
    await refreshHeld(work, run.ids);
    await refreshTagSets(work, run.ids);
  });
  expect(before).toEqual(await derivedOf(run));
  const { reader } = run.desk.center.context.store;
  for (const { id, key } of await reader.selectFrom('tag_set').selectAll().execute()) {
    const links = await reader.selectFrom('tag_set_tag').select('tag_id').where('tag_set_id', '=', id).execute();
    expect(
      links
        .map(({ tag_id }) => tag_id)
        .toSorted((a, b) => a - b)
        .join(' '),
    ).toBe(key);
  }
}

async function check(run: Run): Promise<void> {
  await checkDerived(run);
  const inboxes = await countsOf(run.desk);
  expect(inboxes.shown).toEqual(inboxes.counted);
  const numbers = await numbersOf(run.desk);
  expect(numbers.kept).toEqual(numbers.counted);
  await checkLists(run);
  for (const one of await shown(run)) {
    const told = await retold(run, one.id);
    const snoozed = one.snoozed ? { until: one.snoozed.until, keep: one.snoozed.keep } : null;
    const shownOf = { ...one, snoozed };
    expect(Object.fromEntries([...fields.map(name => [name, shownOf[name]]), ['tags', [...one.tags].sort()]])).toEqual(
      told,
    );
    expect([one.created_at, one.last_message_at, one.updated_at].toSorted()).toEqual([
      one.created_at,
      one.last_message_at,
      one.updated_at,
    ]);
    const survivor = one.merged_into === null ? undefined : await readConversation(run.desk, one.merged_into);
    expect(survivor?.merged_into ?? null).toBeNull();
  }
  expect(await texts(run, 'messages', 'body_text')).toEqual(run.written.messages.toSorted());
  expect(await texts(run, 'notes', 'details')).toEqual(run.written.notes.toSorted());
}

async function start(): Promise<Run> {
  const desk = await openCenter();
  await makeStatus(desk, 'waiting');
  await makeInbox(desk, 'Other');
  const contacts = [await makeContact(desk, 'Zoë'), await makeContact(desk, 'Yan'), await makeContact(desk, 'Xia')];
  const ids: number[] = [];
  for (let at = 0; at < 5; at++) ids.push(await makeConversation(desk, { contacts: contacts.slice(0, 1) }));
  return { desk, ids, contacts, written: { messages: [], notes: [] } };
}

/** Long for a machine with other work: on a quiet one it takes three seconds. */
const TIMEOUT_MS = 1_800_000;

describe('any sequence of changes', { timeout: TIMEOUT_MS }, () => {
  it('keeps counts and lists right, records every change in the history, and loses no message or note', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), async steps => {
        const run = await start();
        try {
          for (const [at, given] of steps.entries()) {
            run.desk.clock.now += 500;
            const before = await shown(run);
            const answer = await take(run, given, at);
            if (answer.status >= 300) expect([answer.status, await shown(run)]).toEqual([expect.any(Number), before]);
            else if (given.kind === 'message') run.written.messages.push(`message ${at}`);
            else if (given.kind === 'note') run.written.notes.push(`note ${at}`);
          }
          await check(run);
        } finally {
          await run.desk.close();
        }
      }),
      { numRuns: runs(25), seed: 11 },
    );
  });

  it('counts each accepted change as one version, unless it changes nothing', async () => {
    const run = await start();
    const tag = async (id: number) => (await run.desk.call('GET', `/conversations/${id}`)).headers.get('etag');
    try {
      await fc.assert(
        fc.asyncProperty(step, async given => {
          const before = await Promise.all(
            run.ids.map(async id => [await tag(id), (await historyOf(run.desk, id)).length]),
          );
          await take(run, given, 0);
          const after = await Promise.all(
            run.ids.map(async id => [await tag(id), (await historyOf(run.desk, id)).length]),
          );
          for (const [at] of run.ids.entries())
            expect(after[at]![0] === before[at]![0]).toBe(after[at]![1] === before[at]![1]);
        }),
        { numRuns: runs(40), seed: 3, endOnFailure: true },
      );
    } finally {
      await run.desk.close();
    }
  });
});
