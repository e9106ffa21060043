import type { Db } from '../database/tables.ts';
import { keepSetting, readSetting } from './setting.ts';
import type { Work } from './work.ts';

/** The mails of the last days that were kept as unverified because DNS did not answer. */
export interface Unanswered {
  readonly mails: number;
  /** When the last one came, in milliseconds. */
  readonly lastAt: number;
}

/** They are reported for a week. */
const TOLD_FOR_MS = 7 * 24 * 3_600_000;

/** The mails for which DNS did not answer; undefined if there was none for a week. */
export async function readUnanswered(db: Db, now: number): Promise<Unanswered | undefined> {
  const kept = await readSetting(db, 'mail_unanswered');
  const found = kept === undefined ? undefined : (JSON.parse(kept) as Unanswered);
  return found && found.lastAt > now - TOLD_FOR_MS ? found : undefined;
}

/** Counts one more. */
export async function countUnanswered(work: Work): Promise<void> {
  const before = await readUnanswered(work.db, work.now);
  const now: Unanswered = { mails: (before?.mails ?? 0) + 1, lastAt: work.now };
  await keepSetting(work, 'mail_unanswered', JSON.stringify(now));
}
