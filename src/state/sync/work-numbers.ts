import { dayAfter } from '../../text/days.ts';
import type { SafeText } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { noteLack } from '../calls/offers.ts';
import type { Desk } from '../desk.ts';
import { dayOf } from '../query/dates.ts';
import { type AskedNumbers, isSameAsked } from '../world/said-numbers.ts';

/** Reads numbers, and replaces the former ones. Returns why they could not be read. */
export async function loadNumbers(desk: Desk, asked: AskedNumbers): Promise<SafeText | undefined> {
  const { by, days, clock } = asked;
  const read = desk.reads.begin('workNumbers');
  const from = dayAfter(dayOf('today', desk.now())!, 1 - days);
  const answer = await attempt(desk.client.numbers.get({ query: { by, from, clock }, signal: read.signal }));
  if (!read.isCurrent()) return undefined;
  read.end();
  if ('error' in answer) {
    if (answer.error.isAbsent) noteLack(desk, 'numbers.get');
    return answer.error.reason;
  }
  const { base } = desk.world();
  const others = base.workNumbers.filter(one => !isSameAsked(one, asked));
  const own = { ...asked, said: answer.value.data, asOf: desk.now() };
  desk.set({ base: { ...base, workNumbers: [...others, own] } });
  return undefined;
}
