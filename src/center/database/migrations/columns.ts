import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** The kind of database, for the few places that differ. */
export type DatabaseKind = 'sqlite' | 'postgres';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** A primary key that increases and never uses a number twice. */
export function identity(kind: DatabaseKind): Column {
  return column =>
    kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
}

/** The type of an id, a time in milliseconds and any other large whole number. */
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

/** A reference whose row is deleted with the row it refers to. */
export function part(of: string): Column {
  return column => column.notNull().references(`${of}.id`).onDelete('cascade');
}

/** A reference that prevents deletion. */
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

/** Creates an index named after its table and columns. */
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
