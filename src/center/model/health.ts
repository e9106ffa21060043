import type { Store } from '../database/store.ts';
import { allFaults, type Failing, failingOf, faultWords } from './jobs/fault.ts';
import type { Troubles } from './jobs/troubles.ts';
import { within } from './within.ts';

/** More are of no use to a person. */
const MAX_TOLD = 100;

/** How long the database may take to answer, in milliseconds; then it is told of as a failure itself. */
const ANSWERS_WITHIN_MS = 1_500;

async function faultsIn(store: Store, now: number): Promise<readonly Failing[]> {
  try {
    return (await within(ANSWERS_WITHIN_MS, allFaults(store.reader))).map(failingOf);
  } catch (error) {
    return [{ what: 'Reading the database', fault: faultWords(error), tries: 1, since: now, againAt: now }];
  }
}

/** What fails, longest first, and how much that is: also if the database cannot be read. */
export async function healthOf(store: Store, troubles: Troubles, now: number) {
  const failing: readonly Failing[] = [...troubles.all(), ...(await faultsIn(store, now))];
  return { count: failing.length, failing: failing.slice(0, MAX_TOLD) };
}
