import type { Kysely } from 'kysely';
import { prepare } from '../prepare.ts';
import type { Db, Tables } from '../tables.ts';

/** The setting with what is still to be filled in of an old database; absent if nothing. */
const KEY = 'filling';

/** The progress, the newest first: rows with ids up to these; 0 if all are done. */
export interface Progress {
  readonly conversation: number;
  readonly contact: number;
  /** Conversations whose mails are read again: see `nextHeads`. Absent in a plan of an earlier version; then 0. */
  readonly heads?: number;
  /** Conversations that are not counted yet: see `moveNumbers`. */
  readonly numbers?: number;
}

export type Counted = 'conversation' | 'contact';

async function newest(db: Db, table: Counted): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

const kept = prepare<[], { value: string }>(0, db => db.selectFrom('setting').select('value').where('key', '=', KEY));

/** What is still to be filled in; undefined if nothing. */
export async function progressIn(db: Db): Promise<Progress | undefined> {
  const [row] = await kept(db);
  return row && JSON.parse(row.value);
}

/** Records what is still to be filled in. */
export async function keepProgress(db: Db, progress: Progress): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', KEY).execute();
  const { conversation, contact, heads = 0, numbers = 0 } = progress;
  if (conversation + contact + heads + numbers === 0) return;
  await db
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify(progress) })
    .execute();
}

/** Records, in a database being upgraded, what is to be filled in later. */
export async function planFilling(db: Kysely<Tables>): Promise<void> {
  return keepProgress(db, {
    ...(await progressIn(db)),
    conversation: await newest(db, 'conversation'),
    contact: await newest(db, 'contact'),
  });
}

/** Records that the mails of all conversations are to be read again, besides what is to be filled in already. */
export async function planHeads(db: Kysely<Tables>): Promise<void> {
  return keepProgress(db, {
    ...((await progressIn(db)) ?? { conversation: 0, contact: 0 }),
    heads: await newest(db, 'conversation'),
  });
}

/** Records that all conversations are to be counted. */
export async function planNumbers(db: Kysely<Tables>): Promise<void> {
  return keepProgress(db, {
    ...((await progressIn(db)) ?? { conversation: 0, contact: 0 }),
    numbers: await newest(db, 'conversation'),
  });
}

/** Records up to which conversation mails are still to be read again; 0 for none. */
export async function moveHeads(db: Db, heads: number): Promise<void> {
  return keepProgress(db, { conversation: 0, contact: 0, ...(await progressIn(db)), heads });
}

/** The newest ids of a table up to the given one. */
export async function nextIds(db: Db, table: Counted, upTo: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(row => row.id);
}

/** Whether something is still to be filled in. */
export async function isFilling(db: Db): Promise<boolean> {
  return (await progressIn(db)) !== undefined;
}
