import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { problemOf } from '../../../src/center/model/problem.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter({ database: join(temporaryFolder(), 'center.db') });
});
afterEach(() => desk.close());

/** Lets the database grow by this many pages. */
function giveRoom(pages: number): Promise<void> {
  return desk.center.context.store.write(async db => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.raw(String(rows[0]!.page_count + pages))}`.execute(db);
  });
}

/** More than that room and the pages that a new database has free. */
function large(at: number) {
  return { body_text: `${at} ${'parcel '.repeat(8_000)}` };
}
function post(at: number) {
  return desk.call('POST', '/conversations/1/messages', { body: large(at) });
}
async function messages() {
  return (await desk.call('GET', '/conversations/1/messages')).body.data.length;
}

describe('when nothing more can be stored', () => {
  beforeEach(async () => {
    await desk.call('POST', '/conversations', { body: { title: 'Parcel' } });
  });

  test.for([0, 1, 2, 3, 5, 8])('after %i more pages a write is refused with 503 and a clear sentence', async pages => {
    await giveRoom(pages);
    const { status, body } = await post(0);
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
    expect(body.error.message).toMatch(/cannot store anything now; nothing was changed/);
    expect(desk.log.at(-1)).toMatch(/^POST message\.create 503 /);
  });

  test.for(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO', 'EMFILE'])(
    'a file error with %s is reported as unavailable, not as a bug',
    code => {
      expect(problemOf(Object.assign(new Error(code), { code })).code).toBe('unavailable');
    },
  );

  test('a refused write leaves nothing behind, reads go on, and writes work again once there is room', async () => {
    await giveRoom(3);
    expect((await post(0)).status).toBe(503);
    expect(await messages()).toBe(0);
    expect((await desk.call('GET', '/conversations')).body.data[0]).toMatchObject({ message_count: 0, preview: '' });
    await giveRoom(1_000);
    expect((await post(1)).status).toBe(201);
    expect(await messages()).toBe(1);
  });

  test('a refusal for lack of room is not kept under its key', async () => {
    await giveRoom(3);
    const ask = () =>
      desk.call('POST', '/conversations/1/messages', { body: large(0), headers: { 'idempotency-key': 'a' } });
    expect((await ask()).status).toBe(503);
    await giveRoom(1_000);
    expect((await ask()).status).toBe(201);
  });
});
