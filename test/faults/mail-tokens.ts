import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ImapServer, openImapServer } from '../harness/imap-server.ts';
import { letter, letterId } from '../harness/letter.ts';
import { openRelay, type Relay } from '../harness/relay.ts';
import { type Client, createClient, insist } from './client.ts';
import { checkWhole } from './consistency.ts';
import { type Fault, type Run, sized } from './fault.ts';
import { mailboxOf, startMailServing, untilSeen } from './mail-serving.ts';
import { askQuestions, type Questions } from './questions.ts';
import { createRandom, type Random } from './random.ts';
import type { Serving } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const USER = 'agent@shop.example';
/** The lives of tokens in a full run, and how long each is: ten minutes in all. */
const FULL_LIVES = 20;
const FULL_LIFE_MS = 30_000;
const LEAST_LIFE_MS = 2_000;
const FULL_MAILS = 200;
const FULL_ANSWERS = 50;
/** How long no token is right, in a full run. */
const FULL_REVOKED_MS = 40_000;
/** The shortest such time: the desks hear of it. */
const LEAST_REVOKED_MS = 4_000;
/** The aim: no mail is later than that because a token has ended. */
const LATE_MS = 5_000;
/** What is to be there hangs after so long: more than the longest pause between two tries while no token is right. */
const PATIENCE_MS = 120_000;

/** A server with the folder from which the command takes what it prints. */
interface Account {
  readonly folder: string;
  readonly command: string;
  /** Lets in by this token alone. */
  setToken(token: string): void;
  /** Ends the connections of those who came in by an older token. */
  end(): void;
}

interface Scene {
  readonly database: TestDatabase;
  readonly imap: ImapServer;
  readonly relay: Relay;
  readonly accounts: readonly Account[];
  readonly questions: Questions;
  readonly random: Random;
  /** When each mail came to the mailbox, and each answer was accepted. */
  readonly cameAt: number[];
  readonly answeredAt: number[];
  /** When each mail was first seen in the help center, by its Message-ID. */
  readonly seenAt: Map<string, number>;
}

function accountAt(folder: string, setToken: Account['setToken'], end: Account['end']): Account {
  mkdirSync(folder);
  // As a program that gives a token out of its cache once more before it asks for another one.
  return { folder, command: `cd '${folder}'; cat old 2>/dev/null && rm old || cat token`, setToken, end };
}

/** Such a relay ends a connection when the next mail begins, not within a mail. There is one connection at a time. */
function endAtNextMail(relay: Relay): () => void {
  let isOld = false;
  relay.fault = step => {
    if (step !== 'auth' && step !== 'mail') return undefined;
    const wasOld = isOld;
    isOld = false;
    return step === 'mail' && wasOld ? { kind: 'cuts' } : undefined;
  };
  return () => {
    isOld = true;
  };
}

function accountsOf(folder: string, imap: ImapServer, relay: Relay): readonly Account[] {
  const letIn = (token: string) => {
    imap.passwords = new Map([[USER, token]]);
  };
  const passwords = relay.passwords as Map<string, string>;
  return [
    accountAt(join(folder, 'imap'), letIn, () => imap.cut()),
    accountAt(join(folder, 'smtp'), token => void passwords.set(USER, token), endAtNextMail(relay)),
  ];
}

/** Another token is right from now on, and the command prints it: in half of all cases only the second time. */
function renew({ accounts, random }: Scene, before: string, token: string): void {
  for (const { folder, setToken, end } of accounts) {
    writeFileSync(join(folder, 'new'), `${token}\nnot a token\n`);
    if (before !== '' && random.chance(0.5)) renameSync(join(folder, 'token'), join(folder, 'old'));
    renameSync(join(folder, 'new'), join(folder, 'token'));
    setToken(token);
    end();
  }
}

/** Does `work` so often, at times that lie anyhow within `ms`. */
async function within(ms: number, count: number, random: Random, work: (at: number) => unknown): Promise<void> {
  const began = performance.now();
  const times = Array.from({ length: count }, () => random.below(ms)).sort((a, b) => a - b);
  for (const [at, time] of times.entries()) {
    await sleep(Math.max(0, began + time - performance.now()));
    await work(at);
  }
  await sleep(Math.max(0, began + ms - performance.now()));
}

