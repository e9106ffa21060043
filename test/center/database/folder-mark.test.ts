import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCenter } from '../../../src/center/center.ts';
import { copyStore } from '../../../src/center/database/copy/store.ts';
import { folderMark } from '../../../src/center/database/folder-mark.ts';
import { embeddedFindings } from '../../../src/cli/doctor/embedded.ts';
import { shellHere } from '../../cli/shell-here.ts';
import { newDatabase, type TestDatabase } from '../../harness/databases.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = temporaryFolder();
  database = await newDatabase(join(folder, 'center.db'));
  return () => database.drop();
});

/** Opens the help center with its files in this folder, and returns the mark. */
async function start(name: string, of = database.name): Promise<string> {
  const center = await createCenter({
    database: of,
    attachmentsFolder: join(folder, name),
    isFolderWanted: true,
    settings: database.settings,
  });
  const mark = await folderMark(center.context.store.reader);
  await center.close();
  return mark!;
}

function marksIn(name: string): string[] {
  // On PostgreSQL a start that is refused makes no folder.
  if (!existsSync(join(folder, name))) return [];
  return readdirSync(join(folder, name)).filter(one => one.startsWith('files-of-'));
}

async function doctor(name: string): Promise<string[]> {
  const { shell } = shellHere();
  const found = await embeddedFindings(
    { ...shell, center: { attachments: join(folder, name) } } as never,
    database.name,
  );
  return found.filter(one => one.message.includes('files of this')).map(one => `${one.message} ${one.remedy}`);
}

describe('the folder of the files', () => {
  test('is marked at the first start, and is the same at all later ones', async () => {
    const mark = await start('files');
    expect(marksIn('files')).toEqual([mark.split(' ')[0]]);
    expect(mark).toMatch(/ \S+:\/.*\/files$/);
    expect(await start('files')).toBe(mark);
    expect(marksIn('files')).toHaveLength(1);
    expect(await doctor('files')).toEqual([]);
  });

  test('is not replaced by an empty one, and not by that of another help center', async () => {
    const mark = await start('files');
    await start('others', join(folder, 'other.db'));
    const others = marksIn('others');
    for (const name of ['empty', 'others']) {
      const path = join(folder, name);
      await expect(start(name)).rejects.toThrow(
        `The files of this help center are in another folder than ${path}: first in ${mark.split(' ')[1]}. Nothing was changed. All its servers need the same folder.`,
      );
      expect(await doctor(name)).toEqual([expect.stringMatching(/are in another folder .* need the same folder/)]);
    }
    expect([marksIn('empty'), marksIn('others'), marksIn('files')]).toEqual([[], others, [mark.split(' ')[0]]]);
  });

  test('can be moved with all that is in it, or be marked by hand if it is lost', async () => {
    const mark = await start('files');
    cpSync(join(folder, 'files'), join(folder, 'moved'), { recursive: true });
    expect(await start('moved')).toBe(mark);
    rmSync(join(folder, 'files'), { recursive: true });
    const told = await start('files').catch(error => (error as Error).message);
    execFileSync('/bin/sh', ['-c', /lost for good: (.*)$/.exec(told)![1]!]);
    expect(await start('files')).toBe(mark);
  });

  test('may belong to several help centers, and a copied file keeps it', async () => {
    const other = join(folder, 'other.db');
    await start('files');
    await start('files', other);
    copyFileSync(other, join(folder, 'third.db'));
    await start('files', join(folder, 'third.db'));
    expect(marksIn('files')).toHaveLength(2);
  });

  test('is that of the first of two servers that start at once', async () => {
    const starts = await Promise.allSettled([start('one'), start('two')]);
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(marksIn('one').length + marksIn('two').length).toBe(1);
    const both = await Promise.all([
      start(marksIn('one').length > 0 ? 'one' : 'two'),
      start(marksIn('one').length > 0 ? 'one' : 'two'),
    ]);
    expect(both[0]).toBe(both[1]);
  });

  test('of a copy is its own', async () => {
    const [from, to] = [await start('files'), await start('copied', join(folder, 'copy.db'))];
    const open = (of: string, name: string) =>
      createCenter({
        database: of,
        attachmentsFolder: join(folder, name),
        isFolderWanted: true,
        settings: database.settings,
      });
    const source = await open(database.name, 'files');
    const target = await open(join(folder, 'copy.db'), 'copied');
    await copyStore(source.context.store, target.context.store);
    await Promise.all([source.close(), target.close()]);
    expect([await start('files'), await start('copied', join(folder, 'copy.db'))]).toEqual([from, to]);
  });

  test('of a database in memory has no mark: its files have no owner afterwards', async () => {
    await (await createCenter({ database: ':memory:', attachmentsFolder: join(folder, 'files') })).close();
    expect(marksIn('files')).toEqual([]);
  });

  test('that is not writable is refused in a sentence', async () => {
    const options = { database: join(folder, 'center.db'), attachmentsFolder: '/sys' };
    await expect(createCenter(options)).rejects.toThrow(
      /^The folder of the files, \/sys, cannot be written \(E\w+\)\./,
    );
  });
});
