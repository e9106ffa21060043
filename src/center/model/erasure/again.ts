import { insertRow, rowWith, updateRows } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import type { ModelContext } from '../context.ts';
import { writeTransaction } from '../transaction.ts';
import { eraseStep } from './erase.ts';
import { beginErasure } from './erasure.ts';
import { erasureKeys, keepErasedMails } from './keys.ts';
import type { ErasureLine } from './line.ts';

/** How many contacts are compared at once. */
const COMPARED_AT_ONCE = 1_000;

/** The contact of a line: the one with its id, or its address under another id. One that came later is another. */
async function contactOf(db: Db, { contact_id: id, address_key: key, begun_at: begun }: ErasureLine) {
  const keys = await erasureKeys(db);
  const isMeant = ({ email }: { readonly email: string | null }) => (email === null ? '' : keys.address(email)) === key;
  const older = db.selectFrom('contact').selectAll().where('created_at', '<=', begun);
  const same = await older.where('id', '=', id).executeTakeFirst();
  if (same && isMeant(same)) return same;
  if (key === '') return undefined;
  for (let last = 0; ; ) {
    const some = await older
      .where('id', '>', last)
      .where('email', 'is not', null)
      .orderBy('id')
      .limit(COMPARED_AT_ONCE)
      .execute();
    const found = some.find(isMeant);
    if (found || some.length < COMPARED_AT_ONCE) return found;
    last = some.at(-1)!.id;
  }
}

/** Begins to erase again by a line; once more changes nothing. Returns the erasure's id. */
function beginAgain(context: ModelContext, line: ErasureLine): Promise<number> {
  const { contact_id, address_key, begun_at, mails } = line;
  return writeTransaction(context, async work => {
    const { db, now } = work;
    const known = await rowWith(db, 'erasure', { contact_id, begun_at });
    if (known) {
      await keepErasedMails(db, known.id, mails);
      return known.id;
    }
    const contact = await contactOf(db, line);
    // Also a contact that is not here leaves its line, for the next backup.
    const gone = { contact_id, address_key, email: null, name: '', begun_at, ended_at: now, cleared_at: now };
    const { id } = contact ? await beginErasure(work, contact) : await insertRow(db, 'erasure', gone);
    await updateRows(db, 'erasure', { id }, { begun_at, contact_id: contact?.id ?? contact_id });
    await keepErasedMails(db, id, mails);
    return id;
  });
}

/**
 * Erases again by the lines of a ledger, in a database restored from a backup that was made before. Returns when nothing
 * of the contacts is left. Await `clear` of the store afterwards for its files.
 */
export async function eraseAgain(context: ModelContext, lines: readonly ErasureLine[]): Promise<void> {
  const ids: number[] = [];
  for (const line of lines) ids.push(await beginAgain(context, line));
  while (ids.length > 0 && (await eraseStep(context, ids)));
}
