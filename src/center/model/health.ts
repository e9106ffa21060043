import type { Store } from '../database/store.ts';
import { allFaults, type Failing, failingOf } from './jobs/fault.ts';
import type { Troubles } from './jobs/troubles.ts';

/** More are of no use to a person. */
const MAX_TOLD = 100;

/** What fails, longest first, and how much that is. Rejects if the database cannot be read. */
export async function healthOf(store: Store, troubles: Troubles) {
  const failing: readonly Failing[] = [...troubles.all(), ...(await allFaults(store.reader)).map(failingOf)];
  return { count: failing.length, failing: failing.slice(0, MAX_TOLD) };
}
