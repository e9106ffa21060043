import { deepEqual, equal, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ImapServer, openImapServer } from '../harness/imap-server.ts';
import { letter, letterFrom, letterId } from '../harness/letter.ts';
import { lmtpData, openLmtp, untilLmtp } from '../harness/lmtp-client.ts';
import { checkFiles, checkWhole } from './consistency.ts';
import { each, type Fault, sized } from './fault.ts';
import { mailboxOf, startMailServing, untilSeen } from './mail-serving.ts';
import { attachmentsOf } from './people.ts';
import { createRandom, type Random } from './random.ts';
import type { Serving } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const FULL_KILLS = 200;
const FULL_MAILS = 1_000;
const SENDERS = 8;
/** Every so many letters have a file. */
const FILE_EVERY = 5;
/** How many of the services are killed only when they have taken mail; the others may be killed while they start. */
const WORKING_SHARE = 0.8;
/** A service is killed within so long after that. */
const LIFETIME_MS = 300;
/** All is in within so long after the last start, on a machine with other work; leases of the killed have to end. */
const SETTLED_MS = 100_000;

/** The letters. Each life of a service has its share of them. */
interface Post {
  readonly count: number;
  /** How many may be sent so far. */
  written: number;
  /** Of how many the senders were told that they are safe. */
  accepted: number;
  /** How often a sender had to try again because the service was gone or said so. */
  tries: number;
}

/** Sends a letter as a mail server does: again and again, to either service, until it is accepted. */
async function insist(sockets: readonly string[], number: number, post: Post): Promise<void> {
  while (number >= post.written) await sleep(10);
  const fileBytes = number % FILE_EVERY === 0 ? 20_000 + number : undefined;
  const data = lmtpData(letter(number, { fileBytes }));
  for (let attempt = 0; ; attempt += 1) {
    post.tries += 1;
    try {
      const client = await openLmtp(sockets[(number + attempt) % sockets.length]!);
      const [reply] = await client.deliver({ from: letterFrom(number), to: ['help@shop.example'], data });
      client.destroy();
      if (reply!.code === 250) break;
      ok(reply!.code < 500, `letter ${number} was refused: ${reply!.code} ${reply!.text}`);
    } catch (error) {
      if ((error as Error).name === 'AssertionError') throw error;
    }
    await sleep(20);
  }
  post.accepted += 1;
}

/** Puts letters into the mailbox as they are written. */
async function fill({ inbox }: ImapServer, numbers: readonly number[], post: Post): Promise<void> {
  for (const number of numbers) {
    while (number >= post.written) await sleep(10);
    inbox.deliver(letter(number), Date.now());
  }
}

/** Waits until another letter is accepted; not long, because there may be none left. */
async function takeSome(post: Post, before: number): Promise<void> {
  for (let left = 2_000; left > 0 && post.accepted === before; left -= 20) await sleep(20);
}

/** The services of a run, each with a home and a socket of its own. */
interface Services {
  readonly sockets: readonly string[];
  start(at: number): Promise<Serving>;
}

/** Starts a service and kills it, again and again. */
async function killOver(
  { start, sockets }: Services,
  which: number,
  kills: number,
  random: Random,
  post: Post,
): Promise<void> {
  const share = post.count / 2 / kills;
  for (let at = 0; at < kills; at += 1) {
    const serving = await start(which);
    try {
      post.written += share;
      if (random.chance(WORKING_SHARE)) {
        await untilLmtp(sockets[which]!);
        await takeSome(post, post.accepted);
      }
      await sleep(random.below(LIFETIME_MS));
    } finally {
      await serving.kill();
    }
  }
}

async function count(database: TestDatabase, table: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(`select count(*) as count from ${table}`);
  return Number(row!.count);
}

/** Waits until the services have taken and understood all mails. */
async function settle(database: TestDatabase, mails: number, state: () => string): Promise<void> {
  for (let left = SETTLED_MS; ; left -= 50) {
    const [taken, waiting] = [await count(database, 'mail'), await count(database, 'mail_incoming')];
    if (taken >= mails && waiting === 0) return;
    ok(left > 0, `${taken} of ${mails} mails are taken and ${waiting} wait after ${SETTLED_MS / 1_000} s\n${state()}`);
    await sleep(50);
  }
}

/** Throws unless each letter is one message with its own text. */
async function checkOnce(database: TestDatabase, post: Post, sent: number): Promise<void> {
  equal(post.accepted, sent);
  const rows = await database.query<{ message_key: string; body_text: string }>(
    'select mail.message_key, message.body_text from message left join mail on mail.message_id = message.id',
  );
  const seen = rows.map(row => `${row.message_key} ${/order (\d+) /.exec(row.body_text)?.[1]}`);
  const written = Array.from({ length: post.count }, (_, number) => `${letterId(number)} ${number}`);
  deepEqual(seen.sort(), written.sort());
  equal(await count(database, 'mail_set_aside'), 0);
}

function servicesOn(database: TestDatabase, server: ImapServer): Services {
  const folders = [0, 1].map(at => join(database.folder, String(at)));
  const sockets = folders.map(folder => join(folder, 'lmtp'));
  const start = (at: number): Promise<Serving> =>
    startMailServing(database, folders[at]!, { lmtp: sockets[at]!, mailboxes: [mailboxOf(server)] });
  return { sockets, start };
}

/**
 * Two services on one database take mail by LMTP and from a mailbox, and are killed meanwhile. Whoever sends tries again
 * until a mail is accepted; then each is in exactly once.
 */
export const mailKills: Fault = async run => {
  const database = await openTestDatabase(run);
  const server = await openImapServer();
  const services = servicesOn(database, server);
  const { sockets, start } = services;
  const post: Post = { count: sized(run, FULL_MAILS), written: 0, accepted: 0, tries: 0 };
  const kills = sized(run, FULL_KILLS);
  const [sent = [], held = []] = [0, 1].map(odd =>
    Array.from({ length: post.count }, (_, at) => at).filter(at => at % 2 === odd),
  );
  const servings: Serving[] = [];
  try {
    servings.push(await start(0));
    await untilSeen(database);
    await servings.pop()!.stop();
    const coming = Promise.all([
      each(sent.length, SENDERS, at => insist(sockets, sent[at]!, post)),
      fill(server, held, post),
    ]);
    await Promise.all(
      [0, 1].map(at => killOver(services, at, Math.ceil((kills - at) / 2), createRandom(run.seed + at), post)),
    );
    const inKills = await count(database, 'mail');
    for (const at of [0, 1]) servings.push(await start(at));
    post.written = post.count;
    await coming;
    await settle(database, post.count, () => servings.map(serving => serving.state()).join('\n'));
    await Promise.all(servings.map(serving => serving.stop()));
    await checkWhole(database);
    await checkFiles(database, attachmentsOf(database));
    await checkOnce(database, post, sent.length);
    return `${kills} kills while ${inKills} of ${post.count} mails came, ${post.tries} tries to send ${sent.length}, each in exactly once`;
  } finally {
    await Promise.all(servings.map(serving => serving.kill()));
    await server.close();
    await database.close();
  }
};
