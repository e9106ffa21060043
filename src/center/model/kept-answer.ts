import { chunks } from '../database/chunks.ts';
import { conversationsIn, type Item, isConversation, itemsOf } from '../database/kept-body.ts';
import type { Db } from '../database/tables.ts';
import { type Caller, inboxIdsOf, seesConversation } from './access.ts';
import { notFound } from './problem.ts';

/** An answer that is kept for its `Idempotency-Key`. */
export interface KeptKey {
  readonly caller: string;
  readonly key: string;
}

/** Notes which conversations an answer is about that was kept in the same transaction; ids of none are left out. */
async function noteAbout(db: Db, { caller, key }: KeptKey, conversationIds: readonly number[]): Promise<void> {
  for (const ids of chunks([...new Set(conversationIds)])) {
    const found = await db.selectFrom('conversation').select('id').where('id', 'in', ids).execute();
    const rows = found.map(({ id }) => ({ caller, key, conversation_id: id }));
    if (rows.length > 0) await db.insertInto('idempotency_about').values(rows).execute();
  }
}

/** How long an answer is given again, in milliseconds. */
const LIFETIME_MS = 24 * 3_600_000;

/** A request whose answer is kept. */
export interface KeptRequest extends KeptKey {
  /** Of method, path, query and body. */
  readonly hash: string;
  /** The conversations that the request names in its path. Its answer, a refusal too, is about them. */
  readonly named: readonly number[];
}

/** An answer as it is kept. */
interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What is kept under a key and not too old, with the hash of the request that it answers. */
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

/** Keeps an answer in place of the former one under its key, which is too old, or about what its caller may not see. */
export async function keepAnswer(db: Db, request: KeptRequest, answer: KeptAnswer, now: number): Promise<void> {
  const { caller, key, hash, named } = request;
  await db
    .deleteFrom('idempotency')
    .where(({ or, and, eb }) =>
      or([eb('created_at', '<=', now - LIFETIME_MS), and([eb('caller', '=', caller), eb('key', '=', key)])]),
    )
    .execute();
  await db
    .insertInto('idempotency')
    .values({
      caller,
      key,
      request_hash: hash,
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
      created_at: now,
    })
    .execute();
  await noteAbout(db, request, [...named, ...conversationsIn(answer.body)]);
}

/** Whether the caller still sees everything that the kept answer is about, and the inbox of its path. */
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

/** A message or a note whose text goes. */
export type TextKind = 'message' | 'note';

/** What shows the text of a resource, and of no other. */
const textField: Readonly<Record<TextKind, string>> = { message: 'body_text', note: 'details' };

/** A body with other items in place of its own. */
function withItems(body: string, items: readonly Item[]): string {
  const whole = JSON.parse(body) as { data: unknown };
  return JSON.stringify({ ...whole, data: Array.isArray(whole.data) ? items : items[0] });
}

/** What is left of a kept body: another one, null for nothing, undefined if nothing of it changes. */
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

/** Rewrites the kept answers about these conversations, and about those that were merged into them. */
async function rewriteKept(
  db: Db,
  conversationIds: readonly number[],
  kind: TextKind,
  rewrite: Rewrite,
): Promise<void> {
  const { status, body: gone } = notFound(kind);
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
      const values = left === null ? { status, body: JSON.stringify(gone), headers: jsonHeaders } : { body: left };
      await db.updateTable('idempotency').set(values).where('caller', '=', caller).where('key', '=', key).execute();
    }
  }
}

/**
 * Takes the texts of deleted messages or notes out of the kept answers about these conversations. A request whose own
 * message or note is gone stays known, so that a repeated one does not write it again: it is answered 404. Other answers
 * only lose the preview.
 */
export function forgetTexts(
  db: Db,
  conversationIds: readonly number[],
  kind: TextKind,
  isGone: (id: number) => boolean = () => true,
): Promise<void> {
  return rewriteKept(db, conversationIds, kind, without(kind, isGone));
}

/** Puts a note's new text in place of the former one in the kept answers that show it. */
export function renewNoteText(db: Db, conversationId: number, id: number, details: string): Promise<void> {
  return rewriteKept(db, [conversationId], 'note', withNote(id, details));
}

const jsonHeaders = JSON.stringify({ 'content-type': 'application/json' });
