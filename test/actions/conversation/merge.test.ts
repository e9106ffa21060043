import { describe, expect, test } from 'vitest';
import { mergeCandidates } from '../../../src/actions/conversation/merge-candidates.ts';
import { mergePreview } from '../../../src/actions/conversation/merge-preview.ts';
import { IdMap } from '../../../src/state/id-map.ts';
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
    '  #1038 Parcel                         3 messages   1 note  late',
    '  #1035 配送先を変更したい             1 message            ship vip',
    '',
    'Result: 7 messages, 2 notes, tags late refund ship vip',
    '        contacts Zoë Quinn, Someone Else',
    'Held for 10 s: z takes it back. After that it cannot be undone.',
  ]);
});
