/** A row of any table. */
type Row = Readonly<Record<string, unknown>>;

/** A help center's database past the service: its kind, and an answer to a query. */
export interface Asked {
  readonly kind: 'sqlite' | 'postgres';
  query<R>(text: string): Promise<R[]>;
}

/** Tables of whole rows by their names; `ids` are the last ids that were given away. */
export type AllRows = ReadonlyMap<string, readonly Row[]>;

const TABLES = {
  sqlite: `select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'
    and name not like 'search!_%' escape '!'`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public'`,
} as const;

const IDS = {
  sqlite: 'select name, seq from sqlite_sequence',
  postgres: `select sequencename as name, last_value as seq from pg_sequences where last_value is not null`,
} as const;

/** Every row of every table. */
export async function allRows(database: Asked): Promise<AllRows> {
  const rows = new Map<string, readonly Row[]>();
  for (const { name } of await database.query<{ name: string }>(TABLES[database.kind]))
    rows.set(name, await database.query<Row>(`select * from "${name}"`));
  return rows.set('ids', await database.query<Row>(IDS[database.kind]));
}

/** Columns of former versions that are gone, and their values by what a row has now. */
const MOVED: Readonly<Record<string, (row: Row) => unknown>> = {
  'conversation.archived': ({ shelved, place }) => shelved ?? Number(place) % 2,
};

/** Columns of former versions that are gone, and what of their row says the same. */
const SAID_ELSEWHERE: Readonly<Record<string, (row: Row) => string>> = {
  'contact.search_key': ({ name, email }) => `${name} ${email}`.toLowerCase(),
};

/** Columns of former versions that are gone: they repeated what other rows say. */
const REPEATED =
  /^(inbox\.(open|unassigned)_count|conversation\.(shelf|shelved|assign_key)|conversation_tag\.(?!conversation_id$|tag_id$).*)$/;

/** Tables that are made anew from others. */
const MADE_ANEW = ['conversation_number', 'conversation_mark'];

/** What an upgrade writes into tables that were there: its steps, and facts about the help center. */
const GROWING = ['kysely_migration', 'setting'];

/** Times that have become whole seconds. */
const IN_SECONDS =
  /^conversation(_tag|_mark)?\.(created_at|updated_at|last_message_at|snoozed_until|woken_from|since|due_at)$/;

function valueIn(table: string, row: Row, column: string): unknown {
  const value = column in row ? row[column] : MOVED[`${table}.${column}`]?.(row);
  return IN_SECONDS.test(`${table}.${column}`) && value !== null ? Math.trunc(Number(value) / 1_000) : value;
}

function textOf(table: string, row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map(column => valueIn(table, row, column)));
}

function lostIn(table: string, before: readonly Row[], after: readonly Row[]): string[] {
  const all = Object.keys(before[0] ?? {}).filter(column => !REPEATED.test(`${table}.${column}`));
  const columns = all.filter(column => SAID_ELSEWHERE[`${table}.${column}`] === undefined);
  const left = new Map<string, number>();
  for (const row of after) {
    const text = textOf(table, row, columns);
    left.set(text, (left.get(text) ?? 0) + 1);
  }
  const lost: string[] = [];
  for (const row of before) {
    const text = textOf(table, row, columns);
    const count = left.get(text) ?? 0;
    if (count === 0) lost.push(`${table}: ${text}`);
    left.set(text, count - 1);
    for (const gone of all.filter(column => !columns.includes(column)))
      if (row[gone] !== SAID_ELSEWHERE[`${table}.${gone}`]!(row)) lost.push(`${table}.${gone}: ${row[gone]}`);
  }
  if (after.length !== before.length && !GROWING.includes(table))
    lost.push(`${table} has ${after.length} rows of ${before.length}`);
  return lost;
}

/** The columns of a conversation that marks of these kinds have become. */
const FLAGS = ['', 'has_note', 'has_file', 'has_review', '', 'by_machine', 'has_side'];

/** The marks of former versions that a conversation's row does not say. */
function lostMarks(marks: readonly Row[], after: AllRows): string[] {
  if (after.has('conversation_mark')) return [];
  const rows = new Map(after.get('conversation')!.map(row => [Number(row.id), row]));
  const number = (value: unknown) => Number(value ?? 0);
  const isSaid = (mark: Row) => {
    const [kind, row] = [Number(mark.kind), rows.get(Number(mark.conversation_id))!];
    const times = [Math.trunc(number(mark.since) / 1_000) * 1_000, mark.at, mark.message_id].map(number);
    if (kind === 4) return String([row.since, row.asked_at, row.asked_id].map(number)) === String(times);
    return FLAGS[kind] === undefined || Number(row[FLAGS[kind]]) === 1;
  };
  return marks.filter(mark => !isSaid(mark)).map(mark => `conversation_mark: ${JSON.stringify(mark)}`);
}

/** What an upgrade lost or changed of the rows before it, a line each. */
export function lostRows(before: AllRows, after: AllRows): string[] {
  const kept = [...before].filter(([table]) => !MADE_ANEW.includes(table) || after.has('conversation_mark'));
  return [
    ...kept.flatMap(([table, rows]) => lostIn(table, rows, after.get(table) ?? [])),
    ...lostMarks(before.get('conversation_mark') ?? [], after),
  ];
}

const COLUMNS = {
  sqlite: (table: string) => `select name, type from pragma_table_xinfo('${table}') where hidden = 0`,
  postgres: (table: string) => `select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`,
} as const;

/** A value for a column: references are to the first row of each table. */
function valueFor({ kind }: Asked, name: string, type: string): string {
  if (type === 'text') return `'${name}'`;
  if (type === 'blob' || type === 'bytea') return kind === 'sqlite' ? `x'61'` : `'\\x61'`;
  return '1';
}

/** Statements that put a row into each table that has none, so that an upgrade finds every table and column at work. */
export async function rowsForEmptyTables(database: Asked): Promise<string[]> {
  const texts: string[] = [];
  for (const [table, rows] of await allRows(database)) {
    if (rows.length > 0 || table === 'ids') continue;
    const columns = await database.query<{ name: string; type: string }>(COLUMNS[database.kind](table));
    const values = columns.map(({ name, type }) => valueFor(database, name, type.toLowerCase()));
    texts.push(`insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join()}) values (${values.join()})`);
  }
  return texts;
}
