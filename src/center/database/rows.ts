import type { ExpressionBuilder, SqlBool, Updateable } from 'kysely';
import type { Db, NewRow, Row, Tables } from './tables.ts';

type Name = keyof Tables;

/** Values that columns of a row must have, or one of several values; null is a value too. */
type Like<Table extends Name> = {
  readonly [Column in keyof Row<Table>]?: Row<Table>[Column] | readonly Row<Table>[Column][];
};

// Kysely cannot type a query whose table is a parameter, so these queries are typed as those of one table.
type KnownTable = 'agent';

function like(values: object) {
  return ({ and, eb }: ExpressionBuilder<Tables, KnownTable>) =>
    and(
      Object.entries(values).map(([column, value]) => {
        const operator = value === null ? 'is' : Array.isArray(value) ? 'in' : '=';
        return eb(column as 'id', operator, value).$castTo<SqlBool>();
      }),
    );
}

/** The row with these values, or the first of several; undefined without one. */
export async function rowWith<Table extends Name>(
  db: Db,
  table: Table,
  values: Like<Table>,
): Promise<Row<Table> | undefined> {
  const found = db.selectFrom(table as KnownTable).selectAll();
  return (await found.where(like(values)).limit(1).executeTakeFirst()) as Row<Table> | undefined;
}

/** Inserts a row, and returns it as it is kept. */
export async function insertRow<Table extends Name>(db: Db, table: Table, row: NewRow<Table>): Promise<Row<Table>> {
  const made = db.insertInto(table as KnownTable).values(row as NewRow<KnownTable>);
  return (await made.returningAll().executeTakeFirstOrThrow()) as unknown as Row<Table>;
}

/** Sets `set` on the row with this key, or inserts the row; without `set` a row that is there stays. */
export async function keepRow<Table extends Name>(
  db: Db,
  table: Table,
  key: Partial<NewRow<Table>>,
  set: Partial<NewRow<Table>> = {},
): Promise<void> {
  const row = db.insertInto(table as KnownTable).values({ ...key, ...set } as unknown as NewRow<KnownTable>);
  const [columns, isSet] = [Object.keys(key) as 'id'[], Object.keys(set).length > 0];
  const inserted = row.onConflict(conflict => {
    const known = conflict.columns(columns);
    return isSet ? known.doUpdateSet(set as Updateable<Tables[KnownTable]>) : known.doNothing();
  });
  await inserted.execute();
}

/** Changes the rows with these values, and returns them as they are then. */
export async function updateRows<Table extends Name>(
  db: Db,
  table: Table,
  values: Like<Table>,
  set: Updateable<Tables[Table]>,
): Promise<Row<Table>[]> {
  const changed = db.updateTable(table as KnownTable).set(set as Updateable<Tables[KnownTable]>);
  return (await changed.where(like(values)).returningAll().execute()) as unknown as Row<Table>[];
}

/** Deletes the rows with these values, and returns them. */
export async function deleteRows<Table extends Name>(db: Db, table: Table, values: Like<Table>): Promise<Row<Table>[]> {
  const deleted = db.deleteFrom(table as KnownTable).where(like(values));
  return (await deleted.returningAll().execute()) as unknown as Row<Table>[];
}
