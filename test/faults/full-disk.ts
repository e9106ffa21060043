import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Ask, requestOf } from '../conformance/client.ts';
import { endpoints, type NamedEndpoint } from '../conformance/endpoints.ts';
import { newAsk } from '../conformance/scenes.ts';
import { createWorld, type World } from '../conformance/world.ts';
import { checkFiles, checkWhole } from './consistency.ts';
import type { Fault, Run } from './fault.ts';
import { attachmentsOf } from './people.ts';
import { apiKey, type Serving, startServing } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** A write-ahead log grows by one page and its head. */
const frameBytes = 4_096 + 24;
/** A write that still fails with so many pages of room has another reason. */
const mostFrames = 400;

/** Nothing that a caller could see: who asked when, and what was answered before. */
const besideTheMatter = ['idempotency', 'token'];

/** A hash of all that is stored, and the files that were half received. */
const stateOf = (database: TestDatabase): { rows: string; torn: string[] } => {
  const file = new DatabaseSync(database.location, { readOnly: true, timeout: 5_000 });
  const hash = createHash('sha256');
  const tables = file
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'search%' order by name`)
    .all();
  for (const { name } of tables as { name: string }[])
    if (!besideTheMatter.includes(name))
      for (const row of file.prepare(`select * from "${name}"`).iterate()) hash.update(JSON.stringify(row));
  file.close();
  const torn = readdirSync(attachmentsOf(database)).filter(name => name.endsWith('.part'));
  return { rows: hash.digest('hex'), torn };
};

/** Lets no file of a running service grow beyond so many bytes: to it that is a full disk. */
const limitFiles = (serving: Serving, bytes: number | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(serving.pid), `--fsize=${bytes}:`]);
};

/** Empties the write-ahead log, so that its size says where the next page goes. */
const emptyLog = (database: TestDatabase): void => {
  const file = new DatabaseSync(database.location, { timeout: 5_000 });
  file.exec('pragma wal_checkpoint(truncate)');
  file.close();
};

interface Scarcity {
  readonly serving: Serving;
  readonly database: TestDatabase;
  readonly world: World;
  /** Writes that were refused for want of room. */
  refused: number;
}

/** Asks as the API key, or as an agent where only one may; unlike the suite, a 5xx is looked at by who asks. */
const tryWrite = async ({ target, insider }: World, ask: Ask): Promise<{ status: number; text: string }> => {
  const token = ask.as === 'insider' ? insider.token : target.apiKey;
  const answer = await target.fetch(requestOf(target, ask, token));
  return { status: answer.status, text: await answer.text() };
};

const checkRefusal = ({ status, text }: { status: number; text: string }, title: string): void => {
  equal(status, 503, `${title}: ${status} ${text}`);
  match(text, /"unavailable".*cannot store anything now; nothing was changed/);
};

const checkReads = async ({ world }: Scarcity, title: string): Promise<void> => {
  for (const path of ['/conversations', '/inboxes', `/conversations/${world.foreignConversationId}/messages`])
    equal((await world.call({ method: 'GET', path })).status, 200, `${path} while ${title} finds the disk full`);
};

/** Gives a write one page of room more each time, until it succeeds: each time before it changed nothing. */
const squeeze = async (scarcity: Scarcity, one: NamedEndpoint): Promise<void> => {
  const { serving, database, world } = scarcity;
  const ask: Ask = await newAsk(world, one);
  const before = stateOf(database);
  emptyLog(database);
  for (let frames = 0; ; frames += 1) {
    ok(frames < mostFrames, `${one.title} fails for ever`);
    // A file of an upload is small: it must fail too.
    limitFiles(serving, ask.raw && frames === 0 ? 2 : frames * frameBytes + 100);
    const answer = await tryWrite(world, ask);
    if (answer.status < 300) break;
    checkRefusal(answer, one.title);
    deepEqual(stateOf(database), before, `${one.title} left something behind`);
    scarcity.refused += 1;
    if (frames % 8 === 0) await checkReads(scarcity, one.title);
  }
  limitFiles(serving, 'unlimited');
};

const writes = endpoints.filter(
  ({ endpoint, name }) => endpoint.method !== 'GET' && name !== 'session.logout' && name !== 'session.login',
);

const worldOver = (serving: Serving): Promise<World> =>
  createWorld({
    baseUrl: serving.url,
    apiKey,
    run: 'full',
    fetch: request => fetch(request),
    close: async () => undefined,
  });

const hasPrlimit = (): boolean => {
  try {
    execFileSync('prlimit', ['--version']);
    return true;
  } catch {
    return false;
  }
};

/** Every write meets the end of the disk at each of its pages. */
const squeezeAll = async (run: Run): Promise<string> => {
  if (!hasPrlimit()) return 'skipped at each write: there is no prlimit';
  const database = await openTestDatabase(run);
  const serving = await startServing(database);
  try {
    const scarcity: Scarcity = { serving, database, world: await worldOver(serving), refused: 0 };
    const chosen = writes.filter((_, at) => run.share === 1 || (at + run.seed) % Math.round(1 / run.share) === 0);
    for (const one of chosen) {
      await squeeze(scarcity, one);
      await scarcity.world.sweep();
    }
    ok(serving.log.some(line => / 503 /.test(line)));
    await serving.stop();
    await checkWhole(database);
    await checkFiles(database, attachmentsOf(database));
    return `${chosen.length} writes refused at ${scarcity.refused} places with 503, nothing torn, reads went on`;
  } finally {
    await serving.kill();
    await database.close();
  }
};

const mount = (folder: string, size: string, how = ''): void => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `${how}size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
};

