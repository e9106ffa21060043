import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { everything } from '../../../src/state/query/views.ts';
import type { Conversation, Message, Query, Thread } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { runs, sampled } from '../../harness/full.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { bareWorld, conversation, inbox, message, note, thread } from '../../ui/world.ts';
import { openCache, queryOf, ROOMY } from './open-cache.ts';

const AT = Date.UTC(2026, 10, 20);

function row(id: number, more: Partial<Conversation> = {}): Conversation {
  return conversation(id, `Order ${id}`, { last_message_at: AT + id, ...more });
}

function listOf(ids: readonly number[]) {
  return { ids, filter: {}, nextCursor: null, firstLimit: 80, etag: '"1"', asOf: AT };
}

test('a remembered value is there before it is written, after it, and in the next run', () => {
  const folder = temporaryFolder();
  const cut = { ...message(3, 'The beginning'), truncated: true, body_end: 13, body_length: 1_000_000 };
  const read: Thread = { ...thread([message(1, 'Hello'), cut], [note(2, 'Mind the tone')]), version: 7, asOf: AT };
  const first = openCache(folder);
  first.cache.keep({
    conversations: [row(1), row(2)],
    threads: [[1, read]],
    list: { query: everything, ...listOf([2, 1]) },
    places: { inboxes: [inbox(1, 'Support')], me: null, offers: { me: true, notes: safeLine('No notes here.') } },
  });
  const look = ({ cache }: typeof first) => ({
    list: cache.list(everything, 10),
    both: cache.conversations([1, 3, 2]).map(({ id }) => id),
    thread: cache.thread(1),
  });
  const wanted = {
    list: { ...listOf([2, 1]), conversations: [row(2), row(1)] },
    both: [1, 2],
    thread: { ...read, isCached: true },
  };
  expect(look(first)).toEqual(wanted);
  first.rest();
  expect(look(first)).toEqual(wanted);
  first.cache.end();
  const next = openCache(folder);
  expect(look(next)).toEqual(wanted);
  expect(next.cache.places()).toMatchObject({ inboxes: [inbox(1, 'Support')], agents: [], me: null });
  expect(next.cache.places()?.offers).toEqual({ me: true, notes: 'No notes here.' });
  expect([...first.problems, ...next.problems]).toEqual([]);
});

test('the end writes what waits, and only this user may read the files', () => {
  const folder = temporaryFolder();
  const { cache, rest } = openCache(folder);
  cache.keep({ conversations: [row(1)] });
  rest();
  const modes = readdirSync(folder).map(name => statSync(join(folder, name)).mode & 0o777);
  expect(modes.length).toBeGreaterThan(1);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  cache.keep({ conversations: [row(2)] });
  cache.end();
  expect(openCache(folder).cache.conversations([1, 2])).toEqual([row(1), row(2)]);
});

test('a list with a missing conversation is read again', () => {
  const { cache } = openCache(temporaryFolder());
  cache.keep({ conversations: [row(1), row(2)], list: { query: everything, ...listOf([1, 2]) } });
  cache.forget([2]);
  expect(cache.list(everything, 10)).toMatchObject({ ids: [1, 2], conversations: [{ id: 1 }], etag: null });
  expect(cache.list({ ...everything, sort: 'oldest' }, 10)).toBeUndefined();
});

type Step =
  | { readonly kind: 'keep'; readonly id: number; readonly title: number }
  | { readonly kind: 'thread'; readonly id: number; readonly title: number }
  | { readonly kind: 'list'; readonly id: number; readonly title: number }
  | { readonly kind: 'forget' | 'forgetInbox' | 'rest' | 'restart'; readonly id: number; readonly title: number };

const KINDS = ['keep', 'keep', 'thread', 'list', 'forget', 'forgetInbox', 'rest', 'restart'] as const;
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), id: fc.integer({ min: 1, max: 6 }), title: fc.nat(99) }),
  { maxLength: 25 },
);

/** A conversation of an even id is in inbox 2, any other in inbox 1. */
function said(id: number, title: number): Conversation {
  return conversation(id, `Title ${title}`, { inbox_id: 2 - (id % 2) });
}

