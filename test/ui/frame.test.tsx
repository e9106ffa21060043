import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { begin } from '../../src/keys/flow.ts';
import { unresolved } from '../../src/state/query/views.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { Query, World } from '../../src/state/world.ts';
import { safeBlock, safeLine } from '../../src/text/safe.ts';
import { graphemes, width } from '../../src/text/width.ts';
import { flowInputs } from '../harness/flow-inputs.ts';
import { runs, sampled } from '../harness/full.ts';
import { press, pressKeys } from '../harness/press.ts';
import { draw, rowsOf, widest } from './screen.tsx';
import { agent, bareWorld, conversation, fakeDesk, inbox, message, NOW, note, sampleWorld, thread } from './world.ts';

const size = fc.record({ columns: fc.integer({ min: 1, max: 220 }), rows: fc.integer({ min: 1, max: 60 }) });
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '配送先を変更したい',
    'a'.repeat(300),
    '',
    '👩‍👩‍👧 family',
    'e\u0301\u0301',
    '\u202Eevil',
    '\x1b[31mred',
  ),
);
const typed = fc.array(fc.constantFrom('a', 'down', 'up', '1', 'tab'), { maxLength: 3 });

const world: fc.Arbitrary<World> = fc
  .record({
    size,
    titles: fc.array(text, { maxLength: 40 }),
    inboxes: fc.array(text, { maxLength: 130 }),
    savedViews: fc.array(fc.record({ name: text.map(safeLine), filter: text }), { maxLength: 8 }),
    body: text,
    pane: fc.constantFrom('inboxes' as const, 'list' as const, 'detail' as const),
    isWide: fc.boolean(),
    link: fc.constantFrom('fast' as const, 'slow' as const),
    cursor: fc.nat(39),
    loading: fc.constantFrom('no' as const, 'first' as const, 'more' as const),
    problem: fc.oneof(fc.constant(null), text.map(safeLine)),
    said: fc.oneof(fc.constant(null), text),
    prefix: fc.constantFrom([], ['g']),
    unsent: fc.nat(1000),
    offline: fc.constantFrom(
      null,
      { since: 0, why: 'unreachable' as const, text: safeLine('No answer.'), nextTryAt: 0 },
      { since: 0, why: 'signedOut' as const, text: safeLine('No token.'), nextTryAt: 0 },
    ),
  })
  .map(shape => {
    const { titles, inboxes, body, cursor, loading, problem, said, size: screen, ...more } = shape;
    const bare = bareWorld(screen, more);
    const ids = titles.map((_title, index) => index + 1);
    const at = Math.min(cursor, Math.max(0, ids.length - 1));
    return {
      ...bare,
      notice: said === null ? null : { tone: 'problem' as const, text: safeLine(said) },
      base: {
        ...bare.base,
        inboxes: inboxes.map((name, index) => inbox(index + 1, name, index)),
        agents: [agent(1, body), agent(2, 'Bob Stone')],
        conversations: IdMap.of(
          titles.map((title, index) => [
            index + 1,
            conversation(index + 1, title, {
              assign_to: index % 3,
              tags: [safeLine(title)],
              last_message_at: NOW - index,
            }),
          ]),
        ),
        threads: IdMap.of([[1, thread([message(1, body)], [note(2, body, { details: safeBlock(body) })])]]),
      },
      list: {
        ...bare.list,
        ids,
        rows: ids,
        cursorId: ids[at] ?? null,
        cursorIndex: at,
        top: Math.max(0, at - bare.viewport.listRows + 1),
        marks: new Set([2, 5]),
        gone: new Map([[3, safeLine('archived by Ana')]]),
        loading,
        problem,
        asOf: NOW,
      },
      detail: { ...bare.detail, conversationId: ids.length > 0 ? 1 : null, problem },
    };
  });

/** A world whose list of open conversations, narrowed to these, is empty. */
function emptied(narrowed: Partial<Query>): World {
  const world = sampleWorld({ columns: 160, rows: 24 });
  return { ...world, list: { ...world.list, rows: [], ids: [], query: { ...unresolved, ...narrowed } } };
}

