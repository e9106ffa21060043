import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Center } from '../../src/center/center.ts';
import { copyFiles } from '../../src/center/database/copy/files.ts';
import { copyStore } from '../../src/center/database/copy/store.ts';
import { createFiles, type Files, keepContent, type MoveTo } from '../../src/center/database/files.ts';
import { folderMark, IN_DATABASE, setFolderMark } from '../../src/center/database/folder-mark.ts';
import { movePlaces } from '../../src/center/database/move-places.ts';
import { databasePlace } from '../../src/center/database/open.ts';
import { createFileRows } from '../../src/center/database/postgres/file-rows.ts';
import { memoize } from '../../src/center/model/memoize.ts';
import { removeAttachments } from '../../src/center/model/message/remove-texts.ts';
import { saveTo } from '../center/database/backup/saved.ts';
import { runShell } from '../cli/run-shell.ts';
import { openMovingPort } from '../faults/moving-port.ts';
import { filesInRows } from '../harness/attachment-files.ts';
import { createCenter } from '../harness/center.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { launcher } from '../harness/launcher.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, namingAttachments, temporaryFolder } from '../harness/temporary.ts';
import { isWhole, whyNoPostgres } from './on-postgres.ts';

const CENTER = new URL('../../src/center/center.ts', import.meta.url).href;
const OTHER: Readonly<Record<MoveTo, MoveTo>> = { database: 'folder', folder: 'database' };
const PART = 256 * 1_024;

function contentOf(number: number, size = [10, PART, 2 * PART + 5][number % 3]!): Buffer {
  return Buffer.alloc(size, `${number} `);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Keeps a file that an attachment names. */
async function attach(center: Center, number: number, bytes = contentOf(number)): Promise<void> {
  const { hash, size, keptAt } = await keepContent(center.context.files, [bytes]);
  const row = { name: `${number}`, content_type: 'text/plain', size, hash, agent_id: null, created_at: keptAt };
  await center.write(({ db }) => db.insertInto('attachment').values(row).execute());
}

async function read({ context: { files } }: Center, number: number): Promise<boolean> {
  const content = await files.open(hashOf(contentOf(number)));
  if (!content) return false;
  const parts = await Array.fromAsync(content as unknown as AsyncIterable<Uint8Array>);
  return Buffer.concat(parts).equals(contentOf(number));
}

function inFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(name => /^[0-9a-f]{64}$/.test(name)) : [];
}

interface Place {
  readonly database: string;
  readonly folder: string;
  /** Opens it as another server does. */
  readonly open: () => Promise<Center>;
}

/** A help center whose files are there. */
async function placeWith(
  at: MoveTo,
  numbers: readonly number[],
  folder = join(temporaryFolder(), 'files'),
): Promise<Place> {
  const { name: database, drop } = await newPostgresCenter();
  const open = async (isFolderWanted = false) => {
    const center = await createCenter({ database, attachmentsFolder: folder, isFolderWanted });
    const close = memoize(center.close);
    onTestFinished(close);
    return { ...center, close };
  };
  onTestFinished(drop);
  const center = await open(at === 'folder');
  for (const number of numbers) await attach(center, number);
  return { database, folder, open };
}

/** All files are readable and lie in this place alone. */
async function expectAll({ open, folder }: Place, at: MoveTo, numbers: readonly number[]): Promise<void> {
  const center = await open();
  for (const number of numbers) expect(await read(center, number), `file ${number}`).toBe(true);
  const [there, gone] = [inFolder(folder), await filesInRows(center)];
  expect(at === 'folder' ? there : gone).toHaveLength(numbers.length);
  expect(at === 'folder' ? gone : there).toEqual([]);
  const mark = await folderMark(center.context.store.reader);
  expect(mark).toMatch(at === 'folder' ? /^files-of-[^\n]*$/ : new RegExp(`^${IN_DATABASE}$`));
  await center.close();
}

