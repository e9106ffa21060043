import type { AnswerInput, BodyOf } from '../../contract/endpoint.ts';
import type { Contract } from '../../contract/index.ts';
import { unknownVariables, variableNames } from '../../text/variables.ts';
import { readPutOff } from '../../text/when.ts';
import { deleteRows, insertRow, rowWith, updateRows } from '../database/rows.ts';
import { chunks } from '../database/statement.ts';
import type { Db, Row } from '../database/tables.ts';
import { type Caller, requireSeen, seesInbox, seesSavedReply } from './access.ts';
import type { Page } from './listing/paging.ts';
import { listRows } from './listing/rows.ts';
import { attachmentAnswer } from './message/attachment.ts';
import { filesByOwner } from './message/read.ts';
import { claimUploads, noteUpload } from './message/upload.ts';
import { conflict, type Fault } from './problem.ts';
import { rowIds } from './rows.ts';
import { nameKey } from './text-key.ts';
import { timestamp } from './time.ts';
import type { Work } from './work.ts';

type SavedReply = Row<'saved_reply'>;
type Given = BodyOf<Contract['savedReply']['update']>;

/** The saved reply; 404 if it does not exist or the caller may not see it. */
export function requireSavedReply(db: Db, caller: Caller, id: number): Promise<SavedReply> {
  return requireSeen(db, 'saved_reply', id, seesSavedReply(caller));
}

async function inboxesOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('saved_reply_inbox')
    .selectAll()
    .where('saved_reply_id', 'in', ids)
    .orderBy('inbox_id')
    .execute();
}

/** Saved replies in the form of the service's answers. */
export async function savedReplyAnswers(db: Db, rows: readonly SavedReply[]) {
  const inboxes: Awaited<ReturnType<typeof inboxesOf>> = [];
  for (const ids of chunks(rowIds(rows))) inboxes.push(...(await inboxesOf(db, ids)));
  const inboxesBy = Map.groupBy(inboxes, link => link.saved_reply_id);
  const files = await filesByOwner(db, 'saved_reply', rowIds(rows));
  return rows.map(
    ({ name_key: _, ...row }): AnswerInput<Contract['savedReply']['get']> => ({
      ...row,
      attachments: (files.get(row.id) ?? []).map(attachmentAnswer),
      inbox_ids: (inboxesBy.get(row.id) ?? []).map(link => link.inbox_id),
      actions: JSON.parse(row.actions),
      updated_at: timestamp(row.updated_at),
    }),
  );
}

/** A page (or all) of the saved replies that the caller sees. */
export async function listSavedReplies(db: Db, caller: Caller, page: Page) {
  const { rows, nextCursor } = await listRows(db, 'saved_reply', page, seesSavedReply(caller));
  return { data: await savedReplyAnswers(db, rows), nextCursor };
}

async function inboxFaults(db: Db, caller: Caller, ids: readonly number[], before?: SavedReply): Promise<Fault[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('inbox').select('id').where('id', 'in', ids).where(seesInbox(caller)).execute();
  const had = before ? (await inboxesOf(db, [before.id])).map(link => link.inbox_id) : [];
  const known = new Set([...rowIds(rows), ...had]);
  return ids.flatMap((id, at): Fault[] =>
    known.has(id) ? [] : [[`inbox_ids.${at}`, `there is no inbox ${id}, or you may not see it`]],
  );
}

/** Whether anything is done by actions. */
export function areActions(actions: Given['actions'] = {}): boolean {
  return Object.values(actions).some(one => one !== undefined && !(Array.isArray(one) && one.length === 0));
}

/** Words that put nothing off, whenever they are read: a time of today is read from its beginning. */
function snoozeFault({ snooze }: NonNullable<Given['actions']>, now: number): Fault[] {
  const read = snooze === undefined ? 'now' : readPutOff(snooze, new Date(now).setHours(0, 0, 0, 0));
  return read !== 'now' && 'problem' in read ? [['actions.snooze', read.problem]] : [];
}

