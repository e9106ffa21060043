import type { Kysely } from 'kysely';
import type { Db, Work } from '../call.ts';
import { refreshAsked } from './asked.ts';
import { indexContact } from './contact-word.ts';
import { refreshHeld } from './mark.ts';
import { addParticipants } from './participant.ts';
import type { Tables } from './tables.ts';

/** The setting that says what is still to be filled in of an old database; absent: nothing. */
const KEY = 'filling';

/** What is filled in, the newest first: rows with ids up to these; 0 if all are. */
interface Progress {
  readonly conversation: number;
  readonly contact: number;
}

/** How many rows one transaction fills in: others wait for it. */
const FILLED_AT_ONCE = 100;

const newest = async (db: Db, table: keyof Progress): Promise<number> => {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
};

/** Notes in a database that is brought up to date what is to be filled in later. */
export const planFilling = async (db: Kysely<Tables>): Promise<void> => {
  const progress: Progress = { conversation: await newest(db, 'conversation'), contact: await newest(db, 'contact') };
  if (progress.conversation + progress.contact === 0) return;
  await db
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify(progress) })
    .execute();
};

const nextIds = async (db: Db, table: keyof Progress, upTo: number): Promise<number[]> => {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(FILLED_AT_ONCE)
    .execute();
  return rows.map(row => row.id);
};

/** Who wrote the messages; who else stood in To and Cc is in the mails alone. */
const fillParticipants = async (work: Work, ids: readonly number[]): Promise<void> => {
  const rows = await work.db
    .selectFrom('message')
    .innerJoin('contact', 'contact.id', 'message.contact_id')
    .select(({ fn }) => ['conversation_id', 'contact.name', 'contact.email', fn.min('message.id').as('first')])
    .where('conversation_id', 'in', ids)
    .groupBy(['conversation_id', 'contact.id', 'contact.name', 'contact.email'])
    .orderBy('first')
    .execute();
  for (const [id, people] of Map.groupBy(rows, row => row.conversation_id)) await addParticipants(work, id, people);
};

const fillConversations = async (work: Work, ids: readonly number[]): Promise<void> => {
  await refreshAsked(work, ids);
  await refreshHeld(work, ids);
  await fillParticipants(work, ids);
};

const fillContacts = async ({ db }: Work, ids: readonly number[]): Promise<void> => {
  const rows = await db.selectFrom('contact').select(['id', 'name', 'email']).where('id', 'in', ids).execute();
  for (const row of rows) await indexContact(db, row);
};

const progressIn = async (db: Db): Promise<Progress | undefined> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row && JSON.parse(row.value);
};

/** Whether something is still to be filled in. */
export const isFilling = async (db: Db): Promise<boolean> => (await progressIn(db)) !== undefined;

/**
 * Fills in some of what an old database lacks, contacts first as they are few, and notes how far it has come, all in one
 * transaction. Returns whether more is left.
 */
export const fillSome = async (work: Work): Promise<boolean> => {
  const progress = await progressIn(work.db);
  if (!progress) return false;
  const table = progress.contact > 0 ? 'contact' : 'conversation';
  const ids = await nextIds(work.db, table, progress[table]);
  if (ids.length > 0) await (table === 'contact' ? fillContacts : fillConversations)(work, ids);
  const next = { ...progress, [table]: ids.length < FILLED_AT_ONCE ? 0 : ids.at(-1)! - 1 };
  const isMore = next.contact > 0 || next.conversation > 0;
  if (isMore)
    await work.db
      .updateTable('setting')
      .set({ value: JSON.stringify(next) })
      .where('key', '=', KEY)
      .execute();
  else await work.db.deleteFrom('setting').where('key', '=', KEY).execute();
  return isMore;
};
