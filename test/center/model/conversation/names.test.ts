import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockConversations } from '../../../../src/center/model/conversation/row.ts';
import { refreshTagSets } from '../../../../src/center/model/conversation/tag-set.ts';
import { moveNumbers } from '../../../../src/center/model/inbox/number.ts';
import { createRandom, type Random } from '../../../faults/random.ts';
import { runs } from '../../../harness/full.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

/** So many that a page is not found among the first rows that are tried, as the newer half is all alike. */
const COUNT = 6_000;
const OLD = COUNT / 2;
const begin = Date.UTC(2026, 0, 1);

interface Made {
  readonly id: number;
  readonly home: number;
  readonly archived: number;
  /** Milliseconds, in whole seconds; several have the same. */
  readonly at: number;
  readonly tags: readonly string[];
  /** Numbers of contacts, the requester first. */
  readonly contacts: readonly number[];
}

const tagNames = Array.from({ length: 9 }, (_, at) => `tag${at + 1}`);
const CONTACTS = 60;

function make(id: number): Made {
  const random = createRandom(id);
  const isOld = id <= OLD;
  const count = random.below(3);
  const common = id % 10 > 0 ? ['tag7'] : [];
  return {
    id,
    home: random.pick([1, 1, 1, 2]),
    archived: random.chance(0.1) ? 1 : 0,
    at: secondOf(begin + id * 300 + random.below(5) * 10_000) * 1_000,
    tags: isOld
      ? tagNames.slice(1).filter(() => random.chance(0.25))
      : ['tag1', ...common, ...tagNames.slice(7, 7 + count)],
    contacts: isOld
      ? [...new Set([1 + random.below(CONTACTS), 1 + random.below(CONTACTS)])]
      : random.chance(0.8)
        ? [CONTACTS]
        : [],
  };
}

const made = Array.from({ length: COUNT }, (_, at) => make(at + 1));

function insert(table: string, columns: string, rows: readonly (readonly (string | number | null)[])[]) {
  return sql`insert into ${sql.table(table)} (${sql.raw(columns)}) values ${sql.join(rows.map(row => sql`(${sql.join(row)})`))}`;
}

async function fill(center: OpenCenter): Promise<void> {
  await center.center.write(async work => {
    const { db } = work;
    for (const name of tagNames) await insert('tag', 'name, name_key', [[name, name]]).execute(db);
    for (let at = 1; at <= CONTACTS; at += 1)
      await insert('contact', 'name, email, created_at, updated_at', [[`C ${at}`, `c${at}@x.example`, 1, 1]]).execute(
        db,
      );
    await sql`insert into contact_word (contact_id, word) select id, 'c' || id from contact`.execute(db);
    for (let from = 0; from < COUNT; from += 500) {
      const some = made.slice(from, from + 500);
      await insert(
        'conversation',
        'title, status_id, inbox_id, home_id, requester_id, place, created_at, updated_at, last_message_at',
        some.map(one => ['T', 1, one.home, one.home, one.contacts[0] ?? null, one.archived, 1, one.at, one.at]),
      ).execute(db);
      await insert(
        'conversation_tag',
        'conversation_id, tag_id',
        some.flatMap(one => one.tags.map(name => [one.id, 1 + tagNames.indexOf(name)])),
      ).execute(db);
      await insert(
        'conversation_contact',
        'conversation_id, contact_id, position',
        some.flatMap(one => one.contacts.map((contact, position) => [one.id, contact, position])),
      ).execute(db);
      const ids = some.map(({ id }) => id);
      moveNumbers(work, [], await lockConversations(work, ids));
      await refreshTagSets(work, ids);
    }
  });
}

let desk: OpenCenter;
beforeAll(async () => {
  desk = await openCenter();
  await fill(desk);
});
afterAll(() => desk.close());

interface Asked {
  readonly query: Readonly<Record<string, unknown>>;
  readonly holds: (one: Made) => boolean;
}

function contactsNamed(prefix: string): Set<number> {
  return new Set(Array.from({ length: CONTACTS }, (_, at) => at + 1).filter(id => `c${id}`.startsWith(prefix)));
}

function byName(random: Random): Asked {
  return random.pick<() => Asked>([
    () => {
      const tags = tagNames.filter((_, at) => at === 0 || random.chance(0.5));
      return { query: { not: { tags } }, holds: one => !one.tags.some(tag => tags.includes(tag)) };
    },
    () => {
      // These are missing in some of the newest: in most, in a third, or in a tenth.
      const tag = random.pick(['tag9', 'tag8', 'tag7']);
      return { query: { not: { tags: [tag] } }, holds: one => !one.tags.includes(tag) };
    },
    () => ({ query: { not: { tags: tagNames } }, holds: one => one.tags.length === 0 }),
    () => {
      const from = random.pick(['c1', 'c2', 'c12', 'c', 'c60', 'd']);
      const found = contactsNamed(from);
      return { query: { from }, holds: one => found.has(one.contacts[0] ?? 0) };
    },
    () => {
      const contacts = [1 + random.below(CONTACTS), 1 + random.below(CONTACTS), CONTACTS - random.below(2)];
      return { query: { contacts }, holds: one => one.contacts.some(id => contacts.includes(id)) };
    },
    () => {
      const found = contactsNamed('c3');
      const holds = (one: Made) => found.has(one.contacts[0] ?? 0) && !one.tags.includes('tag2');
      return { query: { from: 'c3', not: { tags: ['tag2'] } }, holds };
    },
  ])();
}

function ask(random: Random): Asked {
  const { query, holds } = byName(random);
  const archived = random.pick([0, 0, 1, 'any'] as const);
  const inbox = random.pick([undefined, undefined, 1, 2]);
  const tag = random.pick([undefined, undefined, undefined, 'tag5']);
  const late = random.pick([undefined, undefined, OLD / 2]);
  const limit = late === undefined ? undefined : begin + late * 300;
  return {
    query: {
      ...query,
      archived,
      ...(inbox === undefined ? {} : { inbox_ids: [inbox] }),
      ...(tag === undefined ? {} : { tags: [tag] }),
      ...(limit === undefined ? {} : { before: { last_message_at: new Date(limit).toISOString().slice(0, 19) } }),
    },
    holds: one =>
      holds(one) &&
      (archived === 'any' || one.archived === archived) &&
      (inbox === undefined || one.home === inbox) &&
      (tag === undefined || one.tags.includes(tag)) &&
      (limit === undefined || one.at < limit),
  };
}

function secondOf(at: number): number {
  return Math.floor(at / 1_000);
}

test.for(Array.from({ length: runs(120) }, (_, seed) => seed))(
  'a list by contacts, or without tags, is right on every page, with rows any distance apart (%i)',
  async seed => {
    const random = createRandom(seed + 1_000_000);
    const { query, holds } = ask(random);
    const direction = random.pick(['asc', 'desc', 'desc'] as const);
    const sign = direction === 'asc' ? 1 : -1;
    const wanted = made
      .filter(holds)
      .sort((a, b) => sign * (secondOf(a.at) - secondOf(b.at) || a.id - b.id))
      .map(({ id }) => id);
    const limit = random.pick([7, 50, 200]);
    let cursor: string | null | undefined;
    for (let from = 0; from < 4 * limit && cursor !== null; from += limit) {
      const paged = { ...query, limit, sort: `last_message_at.${direction}`, ...(cursor ? { cursor } : {}) };
      const { status, body } = await desk.call('GET', '/conversations', { query: paged });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.data.map((row: { id: number }) => row.id)).toEqual(wanted.slice(from, from + limit));
      cursor = body.meta.next_cursor;
    }
  },
);