async function answer({ questions, answeredAt }: Scene, client: Client, url: string): Promise<void> {
  const number = answeredAt.length;
  const asked = {
    method: 'POST',
    path: `/conversations/${questions.ids[number]}/messages`,
    token: questions.tokens[0]!,
    body: { body_text: `The answer to question ${number}.`, deliver: true },
  };
  const { status, text } = await insist(client, () => url, asked, `answer ${number}`);
  equal(status, 201, text);
  answeredAt.push(Date.now());
}

function come({ imap, cameAt }: Scene): void {
  imap.inbox.deliver(letter(cameAt.length), Date.now());
  cameAt.push(Date.now());
}

/** Mails come and answers go for so long. */
async function flow(
  scene: Scene,
  client: Client,
  url: string,
  ms: number,
  [mails, answers]: readonly [number, number],
) {
  const { random } = scene;
  await Promise.all([
    within(ms, mails, random, () => come(scene)),
    within(ms, answers, random, () => answer(scene, client, url)),
  ]);
}

/** Notes when mails are first seen in the help center. */
async function look({ database, seenAt }: Scene): Promise<void> {
  const rows = await database.query<{ message_key: string }>('select message_key from mail');
  for (const { message_key: key } of rows) if (!seenAt.has(key)) seenAt.set(key, Date.now());
}

/** How late each mail was that came in, and each answer that went out, in milliseconds. */
function lateness({ cameAt, answeredAt, seenAt, relay }: Scene): readonly number[] {
  const sent = new Map(
    relay.taken.map(({ source, at }) => [/The answer to question (\d+)\./.exec(source.toString())?.[1], at]),
  );
  const ins = cameAt.map((at, number) => (seenAt.get(letterId(number)) ?? Number.POSITIVE_INFINITY) - at);
  const outs = answeredAt.map((at, number) => (sent.get(String(number)) ?? Number.POSITIVE_INFINITY) - at);
  return [...ins, ...outs];
}

/** Waits until all that came is in and all that was written is out. Returns the largest lateness. */
async function settle(scene: Scene, state: () => string): Promise<number> {
  for (let left = PATIENCE_MS; ; left -= 100) {
    const most = Math.max(...lateness(scene));
    if (Number.isFinite(most)) return most;
    ok(left > 0, `after ${PATIENCE_MS} ms something is not there\n${state()}`);
    await sleep(100);
  }
}

/** Waits until a desk shows so many accounts as signed out. */
async function untilSignedOut({ questions }: Scene, client: Client, url: string, count: number): Promise<void> {
  const asked = { method: 'GET', path: '/me', token: questions.tokens[1]! };
  for (let left = PATIENCE_MS; ; left -= 100) {
    const { body } = await insist(client, () => url, asked, 'me');
    const accounts = body.data.mail.signed_out;
    if (accounts.length === count) return;
    ok(left > 0, `signed out are ${JSON.stringify(accounts)}`);
    await sleep(100);
  }
}

/** The lines about sign-ins that were refused. */
function refusalsIn(log: readonly string[]): readonly string[] {
  return log.filter(line => line.includes('refuses the user name or the password'));
}

/** Throws unless each mail came in once and each answer went out once. */
async function checkOnce({ database, relay, cameAt, answeredAt }: Scene): Promise<void> {
  const rows = await database.query<{ message_key: string }>('select message_key from mail');
  deepEqual(rows.map(row => row.message_key).sort(), cameAt.map((_, number) => letterId(number)).sort());
  deepEqual([relay.taken.length, relay.times.size], [answeredAt.length, answeredAt.length]);
}

interface Sizes {
  readonly mails: number;
  readonly answers: number;
  readonly lives: number;
  readonly lifeMs: number;
  readonly revokedMs: number;
}

function sizesOf(run: Run): Sizes {
  return {
    mails: sized(run, FULL_MAILS),
    answers: sized(run, FULL_ANSWERS),
    lives: sized(run, FULL_LIVES),
    lifeMs: Math.max(LEAST_LIFE_MS, sized(run, FULL_LIFE_MS)),
    revokedMs: Math.max(LEAST_REVOKED_MS, sized(run, FULL_REVOKED_MS)),
  };
}

