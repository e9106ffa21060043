import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutOf, viewportOf } from '../../src/ui/layout.ts';

const shape = fc.record({
  pane: fc.constantFrom('inboxes', 'list', 'detail') as fc.Arbitrary<'inboxes' | 'list' | 'detail'>,
  isWide: fc.boolean(),
  isStacked: fc.boolean(),
});
const columns = fc.integer({ min: 1, max: 400 });
const rows = fc.integer({ min: 1, max: 100 });

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
  ] as const)('%i columns with the keys in %s (wide: %s) are %s', (width, pane, isWide, expected) => {
    const { panes } = layoutOf({ columns: width, rows: 24 }, { pane, isWide, isStacked: false });
    expect(panes.map(box => `${box.pane}:${box.columns}`).join(' ')).toBe(expected);
  });

  test.each([
    // columns, rows, pane, wide, panes with their columns, rows and the first of their rows
    [80, 24, 'list', false, 'list:80x9@0 detail:80x12@10'],
    [80, 24, 'detail', false, 'list:80x9@0 detail:80x12@10'],
    [80, 24, 'inboxes', false, 'inboxes:20x9@0 list:59x9@0 detail:80x12@10'],
    [120, 40, 'list', false, 'list:120x15@0 detail:120x22@16'],
    [200, 50, 'list', false, 'list:200x19@0 detail:200x28@20'],
    [60, 16, 'list', false, 'list:60x6@0 detail:60x7@7'],
    [59, 40, 'list', false, 'list:59x38@0'],
    [80, 15, 'list', false, 'list:42x13@0 detail:37x13@0'],
    [80, 24, 'detail', true, 'detail:80x22@0'],
  ] as const)('stacked, %i x %i with the keys in %s (wide: %s) are %s', (width, height, pane, isWide, expected) => {
    const { panes } = layoutOf({ columns: width, rows: height }, { pane, isWide, isStacked: true });
    const shown = panes.map(box => `${box.pane}:${box.columns}x${box.rows}@${box.top}`);
    expect(shown.join(' ')).toBe(expected);
  });

  test.each([
    [30, 8, false],
    [29, 8, true],
    [30, 7, true],
    [200, 50, false],
  ])('%i x %i is too small: %s', (width, height, expected) => {
    const size = { columns: width, rows: height };
    expect(layoutOf(size, { pane: 'list', isWide: false, isStacked: false }).isTooSmall).toBe(expected);
  });

  test('panes, walls and rules fill every size exactly, and the active pane is among them', () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 8, max: 100 }), shape, (width, height, world) => {
        const { panes, bodyRows } = layoutOf({ columns: width, rows: height }, world);
        expect(panes.map(box => box.pane)).toContain(world.pane);
        const bands = [...Map.groupBy(panes, ({ top }) => top)];
        for (const [, band] of bands) {
          expect(band.reduce((sum, box) => sum + box.columns, band.length - 1)).toBe(width);
          for (const [index, box] of band.entries()) {
            const before = band[index - 1];
            expect(box.left).toBe(before ? before.left + before.columns + 1 : 0);
            expect(box.rows).toBe(band[0]!.rows);
            expect(box.rows).toBeGreaterThan(box.headRows);
          }
        }
        expect(bands.reduce((sum, [, band]) => sum + band[0]!.rows, bands.length - 1)).toBe(bodyRows);
        expect(bands.map(([top]) => top)).toEqual(
          bands.map((_, index) => (index === 0 ? 0 : bands[0]![1][0]!.rows + 1)),
        );
      }),
      { seed: 1 },
    );
  });

  test('going from pane to pane changes the place of no pane but the one beside the inboxes', () => {
    fc.assert(
      fc.property(columns, rows, (width, height) => {
        const world = { isWide: false, isStacked: true };
        const boxes = (pane: 'inboxes' | 'list' | 'detail') =>
          layoutOf({ columns: width, rows: height }, { ...world, pane }).panes;
        if (boxes('list').length > 1) expect(boxes('list')).toEqual(boxes('detail'));
        const { top, rows: high } = boxes('list').find(box => box.pane === 'list')!;
        const beside = boxes('inboxes').find(box => box.pane === 'list');
        if (beside) expect(beside).toMatchObject({ top, rows: high });
      }),
      { seed: 3 },
    );
  });
});

describe('a viewport', () => {
  test('has at least one row and one column of each pane', () => {
    fc.assert(
      fc.property(columns, rows, shape, (width, height, world) => {
        const { canStack, hasInboxes, ...seen } = viewportOf({ columns: width, rows: height }, world);
        expect(Math.min(...Object.values(seen))).toBeGreaterThanOrEqual(1);
      }),
      { seed: 2 },
    );
  });

  test('gives the text of messages at most 100 columns and its gutter', () => {
    const world = { pane: 'detail', isWide: true, isStacked: false } as const;
    expect(viewportOf({ columns: 300, rows: 50 }, world).detailColumns).toBe(102);
    expect(viewportOf({ columns: 90, rows: 50 }, world).detailColumns).toBe(88);
  });
});
