import { describe, expect, it } from 'vitest';
import { type Facet, facetsOf } from '../../../src/state/list/facets.ts';
import { everything, unresolved } from '../../../src/state/query/views.ts';
import type { Conversation, List, Query, World } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { conversation, inbox, sampleWorld } from '../../ui/world.ts';

const ROWS: readonly Partial<Conversation>[] = [
  { status: t`open`, tags: [t`vip`, t`late`], assign_to: 1 },
  { status: t`Open`, tags: [t`VIP`], assign_to: 2, inbox_id: 2 },
  { status: t`waiting`, tags: [t`late`], assign_to: null },
  { status: t`open`, tags: [], assign_to: null },
];

function worldOf(query: Query, list: Partial<List> = {}, rows = ROWS): World {
  const world = sampleWorld({ columns: 120, rows: 36 });
  const held = rows.map((row, index) => [index + 1, conversation(index + 1, 'Title', row)] as const);
  const ids = held.map(([id]) => id);
  const names = new Set([...rows.flatMap(({ tags = [] }) => tags), t`rare`]);
  const tags = [...names].map(
    (name, index) => ({ id: index + 1, name, conversations: 1 }) as World['base']['tags'][number],
  );
  return {
    ...world,
    base: { ...world.base, tags, conversations: world.base.conversations.without([...world.list.ids]).with(held) },
    list: { ...world.list, query, ids, rows: ids, gone: new Map(), nextCursor: null, ...list },
  };
}
function shown(facets: readonly Facet[]): readonly string[] {
  return facets.map(({ label, count, isChosen }) => {
    const number = count === null ? '?' : `${count.number}${count.isMore ? '+' : ''}`;
    return `${isChosen ? '✓ ' : ''}${label} ${number}`;
  });
}
function facet(world: World, label: string): Facet {
  return facetsOf(world).all.find(found => found.label === label)!;
}

describe('the values of a list', () => {
  it('are counted among its rows, the most frequent first, without those that no row has', () => {
    const { all, rows } = facetsOf(worldOf(everything));
    expect(rows).toBe(4);
    expect(shown(all)).toEqual([
      'status:open 3',
      'status:waiting 1',
      'assignee:none 2',
      'assignee:me 1',
      'assignee:"Bob Stone" 1',
      'tag:vip 2',
      'tag:late 2',
      'inbox:Support 3',
      'inbox:Billing 1',
    ]);
  });

  it('are lower bounds if more rows can be loaded, and values that no row has may come', () => {
    const found = shown(facetsOf(worldOf(everything, { nextCursor: 'more' })).all);
    expect(found.slice(0, 3)).toEqual(['status:open 3+', 'status:waiting 1+', 'status:closed 0+']);
    expect(found).toContain('inbox:Returns 0+');
  });

  it('are not counted if a filter of their kind hides their rows', () => {
    const query = { ...everything, statuses: ['open'] };
    const found = shown(facetsOf(worldOf(query, {}, [ROWS[0]!, ROWS[3]!])).all);
    expect(found.slice(0, 3)).toEqual(['✓ status:open 2', 'status:closed ?', 'status:waiting ?']);
    expect(found).toContain('assignee:me 1');
  });

  it('leave out closed statuses and the spam inbox of the unresolved list', () => {
    const world = worldOf(unresolved, { nextCursor: 'more' });
    const spam = { ...inbox(4, 'Spam'), kind: 'spam' } as World['base']['inboxes'][number];
    const base = { ...world.base, inboxes: [...world.base.inboxes.slice(0, 3), spam] };
    const labels = facetsOf({ ...world, base }).all.map(({ label }) => label);
    expect(labels).not.toContain('status:closed');
    expect(labels).not.toContain('inbox:Spam');
    expect(labels).toContain('inbox:Returns');
  });

  it('do not count rows that have left, nor those that memory no longer holds', () => {
    const left = worldOf(everything, { gone: new Map([[1, t`archived`]]), ghosts: new Set([2]) });
    expect(facet(left, 'status:open').count).toEqual({ number: 1, isMore: false });
    const far = worldOf(everything, { rows: [1, 2, 3, 4, 99] });
    expect(facet(far, 'status:open').count).toEqual({ number: 3, isMore: true });
  });

  it('are bounded, however many tags there are, and keep the chosen ones', () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({ tags: [t`tag${index}`] }));
    const { all } = facetsOf(worldOf({ ...everything, tags: ['rare', 'TAG99'] }, {}, rows));
    const tags = all.filter(({ label }) => label.startsWith('tag:'));
    expect(tags).toHaveLength(14);
    expect(shown(tags).slice(0, 3)).toEqual(['✓ tag:rare 0', '✓ tag:TAG99 1', 'tag:tag0 ?']);
  });

  it('narrow the query when they are taken, and widen it again when they are taken once more', () => {
    const query = { ...unresolved, words: 'refund', assignees: [1] };
    const world = worldOf(query);
    const open = facet(world, 'status:open');
    expect(open.next).toEqual({ ...query, statuses: ['open'] });
    expect(open.query).toEqual({ ...query, statuses: ['open'] });
    expect(facet(worldOf(open.next), 'status:open').next).toEqual(query);
    // The agent is `me`, by whatever name the filter says it.
    expect(facet(world, 'assignee:me')).toMatchObject({ isChosen: true, next: { assignees: [] } });
    const bob = facet(world, 'assignee:"Bob Stone"');
    expect([bob.query.assignees, bob.next.assignees]).toEqual([[2], [1, 2]]);
  });
});
