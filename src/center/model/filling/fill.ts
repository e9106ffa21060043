import { keepProgress, nextIds, type Progress, progressIn } from '../../database/migrations/to-fill.ts';
import { refreshAsked } from '../conversation/asked.ts';
import { refreshContacts } from '../conversation/contact-mark.ts';
import { refreshHeld } from '../conversation/mark.ts';
import { addParticipants } from '../conversation/participant.ts';
import { refreshTagSets } from '../conversation/tag-set.ts';
import { countNumbers } from '../inbox/number.ts';
import { indexContact } from '../search/contact-word.ts';
import type { Work } from '../work.ts';

/** How many rows one transaction fills in, because others wait for it. */
const FILLED_AT_ONCE = 100;

/** How many conversations are counted at once. */
const COUNTED_AT_ONCE = 10_000;

/** The authors of the messages; To and Cc are read from the mails afterwards. */
async function fillParticipants(work: Work, ids: readonly number[]): Promise<void> {
  const rows = await work.db
    .selectFrom('message')
    .innerJoin('contact', 'contact.id', 'message.contact_id')
    .select(({ fn }) => ['conversation_id', 'contact.name', 'contact.email', fn.min('message.id').as('first')])
    .where('conversation_id', 'in', ids)
    .groupBy(['conversation_id', 'contact.id', 'contact.name', 'contact.email'])
    .orderBy('first')
    .execute();
  for (const [id, people] of Map.groupBy(rows, row => row.conversation_id)) await addParticipants(work, id, people);
}

async function fillConversations(work: Work, ids: readonly number[]): Promise<void> {
  await refreshAsked(work, ids);
  await refreshHeld(work, ids);
  await refreshContacts(work, ids);
  await refreshTagSets(work, ids);
  await fillParticipants(work, ids);
}

async function fillContacts({ db }: Work, ids: readonly number[]): Promise<void> {
  const rows = await db.selectFrom('contact').select(['id', 'name', 'email']).where('id', 'in', ids).execute();
  for (const row of rows) await indexContact(db, row);
}

/** Counts some conversations, the newest first: this takes few steps, and lists ask for the numbers. */
async function countSome({ db }: Work, progress: Progress, upTo: number): Promise<void> {
  const after = Math.max(0, upTo - COUNTED_AT_ONCE);
  await countNumbers(db, after, upTo);
  await keepProgress(db, { ...progress, numbers: after });
}

/**
 * Fills in a part of the missing data of an old database, numbers and contacts first because they are few, and records
 * the progress, all in one transaction. Returns whether more is left; data that only the mails contain comes afterwards
 * (see heads.ts).
 */
export async function fillSome(work: Work): Promise<boolean> {
  const progress = await progressIn(work.db);
  if (!progress) return false;
  if (progress.numbers) {
    await countSome(work, progress, progress.numbers);
    return true;
  }
  if (progress.contact + progress.conversation === 0) return false;
  const table = progress.contact > 0 ? 'contact' : 'conversation';
  const ids = await nextIds(work.db, table, progress[table], FILLED_AT_ONCE);
  if (ids.length > 0) await (table === 'contact' ? fillContacts : fillConversations)(work, ids);
  const next = { ...progress, [table]: ids.length < FILLED_AT_ONCE ? 0 : ids.at(-1)! - 1 };
  await keepProgress(work.db, next);
  return next.contact + next.conversation > 0;
}
