import { existsSync } from 'node:fs';
import type { Db } from '../../database/tables.ts';
import { lastBackup } from '../last-backup.ts';

/** All that is kept of an erasure, in one line of JSON beside a backup: by it a restore erases again. */
export interface ErasureLine {
  readonly contact_id: number;
  /** The keyed hash of the contact's address; empty if it had none. */
  readonly address_key: string;
  /** The keyed hashes of its mails. */
  readonly mails: readonly string[];
  /** Milliseconds since 1970. */
  readonly begun_at: number;
}

/** Writes a line beside the backups: none of them is restored without it. A folder that is gone has no backup either. */
export async function keepBesideBackups(db: Db, line: ErasureLine): Promise<void> {
  const backup = await lastBackup(db);
  if (!backup || !existsSync(backup.folder)) return;
  const { rememberErasure } = await import('../../database/backup/erasures.ts');
  await rememberErasure(backup.folder, JSON.stringify(line));
}

/** The lines of the erasures after this one that have ended, the oldest first, with their ids. */
export async function erasureLines(db: Db, after = 0): Promise<(ErasureLine & { readonly id: number })[]> {
  const rows = await db
    .selectFrom('erasure')
    .select(['id', 'contact_id', 'address_key', 'begun_at'])
    .where('id', '>', after)
    .where('ended_at', 'is not', null)
    .orderBy('id')
    .execute();
  const lines: (ErasureLine & { readonly id: number })[] = [];
  for (const row of rows) {
    const mails = await db
      .selectFrom('erased_mail')
      .select('hash')
      .where('erasure_id', '=', row.id)
      .orderBy('hash')
      .execute();
    lines.push({ ...row, mails: mails.map(({ hash }) => hash) });
  }
  return lines;
}
