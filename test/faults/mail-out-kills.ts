import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launcher } from '../harness/launcher.ts';
import { openRelay, type Relay } from '../harness/relay.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { type Client, createClient, insist } from './client.ts';
import { checkWhole } from './consistency.ts';
import { each, type Fault, type Run, sized } from './fault.ts';
import { relayOf, startMailServing } from './mail-serving.ts';
import { askedBy, askQuestions, type Questions } from './questions.ts';
import { createRandom, type Random } from './random.ts';
import { homeOf, type Serving } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const FULL_KILLS = 200;
const FULL_ANSWERS = 1_000;
const WRITERS = 6;
/** A service is killed within so long after the relay has taken some mails in its life. */
const LIFETIME_MS = 120;
/** The relay thinks about a mail for up to so long: most kills meet one that is on its way. */
const THOUGHT_MS = 20;
/** All is out within so long after the last start. */
const SETTLED_MS = 60_000;
/** How often what waits after a cut or a kill is tried again by hand: its own pauses are longer. */
const RETRY_MS = 10_000;

/** The answers. Each life of a service has its share of them. */
interface Answers {
  readonly count: number;
  /** How many may be written so far. */
  written: number;
  /** The message of each answer that the service has accepted. */
  readonly messages: number[];
}

interface Scene {
  readonly run: Run;
  readonly database: TestDatabase;
  readonly relay: Relay;
  readonly questions: Questions;
  readonly answers: Answers;
  readonly servings: (Serving | undefined)[];
}

function start({ database, relay, servings }: Scene, at: number): Promise<Serving> {
  const mail = { keys: { relay: relayOf(relay), send_delay: 0 } };
  return startMailServing(database, join(database.folder, String(at)), mail).then(serving => {
    servings[at] = serving;
    return serving;
  });
}

/** Answers a question as a careful client does: again and again, to either service, until it is accepted. */
async function answer({ questions, answers, servings }: Scene, client: Client, number: number): Promise<void> {
  while (number >= answers.written) await sleep(10);
  const asked = {
    method: 'POST',
    path: `/conversations/${questions.ids[number]}/messages`,
    token: questions.tokens[number % questions.tokens.length]!,
    body: { body_text: `The answer to question ${number}.`, deliver: true },
  };
  const url = (attempt: number) => servings[(number + attempt) % 2]?.url ?? 'http://127.0.0.1:9';
  const { status, text, body } = await insist(client, url, asked, `answer ${number}`);
  equal(status, 201, `answer ${number}: ${status} ${text}`);
  answers.messages[number] = body.data.id;
}

/** Waits until the relay has taken so many mails more; not long, because there may be fewer left. */
async function sendSome({ relay }: Scene, mails: number): Promise<void> {
  const wanted = relay.taken.length + mails;
  for (let left = 2_000; left > 0 && relay.taken.length < wanted; left -= 5) await sleep(5);
}

/** Starts a service and kills it, again and again. */
async function killOver(scene: Scene, which: number, kills: number, random: Random): Promise<void> {
  const share = scene.answers.count / 2 / Math.max(1, kills);
  for (let at = 0; at < kills; at += 1) {
    const serving = await start(scene, which);
    try {
      scene.answers.written += share;
      await sendSome(scene, 1 + random.below(share));
      await sleep(random.below(LIFETIME_MS));
    } finally {
      await serving.kill();
    }
  }
}

/** Tries all mails again that wait after a failure. */
function retryAll({ database }: Scene): void {
  const env = deskEnvironment(homeOf(join(database.folder, '0')));
  const args = [launcher, 'mail', 'queue', 'retry', '--database', database.location];
  execFileSync(process.execPath, args, { env, stdio: 'ignore' });
}

/** Waits until the help center has recorded all answers as sent. */
async function settle(scene: Scene): Promise<void> {
  const { database, servings, answers } = scene;
  for (let left = SETTLED_MS; ; left -= 100) {
    if (left % RETRY_MS === 0) retryAll(scene);
    const rows = await database.query<{ state: string; count: number }>(
      'select state, count(*) as count from message_delivery group by state',
    );
    if (rows.length === 1 && rows[0]!.state === 'sent' && Number(rows[0]!.count) === answers.count) return;
    const state = () => servings.map(serving => serving?.state()).join('\n');
    ok(left > 0, `after ${SETTLED_MS / 1_000} s: ${JSON.stringify(rows)}\n${state()}`);
    await sleep(100);
  }
}

