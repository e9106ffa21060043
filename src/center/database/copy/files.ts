import { type Files, keepContent } from '../files.ts';
import type { Db } from '../tables.ts';

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

async function copyFile(from: Files, to: Files, hash: string): Promise<boolean> {
  const content = await from.open(hash);
  if (!content) return false;
  return (await keepContent(to, content as unknown as AsyncIterable<Uint8Array>)).hash === hash;
}

/** Copies the files of all attachments in `db` that `to` does not have yet, each checked by its hash. */
export async function copyFiles(db: Db, from: Files, to: Files): Promise<CopiedFiles> {
  const rows = await db.selectFrom('attachment').select(['id', 'name', 'hash']).orderBy('id').execute();
  const first = new Map(rows.toReversed().map(row => [row.hash, row]));
  const lost: LostFile[] = [];
  let copied = 0;
  for (const [hash, row] of first) {
    const there = await to.open(hash);
    await there?.cancel();
    if (there) continue;
    if (await copyFile(from, to, hash)) copied += 1;
    else lost.push(row);
  }
  return { files: first.size, copied, lost };
}
