import { type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../database/migrations/columns.ts';
import { prepareInsert } from '../database/prepare.ts';
import { updateRows } from '../database/rows.ts';
import { chunks } from '../database/statement.ts';
import type { Db } from '../database/tables.ts';
import { type Caller, inboxIdsOf, seesConversation } from './access.ts';
import { notFound } from './problem.ts';

type Item = Readonly<Record<string, unknown>>;

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The resources in an answer's body: those of a list, or the one. */
function itemsOf(body: string | null): readonly Item[] {
  if (body === null) return [];
  const { data } = JSON.parse(body) as { data?: unknown };
  return (Array.isArray(data) ? data : [data]).filter(isItem);
}

/** Whether it is a conversation; if not, it may be a part of one. */
function isConversation(item: Item): boolean {
  return 'conversation_status_id' in item;
}

/** The ids of the conversations that a stored body shows, whole or in part. */
function conversationsIn(body: string | null): number[] {
  const ids = itemsOf(body).map(item => (isConversation(item) ? item.id : item.conversation_id));
  return [...new Set(ids.filter(id => typeof id === 'number'))];
}

interface KeptKey {
  readonly caller: string;
  readonly key: string;
}

/** Records the conversations of an answer stored in the same transaction; ids without a conversation are skipped. */
async function noteAbout(db: Db, { caller, key }: KeptKey, conversationIds: readonly number[]): Promise<void> {
  for (const ids of chunks([...new Set(conversationIds)])) {
    const found = await db.selectFrom('conversation').select('id').where('id', 'in', ids).execute();
    const rows = found.map(({ id }) => ({ caller, key, conversation_id: id }));
    if (rows.length > 0) await db.insertInto('idempotency_about').values(rows).execute();
  }
}

/** For how many hours an answer is repeated. */
export const KEPT_HOURS = 24;
const LIFETIME_MS = KEPT_HOURS * 3_600_000;

/** A request whose answer is stored. */
export interface KeptRequest extends KeptKey {
  /** Over method, path, query and body. */
  readonly hash: string;
  /** The conversations in the request's path. Its answer, even a refusal, is about them. */
  readonly named: readonly number[];
}

interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The stored answer of a key, if not too old, with the hash of its request. */
export async function keptAnswer(
  db: Db,
  { caller, key }: KeptKey,
  now: number,
): Promise<{ readonly hash: string; readonly answer: KeptAnswer } | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('created_at', '>', now - LIFETIME_MS)
    .executeTakeFirst();
  return (
    row && { hash: row.request_hash, answer: { status: row.status, headers: JSON.parse(row.headers), body: row.body } }
  );
}

/** Deletes the former answer of a key, and all that are too old, except those that another write is deleting. */
async function dropAnswers(db: Db, kind: DatabaseKind, { caller, key }: KeptKey, now: number): Promise<void> {
  const isFormer = sql<SqlBool>`(created_at <= ${now - LIFETIME_MS} or caller = ${caller} and key = ${key})`;
  const deleted = db.deleteFrom('idempotency');
  const free = sql<SqlBool>`(caller, key) in
    (select caller, key from idempotency where ${isFormer} for update skip locked)`;
  await deleted.where(kind === 'postgres' ? free : isFormer).execute();
}

const columns = ['caller', 'key', 'request_hash', 'status', 'headers', 'body', 'created_at'] as const;
const insertAnswer = prepareInsert('idempotency', columns);

/**
 * Stores an answer and replaces the former one of its key, which is too old, or about something that its caller may not
 * see.
 */
export async function keepAnswer(
  db: Db,
  kind: DatabaseKind,
  request: KeptRequest,
  answer: KeptAnswer,
  now: number,
): Promise<void> {
  const { caller, key, hash, named } = request;
  await dropAnswers(db, kind, request, now);
  await insertAnswer(db, {
    caller,
    key,
    request_hash: hash,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: answer.body,
    created_at: now,
  });
  await noteAbout(db, request, [...named, ...conversationsIn(answer.body)]);
}

/** Whether the caller still sees everything that the stored answer is about, and the inbox of its path. */
export async function stillSees(
  db: Db,
  caller: Caller,
  { caller: owner, key }: KeptKey,
  inboxId: number | undefined,
): Promise<boolean> {
  if (caller.seesAll) return true;
  const hidden = await db
    .selectFrom('idempotency_about as about')
    .innerJoin('conversation', 'conversation.id', 'about.conversation_id')
    .select('conversation.id')
    .where('about.caller', '=', owner)
    .where('about.key', '=', key)
    .where(({ not }) => not(seesConversation(caller)))
    .limit(1)
    .executeTakeFirst();
  if (hidden) return false;
  if (inboxId === undefined) return true;
  const inbox = await db
    .selectFrom('inbox')
    .select('id')
    .where('id', '=', inboxId)
    .where('id', 'in', inboxIdsOf(caller.agentId))
    .executeTakeFirst();
  return inbox !== undefined;
}

