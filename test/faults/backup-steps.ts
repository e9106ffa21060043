import { equal, fail, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { damagedFiles } from '../../src/center/database/backup/load.ts';
import { listBackups, readManifest } from '../../src/center/database/backup/manifest.ts';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { type Fault, type Run, sized } from './fault.ts';
import { createRandom } from './random.ts';
import { openTestDatabase } from './test-database.ts';

/** What breaks a program at a step. */
const HOWS = ['SIGKILL', 'ENOSPC', 'EROFS', 'ENOENT', 'EIO'] as const;
const PRELOAD = join(import.meta.dirname, 'break-at-step.ts');
const CONVERSATIONS = 40;

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** A place with a help center that has one backup, and a change since. */
interface Place {
  readonly folder: string;
  readonly run: (
    args: readonly string[],
    fault?: Readonly<Record<string, string>>,
    killAfterMs?: number,
  ) => Promise<Ended>;
}

function placeIn(folder: string): Place {
  const environment = deskEnvironment(folder);
  return {
    folder,
    run: (args, fault, killAfterMs = 0) =>
      new Promise(resolve => {
        const flags = fault ? ['--import', PRELOAD] : [];
        const env = { ...environment, ...fault };
        const how = { env, timeout: killAfterMs, killSignal: 'SIGKILL' } as const;
        execFile(process.execPath, [...flags, launcher, ...args], how, (error, out, said) =>
          resolve({ code: error ? ((error.code as number | null | undefined) ?? null) : 0, said: out + said }),
        );
      }),
  };
}

async function done({ run }: Place, ...args: string[]): Promise<string> {
  const { code, said } = await run(args);
  equal(code, 0, said);
  return said;
}

async function makePlace(): Promise<Place> {
  const place = placeIn(mkdtempSync(join(tmpdir(), 'frontdesk-steps-')));
  const { folder } = place;
  const sample = (seed: string) => ['sample', '--conversations', `${CONVERSATIONS}`, '--seed', seed];
  await done(place, ...sample('1'), '--database', join(folder, 'center.db'));
  await done(place, 'backup', join(folder, 'backups'), '--database', join(folder, 'center.db'));
  await done(place, ...sample('2'), '--database', join(folder, 'center.db'));
  return place;
}

/** Throws unless every backup of a folder is whole. Returns their number. */
async function checkBackups(folder: string): Promise<number> {
  const all = await listBackups(folder);
  for (const one of all)
    for await (const damaged of damagedFiles(folder, await readManifest(folder, one))) fail(`${one.name}: ${damaged}`);
  return all.length;
}

/** The steps of a run that nothing breaks, and of them as many as the share asks for, spread over all. */
async function stepsOf(run: Run, count: (file: string) => Promise<unknown>, folder: string): Promise<number[]> {
  const file = join(folder, 'steps');
  await count(file);
  const all = Number(readFileSync(file, 'utf8'));
  const chosen = sized(run, all);
  return Array.from({ length: chosen }, (_, at) => 1 + ((Math.floor((at * all) / chosen) + run.seed) % all));
}

async function breakBackup(run: Run, origin: Place): Promise<number> {
  const fresh = (): Place => {
    const folder = `${origin.folder}-again`;
    rmSync(folder, { recursive: true, force: true });
    cpSync(origin.folder, folder, { recursive: true });
    return placeIn(folder);
  };
  const backup = (folder: string) => [
    'backup',
    join(folder, 'backups'),
    '--database',
    join(folder, 'center.db'),
    '--keep',
    '1',
  ];
  const place = fresh();
  const FAULT_IN = 'backups';
  const count = (FAULT_COUNT: string) => place.run(backup(place.folder), { FAULT_IN, FAULT_COUNT });
  const steps = await stepsOf(run, count, place.folder);
  for (const FAULT_HOW of HOWS)
    for (const step of steps) {
      const { folder, run: start } = fresh();
      const { code, said } = await start(backup(folder), { FAULT_IN, FAULT_HOW, FAULT_STEP: `${step}` });
      const what = `backup broken by ${FAULT_HOW} at step ${step}: ${said}`;
      if (FAULT_HOW !== 'SIGKILL' && code !== 0)
        match(said, /backups that were whole stay so|Nothing was (done|changed)/, what);
      ok((await checkBackups(join(folder, 'backups'))) >= 1, what);
      await done(placeIn(folder), ...backup(folder));
      equal(await checkBackups(join(folder, 'backups')), 1, what);
      await done(
        placeIn(folder),
        'backup',
        '--verify',
        join(folder, 'backups'),
        '--database',
        join(folder, 'center.db'),
      );
    }
  rmSync(`${origin.folder}-again`, { recursive: true, force: true });
  return steps.length * HOWS.length;
}

/** What the lists of a help center show. */
async function shownBy(place: Place, database: string): Promise<string> {
  return done(place, 'conversations', 'list', '--limit', '100', '--json', 'id,title', '--database', database);
}

/** An empty place to restore to. */
async function newTarget(run: Run, folder: string) {
  if (run.database !== undefined) {
    const made = await openTestDatabase(run);
    return { target: made.location, drop: made.close };
  }
  const at = mkdtempSync(join(folder, 'target-'));
  return { target: join(at, 'center.db'), drop: async () => rmSync(at, { recursive: true }) };
}

/** PostgreSQL may have committed all of it before the process was killed. */
async function restoreAgain({ run }: Place, args: readonly string[]): Promise<void> {
  const { code, said } = await run(args);
  ok(code === 0 || /holds a help center already/.test(said), said);
}

async function breakRestore(run: Run, place: Place): Promise<number> {
  const { folder } = place;
  const expected = await shownBy(place, join(folder, 'center.db'));
  const restore = (target: string) => ['restore', join(folder, 'backups'), '--database', target];
  const first = await newTarget(run, folder);
  const FAULT_IN = run.database === undefined ? 'target-' : 'attachments';
  const count = (FAULT_COUNT: string) => place.run(restore(first.target), { FAULT_IN, FAULT_COUNT });
  const steps = await stepsOf(run, count, folder);
  await first.drop();
  for (const FAULT_HOW of HOWS)
    for (const step of steps) {
      const { target, drop } = await newTarget(run, folder);
      const { code, said } = await place.run(restore(target), { FAULT_IN, FAULT_HOW, FAULT_STEP: `${step}` });
      const isThere = run.database === undefined && existsSync(target);
      const what = `restore broken by ${FAULT_HOW} at step ${step}: ${said}`;
      if (code !== 0 && !isThere)
        await restoreAgain(place, restore(target)).catch(error => Promise.reject(new Error(what, { cause: error })));
      equal(await shownBy(place, target), expected, what);
      await drop();
    }
  return steps.length * HOWS.length;
}

/** At full size so many backups are killed, and as many restores. */
const FULL_KILLS = 100;

/** How long something takes, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.ceil(performance.now() - began);
}

/** Kills backups to one folder at any moment; those that were made stay whole. */
async function killBackups(run: Run, place: Place): Promise<number> {
  const random = createRandom(run.seed);
  const [backups, database] = [join(place.folder, 'backups'), join(place.folder, 'center.db')];
  const args = ['backup', backups, '--database', database, '--keep', '3'];
  const takesMs = await timed(() => done(place, ...args));
  const kills = sized(run, FULL_KILLS);
  for (let at = 0; at < kills; at += 1) {
    await place.run(args, undefined, 1 + random.below(takesMs));
    ok((await checkBackups(backups)) >= 1, `kill ${at}`);
  }
  await done(place, ...args);
  // A kill between a database and its manifest leaves the one without the other, which is named.
  const { said } = await place.run(['backup', '--verify', backups, '--database', database]);
  for (const line of said.split('\n')) ok(!line.startsWith('damaged') || line.includes('has no manifest'), said);
  return kills;
}

/** Kills restores into one place at any moment: nothing is there, or all. */
async function killRestores(run: Run, place: Place): Promise<number> {
  const random = createRandom(run.seed);
  const expected = await shownBy(place, join(place.folder, 'center.db'));
  const kills = sized(run, FULL_KILLS);
  let takesMs = 1_000;
  for (let at = 0; at < kills; at += 1) {
    const { target, drop } = await newTarget(run, place.folder);
    const args = ['restore', join(place.folder, 'backups'), '--database', target];
    const { code } = await place.run(args, undefined, 1 + random.below(takesMs));
    const isThere = run.database === undefined && existsSync(target);
    if (code !== 0 && !isThere) takesMs = await timed(() => restoreAgain(place, args));
    equal(await shownBy(place, target), expected, `kill ${at}`);
    await drop();
  }
  return kills;
}

/** A backup and a restore are broken at each of their steps on the disk: what was whole stays so, and the next one works. */
export const backupSteps: Fault = async run => {
  const place = await makePlace();
  try {
    const backups = await breakBackup(run, place);
    mkdirSync(join(place.folder, 'data'), { recursive: true });
    await done(place, 'backup', join(place.folder, 'backups'), '--database', join(place.folder, 'center.db'));
    const restores = await breakRestore(run, place);
    const [killed, killedRestores] = [await killBackups(run, place), await killRestores(run, place)];
    return (
      `${backups} broken backups left the others whole, ${restores} broken restores left nothing or all; the next ones ` +
      `worked; so did those after ${killed} backups and ${killedRestores} restores were killed at any moment`
    );
  } finally {
    rmSync(place.folder, { recursive: true, force: true });
  }
};
