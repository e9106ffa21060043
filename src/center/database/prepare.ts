import type { Compilable, CompiledQuery } from 'kysely';
import { DirectAdapter } from './sqlite/dialect.ts';
import type { Db } from './tables.ts';

/** Stands in a query for a value that is known when it runs. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Runs the query with these values. */
export type Prepared<Values extends readonly unknown[], Row> = (db: Db, ...values: Values) => Promise<readonly Row[]>;

/**
 * A query that is put together once for each kind of database and only given its values after that: for the few that
 * run with every request, as putting one together takes several times as long as running it. `build` gets places in the
 * query in place of the values, and may only put them where a value goes.
 */
export function prepare<Values extends readonly unknown[], Row>(
  count: Values['length'],
  build: (db: Db, ...places: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const places = Array.from({ length: count }, (_, index) => new Place(index)) as unknown as Values;
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter.constructor) ?? build(db, ...places).compile();
    compiled.set(adapter.constructor, query);
    const parameters = query.parameters.map(one => (one instanceof Place ? values[one.index] : one));
    if (adapter instanceof DirectAdapter && (adapter.isReading || db.isTransaction))
      return adapter.all(query.sql, parameters) as Row[];
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Queries that differ in what `key` says, such as the columns that they write: each is made when it is first needed. */
export function prepareEach<Values extends readonly unknown[], Row>(
  make: (key: string) => Prepared<Values, Row>,
): (key: string) => Prepared<Values, Row> {
  const made = new Map<string, Prepared<Values, Row>>();
  return key => {
    const one = made.get(key) ?? make(key);
    made.set(key, one);
    return one;
  };
}
