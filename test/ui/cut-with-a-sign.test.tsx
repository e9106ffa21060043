import { expect, test } from 'vitest';
import { actions, bound } from '../../src/actions/index.ts';
import { whyUnavailable } from '../../src/keys/act.ts';
import { dispatch } from '../../src/keys/dispatch.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { HistoryEntry, World } from '../../src/state/world.ts';
import { safeLine } from '../../src/text/safe.ts';
import { sampled } from '../harness/full.ts';
import { pressKeys } from '../harness/press.ts';
import { draw, rowsOf } from './screen.tsx';
import { fakeDesk, inbox, message, NOW, sampleWorld, thread } from './world.ts';

/** What is on the screen after these keys. */
function seen(world: World, ...names: readonly string[]): readonly string[] {
  const { desk } = fakeDesk(world);
  pressKeys(desk, ...names);
  return rowsOf(desk);
}

test('g on a small screen says that more keys follow than it shows', async () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 40, rows: 12 }));
  const drawn = draw(desk);
  dispatch(desk, [{ kind: 'key', name: 'g', text: 'g' }], bound);
  await expect.poll(() => drawn.rows().join('\n')).toMatch(/… \d+ more: \? lists them/);
  drawn.end();
});

test('the palette leaves no second cursor beside itself', () => {
  for (const columns of [60, 80, 120]) {
    const rows = seen(sampleWorld({ columns, rows: 24 }, { pane: 'list' }), ':');
    expect(rows.join('\n').match(/▌/g)).toHaveLength(1);
  }
});

test('a narrow picker shows the height of the screen, over a slow link 12, on a low screen as many as fit', () => {
  const inboxes = Array.from({ length: 30 }, (_, index) => inbox(index + 1, `Inbox ${index}`));
  const shownAt = (rows: number, link: 'fast' | 'slow') => {
    const world = sampleWorld({ columns: 80, rows }, { link });
    const many = { ...world, base: { ...world.base, inboxes } };
    return seen(many, 'v').filter(row => /│[▌ ]. Inbox \d/.test(row)).length;
  };
  expect([shownAt(36, 'fast'), shownAt(36, 'slow'), shownAt(20, 'fast')]).toEqual([29, 12, 14]);
});

test('a box that holds more rows than it shows says how many', () => {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const inboxes = Array.from({ length: 30 }, (_, index) => inbox(index + 1, `Inbox ${index}`));
  const many = { ...world, base: { ...world.base, inboxes } };
  expect(seen(many, 'v').join('\n')).toContain('· 29 in all');
  expect(seen(world, 'v').join('\n')).not.toContain('in all');
  expect(seen(world, '?').join('\n')).toMatch(/Keys in the list · \d+ in all/);
  expect(seen({ ...many, pane: 'inboxes' })[0]).toMatch(/^ Inboxes +30 /);
});

/** The words in a box at the right, one row after the other. */
function inBox(rows: readonly string[]): string {
  return rows.flatMap(row => /│([^│]*)│ ?$/.exec(row)?.[1]?.trim() ?? []).join(' ');
}

test('the help of every action is whole on 80 columns and more', () => {
  const world = (columns: number) => sampleWorld({ columns, rows: 24 });
  const able = actions.filter(action => whyUnavailable(action, world(80)) === undefined);
  const long = able.toSorted((a, b) => b.help.length - a.help.length).slice(0, 5);
  expect(long[0]!.help.length).toBeGreaterThan(55);
  for (const columns of sampled([80, 100, 106, 107, 108, 120]))
    for (const { title, help } of long)
      expect(inBox(seen(world(columns), ':', ...title.toLowerCase()))).toContain(help);
});

test('a long link stands without a frame, so that it is copied whole', () => {
  const link = `https://track.example/${'parcel/'.repeat(30)}end`;
  const world = sampleWorld({ columns: 80, rows: 24 }, { pane: 'detail' });
  const threads = IdMap.of([[1042, thread([message(1, link)])]]);
  const detail = { ...world.detail, entryKey: 'message:1' };
  const rows = seen({ ...world, detail, base: { ...world.base, threads } }, 'o');
  const title = rows.findIndex(row => row.trim() === 'Link');
  expect(
    rows
      .slice(title + 1, title + 4)
      .join('')
      .trimEnd(),
  ).toBe(link);
});

test('a history line keeps a blank before its date, however narrow', () => {
  const world = sampleWorld({ columns: 40, rows: 12 }, { pane: 'detail' });
  const changes = { title: { from: 'old', to: 'A title that needs more than a line' } };
  const entry = { id: 1, agent_id: null, event: safeLine('title.updated'), changes, created_at: NOW };
  const read = { ...thread([message(1, 'Hello')]), history: [entry as unknown as HistoryEntry] };
  const base = { ...world.base, threads: IdMap.of([[1042, read]]) };
  const rows = seen({ ...world, base, detail: { ...world.detail, section: 'history' } });
  expect(rows.find(row => row.includes('09:44'))).toMatch(/^ An API key renamed {2,}Fri 20 Nov 09:44$/);
});

test('a draft is shown as far as the box has room', () => {
  const drafts = new Map([['note:1042' as const, { text: 'Called her about the parcel and the refund' }]]);
  expect(seen(sampleWorld({ columns: 100, rows: 24 }, { drafts }), 'g', 'd').join('\n')).toContain(
    'Called her about the parcel and the ref',
  );
});
