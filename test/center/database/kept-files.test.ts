import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Files, keepContent } from '../../../src/center/database/files.ts';
import { attachmentFiles } from '../../harness/attachment-files.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const DAY_MS = 24 * 3_600_000;
const PART = 256 * 1_024;

let desk: OpenCenter;
let files: Files;
beforeEach(async () => {
  desk = await openCenter();
  ({ files } = desk.center.context);
});
afterEach(() => desk.close());

/** Bytes of every value that do not repeat from part to part. */
function bytesOf(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => (at * 7 + Math.floor(at / 251)) % 256);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function read(hash: string, ...range: [from?: number, to?: number]): Promise<Buffer | undefined> {
  const stream = await files.open(hash, ...range);
  return stream && Buffer.concat(await Array.fromAsync(stream as unknown as AsyncIterable<Uint8Array>));
}

function keep(content: string): Promise<{ readonly hash: string; readonly keptAt: number }> {
  return keepContent(files, [Buffer.from(content)]);
}

describe('a file', () => {
  test.for([0, 1, PART - 1, PART, PART + 1, 3 * PART, 3 * PART + 5])(
    'of %i bytes is read as it was written',
    async size => {
      const bytes = bytesOf(size);
      const pieces = [
        bytes.subarray(0, size / 3),
        bytes.subarray(size / 3, size - 1),
        bytes.subarray(Math.max(size / 3, size - 1)),
      ];
      const kept = await keepContent(files, pieces);
      expect(kept).toMatchObject({ hash: hashOf(bytes), size });
      expect(Buffer.compare((await read(kept.hash))!, bytes)).toBe(0);
      expect(await attachmentFiles(desk)).toEqual([kept.hash]);
      expect(await files.names()).toEqual(new Set([kept.hash]));
    },
  );

  test.for([
    [0, 0],
    [5, 9],
    [PART - 1, PART],
    [PART, PART],
    [PART - 2, 2 * PART + 1],
    [3 * PART, 3 * PART + 4],
    [PART + 3, undefined],
  ] as const)('is read from byte %i to byte %j', async ([from, to]) => {
    const bytes = bytesOf(3 * PART + 5);
    const { hash } = await keepContent(files, [bytes]);
    expect(Buffer.compare((await read(hash, from, to))!, bytes.subarray(from, (to ?? bytes.length) + 1))).toBe(0);
  });

  test('that is not there is told of', async () => {
    expect(await files.open('0'.repeat(64))).toBeUndefined();
  });

  test.for([10, 2 * PART])('of %i bytes is kept once, and arrives later each time', async size => {
    const once = () => keepContent(files, [bytesOf(size)]);
    const [first, ...others] = [await once(), await once(), ...(await Promise.all([once(), once(), once()]))];
    for (const { hash, keptAt } of others) {
      expect(hash).toBe(first.hash);
      expect(keptAt).toBeGreaterThan(first.keptAt);
    }
    expect(await attachmentFiles(desk)).toEqual([first.hash]);
  });

  test.for([10, 2 * PART])('of %i bytes that does not arrive as a whole leaves nothing', async size => {
    async function* broken() {
      yield bytesOf(size);
      throw new Error('The caller hung up.');
    }
    await expect(keepContent(files, broken())).rejects.toThrow('hung up');
    expect(await attachmentFiles(desk)).toEqual([]);
  });

  test('is not there before it has arrived as a whole', async () => {
    const bytes = bytesOf(3 * PART);
    const incoming = await files.receive();
    await incoming.write(bytes);
    expect(await files.names()).toEqual(new Set());
    expect(await files.open(hashOf(bytes))).toBeUndefined();
    await incoming.finish();
    expect(await files.names()).toEqual(new Set([hashOf(bytes)]));
  });
});

describe('a file that goes', () => {
  test('stays if it arrived again after its last use', async () => {
    const [first, again] = [await keep('same'), await keep('same')];
    await files.remove([{ hash: first.hash, usedAt: first.keptAt }]);
    expect(await attachmentFiles(desk)).toEqual([first.hash]);
    await files.remove([{ hash: first.hash, usedAt: again.keptAt }]);
    expect(await attachmentFiles(desk)).toEqual([]);
  });

  test('stays while a copy reads the files, and goes when the copy is over', async () => {
    const { hash, keptAt } = await keep('held');
    const release = await files.hold();
    expect(await files.remove([{ hash, usedAt: keptAt }])).toBe(false);
    expect(await files.names()).toContain(hash);
    await release();
    expect(await files.remove([])).toBe(true);
    expect(await attachmentFiles(desk)).toEqual([]);
  });

  test('is one that no attachment has named for a day, or that was half-received', async () => {
    const [named, old, fresh] = [await keep('named'), await keep('old'), await keep('fresh')];
    await (await files.receive()).write(bytesOf(2 * PART));
    expect(await files.reap(new Set([named.hash]), Date.now())).toBe(0);
    await files.remove([{ hash: fresh.hash, usedAt: fresh.keptAt }]);
    expect(await files.reap(new Set([named.hash]), Date.now() + DAY_MS + 60_000)).toBe(1);
    expect(await attachmentFiles(desk)).toEqual([named.hash]);
    expect(await files.names()).not.toContain(old.hash);
  });

  test('is not one that a copy holds, for a day at most if the copy was killed', async () => {
    const { hash } = await keep('copied');
    await files.hold();
    const later = Date.now() + DAY_MS + 60_000;
    expect(await files.reap(new Set(), Date.now())).toBe(0);
    expect(await files.names()).toContain(hash);
    await files.reap(new Set(), later);
    await files.reap(new Set(), later);
    expect(await attachmentFiles(desk)).toEqual([]);
  });
});
