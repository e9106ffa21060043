import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFiles, type Files, keepContent } from '../../../src/center/database/files.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const DAY_MS = 24 * 3_600_000;
let folder: string;
let files: Files;
beforeEach(() => {
  folder = join(temporaryFolder(), 'attachments');
  files = createFiles(folder, 'center.db');
});

async function receive(content: string): Promise<string> {
  const incoming = await files.receive();
  await incoming.write(new TextEncoder().encode(content));
  return (await incoming.finish()).hash;
}

function age(hash: string, ms: number) {
  return utimesSync(join(folder, hash), new Date(), new Date(Date.now() - ms));
}

describe('files that no attachment names', () => {
  test('count as new if the same content is uploaded again, because its attachment may follow', async () => {
    const hash = await receive('again');
    age(hash, 2 * DAY_MS);
    await receive('again');
    expect(await files.reap(new Set(), Date.now())).toBe(0);
  });

  test('all stay if another help center, which may name them, keeps its files here', async () => {
    age(await receive('whose?'), 2 * DAY_MS);
    createFiles(folder, 'other.db');
    expect(await files.reap(new Set(), Date.now())).toBe(0);
    const again = createFiles(folder, 'center.db');
    expect(await again.reap(new Set(), Date.now()), 'also later').toBe(0);
  });

  test('all stay while a copy holds them, for a day at most if it was killed', async () => {
    const hash = await receive('copied');
    const release = await files.hold();
    await files.hold();
    const gone = [{ hash, usedAt: Date.now() }];
    await createFiles(folder, 'center.db').remove(gone);
    await release();
    await files.remove(gone);
    expect(existsSync(join(folder, hash))).toBe(true);
    const left = readdirSync(folder).find(name => name.startsWith('held-'))!;
    age(left, 2 * DAY_MS);
    await files.remove(gone);
    expect(existsSync(join(folder, hash))).toBe(false);
    await files.reap(new Set(), Date.now());
    expect(readdirSync(folder)).not.toContain(left);
  });

  test('go also where the help center was moved or copied to, with its folder and its database', async () => {
    const here = join(folder, '..', 'here');
    createFiles(join(here, 'attachments'), join(here, 'center.db'));
    const former = createHash('sha256').update(join(here, 'center.db')).digest('hex').slice(0, 16);
    writeFileSync(join(here, 'attachments', `owner-${former}`), '');
    createFiles(join(here, 'attachments'), join(here, 'center.db'));
    const there = join(folder, '..', 'there');
    renameSync(here, there);
    const moved = createFiles(join(there, 'attachments'), join(there, 'center.db'));
    expect(readdirSync(join(there, 'attachments'))).toEqual([expect.stringMatching(/^owner-/)]);
    expect(moved.shared()).toBeUndefined();
    createFiles(join(there, 'attachments'), join(there, 'other.db'));
    expect(moved.shared()).toMatch(/has the marks of 2 help centers \(owner-.*\), so no file in it is deleted/);
  });

  test('are deleted only if a hash is their name: files of others stay', async () => {
    const incoming = await files.receive();
    expect(await files.reap(new Set(), Date.now() + 2 * DAY_MS)).toBe(0);
    await incoming.discard();
  });
});

test.for(['alone', 'shared'])('that a crash left half-received go when they are a day old: %s', async whose => {
  if (whose === 'shared') createFiles(folder, 'other.db');
  const [old, fresh] = ['old.part', 'fresh.part'];
  for (const name of [old, fresh]) writeFileSync(join(folder, name), 'half');
  age(old, 2 * DAY_MS);
  await files.reap(new Set(), Date.now());
  expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([fresh]);
});

test('that another process deletes meanwhile do not stop it', async () => {
  // What is listed and is gone when it is looked at: a link to nothing is always so.
  for (const name of ['half.part', 'f'.repeat(64)]) symlinkSync(join(folder, 'nowhere'), join(folder, name));
  const again = createFiles(folder, 'center.db');
  expect(await again.reap(new Set(), Date.now() + 2 * DAY_MS)).toBe(0);
});

test('a content that cannot be received is closed', async () => {
  let isClosed = false;
  const content = new ReadableStream<Uint8Array>({
    cancel: () => {
      isClosed = true;
    },
  });
  const full = { receive: () => Promise.reject(new Error('The disk is full.')) };
  await expect(keepContent(full, content)).rejects.toThrow('The disk is full.');
  expect(isClosed).toBe(true);
});
