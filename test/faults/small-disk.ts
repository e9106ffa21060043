import { equal } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Ask } from '../conformance/client.ts';
import type { World } from '../conformance/world.ts';
import { mounted, remount, unmount } from '../harness/mounted.ts';
import { checkWhole } from './consistency.ts';
import type { Run } from './fault.ts';
import { checkRefusal, tryWrite, worldOver } from './refusal.ts';
import { startServing } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** A disk of a few megabytes that really is full, and the database on it. */
interface SmallDisk {
  readonly database: TestDatabase;
  grow(): void;
  close(): Promise<void>;
}

async function fileOnDisk(run: Run): Promise<SmallDisk | undefined> {
  const folder = mounted('3m');
  if (folder === undefined) return undefined;
  const outer = await openTestDatabase(run, { folder });
  return {
    database: outer,
    grow: () => remount(folder, 'size=30m'),
    close: async () => {
      await outer.close();
      unmount(folder);
    },
  };
}

/** The tables and indexes are on the small disk; the server's log is not, without which it would stop. */
async function serverOnDisk(run: Run): Promise<SmallDisk | undefined> {
  const folder = mounted('16m');
  if (folder === undefined) return undefined;
  const place = join(folder, 'space');
  mkdirSync(place);
  const owner = Number(execFileSync('id', ['-u', 'postgres']).toString());
  chownSync(place, owner, -1);
  chmodSync(folder, 0o755);
  const admin = new Client(run.database);
  await admin.connect();
  const space = `frontdesk_faults_${process.pid}`;
  await admin.query(`create tablespace ${space} location '${place}'`);
  const database = await openTestDatabase(run, { tablespace: space });
  return {
    database,
    grow: () => remount(folder, 'size=60m'),
    close: async () => {
      await database.close();
      await admin.query(`drop tablespace ${space}`);
      await admin.end();
      unmount(folder);
    },
  };
}

/** Writes until nothing more fits, tries all the same, and returns how many messages were taken. */
async function fillUp(world: World): Promise<number> {
  const { id } = await world.make.conversation();
  const message = (at: number): Ask => ({
    method: 'POST',
    path: `/conversations/${id}/messages`,
    body: { body_text: `${at} ${'parcel '.repeat(600)}` },
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
}

/** Fills a small disk, and then makes it larger. */
export async function fillDisk(run: Run): Promise<string> {
  const disk = await (run.database === undefined ? fileOnDisk(run) : serverOnDisk(run));
  if (!disk) return 'skipped on a small disk: nothing can be mounted here';
  const serving = await startServing(disk.database);
  try {
    const world = await worldOver(serving.url);
    const taken = await fillUp(world);
    disk.grow();
    await world.make.conversation();
    await serving.stop();
    await checkWhole(disk.database);
    return `a small disk full after ${taken} messages: 503, reads went on, room again and it went on without a restart`;
  } finally {
    await serving.kill();
    await disk.close();
  }
}
