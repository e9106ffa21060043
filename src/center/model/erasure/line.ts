import type { Db } from '../../database/tables.ts';

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

/** The erasures that have ended, in the order in which they did. */
export async function erasureLines(db: Db): Promise<ErasureLine[]> {
  const rows = await db
    .selectFrom('erasure')
    .select(['id', 'contact_id', 'address_key', 'begun_at'])
    .where('ended_at', 'is not', null)
    .orderBy('ended_at')
    .orderBy('id')
    .execute();
  const lines: ErasureLine[] = [];
  for (const { id, ...row } of rows) {
    const mails = db.selectFrom('erased_mail').select('hash').where('erasure_id', '=', id).orderBy('hash');
    lines.push({ ...row, mails: (await mails.execute()).map(({ hash }) => hash) });
  }
  return lines;
}

/** Whether two lines are of one erasure: a repeated one may name more mails. */
export function isSameErasure(one: object, other: object): boolean {
  const [first, second] = [one as ErasureLine, other as ErasureLine];
  return first.contact_id === second.contact_id && first.begun_at === second.begun_at;
}
