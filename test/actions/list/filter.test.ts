import { describe, expect, test } from 'vitest';
import { topOverlay } from '../../../src/keys/overlay.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { everything, unresolved } from '../../../src/state/query/views.ts';
import type { Query } from '../../../src/state/world.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { tailText } from '../../../src/ui/panes/list-pane.tsx';
import { written } from '../../harness/open-box.ts';
import { paste, press as pressOn } from '../../harness/press.ts';
import { draw, rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

/** Opens the filter line, pastes a text there, and presses Enter. */
function filterBy(desk: Desk, text: string): void {
  pressOn(desk, 'list.filter');
  paste(desk, text);
  pressOn(desk, 'enter');
}

/** The world after this text was typed into the empty filter line, and Enter. */
function filtered(text: string) {
  const world = sampleWorld({ columns: 120, rows: 30 });
  const { desk } = fakeDesk({ ...world, list: { ...world.list, query: everything } });
  filterBy(desk, text);
  return desk.world();
}

test('a wrong filter stays, with the cursor after the error', () => {
  const world = filtered('refund stauts:open tag:vip');
  expect(world.notice?.text).toContain('did you mean status:?');
  const draft = { text: 'refund stauts:open tag:vip', cursor: 'refund stauts:open'.length };
  expect(topOverlay(world)).toMatchObject({ flow: { id: 'list.filter' }, state: { parts: { one: { draft } } } });
});

test('on a narrow screen a refusal is short, and still names the intended word', () => {
  const at = (text: string) => {
    const { desk } = fakeDesk(sampleWorld({ columns: 40, rows: 12 }));
    const { list } = desk.world();
    desk.set({ list: { ...list, query: everything } });
    filterBy(desk, text);
    return rowsOf(desk)[11]!.trim();
  };
  expect(at('stauts:open')).toBe('"stauts:"? Did you mean status:?');
  expect(at('status:opne')).toBe('"opne"? Did you mean open?');
  expect(at('tag:refnd')).toBe('"refnd"? Did you mean refund?');
  expect(at('subject:x')).toBe('Unknown filter subject:');
  expect(at('-tag:refund')).toBe('-tag:refund is not known yet');
});

test('a word that contradicts the filter that the line began with replaces it, and that is said', () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 120, rows: 30 }));
  filterBy(desk, 'is:closed');
  const { list, notice } = desk.world();
  expect(list.query).toEqual({ ...everything, statuses: ['closed'] });
  expect(notice?.text).toBe('is:unresolved gave way to a later word that contradicts it.');
});

test('a number such as #1027 alone opens that conversation, and the list stays', () => {
  const world = filtered('#1027');
  expect([world.pane, world.detail.conversationId, world.overlays]).toEqual(['detail', 1027, []]);
  expect(world.list.query).toEqual(everything);
});

test('#1027 behind the filter that the line begins with opens that conversation too, and the list stays', () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 120, rows: 30 }));
  const { query } = desk.world().list;
  filterBy(desk, '#1027');
  expect([desk.world().pane, desk.world().detail.conversationId]).toEqual(['detail', 1027]);
  expect(desk.world().list.query).toEqual(query);
  desk.set({ pane: 'list' });
  filterBy(desk, 'refund #1027');
  expect(desk.world().notice?.text).toContain('#1027 names one conversation');
});

describe('g/', () => {
  const asked = (query: Partial<Query>) => {
    const world = sampleWorld({ columns: 120, rows: 30 });
    const { desk } = fakeDesk({ ...world, list: { ...world.list, query: { ...unresolved, ...query } } });
    pressOn(desk, 'list.everywhere');
    return desk.world();
  };

  test('searches what is closed, archived or spam too, and keeps the rest of the filter', () => {
    const { list, overlays } = asked({ words: 'kettle', tags: ['vip'] });
    expect(list.query).toEqual({ ...everything, words: 'kettle', tags: ['vip'], archived: 'any' });
    expect(overlays).toEqual([]);
    expect(asked({ from: 'ana' }).list.query).toMatchObject({ isUnresolved: false, archived: 'any', from: 'ana' });
  });

  test.each([{}, { words: 'kettle', archived: 'any' as const }])('without a search to widen, starts one: %j', query => {
    expect(topOverlay(asked(query))).toMatchObject({
      flow: { id: 'list.filter' },
      state: { parts: { one: { draft: { text: 'is:any ' } } } },
    });
  });
});

test('below the rows of a search stands how to search everywhere; over a slow link only if there are none', () => {
  const world = sampleWorld({ columns: 120, rows: 30 });
  const list = { ...world.list, newAbove: [], query: { ...unresolved, words: 'kettle' } };
  expect(tailText({ ...world, list })).toBe('g/ searches closed and archived ones too');
  expect(tailText({ ...world, list, link: 'slow' })).toBe('');
  expect(tailText({ ...world, list: { ...list, query: { ...list.query, archived: 'any' } } })).toBe('');
});

test('a valid filter lists its matches', () => {
  const { list, overlays } = filtered('is:closed after:2026-01-31 refund');
  expect(overlays).toEqual([]);
  expect(list.query).toEqual({ ...everything, statuses: ['closed'], after: '2026-01-31', words: 'refund' });
});

