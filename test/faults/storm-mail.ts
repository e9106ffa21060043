import { deepEqual, equal, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { letter, letterFrom, letterId } from '../harness/letter.ts';
import { lmtpData, openLmtp } from '../harness/lmtp-client.ts';
import { openRelay } from '../harness/relay.ts';
import { relayOf, startMailServing } from './mail-serving.ts';
import type { Random } from './random.ts';
import type { Serving } from './serving.ts';
import type { TestDatabase } from './test-database.ts';

/** All mail is stored and out within so long after the last write, in milliseconds. */
const SETTLED_MS = 60_000;

/** The mail of a storm: letters come to all services, and answers go out by one relay. */
export interface StormMail {
  /** Starts the service with this number. */
  start(database: TestDatabase, at: number): Promise<Serving>;
  /** Sends the next letter to a service, or one again that was accepted already. */
  deliver(random: Random): Promise<{ readonly status: number }>;
  /** Waits until nothing waits any more. Each letter is there once then, and each answer out once. Returns what was done. */
  settle(database: TestDatabase): Promise<string>;
  close(): Promise<void>;
}

async function count(database: TestDatabase, what: string): Promise<number> {
  return Number((await database.query<{ count: number }>(`select count(*) as count from ${what}`))[0]!.count);
}

/** Opens the relay of a storm. */
export async function openStormMail(): Promise<StormMail> {
  const relay = await openRelay();
  const sockets: string[] = [];
  const accepted: number[] = [];
  let begun = 0;
  return {
    start: (database, at) => {
      const folder = join(database.folder, String(at));
      sockets[at] = join(folder, 'lmtp');
      const keys = { relay: relayOf(relay), send_delay: 0 };
      return startMailServing(database, folder, { lmtp: sockets[at], keys });
    },
    deliver: async random => {
      const isAgain = accepted.length > 0 && random.chance(0.2);
      const number = isAgain ? random.pick(accepted) : begun;
      if (!isAgain) begun += 1;
      const client = await openLmtp(random.pick(sockets));
      const given = { from: letterFrom(number), to: ['help@shop.example'], data: lmtpData(letter(number)) };
      const [reply] = await client.deliver(given);
      await client.quit();
      if (reply!.code === 250) accepted.push(number);
      return { status: reply!.code };
    },
    settle: async database => {
      const waiting = async () =>
        (await count(database, 'mail_incoming')) +
        (await count(database, `outgoing where state in ('held', 'queued', 'sending')`));
      for (let left = SETTLED_MS; (await waiting()) > 0; left -= 50) {
        ok(left > 0, `${await waiting()} mails wait after ${SETTLED_MS / 1_000} s`);
        await sleep(50);
      }
      const kept = await database.query<{ key: string }>(
        `select message_key as key from mail join message on message.id = mail.message_id order by mail.id`,
      );
      deepEqual(kept.map(({ key }) => key).sort(), [...new Set(accepted)].map(letterId).sort());
      const sent = await count(database, `message_delivery where state = 'sent'`);
      equal(relay.times.size, sent, 'not all that went out is recorded so');
      deepEqual(
        [...relay.times].filter(([, times]) => times > 1),
        [],
        'a mail went out twice',
      );
      return `${kept.length} mails in and ${sent} out once each`;
    },
    close: () => relay.close(),
  };
}
