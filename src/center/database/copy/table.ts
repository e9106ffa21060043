import { createHash, type Hash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { FOLDER_MARK } from '../folder-mark.ts';
import type { DatabaseKind } from '../migrations/columns.ts';
import type { Db, Tables } from '../tables.ts';
import { numberColumns } from '../tables-of-attention.ts';

type Name = keyof Tables;
/** A row of any table. */
type AnyRow = Readonly<Record<string, unknown>>;

interface Shape {
  /** The columns of its key; it is read in their order. */
  readonly key: readonly string[];
  /** Rows in memory at once: few if one may be large. */
  readonly page: number;
}

function small(...key: string[]): Shape {
  return { key, page: 1_000 };
}
function large(...key: string[]): Shape {
  return { key, page: 100 };
}

/** Every table, after the tables that it refers to. */
const shapes: Readonly<Record<Name, Shape>> = {
  setting: small('key'),
  job_fault: small('job', 'item'),
  agent: small('id'),
  token: small('id'),
  sign_in_address: small('agent_id', 'hash'),
  team: small('id'),
  team_agent: small('team_id', 'agent_id'),
  conversation_status: small('id'),
  contact: small('id'),
  contact_note: small('contact_id', 'version'),
  contact_word: small('contact_id', 'word'),
  attachment: small('id'),
  upload: small('attachment_id'),
  inbox: small('id'),
  inbox_email: small('id'),
  inbox_team: small('inbox_id', 'team_id'),
  inbox_agent: small('inbox_id', 'agent_id'),
  inbox_subscription: small('inbox_id', 'agent_id'),
  former_access: small('agent_id', 'inbox_id'),
  conversation: small('id'),
  conversation_origin: small('conversation_id'),
  conversation_continued: small('conversation_id'),
  conversation_contact: small('conversation_id', 'contact_id'),
  tag: small('id'),
  conversation_tag: small('conversation_id', 'tag_id'),
  tag_set: small('id'),
  tag_set_tag: small('tag_id', 'tag_set_id'),
  conversation_call: small('agent_id', 'kind', 'conversation_id'),
  conversation_number: small(...numberColumns),
  conversation_span: small('conversation_id', 'number'),
  conversation_read: small('agent_id', 'conversation_id'),
  conversation_participant: small('conversation_id', 'email_key'),
  message: large('id'),
  message_recipients: small('message_id'),
  message_delivery: small('message_id'),
  message_head: small('message_id'),
  message_attachment: small('message_id', 'attachment_id'),
  note: large('id'),
  note_attachment: small('note_id', 'attachment_id'),
  note_mention: small('note_id', 'agent_id'),
  saved_reply: large('id'),
  saved_reply_attachment: small('saved_reply_id', 'attachment_id'),
  saved_reply_inbox: small('saved_reply_id', 'inbox_id'),
  rule: small('id'),
  review: small('id'),
  history: small('id'),
  mail: small('id'),
  mail_reference: small('message_key', 'mail_id'),
  mail_source: { key: ['source_hash'], page: 2 },
  mail_set_aside: small('id'),
  mail_incoming: { key: ['id'], page: 2 },
  mailbox: small('name'),
  mailbox_look: small('name'),
  lease: small('name'),
  outgoing: large('id'),
  subscription_mail: small('agent_id', 'inbox_id'),
  spam_mark: small('email_key', 'conversation_id'),
  automatic_reply: small('id'),
  rating_wait: small('conversation_id'),
  rating_request: small('id'),
  idempotency: large('caller', 'key'),
  idempotency_about: small('caller', 'key', 'conversation_id'),
  event_log: small('id'),
  erasure: small('id'),
  erasure_conversation: small('erasure_id', 'conversation_id'),
  erased_mail: small('hash'),
};

/** The names of all tables, in the order in which they can be filled. */
export const tableNames = Object.keys(shapes) as Name[];

/** The tables that number their own rows. */
export const countingTables = tableNames.filter(name => shapes[name].key[0] === 'id');

/**
 * A merged-away conversation refers to another one, which must be inserted first. The mark of the folder is left out: a copy
 * has another folder.
 */
const rounds: Readonly<Partial<Record<Name, readonly RawBuilder<SqlBool>[]>>> = {
  setting: [sql<SqlBool>`key <> ${FOLDER_MARK}`],
  conversation: [sql<SqlBool>`merged_into is null`, sql<SqlBool>`merged_into is not null`],
};

function after({ key }: Shape, last: AnyRow | undefined): RawBuilder<SqlBool> {
  if (!last) return sql<SqlBool>`1 = 1`;
  const columns = sql.join(key.map(column => sql.ref(column)));
  return sql<SqlBool>`(${columns}) > (${sql.join(key.map(column => last[column]))})`;
}

/** All rows of a table by pages, in the same order on both databases. */
async function* pagesOf(db: Db, table: Name): AsyncGenerator<readonly AnyRow[]> {
  const shape = shapes[table];
  for (const round of rounds[table] ?? [sql<SqlBool>`1 = 1`]) {
    let last: AnyRow | undefined;
    do {
      let query = db.selectFrom(table).selectAll().where(round).where(after(shape, last)).limit(shape.page);
      for (const column of shape.key) query = query.orderBy(sql.ref(column));
      const rows = ((await query.execute()) as AnyRow[]).map(whole);
      if (rows.length > 0) yield rows;
      last = rows.length < shape.page ? undefined : rows.at(-1);
    } while (last);
  }
}

/** Earlier versions kept a file's time with a fraction of a millisecond, which PostgreSQL does not take. */
function whole(row: AnyRow): AnyRow {
  const isWhole = (value: unknown) => typeof value !== 'number' || Number.isInteger(value);
  if (Object.values(row).every(isWhole)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, isWhole(value) ? value : Math.trunc(value as number)]),
  );
}

/** A value as it is written in JSON, the same from both databases. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
}

function add(hash: Hash, row: AnyRow): void {
  const columns = Object.keys(row).sort();
  hash.update(JSON.stringify(columns.map(column => [column, plain(row[column])])));
}

/** The number of rows, and a hash over all of them. */
export interface TableSum {
  readonly rows: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/** Reads all rows of a table, passes each page on and sums them up. */
export async function sumTable(
  db: Db,
  table: Name,
  take: (rows: readonly AnyRow[]) => Promise<void> = async () => undefined,
): Promise<TableSum> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of pagesOf(db, table)) {
    for (const row of rows) add(hash, row);
    count += rows.length;
    await take(rows);
  }
  return { rows: count, hash: hash.digest('hex') };
}

/** Inserts rows unchanged, including ids. */
export async function insertRows(db: Db, table: Name, rows: readonly AnyRow[]): Promise<void> {
  await db
    .insertInto(table)
    .values(rows as never)
    .execute();
}
/** The highest id that a table has ever used, even if its row is gone; 0 if there was none. */
export async function highestId(db: Db, kind: DatabaseKind, table: Name): Promise<number> {
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