/** Waits until these files are in this place, too. */
async function untilCopied({ folder, open }: Place, to: MoveTo, numbers: readonly number[]): Promise<void> {
  const center = await open();
  const hashes = numbers.map(number => hashOf(contentOf(number)));
  const there = async () => (to === 'folder' ? inFolder(folder) : filesInRows(center));
  await expect.poll(there).toEqual(expect.arrayContaining(hashes));
}

describe.for(['database', 'folder'] as const)('a move to the %s', skippedFor(whyNoPostgres()), to => {
  test('brings all files there while two servers read and write, and deletes them where they were', async () => {
    const first = Array.from({ length: 30 }, (_, at) => at);
    const place = await placeWith(OTHER[to], first);
    const [one, two, idle] = [await place.open(), await place.open(), await place.open()];
    let isDone = false;
    const more: number[] = [];
    const work = async (center: Center, from: number) => {
      for (let number = from; !isDone || number < from + 3; number += 1) {
        const incoming = await center.context.files.receive();
        await incoming.write(contentOf(number));
        await sleep(5);
        await incoming.discard();
        await attach(center, number);
        more.push(number);
        for (const known of [number, number % first.length])
          expect(await read(center, known), `file ${known}`).toBe(true);
      }
    };
    const working = [work(one, 1_000), work(two, 2_000)];
    const mover = await place.open();
    const moved = await mover.context.files.move!(to, () => undefined);
    expect(moved).toMatchObject({ damaged: [] });
    expect(moved.moved).toBeGreaterThanOrEqual(first.length);
    isDone = true;
    await Promise.all(working);
    await expectAll(place, to, [...first, ...more]);
    expect(await idle.context.readiness.look(), 'of a server that did nothing meanwhile').toEqual([]);
    expect(await read(idle, 0)).toBe(true);
    expect(await mover.context.files.move!(to, () => undefined)).toEqual({ moved: 0, damaged: [] });
  });

  test('takes along a file that began to arrive where no new ones go any more', async () => {
    const place = await placeWith(OTHER[to], [0]);
    const center = await place.open();
    const incoming = await center.context.files.receive();
    await incoming.write(contentOf(2));
    await (await place.open()).context.files.move!(to, () => undefined);
    await incoming.finish();
    await expectAll(place, to, [0, 2]);
  });

  test.for([20 * PART, 20 * PART + 5])('does not break the download of %i bytes that has begun', async size => {
    const [place, bytes] = [await placeWith(OTHER[to], []), contentOf(7, size)];
    const center = await place.open();
    await attach(center, 7, bytes);
    const content = (await center.context.files.open(hashOf(bytes)))! as unknown as AsyncIterable<Uint8Array>;
    const came: Uint8Array[] = [];
    for await (const chunk of content) {
      if (came.length === 0) await (await place.open()).context.files.move!(to, () => undefined);
      came.push(chunk);
    }
    expect(Buffer.concat(came).equals(bytes)).toBe(true);
  });

  test('waits for a copy that reads the files, and deletes them in their former place afterwards', async () => {
    const place = await placeWith(OTHER[to], [0, 1]);
    const center = await place.open();
    const release = await (await place.open()).context.files.hold();
    let isMoved = false;
    const moving = center.context.files.move!(to, () => undefined).finally(() => {
      isMoved = true;
    });
    await untilCopied(place, to, [0, 1]);
    expect(isMoved).toBe(false);
    await release();
    expect(await moving).toEqual({ moved: 2, damaged: [] });
    await expectAll(place, to, [0, 1]);
  });

  test('loses nothing that another one moves at the same time', async () => {
    const place = await placeWith(OTHER[to], [0, 1, 2]);
    const [one, other] = [await place.open(), await place.open()];
    const { store } = one.context;
    const both: Record<MoveTo, Files> = {
      database: createFileRows(store, async () => undefined),
      folder: createFiles(place.folder, databasePlace(place.database)),
    };
    const own = both[to];
    let isFirst = true;
    both[to] = {
      ...own,
      // The other one moves all files between this look and the next step.
      open: async (...given) => {
        const found = await own.open(...given);
        if (isFirst) await other.context.files.move!(to, () => undefined);
        isFirst = false;
        return found;
      },
    };
    const places = { store, rows: both.database, folder: place.folder, inFolder: () => both.folder };
    await movePlaces(places, to, () => undefined).catch(error =>
      expect(error.message).toContain('Another frontdesk is moving the files.'),
    );
    await expectAll(place, to, [0, 1, 2]);
  });

  test('ends if another one begins in the other direction, and that one brings all files back', async () => {
    const numbers = [0, 1, 2];
    const place = await placeWith(OTHER[to], numbers);
    const [one, other] = [await place.open(), await place.open()];
    const release = await one.context.files.hold();
    const moving = one.context.files.move!(to, () => undefined);
    moving.catch(() => undefined);
    await untilCopied(place, to, numbers);
    const back = other.context.files.move!(OTHER[to], () => undefined);
    await expect
      .poll(async () => (await folderMark(one.context.store.reader))?.startsWith('files-of'))
      .toBe(to === 'database');
    await release();
    await expect(moving).rejects.toThrow('Another frontdesk is moving the files.');
    expect(await back).toMatchObject({ damaged: [] });
    await expectAll(place, OTHER[to], numbers);
  });

  test('leaves later deleted files nowhere', async () => {
    const place = await placeWith(OTHER[to], [0, 1, 2]);
    const { context } = await place.open();
    await context.files.move!(to, () => undefined);
    const { hash } = { hash: hashOf(contentOf(2)) };
    const rows = context.store.reader.selectFrom('attachment').select('created_at').where('hash', '=', hash);
    await context.files.remove([{ hash, usedAt: (await rows.executeTakeFirstOrThrow()).created_at }]);
    await expectAll(place, to, [0, 1]);
  });

  test('keeps a damaged file where it is, names it, and ends when that is gone', async () => {
    const place = await placeWith(OTHER[to], [0, 1]);
    const center = await place.open();
    const hash = hashOf(contentOf(1));
    const { store, files } = center.context;
    if (to === 'database') writeFileSync(join(place.folder, hash), 'other bytes');
    else
      await store.write(db =>
        db
          .updateTable('attachment_part' as never)
          .set({ bytes: Buffer.from('x') } as never)
          .where('hash' as never, '=', hash as never)
          .execute(),
      );
    expect(await files.move!(to, () => undefined)).toEqual({ moved: 1, damaged: [hash] });
    expect(await folderMark(store.reader)).toContain('\n');
    await files.remove([{ hash, usedAt: Number.MAX_SAFE_INTEGER }]);
    expect(await files.move!(to, () => undefined)).toEqual({ moved: 0, damaged: [] });
    expect(await folderMark(store.reader)).not.toContain('\n');
  });
});