const canMount = (folder: string): boolean => {
  try {
    mkdirSync(folder);
    mount(folder, '3m');
    return true;
  } catch {
    return false;
  }
};

/** Writes until nothing more fits, tries all the same, and goes on once there is room again. */
const fillUp = async (world: World): Promise<number> => {
  const { id } = await world.make.conversation();
  const text = (at: number) => `${at} ${'parcel '.repeat(600)}`;
  const message = (at: number): Ask => ({
    method: 'POST',
    path: `/conversations/${id}/messages`,
    body: { body_text: text(at) },
  });
  let refused = 0;
  let taken = 0;
  for (let at = 0; refused < 30; at += 1) {
    const answer = await tryWrite(world, message(at));
    if (answer.status === 201) taken += 1;
    else {
      checkRefusal(answer, 'a message');
      refused += 1;
      equal((await world.call({ method: 'GET', path: `/conversations/${id}` })).status, 200);
    }
  }
  const count = (await world.get<{ message_count: number }>(`/conversations/${id}`)).message_count;
  equal(count, taken);
  return taken;
};

/** A disk of a few megabytes that really is full. */
const fillDisk = async (run: Run): Promise<string> => {
  const outer = await openTestDatabase(run);
  const folder = join(outer.folder, 'disk');
  if (!canMount(folder)) {
    await outer.close();
    return 'skipped on a small disk: nothing can be mounted here';
  }
  const database = { ...outer, folder, location: join(folder, 'center.db') };
  const serving = await startServing({ location: database.location, folder: outer.folder });
  try {
    const world = await worldOver(serving);
    const taken = await fillUp(world);
    mount(folder, '30m', 'remount,');
    await world.make.conversation();
    await serving.stop();
    const file = new DatabaseSync(database.location);
    const found = file.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    file.close();
    equal(found[0]?.integrity_check, 'ok');
    return `a disk of 3 MiB full after ${taken} messages: 503, reads went on, room again and it went on without a restart`;
  } finally {
    await serving.kill();
    execFileSync('umount', [folder]);
    await outer.close();
  }
};

/** The disk is full: each write is refused with 503 and changes nothing, and reads go on. SQLite alone. */
export const fullDisk: Fault = async run => {
  if (run.database !== undefined) return 'skipped: a server’s disk cannot be filled from here';
  return `${await squeezeAll(run)}; ${run.share === 1 ? await fillDisk(run) : 'the small disk at full size alone'}`;
};
