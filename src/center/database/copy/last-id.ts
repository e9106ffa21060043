import { sql } from 'kysely';
import type { DatabaseKind } from '../migrations/columns.ts';
import type { Db, Tables } from '../tables.ts';

type Name = keyof Tables;

/** The highest id that a table has ever used, even if its row is gone; 0 if there was none. */
export async function lastId(db: Db, kind: DatabaseKind, table: Name): Promise<number> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`.execute(db)
      : await sql<{ last: number }>`select case when is_called then last_value else 0 end as last
          from ${sql.table(`${table}_id_seq`)}`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Makes a table continue after an id as if it were used: no id is ever used twice. */
export async function setLastId(db: Db, kind: DatabaseKind, table: Name, last: number): Promise<void> {
  if (kind === 'postgres') {
    await sql`select setval(${`${table}_id_seq`}::regclass, ${Math.max(1, last)}, ${last > 0 ? 1 : 0} = 1)`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  if (last > 0) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
}
