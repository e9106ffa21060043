import { setTimeout as sleep } from 'node:timers/promises';
import { deleteRows, rowWith, updateRows } from '../../database/rows.ts';
import { REBUILD_DUE } from '../../database/sqlite/rebuild-due.ts';
import type { Row } from '../../database/tables.ts';
import type { ModelContext } from '../context.ts';
import { type ConversationRecord, lockConversations } from '../conversation/row.ts';
import { answersOfContact, forgetAnswer } from '../kept-answer.ts';
import { keepSetting } from '../setting.ts';
import { writeTransaction } from '../transaction.ts';
import type { Work } from '../work.ts';
import { emptyConversations } from './empty.ts';
import { addConversations } from './erasure.ts';
import { conversationsOfContact, mentionsOf, sharedAmong } from './find.ts';
import { eraseHeads } from './heads.ts';
import { shareWithout } from './share.ts';
import { rememberTold, tellFolders } from './tell-folders.ts';
import { unsearchedMentions } from './unsearched.ts';

type Erasure = Row<'erasure'>;

/** How many conversations one transaction empties: other writers wait for it. */
const CONVERSATIONS_AT_ONCE = 5;

/** How long to wait for a copy that holds the files, in milliseconds. */
const HELD_MS = 1_000;

async function setDone({ db }: Work, { id }: Erasure, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await updateRows(db, 'erasure_conversation', { erasure_id: id, conversation_id: ids }, { is_done: 1 });
}

/** A conversation that was merged away shares the fate of the one that took it in. */
function subjectOf({ id, merged_into }: ConversationRecord): number {
  return merged_into ?? id;
}

async function eraseSome(work: Work, erasure: Erasure): Promise<void> {
  const { db } = work;
  const next = await db
    .selectFrom('erasure_conversation')
    .select(['conversation_id', 'upto'])
    .where('erasure_id', '=', erasure.id)
    .where('is_done', '=', 0)
    .orderBy('conversation_id')
    .limit(CONVERSATIONS_AT_ONCE)
    .execute();
  const ids = next.map(row => row.conversation_id);
  const rows = await lockConversations(work, ids);
  const there = new Set(rows.map(({ id }) => id));
  await setDone(
    work,
    erasure,
    ids.filter(id => !there.has(id)),
  );
  // An agent may have merged one meanwhile.
  await addConversations(
    work,
    erasure.id,
    rows.flatMap(row => row.merged_into ?? []),
  );
  const subject = { id: erasure.contact_id, email: erasure.email };
  const shared = await sharedAmong(db, [...new Set(rows.map(subjectOf))], subject);
  const alone = rows.filter(row => !shared.has(subjectOf(row)));
  if (alone.length > 0) return setDone(work, erasure, await emptyConversations(work, erasure, alone));
  const [first] = rows;
  if (!first) return;
  const upto = await shareWithout(work, erasure, first, next.find(row => row.conversation_id === first.id)!.upto);
  if (upto === undefined) return setDone(work, erasure, [first.id]);
  await updateRows(db, 'erasure_conversation', { erasure_id: erasure.id, conversation_id: first.id }, { upto });
}

/** Adds conversations that the contact got meanwhile, by a split or a merge. Returns whether there are any. */
async function addLate(work: Work, erasure: Erasure): Promise<boolean> {
  const late = await conversationsOfContact(work.db, { id: erasure.contact_id, email: null });
  const rows = await lockConversations(work, late);
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await addConversations(work, erasure.id, ids);
  const again = { erasure_id: erasure.id, conversation_id: ids };
  await updateRows(work.db, 'erasure_conversation', again, { is_done: 0, upto: 0 });
  return true;
}

/** Deletes a contact and its rows outside its conversations. */
async function eraseElsewhere(work: Work, { contact_id: contactId, email }: Erasure): Promise<void> {
  const { db } = work;
  if (email !== null) {
    await deleteRows(db, 'spam_mark', { email_key: email });
    await deleteRows(db, 'automatic_reply', { email_key: email });
  }
  await deleteRows(db, 'rating_request', { contact_id: contactId });
  await deleteRows(db, 'contact', { id: contactId });
}

