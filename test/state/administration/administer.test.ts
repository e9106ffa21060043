import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder, moved } from '../../../src/state/administration/administer.ts';
import { inbox } from '../../ui/world.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 });

describe('an order of inboxes being made', () => {
  test('has each inbox once, those that it names first, after any creations and deletions', () => {
    fc.assert(
      fc.property(ids, ids, (present, order) => {
        const shown = inOrder(
          present.map(id => inbox(id, `Inbox ${id}`)),
          order,
        ).map(({ id }) => id);
        const named = order.filter(id => present.includes(id));
        expect(shown).toEqual([...named, ...present.filter(id => !order.includes(id))]);
      }),
    );
  });

  test('a step and its opposite change nothing; at the ends a step changes nothing', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: -2, max: 14 }), (order, at) => {
        const further = moved(order, at, 1);
        if (at < 0 || at >= order.length - 1) expect(further).toBe(order);
        else expect([further[at + 1], moved(further, at + 1, -1)]).toEqual([order[at], order]);
      }),
    );
  });
});
