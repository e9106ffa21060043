import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutOf, viewportOf } from '../../src/ui/layout.ts';

const pane = fc.constantFrom('inboxes', 'list', 'detail') as fc.Arbitrary<'inboxes' | 'list' | 'detail'>;

describe('layoutOf', () => {
  test.each([
    // columns, pane, wide, panes from the left with their columns
    [200, 'list', false, 'inboxes:20 list:85 detail:93'],
    [120, 'list', false, 'inboxes:20 list:47 detail:51'],
    [120, 'detail', false, 'inboxes:20 list:47 detail:51'],
    [100, 'list', false, 'inboxes:20 list:38 detail:40'],
    [99, 'list', false, 'list:52 detail:46'],
    [80, 'list', false, 'list:42 detail:37'],
    [80, 'detail', false, 'list:42 detail:37'],
    [80, 'inboxes', false, 'inboxes:20 list:59'],
    [60, 'list', false, 'list:32 detail:27'],
    [59, 'list', false, 'list:59'],
    [40, 'detail', false, 'detail:40'],
    [120, 'detail', true, 'detail:120'],
  ] as const)('%i columns with the keys in %s (wide: %s) are %s', (columns, active, isWide, expected) => {
    const { panes } = layoutOf({ columns, rows: 24 }, active, isWide);
    expect(panes.map(box => `${box.pane}:${box.columns}`).join(' ')).toBe(expected);
  });

  test.each([
    [30, 8, false],
    [29, 8, true],
    [30, 7, true],
    [200, 50, false],
  ])('%i x %i is too small: %s', (columns, rows, expected) => {
    expect(layoutOf({ columns, rows }, 'list', false).isTooSmall).toBe(expected);
  });

  test('panes and walls fill every width exactly, and the active pane is among them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), pane, fc.boolean(), (columns, active, isWide) => {
        const { panes } = layoutOf({ columns, rows: 24 }, active, isWide);
        const used = panes.reduce((sum, box) => sum + box.columns, panes.length - 1);
        expect(used).toBe(columns);
        expect(panes.map(box => box.pane)).toContain(active);
        for (const [index, box] of panes.entries()) {
          const before = panes[index - 1];
          expect(box.left).toBe(before ? before.left + before.columns + 1 : 0);
        }
      }),
      { seed: 1 },
    );
  });
});

test('a viewport has at least one row and one column of each pane', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100 }), pane, (columns, rows, active) => {
      const seen = viewportOf({ columns, rows }, active, false);
      expect(Math.min(...Object.values(seen))).toBeGreaterThanOrEqual(1);
    }),
    { seed: 2 },
  );
});
