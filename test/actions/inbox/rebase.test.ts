import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Address, rebaseAddresses } from '../../../src/actions/inbox/rebase.ts';

/** `a* b` is a, which is primary, and b; `c<b` is b, changed to c by the agent. */
function listOf(text: string, isOwn = false): Address[] {
  return text.split(' ').flatMap(word => {
    const [, email, primary, was] = /^(\w+)(\*?)<?(\w*)$/.exec(word) ?? [];
    if (!email) return [];
    const status = primary ? 'primary' : 'secondary';
    return [{ email, status, ...(isOwn && !was ? {} : { was: was || email }) } as Address];
  });
}

function textOf(addresses: readonly Address[]): string {
  return addresses.map(({ email, status }) => `${email}${status === 'primary' ? '*' : ''}`).join(' ');
}

describe('addresses of an inbox that two admins change', () => {
  test.each<readonly [what: string, was: string, mine: string, now: string, value: string, fault: RegExp | null]>([
    ['each adds one', 'a*', 'a*<a +b', 'a* c', 'a* c b', null],
    ['both add the same', 'a*', 'a*<a +b', 'a* b', 'a* b', null],
    ['one removes, the other adds', 'a* b', 'a*<a', 'a* b c', 'a* c', null],
    ['both remove the same', 'a* b', 'a*<a', 'a*', 'a*', null],
    ['one removes what the other left', 'a* b c', 'a*<a b<b +d', 'a* c', 'a* d', null],
    ['one changes, the other adds', 'a* b', 'a*<a x<b', 'a* b c', 'a* x c', null],
    ['one changes what the other removed', 'a* b', 'a*<a x<b', 'a*', 'a* x', /^b is gone: another admin removed it$/],
    ['one makes primary what the other removed', 'a* b', 'a<a b*<b', 'a*', 'a b*', /^b is gone/],
    ['one makes another primary, the other adds', 'a* b', 'a<a b*<b', 'a* b c', 'a b* c', null],
    ['the other makes another primary', 'a* b', 'a*<a b<b +c', 'a b*', 'a b* c', null],
    ['each makes another primary', 'a* b c', 'a<a b*<b c<c', 'a b c*', 'a b* c', /^another admin made c primary$/],
    ['one removes what the other made primary', 'a* b', 'a*<a', 'a b*', 'a*', /^another admin made b primary$/],
    ['one adds to what has a primary one by now', '', '+a', 'b*', 'b* a', null],
  ])('%s', (_what, was, mine, now, value, fault) => {
    const own = mine.split(' ').map(word => (word.startsWith('+') ? listOf(word.slice(1), true) : listOf(word, true)));
    const rebased = rebaseAddresses(listOf(was), own.flat(), listOf(now));
    expect(textOf(rebased.value)).toBe(value);
    if (fault) expect(rebased.fault).toMatch(fault);
    else expect(rebased.fault).toBeUndefined();
  });

  const emails = fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 6 });

  test('keep each address once that the agent did not take out, and at most one primary', () => {
    fc.assert(
      fc.property(emails, emails, emails, (was, mine, now) => {
        const before = listOf(was.join(' '));
        const own = mine.map((email): Address => (was.includes(email) ? { email, was: email } : { email }));
        const value = rebaseAddresses(before, own, listOf(now.join(' '))).value.map(({ email }) => email);
        const removed = was.filter(email => !mine.includes(email));
        const added = mine.filter(email => !was.includes(email));
        const expected = [...now.filter(email => !removed.includes(email)), ...added];
        expect(value).toEqual([...new Set(expected)]);
      }),
    );
  });
});
