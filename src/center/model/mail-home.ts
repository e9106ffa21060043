import type { Db } from '../database/tables.ts';
import type { Work } from './work.ts';

const KEY = 'mail_home';

/** Where the database was when mail first came into it, or when it was last told to go on; undefined if never. */
export async function mailHome(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row?.value;
}

/** Makes the present place of the database the one where mail comes in. */
export async function setMailHome(work: Work, home: string): Promise<void> {
  await work.db
    .insertInto('setting')
    .values({ key: KEY, value: home })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value: home }))
    .execute();
}

/** Records the place if none is recorded. Returns whether mail comes in here: a copy of the database has another place. */
export async function isMailHome(work: Work, home: string): Promise<boolean> {
  const known = await mailHome(work.db);
  if (known === undefined) await setMailHome(work, home);
  return known === undefined || known === home;
}
