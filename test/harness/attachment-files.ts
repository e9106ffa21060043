import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { OpenCenter } from '../center/open-center.ts';

/**
 * The names of a help center's files, in the folder and in the database, also of what is half-received. Without the marks
 * that help centers keep in a folder of themselves.
 */
export async function attachmentFiles({ folder, center }: Pick<OpenCenter, 'folder' | 'center'>): Promise<string[]> {
  const inFolder = existsSync(folder) ? readdirSync(folder).filter(name => !/^(?:owner|files-of)-/.test(name)) : [];
  return [...inFolder, ...(await filesInRows(center))];
}

/** The same in the database alone. */
export async function filesInRows({ context: { store } }: OpenCenter['center']): Promise<string[]> {
  if (store.kind === 'sqlite') return [];
  const query = sql<{ hash: string }>`select distinct hash from attachment_part`;
  return (await query.execute(store.reader)).rows.map(({ hash }) => hash);
}

/** Puts other bytes into a file of a help center as a failing disk does, or without any, loses it. */
export async function spoilFile(
  { folder, center: { context } }: OpenCenter,
  hash: string,
  bytes?: string,
): Promise<void> {
  const { kind, reader } = context.store;
  const [path, isRow] = [join(folder, hash), kind === 'postgres' && !existsSync(join(folder, hash))];
  if (bytes === undefined && isRow) await sql`delete from attachment_part where hash = ${hash}`.execute(reader);
  else if (bytes === undefined) rmSync(path);
  else if (isRow)
    await sql`update attachment_part set bytes = ${Buffer.from(bytes)} where hash = ${hash}`.execute(reader);
  else writeFileSync(path, bytes);
}
