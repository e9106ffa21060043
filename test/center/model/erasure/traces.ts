import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Center } from '../../../../src/center/center.ts';
import { tableNames } from '../../../../src/center/database/copy/table.ts';
import type { Db } from '../../../../src/center/database/tables.ts';
import { isOnPostgres } from '../../../harness/on-postgres.ts';

/** The words, in lower case, that are among the bytes: as they are, in base64, or packed by gzip. */
function wordsIn(bytes: Buffer, words: readonly string[]): string[] {
  const texts = [bytes, ...unpacked(bytes)].map(one => one.toString('latin1').toLowerCase());
  return words.filter(word => {
    const plain = Buffer.from(word.toLowerCase()).toString('latin1');
    return texts.some(text => text.includes(plain));
  });
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

/** What gzip has packed anywhere in the bytes, as far as it can be unpacked. */
function unpacked(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1))
    try {
      found.push(gunzipSync(bytes.subarray(at), { finishFlush: 2 }));
    } catch {
      // Not all that begins so is gzip's, and in a database's file the rest may lie elsewhere.
    }
  return found;
}

function asBytes(value: unknown): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
}

/** Where the rows of a help center hold one of the words: `table.column: word`. */
export function tracesInRows(center: Center, words: readonly string[]): Promise<string[]> {
  return center.read(({ db }) => tracesIn(db, words));
}

/** The same within a transaction. */
export async function tracesIn(db: Db, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const table of [...tableNames, 'search', ...(isOnPostgres() ? ['attachment_part'] : [])]) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    for (const [column, value] of rows.flatMap(row => Object.entries(row)))
      for (const word of wordsIn(asBytes(value), words)) found.add(`${table}.${column}: ${word}`);
  }
  return [...found].sort();
}

/** Where the files of a folder hold one of the words, in their bytes or their names: `file: word`. */
export function tracesInFiles(folder: string, words: readonly string[]): string[] {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.flatMap(name => {
    const path = join(folder, name);
    const stored = statSync(path).isFile() ? readFileSync(path) : Buffer.alloc(0);
    const bytes = name.endsWith('.zst') ? zstdDecompressSync(stored) : stored;
    return wordsIn(Buffer.concat([Buffer.from(name), bytes]), words).map(word => `${name}: ${word}`);
  });
}