/** Throws unless the relay has exactly what the help center says that it has sent. Returns how often it got one twice. */
async function checkOut({ database, relay, questions, answers }: Scene, lost: number): Promise<string> {
  const rows = await database.query<{ id: number; conversation_id: number; body_text: string }>(
    `select id, conversation_id, body_text from message where kind = 'agent' order by conversation_id`,
  );
  const wanted = questions.ids.map((conversation_id, number) => ({
    id: answers.messages[number]!,
    conversation_id,
    body_text: `The answer to question ${number}.`,
  }));
  deepEqual(
    rows.map(row => ({ ...row, id: Number(row.id), conversation_id: Number(row.conversation_id) })),
    wanted,
  );
  const sent = new Set(
    relay.taken.map(({ id, to, source }) => {
      const [, number] = /The answer to question (\d+)\./.exec(source.toString()) ?? [];
      return `${id.split('.', 2).join('.')} ${to.join()} ${number}`;
    }),
  );
  const said = wanted.map(({ id, conversation_id }, at) => `c${conversation_id}.m${id} ${askedBy(at)} ${at}`);
  deepEqual([...sent].sort(), said.sort());
  equal(relay.times.size, answers.count, 'a mail had two Message-IDs');
  const history = await database.query(
    `select conversation_id from history where event = 'message.sent' group by conversation_id having count(*) <> 1`,
  );
  deepEqual(history, []);
  const most = Math.max(...relay.times.values());
  ok(most <= 2, `a mail was out ${most} times`);
  const again = relay.taken.length - answers.count;
  ok(again <= lost, `${again} mails came again, and only ${lost} times the relay's word was lost`);
  return `${again} came twice, with the same Message-ID, none more often`;
}

/** The relay answers at its leisure; in a full run it also cuts off now and then after it has taken a mail. */
function thinkingRelay(relay: Relay, random: Random, hasCuts: boolean): { cuts: number } {
  const counted = { cuts: 0 };
  relay.fault = (step, id) => {
    if (step !== 'body') return undefined;
    // A word that is lost twice is a mail that is out three times.
    if (hasCuts && !relay.times.has(id) && random.chance(0.01)) {
      counted.cuts += 1;
      return { kind: 'cuts' };
    }
    return { kind: 'late', until: sleep(random.below(THOUGHT_MS)) };
  };
  return counted;
}

/**
 * Two services on one database send answers by a relay, and are killed meanwhile. Each answer is out; one whose relay's
 * word was lost, with a service or a connection, may be out twice with one Message-ID.
 */
export const mailOutKills: Fault = async run => {
  const database = await openTestDatabase(run);
  const relay = await openRelay();
  const count = sized(run, FULL_ANSWERS);
  const kills = sized(run, FULL_KILLS);
  const counted = thinkingRelay(relay, createRandom(run.seed + 2), run.share >= 1);
  const client = createClient();
  const servings: (Serving | undefined)[] = [undefined, undefined];
  try {
    const questions = await askQuestions(database, count);
    const answers: Answers = { count, written: 0, messages: [] };
    const scene: Scene = { run, database, relay, questions, answers, servings };
    const writing = each(count, WRITERS, number => answer(scene, client, number));
    await Promise.all([0, 1].map(at => killOver(scene, at, Math.ceil((kills - at) / 2), createRandom(run.seed + at))));
    const inKills = relay.taken.length;
    await Promise.all([0, 1].map(at => start(scene, at)));
    answers.written = count;
    await writing;
    await settle(scene);
    await Promise.all(servings.map(serving => serving?.stop()));
    await checkWhole(database);
    const again = await checkOut(scene, kills + counted.cuts);
    return `${kills} kills while ${inKills} of ${count} answers went out, each out; ${again}`;
  } finally {
    client.close();
    await Promise.all(servings.map(serving => serving?.kill()));
    await relay.close();
    await database.close();
  }
};
