import type { Kysely } from 'kysely';
import type { Db, Work } from '../call.ts';
import { refreshAsked } from './asked.ts';
import { refreshContacts } from './contact-mark.ts';
import { indexContact } from './contact-word.ts';
import { refreshHeld } from './mark.ts';
import { addParticipants } from './participant.ts';
import type { Tables } from './tables.ts';
import { refreshTagSets } from './tag-set.ts';

/** The setting that says what is still to be filled in of an old database; absent: nothing. */
const KEY = 'filling';

/** What is filled in, the newest first: rows with ids up to these; 0 if all are. */
interface Progress {
  readonly conversation: number;
  readonly contact: number;
  /** Conversations whose mails are read again: see `nextHeads`. Absent in a plan from before they were; then 0. */
  readonly heads?: number;
}

type Counted = 'conversation' | 'contact';

/** How many rows one transaction fills in: others wait for it. */
const FILLED_AT_ONCE = 100;

const newest = async (db: Db, table: Counted): Promise<number> => {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
};

/** What is still to be filled in; undefined: nothing. */
export const progressIn = async (db: Db): Promise<Progress | undefined> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row && JSON.parse(row.value);
};

const keepProgress = async (db: Db, progress: Progress): Promise<void> => {
  await db.deleteFrom('setting').where('key', '=', KEY).execute();
  const { conversation, contact, heads = 0 } = progress;
  if (conversation + contact + heads === 0) return;
  await db
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify(progress) })
    .execute();
};

/** Notes in a database that is brought up to date what is to be filled in later. */
export const planFilling = async (db: Kysely<Tables>): Promise<void> =>
  keepProgress(db, {
    ...(await progressIn(db)),
    conversation: await newest(db, 'conversation'),
    contact: await newest(db, 'contact'),
  });

/** Notes that the mails of all conversations are to be read again, beside what is to be filled in already. */
export const planHeads = async (db: Kysely<Tables>): Promise<void> =>
  keepProgress(db, {
    ...((await progressIn(db)) ?? { conversation: 0, contact: 0 }),
    heads: await newest(db, 'conversation'),
  });

/** Notes up to which conversation mails are still to be read again; 0: none. */
export const moveHeads = async (db: Db, heads: number): Promise<void> =>
  keepProgress(db, { conversation: 0, contact: 0, ...(await progressIn(db)), heads });

/** The newest ids of a table up to the given one. */
export const nextIds = async (db: Db, table: Counted, upTo: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(row => row.id);
};

/** Who wrote the messages; who else stood in To and Cc is read from the mails afterwards. */
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
  await refreshContacts(work, ids);
  await refreshTagSets(work, ids);
  await fillParticipants(work, ids);
};

const fillContacts = async ({ db }: Work, ids: readonly number[]): Promise<void> => {
  const rows = await db.selectFrom('contact').select(['id', 'name', 'email']).where('id', 'in', ids).execute();
  for (const row of rows) await indexContact(db, row);
};

/** Whether something is still to be filled in. */
export const isFilling = async (db: Db): Promise<boolean> => (await progressIn(db)) !== undefined;

/**
 * Fills in some of what an old database lacks, contacts first as they are few, and notes how far it has come, all in one
 * transaction. Returns whether more of it is left; what only the mails say comes after it (see fill-heads.ts).
 */
export const fillSome = async (work: Work): Promise<boolean> => {
  const progress = await progressIn(work.db);
  if (!progress || progress.contact + progress.conversation === 0) return false;
  const table = progress.contact > 0 ? 'contact' : 'conversation';
  const ids = await nextIds(work.db, table, progress[table], FILLED_AT_ONCE);
  if (ids.length > 0) await (table === 'contact' ? fillContacts : fillConversations)(work, ids);
  const next = { ...progress, [table]: ids.length < FILLED_AT_ONCE ? 0 : ids.at(-1)! - 1 };
  await keepProgress(work.db, next);
  return next.contact + next.conversation > 0;
};
