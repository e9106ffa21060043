import { deepEqual, partialDeepStrictEqual } from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { everything } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { makeKeptDesk } from '../../cli/kept/make-desk.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { LIES, type LieName } from '../../harness/lies.ts';
import { type LyingProxy, openLyingProxy } from '../../harness/lying-proxy.ts';
import { createClient } from '../client.ts';
import { type Fault, sized } from '../fault.ts';
import { hire } from '../people.ts';
import { startServing } from '../serving.ts';
import { inMemory, openTestDatabase, type TestDatabase } from '../test-database.ts';
import { type Call, kinds, type Prepared } from './kinds.ts';

const CHANGES = 20;
/** So long everything that waits is tried again. */
const ROUND_MS = 31_000;
const MAX_ROUNDS = 60;

type Clock = ReturnType<typeof handClock>;

interface Bench {
  readonly database: TestDatabase;
  readonly proxy: LyingProxy;
  readonly call: Call;
  readonly token: string;
  readonly clock: Clock;
}

/** The same request to a help center elsewhere, and its answer as plain text. */
async function passOn(request: Request, url: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers({ 'accept-encoding': 'identity' });
  for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = request.body === null ? undefined : await request.arrayBuffer();
  const answer = await fetch(`${url}${pathname}${search}`, { method: request.method, headers, body });
  const { status } = answer;
  return new Response(status === 204 || status === 304 ? null : await answer.text(), {
    status,
    headers: { 'content-type': answer.headers.get('content-type') ?? '' },
  });
}

/** A desk of which the storage is on the disk; its clock is moved by hand. */
async function openDesk({ proxy, token, clock }: Bench, parent: string) {
  const { now, elapsed, uptime, setTimer } = clock;
  const { desk, kept, begun } = makeKeptDesk({ parent, url: proxy.url, token }, () => undefined, {
    now,
    elapsed,
    uptime,
    setTimer,
  });
  const idle = async (): Promise<void> => {
    const isBusy = () => proxy.underWay() > 0 || desk.world().pending.some(({ state }) => state === 'sending');
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await sleep(2);
      if (isBusy()) quiet = 0;
    }
  };
  const pass = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds && desk.world().pending.length > 0; round += 1) {
      await idle();
      clock.advance(ROUND_MS);
    }
    await idle();
  };
  const close = (): void => {
    desk.stop();
    kept.storage.release();
  };
  await begun;
  return { desk, pass, close };
}

/** One of each kind of change, then notes: each of its own conversation. */
async function prepare(call: Call, name: string): Promise<readonly Prepared[]> {
  const all = [...Object.values(kinds)];
  while (all.length < CHANGES) all.push(kinds['note.add']);
  const prepared: Prepared[] = [];
  for (const [at, kind] of all.entries()) {
    const { id } = await call('POST', '/conversations', { title: `${name} ${at}` });
    prepared.push(await kind(call, id, `${name.replace(/\W+/g, ' ').trim()} ${at}`));
  }
  return prepared;
}

interface Newest {
  readonly id: number;
  readonly conversation: number;
}

async function newestEntry({ database }: Bench): Promise<Newest> {
  const ids = 'max(id) as id, max(conversation_id) as conversation';
  return (await database.query<Newest>(`select ${ids} from history`))[0]!;
}

async function eventsAfter({ database }: Bench, { id, conversation }: Newest): Promise<readonly string[]> {
  type Row = { readonly conversation_id: number; readonly event: string };
  const rows = await database.query<Row>(`select conversation_id, event from history where id > ${id}`);
  return rows.map(({ conversation_id: one, event }) => `${one > conversation ? 'new' : one} ${event}`);
}

/** All changes wait while everything is answered by a lie, over a restart too; afterwards each is made once. */
async function tryLie(bench: Bench, name: LieName, parent: string): Promise<void> {
  const { proxy, call } = bench;
  const prepared = await prepare(call, name);
  const before = await newestEntry(bench);
  const ids = prepared.flatMap(({ call: { args } }) => (args as { ids: readonly number[] }).ids);
  const first = await openDesk(bench, parent);
  await loadPlaces(first.desk);
  await openList(first.desk, everything);
  const shown = () => ids.map(id => conversationOf(first.desk.world(), id));
  proxy.lie(() => LIES[name]);
  for (const { call } of prepared) first.desk.commit(call.name, call.args as never);
  const made = shown();
  await first.pass(3);
  const { pending, refused, drafts } = first.desk.world();
  deepEqual([pending.length, pending.filter(({ state }) => state !== 'waiting')], [prepared.length, []], name);
  deepEqual([refused, [...drafts], await eventsAfter(bench, before)], [[], [], []], name);
  deepEqual(shown(), made, `${name}: the screen`);
  first.close();
  proxy.tellTheTruth();
  const second = await openDesk(bench, parent);
  await second.pass(MAX_ROUNDS);
  deepEqual([second.desk.world().pending, second.desk.world().refused], [[], []], name);
  second.close();
  const expected = prepared.flatMap(({ events }) => events);
  deepEqual([...(await eventsAfter(bench, before))].sort(), [...expected].sort(), name);
  for (const { shows } of prepared)
    if (shows) partialDeepStrictEqual(await call('GET', shows.path), shows.fields, name);
}

/** The settings of a `serve` that holds all mail for an hour. */
function withMail({ folder, location }: TestDatabase): Readonly<Record<string, string>> {
  const path = join(folder, 'config.toml');
  const mail = { database: location, relay: 'smtp://localhost:9' };
  const lines = Object.entries(mail).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  writeFileSync(path, ['[mail]', ...lines, 'send_delay = 3600', ''].join('\n'));
  return { FRONTDESK_CONFIG: path };
}

/** Changes of every kind wait while a proxy answers everything with each lie in turn; afterwards each is made once. */
export const answers: Fault = async run => {
  const database = await openTestDatabase(run, inMemory());
  const [agent] = await hire(database, 1);
  const serving = await startServing(database, [], withMail(database));
  const proxy = await openLyingProxy(request => passOn(request, serving.url));
  const client = createClient();
  const { token } = agent!;
  try {
    const call: Call = async (method, path, body, as = token) => {
      const answer = await client.ask(serving.url, { method, path, token: as, body });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer.body?.data;
    };
    const bench: Bench = { database, proxy, call, token, clock: handClock(Date.now()) };
    const names = Object.keys(LIES) as LieName[];
    const count = sized(run, names.length);
    const tried = names.filter((_, at) => (at * count) % names.length < count);
    for (const name of tried) await tryLie(bench, name, mkdtempSync(join(database.folder, 'desk-')));
    return `${tried.length} kinds of answers that are not the help center's: at least ${CHANGES} changes waited for the end of each, and were made once`;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${serving.state()}`, { cause: error });
  } finally {
    client.close();
    await proxy.close();
    await serving.kill();
    await database.close();
  }
};
