import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Answered, createClient } from '../faults/client.ts';
import { relayOf, startMailServing } from '../faults/mail-serving.ts';
import { askQuestions } from '../faults/questions.ts';
import { openTestDatabase } from '../faults/test-database.ts';
import { movedClock } from '../harness/moved-time.ts';
import { postgresUrl } from '../harness/postgres.ts';
import { openRelay } from '../harness/relay.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const HOUR_MS = 3_600_000;
/** How long a server may take, which shares this machine with others. */
const SECONDS_MS = 60_000;

interface Entry {
  readonly event: string;
  readonly created_at: string;
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(50);
  }
}

/** Two of four conversations are answered and two are put off, at servers of which one can have a wrong clock. */
async function openScene() {
  const { folder: socket } = inject('postgres') as { readonly folder: string };
  const database = await openTestDatabase({ database: postgresUrl(socket, 'postgres'), share: 1, seed: 1 });
  const relay = await openRelay();
  const client = createClient();
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    client.close();
    for (const stop of stops) await stop();
    await relay.close();
    await database.close();
  });
  const { ids, tokens } = await askQuestions(database, 4, 1);
  const clock = movedClock(join(database.folder, 'clock'), Date.now());
  const start = async (name: string, by?: typeof clock) => {
    const mailboxes = [{ url: 'imap://help@127.0.0.1:9', password: 'secret' }];
    const mail = { mailboxes, keys: { relay: relayOf(relay), send_delay: 3_600 } };
    const serving = await startMailServing(database, join(database.folder, name), mail, by?.flags, by?.variables);
    stops.push(serving.kill);
    const call = async (method: string, path: string, body?: unknown): Promise<Answered['body']> => {
      const answer = await client.ask(serving.url, { method, path, token: tokens[0]!, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body.data;
    };
    return { ...serving, call };
  };
  return { database, relay, ids, clock, start };
}

test('a server two hours ahead takes, sends and brings back nothing early, and says what is wrong', {
  ...skippedFor(whyNoPostgres()),
  timeout: 2 * SECONDS_MS,
}, async () => {
  const { database, relay, ids, clock, start } = await openScene();
  const [heldId, dueId, laterId, nowId] = ids;
  const right = await start('right');
  const answer = { body_text: 'On its way.', deliver: true };
  for (const id of [heldId, dueId, laterId]) await right.call('POST', `/conversations/${id}/messages`, answer);
  const snooze = { until: new Date(Date.now() + HOUR_MS).toISOString() };
  for (const id of [laterId, nowId]) await right.call('PUT', `/conversations/${id}`, { snooze });
  const lease = await until(async () => (await database.query<{ name: string }>('select name from lease'))[0]);
  await right.stop();
  const letterOf = (id: number) => `message_id = (select max(id) from message where conversation_id = ${id})`;
  await database.query(
    `update outgoing set state = 'sending', lease_owner = 'a server elsewhere', lease_ends_at = ${Date.now() + 60_000}
      where ${letterOf(laterId!)}`,
  );
  await database.query(`insert into lease values ('${lease.name}', 'a server elsewhere', ${Date.now() + 60_000})`);
  await database.query(`update outgoing set next_at = since where ${letterOf(dueId!)}`);
  await database.query(`update conversation set snoozed_until = ${Date.now() - 1} where id = ${nowId}`);

  clock.set(Date.now() + 2 * HOUR_MS);
  const ahead = await start('ahead', clock);
  const dueLetter = `select id from outgoing where state = 'sent' and ${letterOf(dueId!)}`;
  await until(async () => (await database.query<object>(dueLetter))[0]);
  const told = await until(async () => {
    const entries: Entry[] = await ahead.call('GET', `/conversations/${nowId}/history`);
    return entries.some(({ event }) => event === 'conversation.woken') ? entries : undefined;
  });
  for (const { created_at } of told) expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(HOUR_MS);
  expect((await ahead.call('GET', `/conversations/${laterId}`)).snoozed).toEqual(expect.anything());
  expect(relay.taken).toHaveLength(1);
  const states = await database.query<object>('select state, lease_owner from outgoing order by message_id');
  expect(states).toEqual([
    { state: 'held', lease_owner: null },
    { state: 'sent', lease_owner: null },
    { state: 'sending', lease_owner: 'a server elsewhere' },
  ]);
  expect(await database.query(`select owner from lease where name = '${lease.name}'`)).toEqual([
    { owner: 'a server elsewhere' },
  ]);
  expect(ahead.log.filter(line => line.includes('clock'))).toEqual([
    expect.stringMatching(/clock is 7[12]\d\d seconds ahead of the database’s/),
  ]);
});

test('a clock that becomes wrong while a server runs is followed no longer than until the next look', {
  ...skippedFor(whyNoPostgres()),
  timeout: 2 * SECONDS_MS,
}, async () => {
  const { clock, start } = await openScene();
  const serving = await start('one', clock);
  clock.set(Date.now() + 2 * HOUR_MS);
  const make = async () => Date.parse((await serving.call('POST', '/conversations', { title: 'Now' })).created_at);
  await until(async () => (Math.abs((await make()) - Date.now()) > HOUR_MS ? true : undefined));
  await until(async () => (Math.abs((await make()) - Date.now()) < HOUR_MS ? true : undefined));
});