async function end(work: Work, erasure: Erasure): Promise<void> {
  if (await addLate(work, erasure)) return;
  const { db, now } = work;
  await eraseElsewhere(work, erasure);
  const gone = { ended_at: now, email: null, name: '' };
  const ended = await updateRows(db, 'erasure', { id: erasure.id, ended_at: null }, gone);
  if (ended.length > 0) work.contactErased(erasure.id);
  work.scheduleJob('clear', now);
  work.textGone([]);
}

async function hasLeft({ store }: ModelContext, { id }: Erasure): Promise<boolean> {
  return (await rowWith(store.reader, 'erasure_conversation', { erasure_id: id, is_done: 0 })) !== undefined;
}

/** Forgets the stored answers to those who made or changed the contact. */
async function eraseContactAnswers(context: ModelContext, contactId: number): Promise<void> {
  const found = await answersOfContact(context.store.reader, contactId);
  if (found.length === 0) return;
  await writeTransaction(context, async work => {
    for (const one of found) await forgetAnswer(work.db, one);
    work.textGone([]);
  });
}

/** Returns those of the erasures that have nothing left, also not in conversations that are others' alone. */
async function withoutMentions(context: ModelContext, erasures: readonly Erasure[]): Promise<Erasure[]> {
  const { store } = context;
  const named = erasures.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]));
  const emails = named.map(({ email }) => email);
  const unsearched = emails.length === 0 ? [] : await unsearchedMentions(store.reader, emails);
  for (const [at, { id, email }] of named.entries()) {
    const mentions = unsearched[at]!.union(new Set(await store.read(db => mentionsOf(db, store.kind, email))));
    if (mentions.size > 0) await writeTransaction(context, work => addConversations(work, id, [...mentions]));
  }
  const done: Erasure[] = [];
  for (const erasure of erasures) {
    await eraseContactAnswers(context, erasure.contact_id);
    if (!(await hasLeft(context, erasure))) done.push(erasure);
  }
  return done;
}

/**
 * Does the next part of some erasures, in short transactions: if the process ends in between, the next look does the
 * rest. Tables that must be read from end to end are read once for all of them. Returns false if all have ended.
 */
export async function eraseStep(context: ModelContext, ids: readonly number[]): Promise<boolean> {
  const erasures = context.store.reader.selectFrom('erasure').selectAll().where('id', 'in', ids);
  const going = await erasures.where('ended_at', 'is', null).execute();
  const ready: Erasure[] = [];
  for (const erasure of going)
    if (await hasLeft(context, erasure)) await writeTransaction(context, work => eraseSome(work, erasure));
    else ready.push(erasure);
  const done = await withoutMentions(context, ready);
  await eraseHeads(
    context,
    done.flatMap(({ email }) => email ?? []),
  );
  for (const erasure of done) await writeTransaction(context, work => end(work, erasure));
  return going.length > 0;
}

/**
 * Reports ended erasures to the folders of backups, waits until the attachments' files are gone and the database's
 * files hold no deleted text, and notes the time.
 */
export async function clearErased(context: ModelContext): Promise<void> {
  const { store, files } = context;
  const uncleared = store.reader.selectFrom('erasure').select('id').where('cleared_at', 'is', null);
  const last = await uncleared.where('ended_at', 'is not', null).orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!last) return;
  const told = await tellFolders(store.reader);
  // A copy that runs still reads them.
  while (!(await files.remove([]))) await sleep(HELD_MS, undefined, { ref: false });
  await store.clear();
  await writeTransaction(context, async work => {
    const { db, now, kind } = work;
    await rememberTold(work, told);
    await keepSetting(work, 'files_shared', files.shared() ?? '');
    if (kind === 'sqlite') await keepSetting(work, REBUILD_DUE, '1');
    const ended = db.updateTable('erasure').set({ cleared_at: now }).where('cleared_at', 'is', null);
    await ended.where('ended_at', 'is not', null).where('id', '<=', last.id).execute();
  });
}
