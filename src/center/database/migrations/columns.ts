import { type ColumnDefinitionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';

/** The kind of database, for the few places that differ. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** The types of columns: `whole` is that of an id, a time in milliseconds and any other large whole number. */
const types = {
  sqlite: { text: 'text', integer: 'integer', whole: 'integer', bytes: 'blob' },
  postgres: { text: 'text', integer: 'integer', whole: 'bigint', bytes: 'bytea' },
} as const;
type Type = keyof (typeof types)[DatabaseKind];

type Make = (column: ColumnDefinitionBuilder, kind: DatabaseKind) => ColumnDefinitionBuilder;
type Column = readonly [type: Type, make: Make];
type Columns = Readonly<Record<string, Column>>;

/** A column without a default that may be null, unless `make` says more. */
export function column(type: Type, make: Make = one => one): Column {
  return [type, make];
}

/** A primary key that increases and never uses a number twice. */
export const id = column('whole', (one, kind) =>
  kind === 'sqlite' ? one.primaryKey().autoIncrement() : one.primaryKey().generatedByDefaultAsIdentity(),
);
export const text = column('text', one => one.notNull());
export const optionalText = column('text');
export const empty = column('text', one => one.notNull().defaultTo(''));
export const unique = column('text', one => one.notNull().unique());
export const textKey = column('text', one => one.primaryKey());
export const whole = column('whole', one => one.notNull());
export const optionalWhole = column('whole');
export const wholeZero = column('whole', one => one.notNull().defaultTo(0));
export const integer = column('integer', one => one.notNull());
export const zero = column('integer', one => one.notNull().defaultTo(0));
export const bytes = column('bytes', one => one.notNull());

/** A reference whose row is deleted with the row it refers to. */
export function part(of: string, more: Make = one => one): Column {
  return column('whole', (one, kind) => more(one.notNull().references(`${of}.id`).onDelete('cascade'), kind));
}

/** The same for a row that has at most one such part: the reference is its key. */
export function onlyPart(of: string): Column {
  return part(of, one => one.primaryKey());
}

/** A reference that may be null, and prevents deletion unless `gone` says otherwise. */
export function refers(to: string, gone?: 'set null' | 'cascade'): Column {
  return column('whole', one => {
    const reference = one.references(`${to}.id`);
    return gone ? reference.onDelete(gone) : reference;
  });
}

interface Table {
  readonly columns: Columns;
  /** The columns of its key, if it has several. */
  readonly key?: readonly string[];
  /** The columns of its indexes, which are named after them. */
  readonly indexes?: readonly (readonly string[])[];
  /** A name and columns of one more index. */
  readonly reverse?: readonly [name: string, columns: readonly string[]];
  /** A reference of several columns, whose row is deleted with the row it refers to. */
  readonly partOf?: readonly [table: string, columns: readonly string[]];
  /** Statements for features that only one database has, or Kysely cannot express. */
  readonly more?: (kind: DatabaseKind) => readonly RawBuilder<unknown>[];
}

/** Tables by their names, each after those that it refers to. */
export type Schema = Readonly<Record<string, Table>>;

/** A table that links two others: both ids together are its key, and it can be read from either side. */
export function link(first: string, second: string, more: Columns = {}): Table {
  const key = [`${first}_id`, `${second}_id`] as const;
  const columns = { [key[0]]: part(first), [key[1]]: part(second), ...more };
  return { columns, key, reverse: [second, key.toReversed()] };
}

async function createTable(db: Kysely<never>, kind: DatabaseKind, name: string, table: Table): Promise<void> {
  const { columns, key, indexes = [], reverse, partOf, more } = table;
  let making = db.schema.createTable(name);
  for (const [column, [type, make]] of Object.entries(columns))
    making = making.addColumn(column, types[kind][type], one => make(one, kind));
  if (key) making = making.addPrimaryKeyConstraint(`${name}_key`, key as never);
  if (partOf) {
    const [other, own] = partOf;
    making = making.addForeignKeyConstraint(`${name}_answer`, own as never, other, [...own], one =>
      one.onDelete('cascade'),
    );
  }
  await making.execute();
  const named = indexes.map(of => [`by_${of.join('_')}`, of] as const);
  for (const [ending, of] of [...(reverse ? [reverse] : []), ...named])
    await db.schema
      .createIndex(`${name}_${ending}`.slice(0, 63))
      .on(name)
      .columns([...of])
      .execute();
  for (const statement of more?.(kind) ?? []) await statement.execute(db);
}

/** Creates tables with their indexes. */
export async function createTables(db: Kysely<never>, kind: DatabaseKind, schema: Schema): Promise<void> {
  for (const [name, table] of Object.entries(schema)) await createTable(db, kind, name, table);
}

/**
 * Additions that a former program can ignore: new tables, columns by their table, and by an index's name the columns
 * that it is on, such as `message (contact_id)`.
 */
export interface Additions {
  readonly tables?: Schema;
  readonly columns?: Readonly<Record<string, Columns>>;
  readonly indexes?: Readonly<Record<string, string>>;
}

/** Makes those that are missing. */
export async function add(db: Kysely<never>, kind: DatabaseKind, additions: Additions): Promise<void> {
  const { tables = {}, columns = {}, indexes = {} } = additions;
  for (const [name, table] of Object.entries(tables)) await addTable(db, kind, name, table);
  for (const [table, some] of Object.entries(columns)) await addColumns(db, kind, table, some);
  for (const [name, on] of Object.entries(indexes))
    await sql.raw(`create index if not exists ${name} on ${on}`).execute(db);
}

/** Creates a table with its indexes, on PostgreSQL if it is missing. */
export async function addTable(db: Kysely<never>, kind: DatabaseKind, name: string, table: Table): Promise<void> {
  if (kind === 'postgres') {
    const { rows } = await sql<{ there: string | null }>`select to_regclass(${name}) as there`.execute(db);
    if (rows[0]!.there !== null) return;
  }
  await createTable(db, kind, name, table);
}

/** Adds columns to a table, on PostgreSQL those that are missing. */
export async function addColumns(db: Kysely<never>, kind: DatabaseKind, table: string, columns: Columns) {
  for (const [name, [type, make]] of Object.entries(columns))
    await db.schema
      .alterTable(table)
      .addColumn(name, types[kind][type], one => make(kind === 'sqlite' ? one : one.ifNotExists(), kind))
      .execute();
}
