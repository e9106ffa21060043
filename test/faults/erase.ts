import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { tracesInFiles } from '../center/model/erasure/traces.ts';
import { createClient } from './client.ts';
import { checkConsistency, checkWhole } from './consistency.ts';
import { each, type Fault, type Run, sized } from './fault.ts';
import { createRandom } from './random.ts';
import { apiKey, type Serving, startServing } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const FULL_COUNT = 1_000;
const FULL_KILLS = 30;
const CALLERS = 8;
/** Every so many conversations are with another customer. */
const SHARED = 10;
const PATIENCE_MS = 120_000;

const PERSON = { name: 'Zoë Quaxel', email: 'zoe@quaxel.example' };
const WORDS = ['quaxel', 'brimstol'];

/** Asks the newest service, as an API key. */
function askerOf(client: ReturnType<typeof createClient>, serving: () => Serving) {
  return async (method: string, path: string, body?: unknown) => {
    let answer = await client.ask(serving().url, { method, path, token: apiKey, body });
    // One key alone reaches the rate limit.
    for (; answer.status === 429; answer = await client.ask(serving().url, { method, path, token: apiKey, body }))
      await sleep(500);
    equal(Math.floor(answer.status / 100), 2, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
}
type Ask = ReturnType<typeof askerOf>;

/** Conversations of the person, some with somebody else, each with messages and a note. Returns the person's id. */
async function fill(ask: Ask, count: number): Promise<number> {
  const { data: person } = await ask('POST', '/contacts', PERSON);
  const { data: other } = await ask('POST', '/contacts', { name: 'Sam', email: 'sam@other.example' });
  await each(count, CALLERS, async at => {
    const contacts = at % SHARED === 0 ? [other.id, person.id] : [person.id];
    const { data } = await ask('POST', '/conversations', {
      title: contacts.length > 1 ? 'Chairs' : `Brimstol ${at}`,
      contacts,
    });
    const path = `/conversations/${data.id}`;
    for (const contact_id of contacts)
      await ask('POST', `${path}/messages`, {
        body_text: contact_id === other.id ? 'Two chairs' : 'A brimstol',
        contact_id,
      });
    if (contacts.length === 1) await ask('POST', `${path}/notes`, { details: 'About the brimstol' });
    if (at % 3 === 0 && contacts.length === 1)
      await ask('POST', `${path}/reviews`, { rating: 4, comment: 'brimstol!' });
  });
  return person.id;
}

/** Services are killed while they erase. */
async function killWhile(database: TestDatabase, run: Run): Promise<number> {
  const random = createRandom(run.seed);
  const kills = sized(run, FULL_KILLS);
  for (let at = 0; at < kills; at += 1) {
    const serving = await startServing(database);
    await sleep(random.below(200));
    await serving.kill();
  }
  return kills;
}

async function cleared(ask: Ask): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const { data } = await ask('GET', '/erasures');
    equal(data.length, 1);
    if (data[0].cleared_at !== null) return;
    equal(Date.now() < until, true, `it goes on: ${JSON.stringify({ ...data[0], conversations: undefined })}`);
  }
}

async function counted(ask: Ask) {
  const rows = (await ask('GET', '/numbers?by=inbox')).data.rows;
  // What was open is closed by the erasure.
  return rows.map(({ came, answered, reopened, rated, rating_mean }: Record<string, unknown>) => {
    return { came, answered, reopened, rated, rating_mean };
  });
}

/** A person with many conversations is erased by services that are killed meanwhile; nothing of them is left. */
export const erase: Fault = async run => {
  const database = await openTestDatabase(run);
  const client = createClient();
  let serving = await startServing(database);
  const ask = askerOf(client, () => serving);
  try {
    const count = sized(run, FULL_COUNT);
    const id = await fill(ask, count);
    const before = await counted(ask);
    await ask('POST', `/contacts/${id}/erase`);
    await serving.kill();
    const kills = await killWhile(database, run);
    serving = await startServing(database);
    await cleared(ask);
    deepEqual(await counted(ask), before);
    await checkConsistency(database);
    const shared = await ask('GET', '/conversations?count=1');
    equal(shared.meta.total, Math.ceil(count / SHARED));
    await serving.stop();
    await checkWhole(database);
    if (database.kind === 'sqlite') deepEqual(tracesInFiles(database.folder, WORDS), []);
    else deepEqual(await database.query(`select id from message where body_text like '%brimstol%'`), []);
    return `${count} conversations of a person were erased over ${kills} kills, and the numbers are as before`;
  } finally {
    client.close();
    await serving.kill();
    await database.close();
  }
};
