import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDisk, type OwnDisk } from '../../../src/cli/desk/disk.ts';
import { type SafeText, safeLine, t } from '../../../src/text/safe.ts';
import { fileNames } from '../../harness/file-names.ts';
import { isFull, runs } from '../../harness/full.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const NAME = t`receipt.pdf`;
const FALLBACK = t`attachment-7`;

let outer: string;
let folder: string;
let disk: OwnDisk;

beforeEach(() => {
  outer = temporaryFolder();
  folder = join(outer, 'in');
  mkdirSync(folder);
  disk = createDisk(randomUUID);
});

async function save(content: string, name: SafeText = NAME): Promise<string> {
  const file = await disk.begin(folder, name, FALLBACK);
  await file.write(Buffer.from(content));
  return (await file.finish()).name;
}

describe('a file that is saved', () => {
  test('has its name only when it is whole, and is private to its user', async () => {
    const file = await disk.begin(folder, NAME, FALLBACK);
    await file.write(Buffer.from('first '));
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.frontdesk-.*\.part$/)]);
    await file.write(Buffer.from('second'));
    expect(await file.finish()).toEqual({ path: join(folder, NAME), name: NAME });
    expect(readdirSync(folder)).toEqual([NAME]);
    expect(readFileSync(join(folder, NAME), 'utf8')).toBe('first second');
    expect(statSync(join(folder, NAME)).mode & 0o777).toBe(0o600);
  });

  test('gets a number if its name is taken, and replaces nothing', async () => {
    writeFileSync(join(folder, NAME), 'mine');
    expect([await save('a'), await save('b')]).toEqual(['receipt (2).pdf', 'receipt (3).pdf']);
    expect(readFileSync(join(folder, NAME), 'utf8')).toBe('mine');
  });

  test('follows no link that has its name, also none to nothing', async () => {
    writeFileSync(join(outer, 'target'), 'mine');
    symlinkSync(join(outer, 'target'), join(folder, NAME));
    symlinkSync(join(outer, 'nothing'), join(folder, 'receipt (2).pdf'));
    expect(await save('theirs')).toBe('receipt (3).pdf');
    expect(readFileSync(join(outer, 'target'), 'utf8')).toBe('mine');
    expect(existsSync(join(outer, 'nothing'))).toBe(false);
  });

  test('leaves nothing behind if it is given up, or if the desk ends', async () => {
    const [given, open] = [await disk.begin(folder, NAME, FALLBACK), await disk.begin(folder, NAME, FALLBACK)];
    await given.write(Buffer.from('half'));
    await given.discard();
    await open.write(Buffer.from('half'));
    expect(readdirSync(folder)).toHaveLength(1);
    disk.close();
    expect(readdirSync(folder)).toEqual([]);
    await open.discard();
  });

  test('starts again without the written part', async () => {
    const file = await disk.begin(folder, NAME, FALLBACK);
    await file.write(Buffer.from('a longer beginning'));
    await file.restart();
    await file.write(Buffer.from('whole'));
    await file.finish();
    expect(readFileSync(join(folder, NAME), 'utf8')).toBe('whole');
  });

  test('lies in a private folder until the desk ends, if it is only opened', async () => {
    const file = await disk.begin(null, NAME, FALLBACK);
    const { path } = await file.finish();
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    disk.close();
    expect(existsSync(path)).toBe(false);
  });
});

test('of many hostile names none leaves the folder, replaces a file or follows a link', async () => {
  writeFileSync(join(outer, 'passwd'), 'mine');
  symlinkSync(join(outer, 'passwd'), join(folder, 'passwd'));
  symlinkSync(outer, join(folder, 'etc'));
  const names = fileNames(isFull ? 2_000 : runs(500));
  for (const [index, name] of names.entries()) await save(String(index), safeLine(name));
  expect(readdirSync(outer).sort()).toEqual(['in', 'passwd']);
  expect(readFileSync(join(outer, 'passwd'), 'utf8')).toBe('mine');
  const files = readdirSync(folder).filter(name => lstatSync(join(folder, name)).isFile());
  const contents = files.map(name => Number(readFileSync(join(folder, name), 'utf8')));
  expect(contents.sort((a, b) => a - b)).toEqual(names.map((_, index) => index));
  expect(files.filter(name => lstatSync(join(folder, name)).mode & 0o177)).toEqual([]);
});

test('files that killed desks left are removed after a day, and nothing else', async () => {
  const left = `.frontdesk-${randomUUID()}.part`;
  const fresh = `.frontdesk-${randomUUID()}.part`;
  const others = ['.frontdesk-notes.part', 'old.part', 'receipt.pdf'];
  for (const name of [left, fresh, ...others]) writeFileSync(join(folder, name), '');
  for (const name of [left, ...others]) utimesSync(join(folder, name), 1, 1);
  await save('x');
  await expect.poll(() => readdirSync(folder).sort()).toEqual([fresh, ...others, 'receipt (2).pdf'].sort());
});

describe('a folder', () => {
  test('that can take files has no fault; any other one says it', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await disk.whyNot(folder)).toBeUndefined();
    expect(await disk.whyNot(`${folder}/`)).toBeUndefined();
    expect(await disk.whyNot(join(folder, 'file'))).toMatch(/file is not a folder\.$/);
    expect(await disk.whyNot(join(folder, 'none'))).toMatch(/^There is no folder .*none\.$/);
  });

  test('that is gone when the file comes is named', async () => {
    await expect(disk.begin(join(folder, 'none'), NAME, FALLBACK)).rejects.toThrow('none: the folder is gone.');
  });
});
