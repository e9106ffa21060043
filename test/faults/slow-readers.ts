import { deepEqual, ok } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/center/database/open.ts';
import { defaultSettings } from '../../src/center/model/settings.ts';
import { basePath } from '../../src/contract/index.ts';
import { type Fault, sized } from './fault.ts';
import type { Serving } from './serving.ts';
import { withServings } from './servings.ts';
import type { TestDatabase } from './test-database.ts';

const FULL_READERS = 50;
/** As many streams as one token may have open. */
const readersOfEach = defaultSettings.streamsPerToken;
/** Together far more than a connection's buffers hold. */
const EVENTS = 4_000;
const IDS_OF_EACH = 250;
/**
 * The most memory of a service at its peak for all of them, besides that of one fast reader, in MiB; their unread
 * events are 400.
 */
const MAX_MIB = 300;
const PATIENCE_MS = 180_000;

function memoryOf({ pid }: Serving): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
}

function socketsOf({ pid }: Serving): number {
  const links = readdirSync(`/proc/${pid}/fd`).map(fd => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter(link => link.startsWith('socket:')).length;
}

function listenTo(url: string, token: string, lastId = ''): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = [`GET ${basePath}/events HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`];
  socket.write([...head, ...(lastId === '' ? [] : [`Last-Event-ID: ${lastId}`]), '', ''].join('\r\n'));
  socket.on('error', () => undefined);
  return socket;
}

/** Reads a stream until `count` events have come, and returns their numbers. */
function heard(socket: Socket, count: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const told: number[] = [];
    let rest = '';
    const late = setTimeout(() => reject(new Error(`a reader heard ${told.length} of ${count} events`)), PATIENCE_MS);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const [at, line] of lines.entries())
        if (line.startsWith('event: ')) told.push(Number(/^id: (\d+)$/.exec(lines[at - 1] ?? '')?.[1] ?? Number.NaN));
      // An id and its name never come apart.
      if (lines.at(-1)?.startsWith('id: ')) rest = `${lines.at(-1)}\n${rest}`;
      if (told.length < count) return;
      clearTimeout(late);
      socket.destroy();
      resolve(told);
    });
  });
}

/** Writes events as this many large changes would. */
async function tell(database: TestDatabase): Promise<void> {
  const conversations = Array.from({ length: IDS_OF_EACH }, (_, at) => [1_000_000 + at, 1]);
  const row = { kind: 'conversation.changed', changes: JSON.stringify({ inboxes: [], conversations }) } as const;
  const store = await openDatabase(database.location, Date.now());
  for (let at = 0; at < EVENTS; at += 100)
    await store.write(db =>
      db
        .insertInto('event_log')
        .values(Array.from({ length: 100 }, () => ({ ...row, created_at: Date.now() })))
        .execute(),
    );
  await store.close();
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const late = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    ok(performance.now() < late, `${what} not within ${PATIENCE_MS} ms`);
    await sleep(50);
  }
}

/** One reader receives everything; then many that do not read are dropped, at almost no cost. */
async function checkServing(serving: Serving, tokens: readonly string[], readers: number, write: () => Promise<void>) {
  const [token = ''] = tokens;
  const before = socketsOf(serving);
  const alone = heard(listenTo(serving.url, token), EVENTS);
  await until('one reader', () => socketsOf(serving) > before);
  await sleep(200);
  const [first] = await Promise.all([alone, write()]);
  const quiet = memoryOf(serving);
  const lastId = String(first[0]! - 1);
  const slow = Array.from({ length: readers }, (_, at) =>
    listenTo(serving.url, tokens[1 + Math.floor(at / readersOfEach)]!, lastId).pause(),
  );
  const again = await heard(listenTo(serving.url, token, lastId), EVENTS);
  deepEqual(again, first, 'who resumes hears the same');
  await until('slow readers are let go', () => socketsOf(serving) <= before);
  for (const socket of slow) socket.destroy();
  return memoryOf(serving) - quiet;
}

/** Event readers that take no bytes: they are dropped, the memory stays, others receive everything. */
export const slowReaders: Fault = run => {
  if (!existsSync('/proc/self/status')) return Promise.resolve('skipped: there is no /proc to look at the memory');
  const readers = sized(run, FULL_READERS);
  return withServings(
    run,
    { agents: 1 + Math.ceil(readers / readersOfEach), services: 2 },
    async ({ database, servings, people }) => {
      const tokens = people.map(({ token }) => token);
      const check = (serving: Serving) => checkServing(serving, tokens, readers, () => tell(database));
      const grown = [await check(servings[0]!), await check(servings[1]!)];
      for (const by of grown) ok(by <= MAX_MIB, `${readers} slow readers cost ${by.toFixed(0)} MiB`);
      const most = Math.max(...grown).toFixed(0);
      return `${readers} slow readers on each of two let go, ${most} MiB more at most, ${EVENTS} events heard by who reads`;
    },
    async () => undefined,
  );
};