function startTokenServing({ database, imap, relay, accounts }: Scene): Promise<Serving> {
  const [mailbox, out] = accounts;
  return startMailServing(database, join(database.folder, 'serving'), {
    mailboxes: [{ url: mailboxOf(imap).url, tokenCommand: mailbox!.command }],
    keys: {
      relay: `smtp://${encodeURIComponent(USER)}@127.0.0.1:${relay.port}`,
      relay_token_command: out!.command,
      send_delay: 0,
    },
  });
}

/**
 * Tokens end and are renewed while mail flows. No sign-in is told to be refused: after that mail would wait. Returns how late
 * the latest mail was, in milliseconds.
 */
async function renewOften(scene: Scene, client: Client, { url, state, log }: Serving, sizes: Sizes): Promise<number> {
  const { mails, answers, lives, lifeMs } = sizes;
  const flowing = flow(scene, client, url, lives * lifeMs, [mails, answers]);
  for (let life = 1; life < lives; life += 1) {
    await sleep(lifeMs);
    renew(scene, `token-${life - 1}`, `token-${life}`);
  }
  await flowing;
  const latest = await settle(scene, state);
  deepEqual(refusalsIn(log), []);
  return latest;
}

/** No token is right for a while. Returns how long after the next one all was there, in milliseconds. */
async function revoke(scene: Scene, client: Client, { url, state, log }: Serving, sizes: Sizes): Promise<number> {
  const { mails, answers, revokedMs } = sizes;
  for (const { setToken, end } of scene.accounts) {
    setToken('');
    end();
  }
  await flow(scene, client, url, revokedMs, [Math.ceil(mails / 10), Math.ceil(answers / 10)]);
  await untilSignedOut(scene, client, url, 2);
  equal(refusalsIn(log).length, 2, 'the mailbox and the relay');
  renew(scene, '', 'token-given-again');
  const began = performance.now();
  await settle(scene, state);
  const afterMs = Math.round(performance.now() - began);
  await untilSignedOut(scene, client, url, 0);
  return afterMs;
}

/**
 * Mails come and answers go while a token lives for half a minute only, and then for a while no token is right. None is
 * lost or doubled, and none is late because of a renewal.
 */
export const mailTokens: Fault = async run => {
  const database = await openTestDatabase(run);
  const imap = await openImapServer({ offers: ['IDLE', 'UIDPLUS', 'AUTH=XOAUTH2'] });
  const relay = await openRelay({ passwords: { [USER]: '' }, mechanisms: 'XOAUTH2' });
  const client = createClient();
  const accounts = accountsOf(database.folder, imap, relay);
  let serving: Serving | undefined;
  let looking: NodeJS.Timeout | undefined;
  try {
    const sizes = sizesOf(run);
    const questions = await askQuestions(database, 2 * sizes.answers + 1, 2);
    const servers = { database, imap, relay, accounts, questions, random: createRandom(run.seed) };
    const scene: Scene = { ...servers, cameAt: [], answeredAt: [], seenAt: new Map() };
    renew(scene, '', 'token-0');
    serving = await startTokenServing(scene);
    await untilSeen(database);
    looking = setInterval(() => void look(scene).catch(() => undefined), 100);
    const latest = await renewOften(scene, client, serving, sizes);
    const afterMs = await revoke(scene, client, serving, sizes);
    await serving.stop();
    await checkWhole(database);
    await checkOnce(scene);
    ok(!serving.log.join('\n').includes('token-'), 'a token is in the log');
    const { lives, mails, answers, revokedMs } = sizes;
    return (
      `${lives} tokens while ${mails} mails came and ${answers} answers went, each once, the latest after ${latest} ms (target: ${LATE_MS} ms); ` +
      `what waited for ${revokedMs} ms without a token was there ${afterMs} ms after the next`
    );
  } finally {
    clearInterval(looking);
    client.close();
    await serving?.kill();
    await Promise.all([imap.close(), relay.close()]);
    await database.close();
  }
};
