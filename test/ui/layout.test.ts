import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxOf, isRoomy, layoutOf, viewportOf } from '../../src/ui/layout.ts';
import { listColumnsOf } from '../../src/ui/panes/list-columns.ts';

const usual = { pane: 'list', isWide: false, isStacked: false, ownLayouts: {} } as const;
const cells = fc.option(fc.nat({ max: 500 }), { nil: undefined });
const shape = fc.record({
  pane: fc.constantFrom('inboxes', 'list', 'detail') as fc.Arbitrary<'inboxes' | 'list' | 'detail'>,
  isWide: fc.boolean(),
  isStacked: fc.boolean(),
  ownLayouts: fc.record({ beside: cells, stacked: cells }).map(own => new Proxy({}, { get: () => own })),
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
    const { panes } = layoutOf({ columns: width, rows: 24 }, { ...usual, pane, isWide });
    expect(panes.map(box => `${box.pane}:${box.columns}`).join(' ')).toBe(expected);
  });

  test.each([
    // columns, rows, pane, wide, panes with their columns, rows and the first of their rows
    [80, 24, 'list', false, 'list:80x9@0 detail:80x12@10'],
    [80, 24, 'detail', false, 'list:80x9@0 detail:80x12@10'],
    [80, 24, 'inboxes', false, 'list:80x9@0 detail:80x12@10 over:22x9@0'],
    [120, 40, 'list', false, 'list:120x15@0 detail:120x22@16'],
    [200, 50, 'list', false, 'list:200x19@0 detail:200x28@20'],
    [60, 16, 'list', false, 'list:60x6@0 detail:60x7@7'],
    [59, 40, 'list', false, 'list:59x38@0'],
    [80, 15, 'list', false, 'list:42x13@0 detail:37x13@0'],
    [80, 24, 'detail', true, 'detail:80x22@0'],
  ] as const)('stacked, %i x %i with the keys in %s (wide: %s) are %s', (width, height, pane, isWide, expected) => {
    const { panes, over } = layoutOf({ columns: width, rows: height }, { ...usual, pane, isWide, isStacked: true });
    const boxes = over ? [...panes, { ...over, pane: 'over' }] : panes;
    expect(boxes.map(box => `${box.pane}:${box.columns}x${box.rows}@${box.top}`).join(' ')).toBe(expected);
  });

  test.each([
    [30, 8, false],
    [29, 8, true],
    [30, 7, true],
    [200, 50, false],
  ])('%i x %i is too small: %s', (width, height, expected) => {
    const size = { columns: width, rows: height };
    expect(layoutOf(size, usual).isTooSmall).toBe(expected);
  });

  test('from the width on that counts as roomy, a title has 30 cells beside the others and the detail 60', () => {
    const roomy = Array.from({ length: 400 }, (_, width) => width).filter(isRoomy);
    expect([roomy[0], roomy.length]).toEqual([154, 400 - 154]);
    for (const width of roomy) {
      const layout = layoutOf({ columns: width, rows: 36 }, usual);
      const list = listColumnsOf(boxOf(layout, 'list')!.columns, { number: 5, status: 14, assignee: 8 });
      expect(Math.min(list.customer, list.assignee, list.age)).toBeGreaterThan(0);
      expect(list.title).toBeGreaterThanOrEqual(30);
      expect(boxOf(layout, 'detail')!.columns - 2).toBeGreaterThanOrEqual(60);
    }
  });

  test('panes, walls and rules fill every size exactly, and the active pane is among them', () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 8, max: 100 }), shape, (width, height, world) => {
        const layout = layoutOf({ columns: width, rows: height }, world);
        const { panes, bodyRows } = layout;
        expect(boxOf(layout, world.pane)).toBeDefined();
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
        const world = { ...usual, isStacked: true };
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
        const { canStack, hasNumbers, border, ...seen } = viewportOf({ columns: width, rows: height }, world);
        expect(Math.min(...Object.values(seen))).toBeGreaterThanOrEqual(1);
      }),
      { seed: 2 },
    );
  });

  test('says where the border between list and detail is, and how far it can be moved', () => {
    const own = { 80: { beside: 30, stacked: 200 } };
    const of = (columns: number, shape: object) => viewportOf({ columns, rows: 24 }, { ...usual, ...shape }).border;
    expect(of(80, { ownLayouts: own })).toEqual({ at: 30, least: 24, most: 55 });
    expect(of(80, { ownLayouts: own, isStacked: true })).toEqual({ at: 14, least: 4, most: 14 });
    expect(of(120, { ownLayouts: own })).toEqual({ at: 47, least: 24, most: 74 });
    expect(of(80, { isWide: true })).toBeNull();
    expect(of(80, { pane: 'inboxes' })).toBeNull();
    expect(of(40, {})).toBeNull();
  });

  test('gives the text of messages at most 100 columns and its gutter', () => {
    const world = { ...usual, pane: 'detail', isWide: true } as const;
    expect(viewportOf({ columns: 300, rows: 50 }, world).detailColumns).toBe(102);
    expect(viewportOf({ columns: 90, rows: 50 }, world).detailColumns).toBe(88);
    // A line of code takes the whole pane, and `w` gives it the whole screen.
    expect(viewportOf({ columns: 300, rows: 50 }, world).codeColumns).toBe(298);
    expect(viewportOf({ columns: 160, rows: 50 }, usual).codeColumns).toBe(66);
  });
});
