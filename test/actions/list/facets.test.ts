import { expect, test } from 'vitest';
import { everything, unresolved } from '../../../src/state/query/views.ts';
import type { List } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { press as pressOn } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

/** The sample's list; `unread` says whether its help center has our filters. */
function open(list: Partial<List> = {}, unread: boolean | null = false) {
  const world = sampleWorld({ columns: 120, rows: 30 });
  const rows = [...world.base.conversations].map(([id, row]) => [id, { ...row, unread }] as const);
  const { desk } = fakeDesk({
    ...world,
    base: { ...world.base, conversations: world.base.conversations.with(rows) },
    list: { ...world.list, query: everything, ...list },
  });
  const press = (...names: string[]) => {
    pressOn(desk, ...names);
  };
  const box = () => rowsOf(desk).flatMap(row => /│▌? +(✓? ?\w+:.*?) +│/.exec(row)?.[1]?.replace(/ +/g, ' ') ?? []);
  return { desk, press, box };
}

test('f lists the values of the list with their numbers; Enter narrows it, and a second time takes the value out', () => {
  const { desk, press, box } = open();
  press('list.facets');
  expect(box()).toEqual([
    'status:open 9',
    'assignee:none 4',
    'assignee:me 3',
    'assignee:"Bob Stone" 2',
    'tag:refund 1',
    'tag:vip 1',
    'inbox:Support 9',
  ]);
  press('v', 'i', 'p', 'enter');
  expect(desk.world().overlays).toEqual([]);
  expect(desk.world().list.query).toEqual({ ...everything, tags: ['vip'] });
  const again = open({ query: { ...everything, tags: ['vip'] } });
  again.press('list.facets');
  expect(again.box()).toContain('✓ tag:vip 1');
  again.press('v', 'i', 'p', 'enter');
  expect(again.desk.world().list.query).toEqual(everything);
});

test('Esc leaves the list as it is, and Tab says that all are counted', () => {
  const { desk, press } = open();
  press('list.facets', 'tab');
  expect(desk.world().notice?.text).toBe('All are counted.');
  press('esc');
  expect(desk.world().overlays).toEqual([]);
  expect(desk.world().list.query).toEqual(everything);
});

test('while numbers come, Tab asks no second time; before that, rows count only loaded conversations', () => {
  const { desk, press, box } = open({ nextCursor: 'more' });
  press('list.facets');
  expect(box()).toContain('status:open 9+');
  press('tab');
  expect(desk.world().notice?.text).toBe('The help center is counting already.');
});

test('a help center that does not count says so after Tab, and the title says what is counted', () => {
  const foreign = open({ nextCursor: 'more', query: unresolved }, null);
  foreign.press('list.facets', 'tab');
  expect(rowsOf(foreign.desk).join('\n')).toContain('Narrow by · of 9 loaded');
  expect(foreign.desk.world().notice?.text).toContain('This help center does not count');
  const refused = open({ nextCursor: 'more' });
  refused.desk.set({ offers: { counts: t`Not here.` } });
  refused.press('list.facets', 'tab');
  expect(refused.desk.world().notice?.text).toBe('Not here.');
});

test('f says why it cannot act', () => {
  const empty = open({ rows: [], ids: [] });
  empty.press('list.facets');
  expect(empty.desk.world().notice?.text).toBe('The list is empty: nothing to narrow by.');
  const unread = open({ asOf: null });
  unread.press('list.facets');
  expect(unread.desk.world().notice?.text).toBe('The list is not read yet.');
});
