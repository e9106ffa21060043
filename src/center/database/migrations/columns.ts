import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** Which database it is; the few places that differ ask for it. */
export type DatabaseKind = 'sqlite' | 'postgres';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** A primary key that counts up and never gives a number twice. */
export function identity(kind: DatabaseKind): Column {
  return column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
}

/** The type of an id, a time in milliseconds and any other whole number that may grow large. */
export function wide(kind: DatabaseKind) {
  return kind === 'sqlite' ? 'integer' : 'bigint';
}

/** The type of raw bytes. */
export function bytes(kind: DatabaseKind) {
  return kind === 'sqlite' ? sql`blob` : sql`bytea`;
}

export const required: Column = column => column.notNull();
export const zero: Column = column => column.notNull().defaultTo(0);
export const one: Column = column => column.notNull().defaultTo(1);
export const empty: Column = column => column.notNull().defaultTo('');

/** A reference that goes away with what it names. */
export function part(of: string): Column {
  return column => column.notNull().references(`${of}.id`).onDelete('cascade');
}

/** A reference that must hold. */
export function refers(to: string): Column {
  return column => column.references(`${to}.id`);
}

/** A table that links two others: both ids together are its key, and it can be read from either side. */
export async function linkTable(
  db: Kysely<never>,
  kind: DatabaseKind,
  name: string,
  [first, second]: readonly [string, string],
  position = false,
): Promise<void> {
  let table = db.schema
    .createTable(name)
    .addColumn(`${first}_id`, wide(kind), part(first))
    .addColumn(`${second}_id`, wide(kind), part(second))
    .addPrimaryKeyConstraint(`${name}_key`, [`${first}_id`, `${second}_id`] as never);
  if (position) table = table.addColumn('position', 'integer', required);
  await table.execute();
  await db.schema
    .createIndex(`${name}_${second}`)
    .on(name)
    .columns([`${second}_id`, `${first}_id`])
    .execute();
}

/** Makes an index named after its table and columns. */
export async function index(
  db: Kysely<never>,
  table: string,
  columns: readonly string[],
  unique: 'unique' | 'plain' = 'plain',
): Promise<void> {
  const made = db.schema
    .createIndex(`${table}_by_${columns.join('_')}`.slice(0, 63))
    .on(table)
    .columns([...columns]);
  await (unique === 'unique' ? made.unique() : made).execute();
}
