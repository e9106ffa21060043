import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { type Client, createClient, insist } from './client.ts';
import { type Fault, sized } from './fault.ts';
import { openMovingPort } from './moving-port.ts';
import { hire } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { type Serving, startServing } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const FULL_CHANGES = 2_000;
const FULL_KILLS = 60;
/** A kill comes within so long after the one before. */
const BETWEEN_MS = 1_500;
const BETWEEN_CHANGES_MS = 20;
const PATIENCE_MS = 120_000;

/**
 * What the command does: it says its number, keeps the event, and fails at one in fifty after that. Without input its giver
 * was killed just then.
 */
const HOOK = `echo $$ > "$0.pid"
line=$(cat)
[ -n "$line" ] || exit 1
printf '%s\\n' "$line" >> "$0.log"
[ $(( $(wc -l < "$0.log") % 50 )) -ne 0 ]
`;

interface Follower {
  readonly hook: string;
  readonly kills: { events: number; service: number; command: number };
  events: ChildProcess;
  service: Serving;
}

function follow(folder: string, url: string, token: string, hook: string): ChildProcess {
  const args = ['events', '--follow', '--exec', `sh ${hook}`, '--cursor', join(folder, 'cursor'), '--since', 'start'];
  // Once there is a cursor, it says where to begin.
  const given = existsSync(join(folder, 'cursor')) ? args.slice(0, -2) : args;
  const env = deskEnvironment(join(folder, 'follower'), { FRONTDESK_TOKEN: token });
  return spawn(process.execPath, [launcher, ...given, '--url', url], { env, stdio: 'ignore' });
}

function loggedIn(hook: string): number[] {
  const text = existsSync(`${hook}.log`) ? readFileSync(`${hook}.log`, 'utf8') : '';
  const lines = text.split('\n').slice(0, -1);
  return lines.map(line => Number(JSON.parse(line).id));
}

/** Kills the command, if it runs: the number in the file may be half written, or another process's by now. */
function killCommand(hook: string): boolean {
  try {
    const pid = Number(readFileSync(`${hook}.pid`, 'utf8'));
    if (pid < 2 || !readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(hook)) return false;
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

async function killOne(on: Follower, random: Random, again: { events(): ChildProcess; service(): Promise<Serving> }) {
  const which = random.pick(['events', 'service', 'command'] as const);
  on.kills[which] += which === 'command' && !killCommand(on.hook) ? 0 : 1;
  if (which === 'events') {
    const ended = once(on.events, 'exit');
    on.events.kill('SIGKILL');
    await ended;
    on.events = again.events();
  }
  if (which !== 'service') return;
  await on.service.kill();
  await sleep(random.below(500));
  on.service = await again.service();
}

async function change(client: Client, url: string, token: string, count: number): Promise<void> {
  const ask = (path: string, body: object, key: string) =>
    insist(client, () => url, { method: 'POST', path, token, body }, key);
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    // About as fast as the commands run.
    await sleep(BETWEEN_CHANGES_MS);
    const { status, body } = await (at % 10 === 0
      ? ask('/conversations', { title: `$(touch owned)"' ${at}` }, `c${at}`)
      : ask(`/conversations/${ids.at(-1)}/tags`, { name: `t${at}` }, `t${at}`));
    ok(status < 300, JSON.stringify(body));
    if (at % 10 === 0) ids.push(body.data.id);
  }
}

/** Each event of the history first comes in order, and after a kill or a failure at most the last one comes again. */
async function check(database: TestDatabase, logged: readonly number[]): Promise<number> {
  const all = await database.query<{ id: number }>('select id from history order by id');
  const first = [...new Set(logged)];
  deepEqual(
    first,
    all.map(({ id }) => id),
  );
  let newest = 0;
  for (const id of logged) {
    ok(id >= newest - 1, `${id} came again after ${newest}`);
    newest = Math.max(newest, id);
  }
  return logged.length - first.length;
}

/** Services, `frontdesk events` and its command are killed while conversations change: each event comes, in order. */
export const events: Fault = async run => {
  const database = await openTestDatabase(run);
  const random = createRandom(run.seed);
  const client = createClient(false);
  const port = await openMovingPort();
  const hook = join(database.folder, 'hook');
  writeFileSync(hook, HOOK);
  const [writer, reader] = await hire(database, 2);
  const again = {
    events: () => follow(database.folder, port.url, reader!.token, hook),
    service: async () => {
      const serving = await startServing(database);
      port.lead(serving.url);
      return serving;
    },
  };
  const kills = { events: 0, service: 0, command: 0 };
  const on: Follower = { hook, kills, service: await again.service(), events: again.events() };
  try {
    const count = sized(run, FULL_CHANGES);
    const changing = change(client, port.url, writer!.token, count);
    for (let left = sized(run, FULL_KILLS); left > 0; left -= 1) {
      await sleep(random.below(BETWEEN_MS));
      await killOne(on, random, again);
    }
    await changing;
    const newest = async () =>
      Number((await database.query<{ id: number }>('select max(id) as id from history'))[0]!.id);
    const last = await newest();
    for (const until = Date.now() + PATIENCE_MS; loggedIn(hook).at(-1) !== last && Date.now() < until; )
      await sleep(200);
    const ended = once(on.events, 'exit');
    on.events.kill('SIGTERM');
    deepEqual(await ended, [0, null]);
    const repeated = await check(database, loggedIn(hook));
    const cursor = readFileSync(join(database.folder, 'cursor'), 'utf8');
    equal(cursor.split(' ')[0], `${last}`);
    return `${last} events came in order over ${JSON.stringify(kills)} kills, ${repeated} came again`;
  } finally {
    client.close();
    on.events.kill('SIGKILL');
    await on.service.kill();
    await port.close();
    await database.close();
  }
};
