import { limitOfPage } from './by-second.ts';
import type { TimeBound } from './filter.ts';
import type { Page } from './paging.ts';

/** A conversation's times, the earliest first: `writeConversations` keeps them in this order. */
const inTurn = ['created_at', 'last_message_at', 'updated_at'];

function isEarlier(field: string, than: string): boolean {
  return inTurn.indexOf(field) < inTurn.indexOf(than);
}

/**
 * The limits on other times that a limit on one implies: updated before March means that its last message came before
 * March too.
 */
function impliedFor(field: string) {
  return ([limited, operator]: TimeBound): boolean =>
    limited === field ||
    (inTurn.includes(field) && (operator === '<' ? isEarlier(field, limited) : isEarlier(limited, field)));
}

/** A section of a sorted list: the strictest limit on each side, if there is one. */
export interface Stretch {
  readonly below: number | undefined;
  readonly above: number | undefined;
}

function strictest(values: readonly number[], pick: (...values: number[]) => number): number | undefined {
  return values.length === 0 ? undefined : pick(...values);
}

/**
 * The section that a page must lie in, from all limits of the time it is sorted by. With two limits on one side, a
 * database begins at either of them, and may read everything in between.
 */
export function stretchOf(times: readonly TimeBound[], page: Page): Stretch {
  const limits = times.filter(impliedFor(page.field));
  const begin = limitOfPage(page);
  const values = (side: '<' | '>') => [
    ...limits.flatMap(([, operator, value]) => (operator === side ? [value] : [])),
    ...(begin !== undefined && (page.direction === 'asc') === (side === '>') ? [begin] : []),
  ];
  return { below: strictest(values('<'), Math.min), above: strictest(values('>'), Math.max) };
}

/**
 * Limits on other times that rows at the beginning of the order may well miss: a walk would have to skip all of them.
 */
export function farOff(times: readonly TimeBound[], { field, direction }: Page): readonly TimeBound[] {
  return times.filter(bound => !impliedFor(field)(bound) && (bound[1] === '<') === (direction === 'desc'));
}