/** A message or a note whose text is deleted. */
type TextKind = 'message' | 'note';

/** The field that shows the text of a resource of this kind only. */
const textField: Readonly<Record<TextKind, string>> = { message: 'body_text', note: 'details' };

function withItems(body: string, items: readonly Item[]): string {
  const whole = JSON.parse(body) as { data: unknown };
  return JSON.stringify({ ...whole, data: Array.isArray(whole.data) ? items : items[0] });
}

/** The rest of a stored body: another one, null for nothing, undefined if it does not change. */
type Rewrite = (body: string) => string | null | undefined;

function without(kind: TextKind, isGone: (id: number) => boolean): Rewrite {
  return body => {
    const items = itemsOf(body);
    if (items.some(item => textField[kind] in item && isGone(item.id as number))) return null;
    if (kind === 'note' || !items.some(item => isConversation(item) && item.preview !== '')) return undefined;
    return withItems(
      body,
      items.map(item => (isConversation(item) ? { ...item, preview: '' } : item)),
    );
  };
}

function withNote(id: number, details: string): Rewrite {
  return body => {
    const items = itemsOf(body);
    if (!items.some(item => 'details' in item && item.id === id)) return undefined;
    return withItems(
      body,
      items.map(item => ('details' in item && item.id === id ? { ...item, details } : item)),
    );
  };
}

/** The answer about something that is not there any more. */
function goneAnswer(kind: string) {
  const { status, body } = notFound(kind);
  return { status, body: JSON.stringify(body), headers: jsonHeaders };
}

async function replaceAnswer(db: Db, { caller, key }: KeptKey, values: Partial<ReturnType<typeof goneAnswer>>) {
  await updateRows(db, 'idempotency', { caller, key }, values);
}

/** The stored answers that show a contact by itself. */
export function answersOfContact(db: Db, contactId: number): Promise<KeptKey[]> {
  const shown = db.selectFrom('idempotency').select(['caller', 'key']);
  return shown.where('body', 'like', `{"data":{"id":${contactId},"name":%`).execute();
}

/** Replaces a stored answer that shows an erased contact by 404; its request stays known, and is not repeated. */
export function forgetAnswer(db: Db, key: KeptKey): Promise<void> {
  return replaceAnswer(db, key, goneAnswer('contact'));
}

/** Rewrites the stored answers about these conversations, and about those that were merged into them. */
async function rewriteKept(
  db: Db,
  conversationIds: readonly number[],
  kind: TextKind | 'conversation',
  rewrite: Rewrite,
): Promise<void> {
  for (const ids of chunks(conversationIds)) {
    const rows = await db
      .selectFrom('idempotency_about as about')
      .innerJoin('idempotency as kept', join =>
        join.onRef('kept.caller', '=', 'about.caller').onRef('kept.key', '=', 'about.key'),
      )
      .select(['kept.caller', 'kept.key', 'kept.body'])
      .distinct()
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('about.conversation_id', 'in', ids),
          eb('about.conversation_id', 'in', selectFrom('conversation').select('id').where('merged_into', 'in', ids)),
        ]),
      )
      .where('kept.body', 'is not', null)
      .execute();
    for (const { caller, key, body } of rows) {
      const left = rewrite(body!);
      if (left === undefined) continue;
      await replaceAnswer(db, { caller, key }, left === null ? goneAnswer(kind) : { body: left });
    }
  }
}

/**
 * Removes the texts of deleted messages or notes from the stored answers about these conversations. A request whose own
 * message or note is deleted stays known, so that a repetition does not write it again: it gets 404. Other answers only
 * lose the preview.
 */
export function forgetTexts(
  db: Db,
  conversationIds: readonly number[],
  kind: TextKind,
  isGone: (id: number) => boolean = () => true,
): Promise<void> {
  return rewriteKept(db, conversationIds, kind, without(kind, isGone));
}

/** Replaces a note's former text by the new one in the stored answers that show it. */
export function renewNoteText(db: Db, conversationId: number, id: number, details: string): Promise<void> {
  return rewriteKept(db, [conversationId], 'note', withNote(id, details));
}

/** Changes the stored answers about these conversations. */
export function rewriteAnswers(db: Db, conversationIds: readonly number[], rewrite: (body: string) => string) {
  return rewriteKept(db, conversationIds, 'conversation', rewrite);
}

/** Replaces the stored answers about erased conversations by 404; their requests stay known. */
export function forgetAnswers(db: Db, conversationIds: readonly number[]): Promise<void> {
  return rewriteKept(db, conversationIds, 'conversation', () => null);
}

const jsonHeaders = JSON.stringify({ 'content-type': 'application/json' });
