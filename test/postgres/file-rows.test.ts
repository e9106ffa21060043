import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keepContent } from '../../src/center/database/files.ts';
import { folderMark, setFolderMark } from '../../src/center/database/folder-mark.ts';
import { createCenter } from '../harness/center.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

const PART = 256 * 1_024;

async function open() {
  const { name: database, drop } = await newPostgresCenter();
  onTestFinished(drop);
  const attachmentsFolder = join(temporaryFolder(), 'files');
  const start = async () => {
    const center = await createCenter({ database, attachmentsFolder });
    onTestFinished(center.close);
    return center;
  };
  return { database, attachmentsFolder, start, center: await start() };
}

/** A file of so many parts, of which each has bytes of its own. */
function contentOf(parts: number): Buffer {
  return Buffer.concat(Array.from({ length: parts }, (_, at) => Buffer.alloc(PART, at + 1)));
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function iterate(content: ReadableStream<Uint8Array> | undefined): AsyncIterator<Uint8Array> {
  return (content as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
}

describe('a file in PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('is in parts of 256 KiB, which PostgreSQL does not compress', async () => {
    const { center } = await open();
    await keepContent(center.context.files, [contentOf(9), Buffer.alloc(5)]);
    const query = sql`select n, length(bytes) as bytes, pg_column_compression(bytes) as how
      from attachment_part order by n`;
    const { rows: parts } = await query.execute(center.context.store.reader);
    const whole = Array.from({ length: 9 }, (_, n) => ({ n, bytes: PART, how: null }));
    expect(parts).toEqual([...whole, { n: 9, bytes: 5, how: null }]);
  });

  test('is read from the parts of a range alone', async () => {
    const { database, center } = await open();
    const { hash } = await keepContent(center.context.files, [contentOf(12)]);
    await askPostgres(database, 'delete from attachment_part where n not between 5 and 6');
    const content = await center.context.files.open(hash, 6 * PART - 1, 6 * PART);
    expect(Buffer.concat(await Array.fromAsync(content as unknown as AsyncIterable<Uint8Array>))).toEqual(
      Buffer.from([6, 7]),
    );
  });

  test('waits in the database for a slow reader, who holds no connection meanwhile', async () => {
    const { database, center } = await open();
    const { files, store } = center.context;
    const { hash } = await keepContent(files, [contentOf(40)]);
    const reader = iterate(await files.open(hash));
    expect((await reader.next()).value).toEqual(Buffer.alloc(PART, 1));
    await expect.poll(() => store.connections!().used).toBe(0);
    // What was not read yet is changed under it.
    await askPostgres(database, `update attachment_part set bytes = '\\x07' where n = 39`);
    let [last, parts]: [Uint8Array, number] = [new Uint8Array(), 1];
    for (let next = await reader.next(); !next.done; next = await reader.next())
      [last, parts] = [next.value, parts + 1];
    expect([parts, ...last]).toEqual([40, 7]);
  });

  test('is taken no faster than the database stores it', async () => {
    const { database, center } = await open();
    const { files } = center.context;
    const lock = new Client(database);
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('begin; lock table attachment_part in exclusive mode');
    const incoming = await files.receive();
    let written = 0;
    const bytes = contentOf(40);
    const writing = (async () => {
      for (let at = 0; at < 40; at += 1) {
        await incoming.write(bytes.subarray(at * PART, (at + 1) * PART));
        written += 1;
      }
    })();
    let before = -1;
    while (written > before) {
      before = written;
      await sleep(300);
    }
    // One part that is stored, and twice as many as one statement stores.
    expect(written).toBeLessThanOrEqual(9);
    await lock.query('commit');
    await writing;
    expect(await incoming.finish()).toMatchObject({ hash: hashOf(bytes) });
  });
});

describe('the files of a help center on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('stay in their folder if it is from before they could be in the database', async () => {
    const { center, start, attachmentsFolder } = await open();
    const { store } = center.context;
    expect([await folderMark(store.reader), existsSync(attachmentsFolder)]).toEqual(['database', false]);
    const file = { name: 'a', content_type: 'text/plain', size: 1, hash: 'f'.repeat(64), agent_id: null };
    await store.write(async db => {
      await db
        .insertInto('attachment')
        .values({ ...file, created_at: 0 })
        .execute();
      await setFolderMark(db, undefined);
    });
    await start();
    expect(await folderMark(store.reader)).toMatch(/^files-of-/);
    expect(existsSync(attachmentsFolder)).toBe(true);
  });
});
