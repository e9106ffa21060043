import type { CompiledQuery } from 'kysely';
import { DirectAdapter } from './sqlite/dialect.ts';
import { chunks } from './statement.ts';
import type { Db, NewRow, Tables } from './tables.ts';

/** A placeholder in a query for a value that is known when it runs. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** A query as kysely builds it, or raw. */
interface Built<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** Runs the query with these values. */
export type Prepared<Values extends readonly unknown[], Row> = (db: Db, ...values: Values) => Promise<readonly Row[]>;

/**
 * A query that is built once for each kind of database and then only receives its values: for the few queries of every
 * request, because building one takes several times as long as running it. `build` receives placeholders instead of the
 * values, and may only use them where a value goes.
 */
export function prepare<Values extends readonly unknown[], Row>(
  count: Values['length'],
  build: (db: Db, ...places: Values) => Built<Row>,
): Prepared<Values, Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const places = Array.from({ length: count }, (_, index) => new Placeholder(index)) as unknown as Values;
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter.constructor) ?? build(db, ...places).compile(db);
    compiled.set(adapter.constructor, query);
    const parameters = query.parameters.map(one => (one instanceof Placeholder ? values[one.index] : one));
    if (adapter instanceof DirectAdapter && (adapter.isReading || db.isTransaction))
      return adapter.all(query.sql, parameters) as Row[];
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Inserts a row with these columns, and returns its id if `returns` says so. */
export function prepareInsert<Name extends keyof Tables, const Column extends keyof NewRow<Name> & string>(
  table: Name,
  columns: readonly Column[],
  returns: 'id' | 'nothing' = 'nothing',
): (db: Db, row: Pick<NewRow<Name>, Column>) => Promise<readonly { readonly id: number }[]> {
  const insert = prepare<unknown[], { readonly id: number }>(columns.length, (db, ...values) => {
    const row = Object.fromEntries(columns.map((column, at) => [column, values[at]]));
    const query = db.insertInto(table as 'note').values(row as NewRow<'note'>);
    return (returns === 'id' ? query.returning('id') : query) as Built<{ readonly id: number }>;
  });
  return (db, row) => insert(db, ...columns.map(column => row[column]));
}

/** PostgreSQL takes more rows in one statement, because each statement is a round trip. */
const FEW_ROWS = 3;

/** Inserts rows with these columns, in their order. */
export function prepareInserts<Name extends keyof Tables, const Column extends keyof NewRow<Name> & string>(
  table: Name,
  columns: readonly Column[],
): (db: Db, rows: readonly Pick<NewRow<Name>, Column>[]) => Promise<void> {
  const insert = prepareInsert(table, columns);
  return async (db, rows) => {
    if (rows.length <= FEW_ROWS || db.getExecutor().adapter instanceof DirectAdapter)
      for (const row of rows) await insert(db, row);
    else
      for (const piece of chunks(rows))
        await db
          .insertInto(table as 'note')
          .values(piece as NewRow<'note'>[])
          .execute();
  };
}

/** Queries that differ in `key`, such as the columns that they write: each is built at its first use. */
export function prepareEach<Query>(make: (key: string) => Query): (key: string) => Query {
  const made = new Map<string, Query>();
  return key => {
    const one = made.get(key) ?? make(key);
    made.set(key, one);
    return one;
  };
}

/** Runs the query with this list and these values. */
export type PreparedList<One, Values extends readonly unknown[], Row> = (
  db: Db,
  list: readonly One[],
  ...values: Values
) => Promise<readonly Row[]>;

/** The next power of two: this way few queries are built for lists of different lengths. */
function roundedUp(length: number): number {
  return 2 ** Math.ceil(Math.log2(length));
}

/**
 * Queries about a list of at least one value, such as the ids of rows, followed by single values. A query is built for
 * a certain length; a shorter list is filled up with its last value, so use the list only after `in`.
 */
export function prepareList<One, Values extends readonly unknown[], Row>(
  count: Values['length'],
  build: (db: Db, list: readonly One[], ...places: Values) => Built<Row>,
): PreparedList<One, Values, Row> {
  const ofLength = prepareEach(key =>
    prepare(Number(key) + count, (db, ...places) =>
      build(db, places.slice(0, Number(key)) as One[], ...(places.slice(Number(key)) as unknown as Values)),
    ),
  );
  return (db, list, ...values) => {
    const length = roundedUp(list.length);
    const again = Array.from({ length: length - list.length }, () => list.at(-1));
    return ofLength(String(length))(db, ...list, ...again, ...values);
  };
}
