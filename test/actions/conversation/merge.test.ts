import { describe, expect, test } from 'vitest';
import { mergePreview } from '../../../src/actions/conversation/merge.ts';
import { alsoToday, mergeCandidates } from '../../../src/actions/conversation/merge-candidates.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Conversation, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { bareWorld, conversation, NOW } from '../../ui/world.ts';

function worldOf(all: readonly Conversation[]): World {
  const bare = bareWorld({ columns: 80, rows: 24 });
  const rows = all.map(({ id }) => id);
  return {
    ...bare,
    base: { ...bare.base, conversations: IdMap.of(all.map(found => [found.id, found] as const)) },
    list: { ...bare.list, rows, ids: rows },
  };
}

const other = { id: 99, name: safeLine('Someone Else'), email: safeLine('else@customer.example') };

describe('merge candidates', () => {
  const into = conversation(1, 'Refund for order 7741');
  const same = conversation(2, 'Hello?', { requester: into.requester, last_message_at: NOW - 9_000_000 });
  const alike = conversation(3, 'refund order 7741', { requester: other, contacts: [99] });
  const recent = conversation(4, 'Something else', { requester: other, contacts: [99], last_message_at: NOW });
  const old = conversation(5, 'Something else', { requester: other, contacts: [99], last_message_at: NOW - 9_000_000 });
  const merged = conversation(6, 'Refund for order 7741', { merged_into: 9 });

  test('are first the same requester’s, then those with a similar title, then the most recent', () => {
    const world = worldOf([old, recent, alike, same, into, merged]);
    expect(mergeCandidates(world, into, []).map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  });

  test('include what the help center’s search finds, not only the list', () => {
    const world = worldOf([into, alike]);
    const found = { ...world, list: { ...world.list, rows: [1] } };
    expect(mergeCandidates(found, into, []).map(({ id }) => id)).toEqual([]);
    expect(mergeCandidates(found, into, [3, 777]).map(({ id }) => id)).toEqual([3]);
  });
});

test('the preview counts what the survivor will have', () => {
  const tags = (...names: string[]) => names.map(safeLine);
  const into = conversation(1042, 'Refund for order 7741', {
    message_count: 3,
    note_count: 1,
    tags: tags('refund', 'vip'),
  });
  const late = conversation(1038, 'Parcel', { message_count: 3, note_count: 1, tags: tags('late'), requester: other });
  const ship = conversation(1035, '配送先を変更したい', { message_count: 1, tags: tags('ship', 'vip') });
  const lines = mergePreview(worldOf([into, late, ship]), 1042, [1038, 1035]);
  expect(lines).toEqual([
    'Different customers: Zoë Quinn, Someone Else',
    '',
    '  #1038 Parcel                         3 messages   1 note  late',
    '  #1035 配送先を変更したい             1 message            ship vip',
    '',
    'Result: 7 messages, 2 notes, tags late refund ship vip',
    '        contacts Zoë Quinn, Someone Else',
    'Held for 10 s: z takes it back. After that it cannot be undone.',
  ]);
});

test('the preview claims no numbers that the help center does not give', () => {
  const counted = { message_count: null, note_count: null };
  const lines = mergePreview(worldOf([conversation(1, 'A', counted), conversation(2, 'B', counted)]), 1, [2]);
  expect(lines.join('\n')).not.toMatch(/\d message/);
  expect(lines).toContain('Result: contacts Zoë Quinn');
});

describe('the warning above a merge', () => {
  const into = conversation(1, 'Refund');
  const person = (id: number, name: string, email: string | null) => ({
    id,
    name: safeLine(name),
    email: email === null ? null : safeLine(email),
  });
  const warned = (...others: readonly Conversation[]): readonly string[] =>
    mergePreview(
      worldOf([into, ...others]),
      1,
      others.map(({ id }) => id),
    ).filter(line => line.startsWith('Different'));

  test.each([
    ['none for one customer in one inbox', [conversation(2, 'x')], []],
    [
      'customers who differ',
      [conversation(2, 'x', { requester: other })],
      ['Different customers: Zoë Quinn, Someone Else'],
    ],
    [
      'addresses beside names that look alike',
      [conversation(2, 'x', { requester: person(7, 'Zoe Quinn', 'eve@evil.example') })],
      ['Different customers: Zoë Quinn <zoe@customer.example>, Zoe Quinn <eve@evil.example>'],
    ],
    [
      'one address with two contacts is one customer',
      [conversation(2, 'x', { requester: person(7, 'Z', 'ZOE@customer.example') })],
      [],
    ],
    ['inboxes that differ', [conversation(2, 'x', { inbox_id: 2 })], ['Different inboxes: inbox #1, inbox #2']],
    [
      'a deleted inbox and an unknown customer make no difference',
      [conversation(2, 'x', { inbox_id: null, requester: null })],
      [],
    ],
    [
      'many customers are counted',
      Array.from({ length: 7 }, (_, index) =>
        conversation(index + 2, 'x', { requester: person(index + 20, `P${index}`, null) }),
      ),
      ['Different customers: Zoë Quinn, P0, P1, P2, P3 and 3 more'],
    ],
  ])('%s', (_what, others, lines) => {
    expect(warned(...others)).toEqual(lines);
  });
});

describe('another conversation of today', () => {
  const opened = conversation(1, 'Refund for order 7741', { created_at: NOW - 60_000 });
  const same = { requester: opened.requester, created_at: NOW - 3_600_000 };
  const DAY = 24 * 3_600_000;
  const row = (message_count: number, last_message_at: number) => ({
    created_at: null,
    message_count,
    last_message_at,
  });

  test.each<[string, Partial<Conversation>, string, boolean]>([
    ['the same customer, a similar title', {}, 'Refund order 7741', true],
    ['another customer', { requester: other, contacts: [99] }, 'Refund order 7741', false],
    ['another title', {}, 'Voucher', false],
    ['yesterday', { created_at: NOW - DAY }, 'Refund order 7741', false],
    ['archived', { archived: true }, 'Refund order 7741', false],
    ['merged away', { merged_into: 9 }, 'Refund order 7741', false],
    ['a row of a list, of one message of today', row(1, NOW - 60_000), 'Refund order 7741', true],
    ['a row of a list, of two messages', row(2, NOW - 60_000), 'Refund order 7741', false],
    ['a row of a list, of one message of yesterday', row(1, NOW - DAY), 'Refund order 7741', false],
  ])('%s', (_what, more, title, isSaid) => {
    const world = worldOf([opened, conversation(2, title, { ...same, ...more })]);
    const said = alsoToday(world, 1);
    expect(said?.text ?? null).toBe(isSaid ? `Also today: #2 ${title} (same customer) · m merges` : null);
  });

  test('nothing is said of a conversation of another day, of an archived one, or of one that is not loaded', () => {
    const world = worldOf([{ ...opened, created_at: NOW - DAY }, conversation(2, 'Refund order 7741', same)]);
    expect(alsoToday(world, 1)).toBeNull();
    expect(
      alsoToday(worldOf([{ ...opened, archived: true }, conversation(2, 'Refund order 7741', same)]), 1),
    ).toBeNull();
    expect(alsoToday(world, 77)).toBeNull();
  });
});