/** Faults of a new or changed saved reply that no schema can find. */
export async function savedReplyFaults(
  { db, now }: Pick<Work, 'db' | 'now'>,
  caller: Caller,
  given: Given,
  before?: SavedReply,
): Promise<Fault[]> {
  const unknown = unknownVariables(given.text ?? '');
  const known = variableNames.map(name => `{${name}}`).join(', ');
  const isForeign = given.owner_id !== undefined && given.owner_id !== null && given.owner_id !== caller.agentId;
  return [
    ...unknown.map(
      (name): Fault => ['text', `has the unknown variable {${name}}; there are ${known}; write \\{ for a brace`],
    ),
    ...(isForeign ? [['owner_id', 'must be your own id, or null for the team'] as const] : []),
    ...snoozeFault(given.actions ?? {}, now),
    ...(await inboxFaults(db, caller, given.inbox_ids ?? [], before)),
  ];
}

async function requireFree(db: Db, values: Pick<SavedReply, 'owner_id' | 'name_key'>, id?: number) {
  const taken = await rowWith(db, 'saved_reply', values);
  if (taken && taken.id !== id)
    throw conflict('A saved reply has this name already.', [{ path: 'name', message: 'is taken' }]);
}

/** Leaves files to be deleted in a day, unless something names them by then. */
async function letGo(work: Work, caller: Caller, id: number, kept: readonly number[]): Promise<void> {
  for (const file of (await filesByOwner(work.db, 'saved_reply', [id])).get(id) ?? [])
    if (!kept.includes(file.id)) await noteUpload(work, file.id, caller.key, file.size);
}

async function replaceLinks(work: Work, caller: Caller, id: number, { attachments, inbox_ids }: Given): Promise<void> {
  const { db } = work;
  if (attachments) {
    const files = [...new Set(attachments)];
    await letGo(work, caller, id, files);
    await deleteRows(db, 'saved_reply_attachment', { saved_reply_id: id });
    const links = files.map((attachment_id, position) => ({ saved_reply_id: id, attachment_id, position }));
    if (links.length > 0) await db.insertInto('saved_reply_attachment').values(links).execute();
    await claimUploads(work, files);
  }
  if (inbox_ids) {
    await deleteRows(db, 'saved_reply_inbox', { saved_reply_id: id });
    const links = [...new Set(inbox_ids)].map(inbox_id => ({ saved_reply_id: id, inbox_id }));
    if (links.length > 0) await db.insertInto('saved_reply_inbox').values(links).execute();
  }
}

/** Makes a saved reply, or changes one: absent fields stay. 409 if its owner has another one of this name. */
export async function putSavedReply(
  work: Work,
  caller: Caller,
  given: Given,
  before?: SavedReply,
): Promise<SavedReply> {
  const { name = before?.name ?? '', text = before?.text ?? '', owner_id = before?.owner_id ?? null } = given;
  const row = {
    owner_id,
    name,
    name_key: nameKey(name),
    text,
    actions: given.actions ? JSON.stringify(given.actions) : (before?.actions ?? '{}'),
    version: (before?.version ?? 0) + 1,
    updated_at: work.now,
  };
  await requireFree(work.db, { owner_id, name_key: row.name_key }, before?.id);
  const [changed] = before ? await updateRows(work.db, 'saved_reply', { id: before.id }, row) : [];
  const after = changed ?? (await insertRow(work.db, 'saved_reply', row));
  await replaceLinks(work, caller, after.id, given);
  work.namesChanged();
  return after;
}

/** Deletes a saved reply; its files stay for a day, so that one can be made of them again. */
export async function removeSavedReply(work: Work, caller: Caller, { id }: SavedReply): Promise<void> {
  await letGo(work, caller, id, []);
  await deleteRows(work.db, 'saved_reply', { id });
  work.namesChanged();
}