test('any sequence of keeping, forgetting and restarting leaves the last value', () => {
  fc.assert(
    fc.property(steps, all => {
      const folder = temporaryFolder();
      let open = openCache(folder);
      const rows = new Map<number, Conversation>();
      const threads = new Map<number, Thread>();
      const lists = new Map<number, readonly number[]>();
      const gone = (id: number) => {
        rows.delete(id);
        threads.delete(id);
      };
      for (const { kind, id, title } of all) {
        if (kind === 'keep') {
          rows.set(id, said(id, title));
          open.cache.keep({ conversations: [said(id, title)] });
        } else if (kind === 'thread' && rows.has(id)) {
          threads.set(id, thread([message(title + 1, `Text ${title}`)]));
          open.cache.keep({ threads: [[id, threads.get(id)!]] });
        } else if (kind === 'list') {
          lists.set(id, [title + 1, id + 200]);
          open.cache.keep({ list: { query: queryOf(id), ...listOf(lists.get(id)!) } });
        } else if (kind === 'forget') {
          gone(id);
          open.cache.forget([id]);
        } else if (kind === 'forgetInbox') {
          for (const one of [...rows.values()]) if (one.inbox_id === 2 - (id % 2)) gone(one.id);
          open.cache.forgetInboxes([2 - (id % 2)]);
        } else if (kind === 'rest') open.rest();
        else if (kind === 'restart') {
          open.cache.end();
          open = openCache(folder);
        }
        for (const one of [1, 2, 3, 4, 5, 6]) {
          expect(open.cache.conversations([one])).toEqual(rows.has(one) ? [rows.get(one)] : []);
          expect(open.cache.thread(one)?.messages).toEqual(threads.get(one)?.messages);
          expect(open.cache.list(queryOf(one), 0)?.ids).toEqual(lists.get(one));
        }
      }
      open.cache.end();
      expect(open.problems).toEqual([]);
    }),
    { numRuns: runs(40) },
  );
});

test('any text in the file is as safe after the cache as before it', () => {
  const folder = temporaryFolder();
  const open = openCache(folder);
  const odd = row(1, { title: safeLine('a\u001b[31m\u202eb\u200bc'), created_at: 1_000 });
  const long = thread([{ ...message(1, 'x'), body_text: safeBlock('a\r\n\u001b]0;b\u0007\n\n') }]);
  open.cache.keep({ conversations: [odd, row(2)], threads: [[1, long]] });
  open.cache.end();
  const next = openCache(folder);
  expect(next.cache.conversations([1])).toEqual([odd]);
  expect(next.cache.thread(1)?.messages).toEqual(long.messages);
  const database = new DatabaseSync(join(folder, 'cache.db'));
  database.prepare('update conversation set value = ? where id = 2').run('{"id":2,"title":"\\u001b[2J","tags":7}');
  database.prepare("update conversation set value = '[{' where id = 1").run();
  database.close();
  const [two] = next.cache.conversations([1, 2]);
  expect(two).toMatchObject({ id: 2, title: '^[[2J', tags: [], assign_to: null });
});

test('a file cut at any place gives gaps, and is kept again', () => {
  const folder = temporaryFolder();
  const whole = openCache(folder);
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  whole.cache.keep({ conversations: ids.map(id => row(id)), threads: ids.map(id => [id, thread([message(id, 'x')])]) });
  whole.cache.end();
  const bytes = readFileSync(join(folder, 'cache.db'));
  for (const length of sampled(Array.from({ length: Math.ceil(bytes.length / 512) }, (_, at) => 512 * at))) {
    const name = `cut-${length}.db`;
    writeFileSync(join(folder, name), bytes.subarray(0, length), { mode: 0o600 });
    const cut = openCache(folder, ROOMY, name);
    for (const found of cut.cache.conversations(ids)) expect(found).toEqual(row(found.id));
    cut.cache.thread(3);
    cut.cache.places();
    cut.cache.keep({ conversations: [row(30)], threads: [[30, thread([message(30, 'y')])]] });
    cut.cache.end();
    const again = openCache(folder, ROOMY, name);
    expect([length, again.cache.conversations([30])]).toEqual([length, [row(30)]]);
    expect([...cut.problems, ...again.problems]).toEqual([]);
    again.cache.end();
  }
});

test('a file of an older version, or of another program, is replaced', () => {
  const folder = temporaryFolder();
  const strange = new DatabaseSync(join(folder, 'older.db'));
  strange.exec('create table conversation (id); pragma user_version = -1');
  strange.close();
  writeFileSync(join(folder, 'text.db'), 'Dear diary\n'.repeat(1_000));
  for (const name of ['older.db', 'text.db']) {
    const open = openCache(folder, ROOMY, name);
    expect(open.cache.conversations([1])).toEqual([]);
    open.cache.keep({ conversations: [row(1)] });
    open.cache.end();
    expect(openCache(folder, ROOMY, name).cache.conversations([1])).toEqual([row(1)]);
    expect(open.problems).toEqual([]);
  }
});

