import type { Store } from '../database/store.ts';
import { allFaults, type Failing, failingOf } from './jobs/fault.ts';
import type { Troubles } from './jobs/troubles.ts';
import { within } from './within.ts';

/** More are of no use to a person. */
const MAX_TOLD = 100;

/** How long the database may take to answer, in milliseconds. */
const ANSWERS_WITHIN_MS = 1_500;
const READING = 'Reading the database';

/** The failures, longest first, and their number; an unreadable database is one of them. */
export async function healthOf(store: Store, troubles: Troubles) {
  const rows = await within(ANSWERS_WITHIN_MS, allFaults(store.reader)).catch(
    error => void troubles.failed(READING, error),
  );
  if (rows) troubles.ended(READING);
  const failing: readonly Failing[] = [...troubles.all(), ...(rows ?? []).map(failingOf)];
  return { count: failing.length, failing: failing.slice(0, MAX_TOLD) };
}
