import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { join, safeLine, t } from '../../../src/text/safe.ts';
import { width } from '../../../src/text/width.ts';
import {
  listColumnsOf,
  type RowParts,
  rowEnd,
  rowMiddle,
  rowReason,
  rowTitle,
} from '../../../src/ui/panes/list-columns.ts';

const WIDTHS = { number: 4, status: 11, assignee: 8 };
const parts: RowParts = {
  number: t`1042`,
  customer: t`Zoë Quinn`,
  title: t`Refund for order 7741`,
  status: t`in progress`,
  tags: [t`vip`, t`refund`],
  assignee: t`Doris`,
  age: t`2m`,
};

describe('the slots of a row', () => {
  test.for([
    [45, []],
    [46, ['customer']],
    [81, ['customer']],
    [82, ['customer', 'tags']],
    [99, ['customer', 'tags']],
    [100, ['customer', 'status', 'tags']],
    [200, ['customer', 'status', 'tags']],
  ] as const)('a pane of %i cells shows %j besides number, title, assignee and age', ([columns, shown]) => {
    const slots = listColumnsOf(columns, WIDTHS);
    const optional = (['customer', 'status', 'tags'] as const).filter(name => slots[name] > 0);
    expect(optional).toEqual(shown);
    expect(Math.min(slots.assignee, slots.age)).toBeGreaterThan(0);
  });

  test('fill the pane exactly at every width, and the title keeps 30 cells beside status and tags, 14 beside others', () => {
    const sizes = fc.record({
      number: fc.integer({ min: 4, max: 9 }),
      status: fc.nat(14),
      assignee: fc.integer({ min: 3, max: 8 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 250 }), sizes, (columns, widths) => {
        const slots = listColumnsOf(columns, widths);
        const row = join([rowTitle(slots, parts), rowMiddle(slots, parts), ...rowEnd(slots, parts)]);
        expect(width(row)).toBe(columns - 5);
        expect(slots.title).toBeGreaterThanOrEqual(slots.status + slots.tags > 0 ? 30 : 14);
        const gone = join([rowReason(slots, parts.number, safeLine('archived by Bob')), ...rowEnd(slots, parts)]);
        expect(width(gone)).toBe(columns - 5);
      }),
    );
  });

  test('the number is always whole', () => {
    const slots = listColumnsOf(30, { number: 9, status: 8, assignee: 8 });
    expect(rowTitle(slots, { ...parts, number: t`123456789` })).toMatch(/^123456789 Refund/);
  });
});