describe('every world can be drawn', () => {
  test('as exactly as many rows as the screen has, none wider than it, with any box open', () => {
    fc.assert(
      fc.property(world, fc.option(fc.constantFrom(...flowInputs)), typed, (shape, asking, letters) => {
        const { desk } = fakeDesk(shape);
        if (asking) begin(desk, asking.flow, asking.input, shape.list.rows.slice(0, 2));
        if (asking) pressKeys(desk, ...letters);
        const drawn = draw(desk);
        const rows = drawn.rows();
        drawn.end();
        expect(rows).toHaveLength(shape.viewport.rows);
        expect(widest(rows)).toBeLessThanOrEqual(shape.viewport.columns);
        expect(drawn.raw().match(/\x1b\[53m/g)?.length ?? 0).toBeLessThanOrEqual(1);
      }),
      { seed: 5, numRuns: runs(150) },
    );
  });

  test.each([
    ['an empty list', bareWorld({ columns: 80, rows: 24 }), 'Nothing unresolved. 4 shows the archive.'],
    [
      'an empty list into which mail comes',
      { ...bareWorld({ columns: 120, rows: 24 }), mailOut: { sends: true, missing: [] } },
      'Nothing unresolved. New mail appears here.',
    ],
    ['an empty view', emptied({ assignees: ['me'] }), 'Nothing in Mine. Press 0 for all unresolved.'],
    ['an empty search', emptied({ words: 'zeppelin' }), 'g/ searches closed'],
    ['a search that found nothing anywhere', emptied({ words: 'x', archived: 'any' }), 'Press 0 for all'],
    ['a search for a number that finds nothing', emptied({ words: '7741' }), '/ #7741 opens that conversation.'],
    [
      'the list of an agent who is in no inbox',
      {
        ...bareWorld({ columns: 120, rows: 24 }),
        base: { ...sampleWorld({ columns: 120, rows: 24 }).base, inboxes: [] },
      },
      'No inbox is open to you',
    ],
    [
      'a list that is read for the first time',
      {
        ...bareWorld({ columns: 80, rows: 24 }),
        list: { ...bareWorld({ columns: 80, rows: 24 }).list, loading: 'first' as const },
      },
      'Reading the conversations…',
    ],
    [
      'a list that could not be read',
      {
        ...bareWorld({ columns: 80, rows: 24 }),
        list: { ...bareWorld({ columns: 80, rows: 24 }).list, problem: safeLine('The help center does not answer.') },
      },
      'The help center does not answer.',
    ],
    ['no inboxes', bareWorld({ columns: 120, rows: 24 }), 'none yet'],
    ['a window that is too small', bareWorld({ columns: 29, rows: 24 }), 'Too small'],
  ])('%s says what it is', (_name, shape, expected) => {
    expect(rowsOf(fakeDesk(shape).desk).join('\n')).toContain(expected);
  });

  test('a row that left keeps its place, with a sign and the reason', () => {
    const shape = sampleWorld({ columns: 80, rows: 24 });
    const gone = new Map([[1039, safeLine('archived by Bob')]]);
    const rows = rowsOf(fakeDesk({ ...shape, list: { ...shape.list, gone } }).desk);
    expect(rows[3]).toMatch(/^ {2}· 1039 archived by Bob /);
  });

  test.each([
    ['slow', true, 1, '▏'],
    ['slow', true, 2, '▏'],
    ['fast', true, 1, ' '],
    ['fast', true, 2, '▏'],
    ['slow', false, 1, ' '],
    ['slow', false, 2, '▏'],
  ] as const)(
    'until the detail has followed, a sign marks the row it shows, unless it follows at once or is narrow (%s, below the list: %s, %i away: “%s”)',
    (link, isStacked, cursorIndex, sign) => {
      const shape = sampleWorld({ columns: 80, rows: 24 }, { link, isStacked });
      const before = rowsOf(fakeDesk(shape).desk)[1]!;
      const list = { ...shape.list, cursorId: shape.list.rows[cursorIndex]!, cursorIndex };
      const after = rowsOf(fakeDesk({ ...shape, list }).desk)[1]!;
      expect(after).toBe(sign + before.slice(1));
    },
  );

  test.each([
    ['done', 'Archived 2 conversations · z undoes', 'fast', 'Archived 2 conversations · z undoes'],
    ['done', 'Archived 2 conversations · z undoes', 'slow', 'Archived 2 · z undoes'],
  ] as const)('a notice (%s, “%s”) on a %s link reads “%s” in place of the keys', (tone, said, link, expected) => {
    const notice = { tone, text: safeLine(said), short: safeLine('Archived 2 · z undoes') };
    const rows = rowsOf(fakeDesk(sampleWorld({ columns: 80, rows: 24 }, { notice, link, unsent: 2 })).desk);
    const [before, after, state] = link === 'slow' ? ['\\? help  ', '', ' · slow'] : ['', '\\? help  Esc unmark +', ''];
    expect(rows[23]).toMatch(new RegExp(`^ 2 marked  ${before}${expected} +${after}2 unsent${state}`));
    expect(rows[23]).not.toContain('e archive');
  });

  test('the merge box tells a filter that finds nothing from a list that holds nothing else', () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
    press(desk, 'conversation.merge', 'z', 'z', 'z');
    expect(rowsOf(desk).join('\n')).toContain('No conversation matches.');
    const world = sampleWorld({ columns: 80, rows: 24 });
    const alone = { ...world, list: { ...world.list, rows: [1042], ids: [1042], marks: new Set<number>() } };
    const { desk: other } = fakeDesk(alone);
    press(other, 'conversation.merge');
    expect(rowsOf(other).join('\n')).toContain('No other conversation is loaded');
  });

  test('the tag box explains its signs if only some of the conversations have a tag', () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
    const { list } = desk.world();
    desk.set({ list: { ...list, marks: new Set([1042, 1041]) } });
    press(desk, 'conversation.tag');
    const rows = rowsOf(desk).join('\n');
    expect(rows).toMatch(/- refund/);
    expect(rows).toContain('✓ all · - some, Enter adds to all');
  });

  test('with more inboxes than rows, the one under the cursor is shown', () => {
    const shape = sampleWorld({ columns: 120, rows: 24 }, { pane: 'inboxes', inboxCursor: '90' });
    const inboxes = Array.from({ length: 130 }, (_, index) => inbox(index + 1, `Inbox ${index + 1}`));
    const rows = rowsOf(fakeDesk({ ...shape, base: { ...shape.base, inboxes } }).desk);
    expect(rows.join('\n')).toContain('Inbox 90');
  });
});

