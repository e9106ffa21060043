import { deepEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Breaking, type BreakingProxy, openBreakingProxy } from '../breaking-proxy.ts';
import { createClient } from '../client.ts';
import { checkWhole } from '../consistency.ts';
import type { Run } from '../fault.ts';
import { hire } from '../people.ts';
import { startServing } from '../serving.ts';
import { inMemory, openTestDatabase, type TestDatabase } from '../test-database.ts';
import { type DeskWork, textsOf } from './plan.ts';

const PROGRAM = fileURLToPath(new URL('process.ts', import.meta.url));
const CONVERSATIONS = 100;
/** The desk waits a thousandth of the time: 30 seconds are 30 milliseconds. */
const RATE = 1_000;
/** A desk that does not end by itself hangs. */
const PATIENCE_MS = 600_000;

/** The numbers of the changes that desks began to make, made, and asked about. */
export interface Told {
  readonly about: Set<number>;
  readonly made: Set<number>;
  readonly again: Set<number>;
  readonly dropped: Set<number>;
}

/** When a desk is killed. */
export interface End {
  /** After it made this change. */
  readonly madeAt?: number;
  /** As soon as this resolves. */
  readonly when?: Promise<void>;
}

/** A desk in a separate process, killed as `end` says; resolves when it has ended. */
async function runDesk(work: DeskWork, told: Told, end: End): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let faults = '';
  child.stderr.on('data', chunk => {
    faults += chunk;
  });
  createInterface({ input: child.stdout }).on('line', line => {
    const [what, at] = line.split(' ') as [keyof Told, string];
    told[what].add(Number(at));
    if (what === 'made' && Number(at) === end.madeAt) child.kill('SIGKILL');
  });
  // Nothing is left running when a run is broken off.
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  void end.when?.then(killNow);
  const code = await new Promise(resolve => child.once('close', resolve));
  process.off('exit', killNow);
  clearTimeout(timer);
  if (end.madeAt === undefined && end.when === undefined) ok(code === 0, `the desk ended with ${code}: ${faults}`);
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

/** A help center, a proxy before it, and the work of desks there. */
export interface Trial {
  readonly database: TestDatabase;
  readonly proxy: BreakingProxy;
  readonly told: Told;
  /** Runs a desk that goes on where the former one ended, until its work is done or it is killed. */
  desk(work: Pick<DeskWork, 'to'> & Partial<DeskWork>, end?: End): Promise<void>;
}

/** Runs `work` on a `serve` behind a proxy, ends all whatever happens, and checks that all is there once. */
export async function withTrial(
  run: Run,
  breaking: Breaking,
  work: (trial: Trial) => Promise<string>,
): Promise<string> {
  const database = await openTestDatabase(run, inMemory());
  let proxy: BreakingProxy | undefined;
  const [agent] = await hire(database, 1);
  const serving = await startServing(database, [], unlimited(database));
  try {
    const { token } = agent!;
    const conversations = await createConversations(serving.url, token);
    proxy = await openBreakingProxy([serving.url], run.seed, breaking);
    const parent = join(database.folder, 'desk');
    mkdirSync(parent);
    const told: Told = { about: new Set(), made: new Set(), again: new Set(), dropped: new Set() };
    const common = { parent, url: proxy.url, token, conversations, rate: RATE, clockErrorsMs: [0], sendsAgain: false };
    const desk: Trial['desk'] = (own, end = {}) => runDesk({ ...common, ...own, from: told.about.size }, told, end);
    const result = await work({ database, proxy, told, desk });
    await serving.stop();
    await checkWhole(database);
    await checkDone(database, conversations, told);
    return result;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${serving.state()}`, { cause: error });
  } finally {
    await proxy?.close();
    await serving.kill();
    await database.close();
  }
}
