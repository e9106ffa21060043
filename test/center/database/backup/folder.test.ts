import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { writeWhole } from '../../../../src/center/database/backup/folder.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const MIB = 1_048_576;

afterEach(() => vi.restoreAllMocks());

/** The files’ own methods, watched: how much a file had each time that it was brought to the disk. */
async function watchSyncs(folder: string): Promise<number[]> {
  const file = await open(join(folder, 'any'), 'w');
  const prototype = Object.getPrototypeOf(file) as { datasync(this: typeof file): Promise<void> };
  await file.close();
  const sizes: number[] = [];
  const { datasync } = prototype;
  vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: typeof file) {
    sizes.push((await this.stat()).size / MIB);
    return datasync.call(this);
  });
  return sizes;
}

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield new Uint8Array(MIB).fill(at);
}

it('brings a long file to the disk while it grows, so that no other program waits for all of it', async () => {
  const folder = temporaryFolder();
  const sizes = await watchSyncs(folder);
  await writeWhole(join(folder, 'long'), pieces(20), true);
  expect(sizes).toEqual([8, 16]);
  const content = await readFile(join(folder, 'long'));
  expect([content.length, content[0], content.at(-1)]).toEqual([20 * MIB, 0, 19]);
});