describe('in the filter line', () => {
  /** A desk with an empty filter line, and its text with `|` for the cursor. */
  function open(link: 'fast' | 'slow' = 'fast') {
    const world = sampleWorld({ columns: 120, rows: 30 }, { link });
    const { desk } = fakeDesk({ ...world, list: { ...world.list, query: everything } });
    const press = (...names: string[]) => pressOn(desk, ...names);
    const line = () => {
      const draft = written(desk)?.draft;
      if (!draft) return undefined;
      const { text, cursor } = draft;
      return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
    };
    press('list.filter');
    return { desk, press, line, type: (text: string) => press(...text) };
  }

  test('Tab fills in, then goes through the values and round again; Shift-Tab goes back', () => {
    const { press, line, type } = open();
    type('st');
    press('tab');
    expect(line()).toBe('status:|');
    const seen = ['tab', 'tab', 'tab', 'tab', 'shift-tab', 'shift-tab'].map(key => {
      press(key);
      return line();
    });
    expect(seen).toEqual([
      'status:open|',
      'status:closed|',
      'status:waiting|',
      'status:open|',
      'status:waiting|',
      'status:closed|',
    ]);
  });

  test('any other key ends the walk, and Tab starts again at the cursor', () => {
    const { press, line, type } = open();
    type('status:');
    press('tab', 'tab', 'end', 'tab');
    expect(line()).toBe('status:closed |');
    type('t');
    press('tab', 'shift-tab', 'home', 'tab');
    expect(line()).toMatch(/^status:\|status:closed /);
  });

  test('Tab that knows nothing, and arrows without earlier lines, change nothing', () => {
    const { press, line, type } = open();
    type('refund');
    press('tab', 'shift-tab', 'up', 'down');
    expect(line()).toBe('refund|');
  });

  test('arrows bring earlier lines back, each once, and keep the typed one', () => {
    const { desk, press, line, type } = open();
    for (const text of ['tag:vip', 'late', 'stauts:open', 'tag:vip', ' ']) {
      press('ctrl-u');
      type(text);
      press('enter');
      if (line() !== undefined) press('esc');
      press('list.filter', 'ctrl-u');
    }
    expect(desk.world().filterLines).toEqual(['late', 'tag:vip']);
    type('new');
    press('left');
    const seen = ['up', 'up', 'up', 'down', 'down', 'down'].map(key => {
      press(key);
      return line();
    });
    expect(seen).toEqual(['tag:vip|', 'late|', 'late|', 'tag:vip|', 'ne|w', 'ne|w']);
    press('up', 'backspace', 'down');
    expect(line()).toBe('tag:vi|');
    press('up', 'up', 'enter');
    expect(desk.world().list.query.words).toBe('late');
  });

  test('Tab asks the help center for a tag that is not known here', async () => {
    const { desk, press, line, type } = open();
    const asked: unknown[] = [];
    const list = async ({ query }: { query: { q: string } }) => {
      asked.push(query.q);
      if (query.q === 'no') throw Object.assign(new Error(), { name: 'ApiError', reason: t`it does not answer` });
      const data =
        query.q === 'ze' ? ['zebra', 'zero one'].map(name => ({ name: safeLine(name), conversations: 1 })) : [];
      return { data, nextCursor: null };
    };
    Object.assign(desk, {
      client: { ...desk.client, tag: { list } },
      reads: { begin: () => ({ isCurrent: () => true, end: () => undefined }) },
    });
    const says = async (text: string) => expect.poll(() => desk.world().notice?.text).toBe(text);
    type('late tag:ze');
    press('tab');
    await expect.poll(() => line()).toBe('late tag:zebra|');
    press('tab');
    expect(line()).toBe('late tag:"zero one"|');
    press('ctrl-u');
    type('tag:zz');
    press('tab');
    await says('No tag begins with that.');
    press('ctrl-u');
    type('tag:no');
    press('tab');
    await says('Tags not read: it does not answer');
    expect(line()).toBe('tag:no|');
    press('tab');
    type('w');
    await Promise.resolve();
    expect(line()).toBe('tag:now|');
    expect(asked).toEqual(['ze', 'zz', 'no', 'no']);
  });

  test('at most 50 earlier lines are kept', () => {
    const { desk, press, type } = open();
    for (let count = 0; count < 60; count += 1) {
      press('ctrl-u');
      type(`w${count}`);
      press('enter', 'list.filter');
    }
    const { filterLines } = desk.world();
    expect([filterLines.length, filterLines[0], filterLines.at(-1)]).toEqual([50, 'w10', 'w59']);
  });

  test('the row beneath says what can come next; no other row changes', () => {
    const { desk, press, type } = open();
    press('esc');
    const before = rowsOf(desk);
    press('list.filter');
    type('status:w');
    const rows = rowsOf(desk);
    expect(rows[0]).toContain(' / status:w');
    expect(rows[1]).toMatch(/│ waiting +│/);
    expect(rows.slice(2, -1)).toEqual(before.slice(2, -1));
    type('x');
    expect(rowsOf(desk)[1]).toMatch(/│ Unknown\. Known: open, closed, waiting\. +│/);
  });

  test('over a slow link the row follows a Tab or a pause alone', async () => {
    const { desk, press, type } = open('slow');
    const drawn = draw(desk);
    const row = async () => {
      await drawn.settle();
      return drawn.rows()[1]!;
    };
    type('status:');
    expect(await row()).not.toContain('closed');
    press('tab');
    expect(await row()).toContain('open  closed  waiting');
    type('x');
    expect(await row()).toContain('open  closed  waiting');
    await expect.poll(() => row()).toContain('did you mean open?');
    drawn.end();
  });
});