const CODE = `const [database, attachmentsFolder, to] = process.argv.slice(1);
  const { createCenter } = await import('${CENTER}');
  const center = await createCenter({ database, attachmentsFolder });
  await center.context.files.move(to, () => undefined);
  await center.close();`;

describe.for(['database', 'folder'] as const)('a copy to the %s', skippedFor(whyNoPostgres()), to => {
  test('has all files, and a file deleted in it is gone at once', async () => {
    const [source, target] = [await placeWith(OTHER[to], [0, 1, 2]), await placeWith(to, [])];
    const [from, copy] = [await source.open(), await target.open()];
    await copyStore(from.context.store, copy.context.store);
    const { files, store } = copy.context;
    expect(await copyFiles(store.reader, from.context.files, files)).toMatchObject({ files: 3, copied: 3, lost: [] });
    await expectAll(target, to, [0, 1, 2]);
    await copy.write(work => removeAttachments(work, [3]));
    await expectAll(target, to, [0, 1]);
    await expectAll(source, OTHER[to], [0, 1, 2]);
  });
});

test(
  'a backup and a copy of a help center whose files are being moved have all of them',
  skippedFor(whyNoPostgres()),
  async () => {
    const [source, target] = [await placeWith('folder', [0, 1]), await placeWith('database', [])];
    const [from, copy] = [await source.open(), await target.open()];
    // As after a move that was killed before it moved any.
    await from.write(async ({ db }) => setFolderMark(db, `${IN_DATABASE}\n${await folderMark(db)}`));
    await attach(from, 2);
    expect([inFolder(source.folder).length, (await filesInRows(from)).length]).toEqual([2, 1]);
    const saved = await saveTo(from.context, { folder: temporaryFolder(), now: Date.now() });
    expect([saved.manifest.attachments.length, saved.missing]).toEqual([3, []]);
    await copyStore(from.context.store, copy.context.store);
    await copyFiles(copy.context.store.reader, from.context.files, copy.context.files);
    await expectAll(target, 'database', [0, 1, 2]);
  },
);