test('a place that cannot be written is told once, and the desk goes on', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const open = openCache(join(folder, 'file'));
  for (const id of [1, 2]) {
    open.cache.keep({ conversations: [row(id)] });
    open.cache.end();
  }
  expect(open.cache.conversations([1, 2])).toEqual([row(1), row(2)]);
  expect(open.problems).toHaveLength(1);
});

test('two desks keep in one file, and each reads the other’s values', () => {
  const folder = temporaryFolder();
  const [one, two] = [openCache(folder), openCache(folder)];
  for (let id = 1; id <= 40; id += 1) {
    const { cache, rest } = id % 2 === 0 ? one : two;
    cache.keep({ conversations: [row(id)], threads: [[id, thread([message(id, `by ${id % 2}`)])]] });
    if (id % 5 === 0) rest();
  }
  one.rest();
  two.rest();
  const ids = Array.from({ length: 40 }, (_, index) => index + 1);
  for (const { cache, problems } of [one, two]) {
    expect(cache.conversations(ids).map(({ id }) => id)).toEqual(ids);
    expect(problems).toEqual([]);
  }
});

test('a desk whose file another one threw away goes on in the new one', () => {
  const folder = temporaryFolder();
  const [one, two] = [openCache(folder), openCache(folder)];
  one.cache.keep({ conversations: [row(1)] });
  one.rest();
  expect(two.cache.conversations([1])).toHaveLength(1);
  one.cache.clear();
  expect(readdirSync(folder)).toEqual([]);
  expect(two.cache.conversations([1])).toEqual([]);
  two.cache.keep({ conversations: [row(2)] });
  two.rest();
  one.cache.keep({ conversations: [row(3)] });
  one.rest();
  expect([one, two].map(({ cache }) => cache.conversations([1, 2, 3]).map(({ id }) => id))).toEqual([
    [2, 3],
    [2, 3],
  ]);
});

test('the entries used longest ago go when there are too many, when they are old, and when the file is large', () => {
  const folder = temporaryFolder();
  const few = openCache(folder, { ...ROOMY, conversations: 10, days: 5 });
  const ids = Array.from({ length: 30 }, (_, index) => index + 1);
  few.cache.keep({ conversations: ids.slice(0, 10).map(id => row(id)), threads: [[1, thread([message(1, 'x')])]] });
  few.rest();
  few.pass(1);
  expect(few.cache.thread(1)?.messages).toHaveLength(1);
  few.cache.keep({ conversations: ids.slice(10, 15).map(id => row(id)) });
  few.rest();
  expect(few.cache.conversations(ids).map(({ id }) => id)).toEqual([1, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  few.pass(6);
  few.cache.keep({ conversations: [row(30)] });
  few.rest();
  expect([few.cache.conversations(ids).map(({ id }) => id), few.cache.thread(1)]).toEqual([[30], undefined]);
});

test('a cache has at most its megabytes, and gives the disk its room back', () => {
  const folder = temporaryFolder();
  const open = openCache(folder, { ...ROOMY, megabytes: 1 });
  const text = 'a long letter '.repeat(2_000);
  for (let id = 1; id <= 150; id += 1) {
    open.cache.keep({ conversations: [row(id)], threads: [[id, thread([message(id, text)])]] });
    open.rest();
  }
  open.cache.end();
  expect(statSync(join(folder, 'cache.db')).size).toBeLessThan(1_500_000);
  expect(openCache(folder).cache.thread(150)?.messages).toHaveLength(1);
});

test('a message that was deleted leaves no remains in the files', () => {
  const folder = temporaryFolder();
  const open = openCache(folder);
  open.cache.keep({
    conversations: [row(1), row(2)],
    threads: [[1, thread([message(1, 'SECRET-ONE'), message(2, 'x')])]],
  });
  open.cache.keep({ threads: [[2, thread([message(3, 'SECRET-TWO')])]] });
  open.rest();
  open.cache.keep({ threads: [[1, thread([message(2, 'x')])]] });
  open.cache.forget([2]);
  open.rest();
  open.cache.end();
  const left = readdirSync(folder).map(name => readFileSync(join(folder, name), 'latin1'));
  expect(left.join('')).not.toMatch(/SECRET/);
  expect(left.join('')).toContain('Order 1');
});

test('nothing is written for an unchanged value', () => {
  const folder = temporaryFolder();
  const open = openCache(folder);
  const rows = Array.from({ length: 200 }, (_, index) => index + 1);
  open.cache.keep({ conversations: rows.map(id => row(id)) });
  open.rest();
  const size = () => statSync(join(folder, 'cache.db-wal')).size;
  const before = size();
  open.cache.keep({ conversations: rows.map(id => row(id)) });
  open.cache.keep({ conversations: open.cache.conversations([1, 2]) });
  open.rest();
  expect(size()).toBe(before);
});

test('a hundred changes, a second apart, cost the disk little', () => {
  const folder = temporaryFolder();
  const { cache, pass } = openCache(folder);
  const ids = Array.from({ length: 500 }, (_, index) => 1_000 + index);
  const written = () => Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'latin1'))?.[1]);
  const before = written();
  for (let step = 0; step < 100; step += 1) {
    cache.keep({ conversations: [row(1 + step)], list: { query: everything, ...listOf(ids.slice(step)) } });
    pass(2 / 86_400);
  }
  expect(written() - before).toBeLessThan(3_000_000);
  cache.end();
  expect(openCache(folder).cache.list(everything, 0)?.ids).toEqual(ids.slice(99));
});

