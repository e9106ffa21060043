import { addressKey, keptAddress } from '../../../text/address-form.ts';
import { deleteRows, insertRow, rowWith, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { conflict, type Fault, notFound } from '../problem.ts';

type EmailRow = Row<'inbox_email'>;
type Status = EmailRow['status'];

interface GivenEmail {
  readonly email: string;
  readonly status?: Status;
}

function emailsOf(db: Db, inboxId: number): Promise<EmailRow[]> {
  return db.selectFrom('inbox_email').selectAll().where('inbox_id', '=', inboxId).orderBy('id').execute();
}

/** Whether an inbox has an address. */
export async function hasEmail(db: Db, inboxId: number): Promise<boolean> {
  return (await emailsOf(db, inboxId)).length > 0;
}

/** Throws `conflict` if the address is linked to any inbox, except by the row `id`. */
async function requireFree(db: Db, email: string, id: number, path: string): Promise<void> {
  const known = await rowWith(db, 'inbox_email', { email_key: addressKey(email) });
  if (known && known.id !== id) throw conflict('An inbox has this address already.', [{ path, message: 'is taken' }]);
}

function demoteOthers(db: Db, inboxId: number, id: number) {
  return db
    .updateTable('inbox_email')
    .set({ status: 'secondary' })
    .where('inbox_id', '=', inboxId)
    .where('id', '!=', id)
    .execute();
}

async function promoteOldest(db: Db, inboxId: number, but: number): Promise<void> {
  const heir = (await emailsOf(db, inboxId)).find(row => row.id !== but);
  if (heir) await updateRows(db, 'inbox_email', { id: heir.id }, { status: 'primary' });
}

function insert(db: Db, inboxId: number, email: string, status: Status): Promise<EmailRow> {
  const row = { inbox_id: inboxId, email: keptAddress(email), email_key: addressKey(email), status };
  return insertRow(db, 'inbox_email', row);
}

/**
 * Links an address. The first one is primary unless it says otherwise; a new primary makes the former one secondary.
 */
export async function addEmail(db: Db, inboxId: number, given: GivenEmail): Promise<EmailRow> {
  await requireFree(db, given.email, 0, 'email');
  const isFirst = (await emailsOf(db, inboxId)).length === 0;
  const row = await insert(db, inboxId, given.email, given.status ?? (isFirst ? 'primary' : 'secondary'));
  if (row.status === 'primary') await demoteOthers(db, inboxId, row.id);
  return row;
}

async function requireEmail(db: Db, inboxId: number, id: number): Promise<EmailRow> {
  const row = (await emailsOf(db, inboxId)).find(one => one.id === id);
  if (!row) throw notFound('address of this inbox');
  return row;
}

/** Changes an address or its status. */
export async function changeEmail(db: Db, inboxId: number, id: number, given: Partial<GivenEmail>): Promise<EmailRow> {
  const before = await requireEmail(db, inboxId, id);
  const email = given.email ?? before.email;
  const status = given.status ?? before.status;
  await requireFree(db, email, id, 'email');
  const set = { email: keptAddress(email), email_key: addressKey(email), status };
  const [row] = await updateRows(db, 'inbox_email', { id }, set);
  if (status === 'primary') await demoteOthers(db, inboxId, id);
  else if (before.status === 'primary') await promoteOldest(db, inboxId, id);
  return row!;
}

/** The address that an inbox sends from; undefined if it has none. */
export async function primaryAddress(db: Db, inboxId: number): Promise<string | undefined> {
  const all = await emailsOf(db, inboxId);
  return all.find(row => row.status === 'primary')?.email;
}

/** The addresses of all inboxes. */
export async function inboxAddresses(db: Db): Promise<string[]> {
  return (await db.selectFrom('inbox_email').select('email').execute()).map(({ email }) => email);
}

/** Removes an address from its inbox. */
export async function removeEmail(db: Db, inboxId: number, id: number): Promise<void> {
  const row = await requireEmail(db, inboxId, id);
  await deleteRows(db, 'inbox_email', { id });
  if (row.status === 'primary') await promoteOldest(db, inboxId, id);
}

/** The faults of the addresses that an inbox is to have: duplicates, and more than one primary. */
export function emailFaults(given: readonly GivenEmail[]): Fault[] {
  const keys = given.map(one => addressKey(one.email));
  const faults: Fault[] = [];
  let primaries = 0;
  for (const [at, { status }] of given.entries()) {
    if (keys.indexOf(keys[at]!) < at) faults.push([`emails.${at}.email`, 'is given twice']);
    if (status === 'primary' && ++primaries > 1)
      faults.push([`emails.${at}.status`, 'only one address can be primary']);
  }
  return faults;
}

/**
 * The status of each given address: the given one, otherwise the present one. If none is primary then, the oldest that
 * is not given as secondary becomes primary.
 */
function statuses(given: readonly GivenEmail[], before: readonly EmailRow[]): Status[] {
  const former = new Map(before.map(row => [row.email_key, row]));
  const isSaid = given.some(one => one.status === 'primary');
  const was = given.map(one => former.get(addressKey(one.email)));
  const result = given.map((one, at) => one.status ?? (isSaid ? 'secondary' : (was[at]?.status ?? 'secondary')));
  const age = (at: number) => was[at]?.id ?? Number.POSITIVE_INFINITY;
  const open = [...given.keys()].filter(at => given[at]!.status === undefined);
  const heir = open.reduce<number | undefined>(
    (best, at) => (best !== undefined && age(best) <= age(at) ? best : at),
    undefined,
  );
  if (!result.includes('primary') && heir !== undefined) result[heir] = 'primary';
  return result;
}

/** Makes these the inbox's addresses; one that stays keeps its id. `emailFaults` must have found nothing. */
export async function replaceEmails(db: Db, inboxId: number, given: readonly GivenEmail[]): Promise<void> {
  const before = await emailsOf(db, inboxId);
  const kept = new Set(given.map(one => addressKey(one.email)));
  const gone = before.filter(row => !kept.has(row.email_key)).map(row => row.id);
  if (gone.length > 0) await deleteRows(db, 'inbox_email', { id: gone });
  const wanted = statuses(given, before);
  for (const [at, { email }] of given.entries()) {
    const same = before.find(row => row.email_key === addressKey(email));
    await requireFree(db, email, same?.id ?? 0, `emails.${at}.email`);
    const set = { email: keptAddress(email), status: wanted[at]! };
    if (same) await updateRows(db, 'inbox_email', { id: same.id }, set);
    else await insert(db, inboxId, email, wanted[at]!);
  }
}