/** Moves the files in a process of its own, which may be killed at a step: of those on the disk, or in the database. */
function move({ database, folder }: Place, to: MoveTo, how: 'step' | 'statement', env: Record<string, string>) {
  const preload = join(import.meta.dirname, `../faults/break-at-${how}.ts`);
  const args = ['--import', preload, '--input-type=module', '-e', CODE, database, folder, to];
  return new Promise<number | null>(resolve => {
    execFile(process.execPath, args, { env: { ...process.env, FAULT_IN: folder, ...env } }, error =>
      resolve(error ? ((error.code as number | undefined) ?? null) : 0),
    );
  });
}

/** A part of a file that was being received goes after a day. */
async function reapAll({ open }: Place): Promise<void> {
  const center = await open();
  const { files } = center.context;
  await files.reap(await files.names(), Date.now() + 2 * 86_400_000);
  await center.close();
}

describe('a move that is killed', skippedFor(whyNoPostgres()), () => {
  test.for(['statement', 'step'] as const)(
    'at any %s loses nothing, and the next one ends it',
    { timeout: 600_000 },
    async how => {
      const numbers = [0, 1, 2];
      const place = await placeWith('folder', numbers);
      const file = join(place.folder, '..', 'steps');
      const most: number[] = [];
      for (const to of ['database', 'folder'] as const) {
        expect(await move(place, to, how, { FAULT_COUNT: file })).toBe(0);
        most.push(Number(readFileSync(file, 'utf8')));
      }
      expect(Math.min(...most)).toBeGreaterThan(3);
      const every = isWhole ? 1 : Math.ceil(Math.max(...most) / 3);
      for (let step = 1; step <= Math.max(...most); step += every)
        for (const to of ['database', 'folder'] as const) {
          await move(place, to, how, { FAULT_STEP: `${step}` });
          const center = await place.open();
          for (const number of numbers) expect(await read(center, number), `${to} ${step}: file ${number}`).toBe(true);
          await center.close();
          expect(await move(place, to, how, {}), `${to} ${step}`).toBe(0);
          await reapAll(place);
          await expectAll(place, to, numbers);
        }
    },
  );
});

