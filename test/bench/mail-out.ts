/**
 * What answers that go out cost, on the built program and a relay in this process that takes them at once:
 * `npm run bench -- mail-out`. Another number of answers than 1,000 may follow.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createCenter } from '../../src/center/center.ts';
import { createClient } from '../faults/client.ts';
import { relayOf, startMailServing } from '../faults/mail-serving.ts';
import { attachmentsOf } from '../faults/people.ts';
import { askQuestions } from '../faults/questions.ts';
import { openTestDatabase, type TestDatabase } from '../faults/test-database.ts';
import { figure, inTurns, median } from '../harness/figures.ts';
import { queuedMs } from '../harness/queued.ts';
import { openRelay, type Relay } from '../harness/relay.ts';
import { type MailDesk, tellKeys, timeKeys, withDesk } from './mail-desk.ts';

const ROUNDS = 3;
const HELD = 10;
const HOLD_SECONDS = 2;
/** An answer of an agent: a few lines. */
const TEXT = 'A replacement leaves our warehouse today. You will get the tracking number by mail.\n'.repeat(5);

const count = Number(process.argv[2] ?? 1_000);

/** Writes answers to new questions, so that they wait to be sent. */
async function writeAnswers(database: TestDatabase, answers: number): Promise<void> {
  const { ids, tokens } = await askQuestions(database, answers);
  const center = await createCenter({
    database: database.location,
    attachmentsFolder: attachmentsOf(database),
    mailOut: { sendDelayMs: 0, ratingDelayMs: 600_000, publicUrl: null },
  });
  for (const [at, id] of ids.entries()) {
    const answer = await center.fetch(
      new Request(`http://center/api/agent/v1/conversations/${id}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[at % tokens.length]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ body_text: TEXT, deliver: true }),
      }),
    );
    if (answer.status !== 201) throw new Error(await answer.text());
  }
  await center.close();
}

/** Waits until the relay has taken so many mails. */
async function taken(relay: Relay, mails: number): Promise<void> {
  while (relay.taken.length < mails) await sleep(10);
}

/** Waits until the help center has recorded so many mails as sent. */
async function recorded(database: TestDatabase, mails: number): Promise<void> {
  const sent = `select count(*) as count from message_delivery where state = 'sent'`;
  while ((await database.query<{ count: number }>(sent))[0]!.count < mails) await sleep(20);
}

/** Works on an empty database with a relay beside it. */
async function withRelay<T>(work: (database: TestDatabase, relay: Relay) => Promise<T>): Promise<T> {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  const relay = await openRelay();
  try {
    return await work(database, relay);
  } finally {
    await relay.close();
    await database.close();
  }
}

/**
 * Answers a second, from the first one that the relay takes to the last one that is recorded as sent; `own` without the
 * wait for a processor.
 */
function rate() {
  return withRelay(async (database, relay) => {
    await writeAnswers(database, count);
    const serving = await startMailServing(database, database.folder, { keys: { relay: relayOf(relay) } });
    await taken(relay, 1);
    const [start, queued] = [performance.now(), queuedMs(serving.pid)];
    await recorded(database, count);
    const ms = performance.now() - start;
    const waited = queuedMs(serving.pid) - queued;
    await serving.stop();
    if (relay.taken.length !== count) throw new Error(`${relay.taken.length} of ${count} answers came`);
    return { all: (count * 1_000) / ms, own: (count * 1_000) / (ms - waited), connections: relay.connectionsEver() };
  });
}

/** Milliseconds from the end of an answer's hold until the relay has it. */
function afterHold(): Promise<number[]> {
  return withRelay(async (database, relay) => {
    const { ids, tokens } = await askQuestions(database, HELD, 1);
    const mail = { keys: { relay: relayOf(relay), send_delay: HOLD_SECONDS } };
    const serving = await startMailServing(database, database.folder, mail);
    const client = createClient();
    const waits: number[] = [];
    for (const id of ids) {
      const path = `/conversations/${id}/messages`;
      const body = { body_text: TEXT, deliver: true };
      const { status, text } = await client.ask(serving.url, { method: 'POST', path, token: tokens[0]!, body });
      const until = Date.now() + HOLD_SECONDS * 1_000;
      if (status !== 201) throw new Error(text);
      await taken(relay, waits.length + 1);
      waits.push(relay.taken.at(-1)!.at - until);
    }
    client.close();
    await serving.stop();
    return waits;
  });
}

/** How long a key takes while the desk's own help center sends. */
async function keysMeanwhile(): Promise<void> {
  const relay = await openRelay();
  const gate = Promise.withResolvers<void>();
  // The desk would have sent most of it before its list is on the screen.
  relay.fault = step => (step === 'greet' ? { kind: 'late', until: gate.promise } : undefined);
  const work = async (mailDesk: MailDesk) => {
    gate.resolve();
    const samples = await timeKeys(mailDesk, () => relay.taken.length >= count);
    tellKeys(`a key while ${count} answers go out`, '≤ 100 ms', samples);
  };
  try {
    await withDesk(work, { keys: { relay: relayOf(relay) }, prepare: database => writeAnswers(database, count) });
  } finally {
    await relay.close();
  }
}

const { rates } = await inTurns({ rates: rate }, ROUNDS);
function perSecond(of: 'all' | 'own'): string {
  return `${median(rates.map(each => each[of])).toFixed(0)} a second`;
}
figure(`${count} answers`, '≥ 100 a second', perSecond('all'));
figure('the same without the wait for a processor', '≥ 100 a second', perSecond('own'));
figure('connections for them', '1', `${Math.max(...rates.map(each => each.connections))}`);
figure('from the end of a hold to the relay, worst', '≤ 3,000 ms', `${Math.max(...(await afterHold())).toFixed(0)} ms`);
await keysMeanwhile();