/** The cells of a row from a column on. */
function fromColumn(row: string, left: number, columns: number): string {
  let at = 0;
  let found = '';
  for (const piece of graphemes(row)) {
    if (at >= left && at < left + columns) found += piece.text;
    at += piece.width;
  }
  return found;
}

describe('boxes are opaque', () => {
  test('nothing of the panes shines through', () => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }));
    press(desk, 'conversation.assign');
    const rows = rowsOf(desk);
    const top = rows.findIndex(row => row.includes('┌ Assign'));
    const left = width(rows[top]!.slice(0, rows[top]!.indexOf('┌')));
    const columns = rows[top]!.lastIndexOf('┐') - rows[top]!.indexOf('┌') + 1;
    const inner = rows.slice(top + 1, top + 6).map(row => fromColumn(row, left, columns));
    expect(inner.map(row => row.slice(1, -1).trimEnd())).toEqual([
      ' >',
      '▌  Ana Ortiz (you)    1@desk.example',
      '   Bob Stone          2@desk.example',
      '   Doris Orfanos      3@desk.example',
      ' – nobody',
    ]);
    for (const row of inner) expect(row).toMatch(/^│.*│$/);
  });
});

describe('no word of the panes runs into a box', () => {
  const boxes = ['conversation.assign', 'help', 'conversation.status', 'list.sort', 'list.filter'];
  const columns = sampled([76, 40, 60, 72, 74, 78, 80, 84, 90, 112, 118, 120, 121, 200]);
  test.each(boxes)('%s, at every width', id => {
    for (const wide of columns) {
      const { desk } = fakeDesk(sampleWorld({ columns: wide, rows: 24 }));
      press(desk, id);
      const rows = rowsOf(desk);
      const [top, foot] = [rows.findIndex(row => row.includes('┌')), rows.findIndex(row => row.includes('└'))];
      if (top === -1) continue;
      const left = width(rows[top]!.slice(0, rows[top]!.indexOf('┌')));
      const right = width(rows[top]!.slice(0, rows[top]!.lastIndexOf('┐') + 1));
      const beside = rows
        .slice(top, foot + 1)
        .flatMap(row => [...(left === 0 ? [] : [fromColumn(row, left - 1, 1)]), fromColumn(row, right, 1).trim()]);
      // Either the box takes the whole width, or a blank column is at both of its sides.
      expect([wide, left === 0, beside.join('').trim()]).toEqual([wide, right === wide, '']);
    }
  });
});

test('a box to write in has a wall of its own, a column beside that of the panes', () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 160, rows: 45 }));
  press(desk, 'note.write');
  const rows = rowsOf(desk);
  expect(rows.some(row => row.includes('│ ┌'))).toBe(true);
  expect(rows.filter(row => /││|│┌|│└/.test(row))).toEqual([]);
});

test('the cursor is marked in one cell, right of the marker in the list', () => {
  const drawn = draw(fakeDesk(sampleWorld({ columns: 80, rows: 24 }, { link: 'slow' })).desk);
  const marked = drawn
    .raw()
    .split('\n')
    .filter(row => row.includes('\x1b[53m'));
  drawn.end();
  expect(marked).toHaveLength(1);
  expect(marked[0]).toMatch(/^▌\x1b\[53m.\x1b\[55m/);
});
