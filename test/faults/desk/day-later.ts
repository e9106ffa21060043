import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, sized } from '../fault.ts';
import type { TestDatabase } from '../test-database.ts';
import { withTrial } from './trial.ts';

const FULL_CHANGES = 300;
const LATER_MS = 26 * 3_600_000;

/** For the help center, all that it stored so far is 26 hours old. */
async function age(database: TestDatabase): Promise<void> {
  const statements = ['idempotency', 'note', 'history', 'conversation'].map(
    table => `update ${table} set created_at = created_at - ${LATER_MS}`,
  );
  if (database.kind === 'postgres') {
    for (const statement of statements) await database.query(statement);
    return;
  }
  const file = new DatabaseSync(database.location, { timeout: 5_000 });
  for (const statement of statements) file.exec(statement);
  file.close();
}

/** No write of a desk is answered, it is killed, and the next one starts 26 hours later: each change is made once. */
export const dayLater: Fault = async run => {
  const to = sized(run, FULL_CHANGES);
  const state = { isDeaf: true };
  const fate = (method: string) => (state.isDeaf && method !== 'GET' ? ('unanswered' as const) : ('served' as const));
  return withTrial(run, { fate }, async ({ database, proxy, told, desk }) => {
    const isHeard = (async () => {
      while (told.made.size < Math.min(to, 60) || proxy.met.unanswered < 20) await sleep(10);
    })();
    await desk({ to, clockErrorsMs: [-LATER_MS] }, { when: isHeard });
    await age(database);
    state.isDeaf = false;
    await desk({ to });
    return `${told.made.size} changes, each once and in order; ${proxy.met.unanswered} answers were lost a day before`;
  });
};