test('the cache finds by filters, by words of titles and people, and by words of the letters', async () => {
  const { cache } = openCache(temporaryFolder());
  cache.keep({
    conversations: [
      row(1, { tags: [safeLine('vip')] }),
      row(2, { archived: true }),
      row(3, { title: safeLine('Où est mon colis'), inbox_id: 2 }),
      row(4),
    ],
    threads: [[4, thread([message(1, 'The kettle leaks.')], [note(1, 'Ask the courier')])]],
  });
  const world = bareWorld({ columns: 80, rows: 24 });
  const find = async (part: object, limit = 10) => {
    const { conversations, isMore } = await cache.find({ ...everything, ...part }, world, limit);
    return [conversations.map(({ id }) => id), isMore];
  };
  expect(await find({})).toEqual([[4, 3, 1], false]);
  expect(await find({ sort: 'oldest' }, 2)).toEqual([[1, 3], true]);
  expect(await find({ archived: 'only' })).toEqual([[2], false]);
  expect(await find({ tags: ['VIP'] })).toEqual([[1], false]);
  expect(await find({ inboxes: [2] })).toEqual([[3], false]);
  expect(await find({ words: 'ou colis' })).toEqual([[3], false]);
  expect(await find({ words: 'kettle courier' })).toEqual([[4], false]);
  expect(await find({ words: 'ettle' })).toEqual([[], false]);
  expect(await find({ has: ['note'], sort: 'created' })).toEqual([[4], false]);
  expect(await cache.find(everything, world, 10, () => false)).toEqual({ conversations: [], isMore: false });
});

test('the cache finds by contents, and leaves them out', async () => {
  const { cache } = openCache(temporaryFolder());
  const file = { id: 3, name: safeLine('label.png'), content_type: safeLine('image/png'), size: 4, inline: false };
  const threads: readonly Thread[] = [
    thread([message(1, 'A photo', { attachments: [file] })]),
    thread([message(2, 'A picture in the text', { attachments: [{ ...file, inline: true }] })]),
    thread([message(3, 'Where is it?', { side: true as NonNullable<Message['side']> })]),
    thread([message(4, 'Hello')], [note(1, 'The label', { attachments: [3] })]),
  ];
  const ids = threads.map((_, index) => index + 1);
  cache.keep({ conversations: ids.map(id => row(id)), threads: ids.map(id => [id, threads[id - 1]!]) });
  const find = async (part: Partial<Query>) => {
    const found = await cache.find(
      { ...everything, sort: 'oldest', ...part },
      bareWorld({ columns: 80, rows: 24 }),
      10,
    );
    return found.conversations.map(({ id }) => id);
  };
  const without = (...has: Query['has']) => find({ not: { ...everything.not, has } });
  expect([await find({ has: ['note'] }), await without('note')]).toEqual([[4], [1, 2, 3]]);
  expect([await find({ has: ['attachment'] }), await without('attachment')]).toEqual([
    [1, 4],
    [2, 3],
  ]);
  expect([await find({ has: ['side'] }), await without('side')]).toEqual([[3], [1, 2, 4]]);
  expect([await find({ has: ['review', 'side'] }), await without('note', 'side')]).toEqual([[3], [1, 2]]);
});