describe('the database', skippedFor(whyNoPostgres()), () => {
  test('may be away while files go up and down: each that was accepted is whole, and nothing half-received stays', async () => {
    const place = await placeWith('database', [0, 1, 2]);
    const way = await openMovingPort();
    onTestFinished(way.close);
    const address = new URL(place.database);
    way.lead(join(address.searchParams.get('host')!, '.s.PGSQL.5432'));
    address.searchParams.delete('host');
    address.host = `127.0.0.1:${way.port}`;
    const center = await createCenter({ database: address.href, attachmentsFolder: place.folder });
    onTestFinished(center.close);
    const accepted: number[] = [];
    let [refused, wholly, broken, isDone] = [0, 0, 0, false];
    onTestFinished(() => {
      isDone = true;
    });
    const up = async (from: number) => {
      for (let number = from; !isDone; number += 1)
        try {
          await attach(center, number);
          accepted.push(number);
        } catch {
          refused += 1;
        }
    };
    const down = async () => {
      for (let number = 0; !isDone; number = (number + 1) % 3)
        try {
          if (await read(center, number)) wholly += 1;
        } catch {
          broken += 1;
        }
    };
    const goesOn = async () => {
      const [before, read] = [accepted.length, wholly];
      await expect.poll(() => accepted.length > before + 3 && wholly > read + 3, { timeout: 90_000 }).toBe(true);
    };
    const working = [up(1_000), up(2_000), down(), down()];
    await goesOn();
    way.swallow(true);
    way.hang();
    await expect.poll(() => refused > 0 && broken > 0, { timeout: 90_000 }).toBe(true);
    way.swallow(false);
    await goesOn();
    isDone = true;
    await Promise.all(working);
    const after = await place.open();
    for (const number of accepted) expect(await read(after, number), `file ${number}`).toBe(true);
    // What could not be discarded while the database was away goes after a day.
    await after.context.files.reap(await after.context.files.names(), Date.now() + 2 * 86_400_000);
    expect(new Set(await filesInRows(after))).toEqual(await after.context.files.names());
  }, 300_000);

  test('is left with nothing that can be read of a file if the server is killed while it comes', async () => {
    const place = await placeWith('database', [0]);
    const code = `const [database, attachmentsFolder] = process.argv.slice(1);
      const { createCenter } = await import('${CENTER}');
      const { context } = await createCenter({ database, attachmentsFolder });
      const incoming = await context.files.receive();
      await incoming.write(Buffer.alloc(${8 * PART}));
      await context.store.read(async () => undefined);
      process.kill(process.pid, 'SIGKILL');`;
    const args = ['--input-type=module', '-e', code, place.database, place.folder];
    await new Promise(resolve => execFile(process.execPath, args, resolve));
    const { context, ...center } = await place.open();
    expect((await filesInRows({ context, ...center })).filter(name => name.startsWith('part-'))).toHaveLength(1);
    expect(await context.files.names()).toEqual(new Set([hashOf(contentOf(0))]));
    await context.files.reap(await context.files.names(), Date.now() + 2 * 86_400_000);
    await expectAll(place, 'database', [0]);
  });
});

describe('a folder', skippedFor(whyNoPostgres()), () => {
  test('that is gone is refused while it is gone, and the server is not ready', async () => {
    const place = await placeWith('folder', [0]);
    const center = await place.open();
    renameSync(place.folder, `${place.folder}-away`);
    await expect(read(center, 0)).rejects.toThrow('The files of this help center are in another folder');
    await expect(attach(center, 1)).rejects.toMatchObject({ code: 'EIO' });
    expect(await center.context.readiness.look()).toEqual(['The folder of the attachments cannot be reached.']);
    mkdirSync(place.folder);
    await expect(attach(center, 1), 'also by an empty one').rejects.toMatchObject({ code: 'EIO' });
    await expect(place.open()).rejects.toThrow('All its servers need the same folder.');
    renameSync(`${place.folder}-away`, `${place.folder}`);
    expect(await center.context.readiness.look()).toEqual([]);
    await attach(center, 1);
    expect(await read(center, 0)).toBe(true);
  });

  test('without room for a file stops a move, which doctor tells of and which goes on when there is room', async () => {
    const numbers = [0, 1, 2, 5, 8];
    const place = await placeWith('database', numbers);
    const env = namingAttachments(deskEnvironment(temporaryFolder()), place.folder);
    const run = ['files', 'move', 'folder', '--database', place.database];
    // The small files fit.
    const limited = ['ulimit -f 400 && exec "$@"', 'sh', process.execPath, launcher, ...run];
    const stopped = await runShell(limited, { env, node: '/bin/sh', launcher: '-c' });
    expect(stopped).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Make room there, ') });
    const examined = await runShell(['doctor', '--database', place.database], { env });
    expect(examined.stdout).toMatch(
      /Its files are being moved to the folder\.\s+If nothing moves them now, run: frontdesk files move folder/,
    );
    const center = await place.open();
    for (const number of numbers) expect(await read(center, number), `file ${number}`).toBe(true);
    expect(readdirSync(place.folder).filter(name => name.endsWith('.part'))).toEqual([]);
    expect(await runShell(run, { env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^\\d attachment files? moved\\. All of them are in ${place.folder}\\.\n$`),
    });
    await expectAll(place, 'folder', numbers);
  });
});
