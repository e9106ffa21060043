import { deepEqual } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from './client.ts';
import { checkConsistency, checkFiles, checkWhole } from './consistency.ts';
import { type Fault, servicesOf, sized } from './fault.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { type Load, SPAM_INBOX_ID, writeAll } from './load.ts';
import { attachmentsOf } from './people.ts';
import { askQuestions, type Questions } from './questions.ts';
import { createRandom, type Random } from './random.ts';
import { type Serving, startServing } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const FULL_KILLS = 200;
const CALLERS = 8;
const QUESTIONS_PER_KILL = 10;
/** The longest time from a service's start to its kill. */
const LIFETIME_MS = 250;

/** Waits until a write was acknowledged: on a busy machine a service may live too short for one. */
async function takeSome(ledger: Ledger): Promise<void> {
  const before = ledger.size;
  for (let left = 100; left > 0 && ledger.size === before; left -= 1) await sleep(20);
}

/** A service that is killed again and again, and started again each time. */
async function killOver(
  database: TestDatabase,
  random: Random,
  kills: number,
  { ledger }: Load,
  tell: (serving: Serving) => void,
): Promise<number[]> {
  const starts: number[] = [];
  for (let at = 0; at < kills; at += 1) {
    const serving = await startServing(database);
    starts.push(serving.startMs);
    tell(serving);
    await takeSome(ledger);
    await sleep(random.below(LIFETIME_MS));
    await serving.kill();
  }
  return starts;
}

/** The sender of a question that no agent has answered is marked as spam as long as it is in the spam inbox. */
const wrongMarks = `select c.id from conversation as c where (c.inbox_id = ${SPAM_INBOX_ID}) <> exists (
    select 1 from spam_mark as m where m.conversation_id = c.id and m.lifted_by is null)
  and not exists (select 1 from message as m where m.conversation_id = c.id and m.kind = 'agent')`;

const takenTwice = `select conversation_id from history where event = 'assignee.updated'
  group by conversation_id having count(*) > 1`;

function loadOn(servings: readonly (Serving | undefined)[], { ids, tokens }: Questions, random: Random) {
  const state = { isOver: false };
  const load: Load = {
    client: createClient(),
    random,
    ledger: createLedger(),
    tokens,
    conversations: [],
    questions: ids,
    url: attempt => servings[(random.below(servings.length) + attempt) % servings.length]?.url ?? 'http://127.0.0.1:9',
    isOver: () => state.isOver,
  };
  return { load, end: () => Object.assign(state, { isOver: true }) };
}

/** Services on one database are killed under load: nothing that was acknowledged is lost, nothing is half done. */
export const kills: Fault = async run => {
  const random = createRandom(run.seed);
  const database = await openTestDatabase(run);
  const count = Math.max(sized(run, FULL_KILLS), servicesOf(run));
  const servings: (Serving | undefined)[] = Array.from({ length: servicesOf(run) }, () => undefined);
  try {
    const { load, end } = loadOn(servings, await askQuestions(database, count * QUESTIONS_PER_KILL), random);
    const callers = Array.from({ length: CALLERS }, (_, at) => `caller ${at}`);
    const writing = writeAll(load, callers);
    const starts = await Promise.all(
      [...servings.keys()].map(at =>
        killOver(
          database,
          createRandom(run.seed + at + 1),
          Math.ceil((count - at) / servings.length),
          load,
          serving => {
            servings[at] = serving;
          },
        ),
      ),
    );
    await checkConsistency(database);
    end();
    for (const at of servings.keys()) servings[at] = await startServing(database);
    await writing;
    load.client.close();
    await Promise.all(servings.map(serving => serving?.stop()));
    await checkWhole(database);
    await checkFiles(database, attachmentsOf(database));
    await load.ledger.check(database);
    deepEqual(await database.query(wrongMarks), [], 'marks of spam');
    deepEqual(await database.query(takenTwice), [], 'questions that were taken twice');
    const slowest = Math.max(...starts.flat());
    const { ledger } = load;
    return (
      `${starts.flat().length} kills, ${ledger.size} acknowledged writes all there once, among them ` +
      `${ledger.number('next')} from the queue and ${ledger.number('move')} to and from spam, ` +
      `slowest start ${slowest.toFixed(0)} ms (target: 5000 ms)`
    );
  } finally {
    await Promise.all(servings.map(serving => serving?.kill()));
    await database.close();
  }
};
