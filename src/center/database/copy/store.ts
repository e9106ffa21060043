import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { folderMark, setFolderMark } from '../folder-mark.ts';
import { DatabaseRefused } from '../refused.ts';
import { addWords, wordPages } from '../search.ts';
import type { Store } from '../store.ts';
import type { Db, Tables } from '../tables.ts';
import { countingTables, highestId, insertRows, setLastId, sumTable, type TableSum, tableNames } from './table.ts';

/** The copy of one table, the same on both sides. */
export interface CopiedTable extends TableSum {
  readonly table: string;
}

type Counts = ReadonlyMap<keyof Tables, number>;

/** The rows that every help center has from the beginning; its settings are two secrets, and its program’s version. */
const fromTheBeginning: Readonly<Partial<Record<keyof Tables, number>>> = {
  setting: 3,
  conversation_status: 2,
  inbox: 2,
};

async function countAll(db: Db): Promise<Counts> {
  const counts = new Map<keyof Tables, number>();
  for (const table of tableNames) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    counts.set(table, rows[0]!.count);
  }
  return counts;
}

/** Throws `DatabaseRefused` if a database has more rows than every help center has from the beginning. */
export async function requireEmpty(db: Db): Promise<void> {
  const marks = (await folderMark(db)) === undefined ? 0 : 1;
  const found = [...(await countAll(db))].filter(
    ([table, rows]) => rows !== (fromTheBeginning[table] ?? 0) + (table === 'setting' ? marks : 0),
  );
  if (found.length === 0) return;
  const what = found.slice(0, 3).map(([table, rows]) => `${table}: ${rows}`);
  throw new DatabaseRefused(
    `The target holds a help center already (rows in ${what.join(', ')}). Nothing was copied; name an empty database.`,
  );
}

async function clear(db: Db): Promise<void> {
  for (const table of Object.keys(fromTheBeginning) as (keyof Tables)[]) await db.deleteFrom(table).execute();
}

function requireSame(table: string, source: TableSum, target: TableSum): void {
  if (source.rows === target.rows && source.hash === target.hash) return;
  throw new DatabaseRefused(
    `The copy of ${table} is not the same as the original (${target.rows} of ${source.rows} rows, or another content). ` +
      'Nothing was kept in the target.',
  );
}

async function sumWords(
  store: Pick<Store, 'kind'>,
  db: Db,
  take: (id: number, words: string) => Promise<void> = async () => undefined,
): Promise<TableSum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of wordPages(store.kind, db)) {
    for (const { id, words } of page) {
      hash.update(JSON.stringify([id, words]));
      await take(id, words);
    }
    rows += page.length;
  }
  return { rows, hash: hash.digest('hex') };
}

/** Called with the number of rows copied so far, and of all; waits, so that others have their turn. */
type OnRows = (done: number, total: number) => Promise<void>;

async function copyAll(from: Store, source: Db, to: Target, target: Db, total: number, onRows: OnRows) {
  const copied: CopiedTable[] = [];
  let done = 0;
  for (const table of tableNames) {
    const sum = await sumTable(source, table, async rows => {
      await insertRows(target, table, rows);
      done += rows.length;
      await onRows(done, total);
    });
    requireSame(table, sum, await sumTable(target, table));
    copied.push({ table, ...sum });
  }
  for (const table of countingTables)
    await setLastId(target, to.kind, table, await highestId(source, from.kind, table));
  const words = await sumWords(from, source, (id, text) => addWords(to.kind, target, id, text.split(' ')));
  requireSame('search', words, await sumWords(to, target));
  return [...copied, { table: 'search', ...words }];
}

/** The target of a copy. */
type Target = Pick<Store, 'kind' | 'write'>;

function isSame(one: Counts, other: Counts): boolean {
  return [...one].every(([table, rows]) => other.get(table) === rows);
}

/**
 * Copies a help center from one database to another, of either kind: every row with its id, the words for searching and
 * the used ids, as of one moment. All or nothing: each table is read back and compared by count and hash before the target
 * is committed. Throws `DatabaseRefused` if the target is not empty or, for a move, if the source was written to meanwhile:
 * that would be lost.
 */
export function copyStore(
  from: Store,
  to: Target,
  { isMove = false, onRows = async () => undefined }: { readonly isMove?: boolean; readonly onRows?: OnRows } = {},
): Promise<CopiedTable[]> {
  return to.write(async target => {
    // The transaction waits for the source in between, but nothing waits for the target.
    if (to.kind === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(target);
    await requireEmpty(target);
    const mark = await folderMark(target);
    await clear(target);
    const { copied, counts, newest } = await from.read(async source => {
      const counts = await countAll(source);
      const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
      const newest = await highestId(source, from.kind, 'event_log');
      return { copied: await copyAll(from, source, to, target, total, onRows), counts, newest };
    });
    const isStill =
      !isMove ||
      (await from.read(
        async source =>
          newest === (await highestId(source, from.kind, 'event_log')) && isSame(counts, await countAll(source)),
      ));
    if (!isStill)
      throw new DatabaseRefused(
        'The source was written to while it was copied. Nothing was kept in the target; stop what serves it, and copy again.',
      );
    // The copy has a folder of its own.
    await setFolderMark(target, mark);
    // Until PostgreSQL has analysed its new rows it plans as if there were none.
    if (to.kind === 'postgres') await sql`analyze`.execute(target);
    return copied;
  });
}
