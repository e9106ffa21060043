import { deepEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type BreakingProxy, type Fate, openBreakingProxy } from '../breaking-proxy.ts';
import { createClient } from '../client.ts';
import { checkWhole } from '../consistency.ts';
import { type Fault, type Run, sized } from '../fault.ts';
import { hire } from '../people.ts';
import { createRandom, type Random } from '../random.ts';
import { startServing } from '../serving.ts';
import { openTestDatabase, type TestDatabase } from '../test-database.ts';
import { type DeskWork, textOf, textsOf } from './plan.ts';

const PROGRAM = fileURLToPath(new URL('process.ts', import.meta.url));
const CONVERSATIONS = 100;
const HOUR_MS = 3_600_000;
/** The desk waits a thousandth of the time: 30 seconds are 30 milliseconds. */
const RATE = 1_000;
/** A desk that does not end by itself hangs. */
const PATIENCE_MS = 600_000;
/** A killed process loses nothing that it gave to the system: no disk has to turn for that. */
const MEMORY = '/dev/shm';

/** How the desks work and what breaks, at full size. */
interface Trial {
  readonly changes: number;
  readonly kills: number;
  readonly hidesKeys?: boolean;
  readonly clockErrorsMs?: readonly number[];
}

/** The numbers of the changes that desks began to make, made, and asked about. */
interface Told {
  readonly about: Set<number>;
  readonly made: Set<number>;
  readonly again: Set<number>;
  readonly dropped: Set<number>;
}

/** Three in ten requests are lost, and three in ten answers. */
function fateFrom(random: Random): () => Fate {
  return () => (random.chance(0.3) ? 'lost' : random.chance(0.3 / 0.7) ? 'unanswered' : 'served');
}

/** A desk in a separate process, killed when it has made the change `killAt`; resolves when it has ended. */
async function runDesk(work: DeskWork, told: Told, killAt: number | undefined): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let faults = '';
  child.stderr.on('data', chunk => {
    faults += chunk;
  });
  createInterface({ input: child.stdout }).on('line', line => {
    const [what, at] = line.split(' ') as [keyof Told, string];
    told[what].add(Number(at));
    if (what === 'made' && Number(at) === killAt) child.kill('SIGKILL');
  });
  // Nothing is left running when a run is broken off.
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const code = await new Promise(resolve => child.once('close', resolve));
  process.off('exit', killNow);
  clearTimeout(timer);
  if (killAt === undefined) ok(code === 0, `the desk ended with ${code}: ${faults}`);
}

async function runAll(work: Omit<DeskWork, 'from'>, kills: readonly number[], told: Told): Promise<void> {
  for (const killAt of [...kills, undefined]) {
    const from = told.about.size;
    // It may have been killed later than it was to be.
    if (killAt === undefined || killAt >= from) await runDesk({ ...work, from }, told, killAt);
  }
}

interface Entry {
  readonly conversation_id: number;
  readonly event: string;
  readonly changes: string;
}

/** What was done in each conversation, in the help center's order. */
async function doneIn(database: TestDatabase): Promise<ReadonlyMap<number, readonly string[]>> {
  const notes = await database.query<{ id: number; details: string }>('select id, details from note');
  const details = new Map(notes.map(note => [note.id, note.details]));
  const entries = await database.query<Entry>('select conversation_id, event, changes from history order by id');
  const done = new Map<number, string[]>();
  for (const { conversation_id: id, event, changes } of entries) {
    const { note_id, title, tag } = JSON.parse(changes);
    const text = event === 'note.added' ? (details.get(note_id.to) ?? 'a note that is gone') : (title ?? tag)?.to;
    if (event !== 'conversation.created') done.set(id, [...(done.get(id) ?? []), text]);
  }
  return done;
}

/** Every change that was made is there once, in order; one that was not saved when its desk was killed may be. */
async function checkDone(database: TestDatabase, conversations: readonly number[], { about, made, dropped }: Told) {
  const done = await doneIn(database);
  for (const id of conversations) {
    const found = done.get(id) ?? [];
    const isThere = new Set(found);
    const expected = textsOf(id, about.size, conversations).filter(text => {
      const at = Number(text.replace(/\D/g, ''));
      return (made.has(at) && !dropped.has(at)) || isThere.has(text);
    });
    deepEqual(found, expected, `#${id}`);
  }
  ok(
    [...made].every(at => about.has(at)),
    textOf(0),
  );
}

async function createConversations(url: string, token: string): Promise<readonly number[]> {
  const client = createClient();
  const ids: number[] = [];
  for (let at = 0; at < CONVERSATIONS; at += 1) {
    const asked = { method: 'POST', path: '/conversations', token, body: { title: `case ${at}` } };
    ids.push((await client.ask(url, asked)).body.data.id);
  }
  client.close();
  return ids;
}

/** The settings of a `serve` that a busy desk does not keep waiting. */
function unlimited({ folder }: TestDatabase): Readonly<Record<string, string>> {
  const path = join(folder, 'config.toml');
  writeFileSync(path, '[center]\nrate_limit = 1000000\n');
  return { FRONTDESK_CONFIG: path };
}

async function survive(run: Run, trial: Trial): Promise<string> {
  const { hidesKeys = false, clockErrorsMs = [0] } = trial;
  const [to, killCount] = [sized(run, trial.changes), sized(run, trial.kills)];
  const random = createRandom(run.seed);
  const database = await openTestDatabase(run, existsSync(MEMORY) ? { folder: MEMORY } : {});
  let proxy: BreakingProxy | undefined;
  const [agent] = await hire(database, 1);
  const serving = await startServing(database, [], unlimited(database));
  try {
    const { token } = agent!;
    const conversations = await createConversations(serving.url, token);
    proxy = await openBreakingProxy([serving.url], run.seed, { fate: fateFrom(random), hidesKeys });
    const parent = join(database.folder, 'desk');
    mkdirSync(parent);
    const told: Told = { about: new Set(), made: new Set(), again: new Set(), dropped: new Set() };
    const kills = Array.from({ length: killCount }, () => random.below(to)).sort((a, b) => a - b);
    await runAll(
      { parent, url: proxy.url, token, conversations, to, rate: RATE, clockErrorsMs, sendsAgain: !hidesKeys },
      kills,
      told,
    );
    await serving.stop();
    await checkWhole(database);
    await checkDone(database, conversations, told);
    const { lost, unanswered, served } = proxy.met;
    return `${told.made.size} changes by a desk that was killed ${killCount} times, each once and in order, ${told.again.size + told.dropped.size} asked; of ${lost + unanswered + served} requests ${lost} and ${unanswered} answers were lost`;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${serving.state()}`, { cause: error });
  } finally {
    await proxy?.close();
    await serving.kill();
    await database.close();
  }
}

/** A desk is killed again and again while its connections break: every change is made once, in order. */
export const killedDesk: Fault = run => survive(run, { changes: 10_000, kills: 50 });

/** The same at a help center that keeps no keys. */
export const killedDeskWithoutKeys: Fault = run => survive(run, { changes: 2_000, kills: 40, hidesKeys: true });

/** The same while the machine's clock is set by an hour, on and back. */
export const killedDeskByWrongClock: Fault = run =>
  survive(run, { changes: 2_000, kills: 33, clockErrorsMs: [0, HOUR_MS, 0, -HOUR_MS] });
