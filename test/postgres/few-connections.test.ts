import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/center/database/open.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();

/** One listens. */
const CONNECTIONS = 3;

/** A new database with an owner who can be limited: those who own the server are not. */
async function ownedDatabase() {
  const database = await newPostgresDatabase();
  const name = new URL(database).pathname.slice(1);
  await askPostgres(database, `create role ${name} login; alter database ${name} owner to ${name}`);
  onTestFinished(async () => {
    await askPostgres(database, `alter database ${name} owner to postgres; drop owned by ${name}; drop role ${name}`);
  });
  const address = new URL(database);
  address.username = name;
  const limit = (connections: number) =>
    askPostgres(database, `alter database ${name} connection limit ${connections}`);
  return { address: address.href, limit };
}

test('with few connections a server reads, and writes alone and beside', skippedFor(missing), async () => {
  const { address, limit } = await ownedDatabase();
  await limit(CONNECTIONS);
  const store = await openDatabase(address, 0);
  onTestFinished(() => store.close());
  const rename = (to: string, isBeside: boolean) =>
    store.write(db => db.updateTable('inbox').set({ name: to }).where('id', '=', 1).execute(), isBeside);
  const read = () => store.read(db => db.selectFrom('inbox').select('name').where('id', '=', 1).executeTakeFirst());
  const reads = () => Promise.all(Array.from({ length: 12 }, read));
  await reads();
  await rename('Beside', true);
  expect(new Set((await reads()).map(row => row?.name))).toEqual(new Set(['Beside']));
  await rename('Alone', false);
  await Promise.all([reads(), ...Array.from({ length: 6 }, (_, at) => rename('Last', at % 2 === 0)), reads()]);
  expect(await read()).toEqual({ name: 'Last' });
});
