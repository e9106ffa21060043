import { crc32 } from 'node:zlib';
import { type AnyRow, generated, keyOf, pagesOf, plain, tableNames } from '../copy/table.ts';
import type { DatabaseKind } from '../migrations/columns.ts';
import { wordPages } from '../search.ts';
import type { Db, Tables } from '../tables.ts';

/** The part that holds the words for searching, beside those that are tables. */
export const WORDS = 'search';
type PartName = keyof Tables | typeof WORDS;

/** What a backup has of the database, in the order in which it can be filled. */
export const partNames: readonly PartName[] = [...tableNames, WORDS];

/** What a help center knows of its own place and past: a restored one begins these anew. */
export const OWN_SETTINGS: readonly string[] = ['backup', 'epoch', 'mail_home'];

/** Rows that follow each other, as text: a line for each row, the values in the order of the columns. */
export interface Chunk {
  readonly content: Buffer;
  readonly rows: number;
  readonly columns: readonly string[];
}

/** A chunk’s length in characters: short ones where old rows change, so that little is written again. */
const LENGTH = { seldomChanged: 65_536, changed: 4_096 };
/** A chunk ends here even if no row asks for it. */
const MAX_LENGTH = 262_144;

const seldomChanged: ReadonlySet<PartName> = new Set<PartName>([
  'attachment',
  'event_log',
  'history',
  'mail',
  'mail_reference',
  'mail_source',
  'message',
  'message_head',
  'message_recipients',
]);

/**
 * Whether a chunk ends after a row. The row’s key and length decide it, not the rows before it, so that a new row
 * shifts no end but its own.
 */
function isEnd(key: string, length: number, wanted: number): boolean {
  const even = Math.imul(crc32(key), 0x9e3779b1) >>> 0;
  return even / 2 ** 32 < length / wanted;
}

async function* rowPages(kind: DatabaseKind, db: Db, name: PartName): AsyncGenerator<readonly AnyRow[]> {
  if (name === WORDS) for await (const page of wordPages(kind, db)) yield page as unknown as readonly AnyRow[];
  else if (name !== 'setting') yield* pagesOf(db, name);
  else for await (const page of pagesOf(db, name)) yield page.filter(row => !OWN_SETTINGS.includes(row.key as string));
}

function columnsOf(name: PartName, row: AnyRow): readonly string[] {
  const made = name === WORDS ? [] : (generated[name] ?? []);
  return Object.keys(row)
    .filter(column => !made.includes(column))
    .sort();
}

/** All rows of a part as chunks, the same from both kinds of database. */
export async function* chunksOf(kind: DatabaseKind, db: Db, name: PartName): AsyncGenerator<Chunk> {
  const wanted = seldomChanged.has(name) ? LENGTH.seldomChanged : LENGTH.changed;
  const key = name === WORDS ? ['id'] : keyOf(name);
  let columns: readonly string[] | undefined;
  let [lines, length]: [string[], number] = [[], 0];
  for await (const rows of rowPages(kind, db, name))
    for (const row of rows) {
      columns ??= columnsOf(name, row);
      const line = JSON.stringify(columns.map(column => plain(row[column])));
      lines.push(line);
      length += line.length;
      if (length < MAX_LENGTH && !isEnd(key.map(column => row[column]).join(), line.length, wanted)) continue;
      yield chunkOf(lines, columns);
      [lines, length] = [[], 0];
    }
  if (lines.length > 0) yield chunkOf(lines, columns!);
}

function chunkOf(lines: readonly string[], columns: readonly string[]): Chunk {
  return { content: Buffer.from(lines.join('\n')), rows: lines.length, columns };
}

/** The rows of a chunk. */
export function rowsOf(content: Buffer): readonly (readonly unknown[])[] {
  const bytes = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? Buffer.from((value as { readonly bytes: string }).bytes, 'base64')
      : value;
  return content
    .toString()
    .split('\n')
    .map(line => (JSON.parse(line) as unknown[]).map(bytes));
}
