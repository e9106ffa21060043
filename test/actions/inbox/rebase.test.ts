import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rebaseAddresses } from '../../../src/actions/inbox/rebase.ts';

function listOf(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

describe('addresses of an inbox, the primary one first, that two admins change', () => {
  test.each<readonly [what: string, was: string, mine: string, now: string, value: string, fault: RegExp | null]>([
    ['each adds one', 'a', 'a b', 'a c', 'a c b', null],
    ['both add the same', 'a', 'a b', 'a b', 'a b', null],
    ['one removes, the other adds', 'a b', 'a', 'a b c', 'a c', null],
    ['both remove the same', 'a b', 'a', 'a', 'a', null],
    ['one removes what the other left, and adds', 'a b c', 'a b d', 'a c', 'a d', null],
    ['one changes, the other adds', 'a b', 'a x', 'a b c', 'a c x', null],
    ['one changes what the other removed', 'a b', 'a x', 'a', 'a x', /^b is gone: another admin removed it$/],
    ['one makes primary what the other removed', 'a b', 'b a', 'a', 'b a', /^b is gone/],
    ['one makes another primary, the other adds', 'a b', 'b a', 'a b c', 'b a c', null],
    ['the other makes another primary', 'a b', 'a b c', 'b a', 'b a c', null],
    ['each makes another primary', 'a b c', 'b a c', 'c a b', 'b c a', /^another admin made c primary$/],
    ['one removes what the other made primary', 'a b', 'a', 'b a', 'a', /^another admin made b primary$/],
    ['one adds to what has a primary one by now', '', 'a', 'b', 'b a', null],
  ])('%s', (_what, was, mine, now, value, fault) => {
    const rebased = rebaseAddresses(listOf(was), listOf(mine), listOf(now));
    expect(rebased.value.join(' ')).toBe(value);
    if (fault) expect(rebased.fault).toMatch(fault);
    else expect(rebased.fault).toBeUndefined();
  });

  const emails = fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 6 });

  test('keep each address once that the agent did not take out', () => {
    fc.assert(
      fc.property(emails, emails, emails, (was, mine, now) => {
        const { value } = rebaseAddresses(was, mine, now);
        const removed = was.filter(email => !mine.includes(email));
        const added = mine.filter(email => !was.includes(email));
        const expected = new Set([...now.filter(email => !removed.includes(email)), ...added]);
        const wanted = was.length > 0 && mine[0] !== was[0] ? mine.slice(0, 1) : [];
        expect(new Set(value)).toEqual(new Set([...expected, ...wanted]));
        expect(new Set(value).size).toBe(value.length);
      }),
    );
  });
});
