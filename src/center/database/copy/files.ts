import { type Files, keepContent } from '../files.ts';
import type { Db } from '../tables.ts';

type Content = AsyncIterable<Uint8Array>;

/** A file that an attachment names and that is missing or does not match its hash. */
export interface LostFile {
  readonly id: number;
  readonly name: string;
  readonly hash: string;
}

/** The result of copying the attachments’ files. */
export interface CopiedFiles {
  /** Files, each counted once even if several attachments share it. */
  readonly files: number;
  readonly copied: number;
  readonly lost: readonly LostFile[];
}

/** Copies the files of all attachments in `db` that `to` does not have yet, each checked by its hash. */
export async function copyFiles(db: Db, from: Files, to: Files): Promise<CopiedFiles> {
  const rows = await db.selectFrom('attachment').select(['id', 'name', 'hash', 'created_at']).orderBy('id').execute();
  const [first, there] = [new Map<string, LostFile>(), await to.names()];
  // A copy goes with the newest of its attachments, as the original does.
  const arrivedAt = new Map<string, number>();
  for (const { created_at, ...row } of rows) {
    if (!first.has(row.hash)) first.set(row.hash, row);
    arrivedAt.set(row.hash, Math.max(arrivedAt.get(row.hash) ?? 0, Math.trunc(created_at)));
  }
  const lost: LostFile[] = [];
  let copied = 0;
  for (const [hash, row] of first) {
    if (there.has(hash)) continue;
    const content = await from.open(hash);
    const kept = content && (await keepContent(to, content as unknown as Content, arrivedAt.get(hash)));
    if (kept?.hash === hash) copied += 1;
    else lost.push(row);
  }
  return { files: first.size, copied, lost };
}
