import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { NodeSqliteDialect } from '../../../../src/center/database/sqlite/dialect.ts';

/** A database that tells which statements were prepared. */
class Watched extends DatabaseSync {
  readonly prepared: StatementSync[] = [];

  override prepare(query: string): StatementSync {
    const statement = super.prepare(query);
    this.prepared.push(statement);
    return statement;
  }
}

test('a statement that is kept does not keep a large value', async () => {
  const database = new Watched(':memory:');
  const db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(database, 'write') });
  onTestFinished(() => db.destroy());
  await sql`create table note (text, bytes)`.execute(db);
  const [text, bytes] = ['x'.repeat(100_000), Buffer.alloc(100_000)];
  await sql`insert into note values (${text}, null)`.execute(db);
  await sql`insert into note values (null, ${bytes})`.execute(db);
  const { rows } = await sql`select length(${text}) as long`.execute(db);
  expect(rows).toEqual([{ long: 100_000 }]);
  expect(Math.max(...database.prepared.map(({ expandedSQL }) => expandedSQL.length))).toBeLessThan(1_000);
  // They can be used again.
  await sql`insert into note values (${text}, null)`.execute(db);
  expect((await sql`select count(*) as count from note`.execute(db)).rows).toEqual([{ count: 3 }]);
});
