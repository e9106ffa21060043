import { createHash } from 'node:crypto';
import type { PathParams } from '../../contract/endpoint.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { Db } from '../database/tables.ts';
import { type Caller, seesInbox, seesSavedReply } from './access.ts';
import { readConversation } from './conversation/read.ts';
import { Problem } from './problem.ts';

/** The entity tag of a resource without a version, without quotes: a hash of its body. */
export function bodyEtag(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** The entity tag for a conversation's version alone, without quotes. */
function versionEtag({ id, version }: Versioned): string {
  return `c${id}-${version}`;
}

/**
 * The entity tag of a conversation as the caller sees it, without quotes. It covers each change: the version and the
 * names that the answer shows.
 */
export function conversationEtag(shown: Versioned): string {
  return `${versionEtag(shown)}-${bodyEtag(JSON.stringify(shown)).slice(0, 10)}`;
}

function settingsTag({ id, version }: Versioned): string {
  return `i${id}-${version}`;
}

/**
 * The entity tag of an inbox, without quotes: first the version of its settings, which a write compares, then a hash of
 * all that the caller sees, for reads.
 */
export function inboxEtag(row: Versioned, shown: unknown): string {
  return `${settingsTag(row)}.${bodyEtag(JSON.stringify(shown))}`;
}

/** The part of an entity tag that a write compares. */
function versionIn(etag: string): string {
  return etag.split('.', 1)[0]!;
}

/** The entity tag of a saved reply, without quotes. */
export function savedReplyEtag({ id, version }: Versioned): string {
  return `r${id}-${version}`;
}

/**
 * 412 for a write that expects another version than the present one; in a bulk call `details` name the changed ones.
 */
export function outdated(details?: readonly ErrorDetail[]) {
  return new Problem(
    'precondition_failed',
    'It was changed in the meantime; nothing was done. Read it again.',
    details,
  );
}

/** Whether a request names this entity tag; `part`: the part of the tags to compare. */
export type NamesEtag = (etag: string, part?: (given: string) => string) => boolean;

/** The rows whose version a write compares: which of them the caller sees, and the part of their tags that names it. */
const versioned = {
  inbox: { isSeen: seesInbox, tagOf: settingsTag },
  saved_reply: { isSeen: seesSavedReply, tagOf: savedReplyEtag },
};

/** Whether a request names the present state of a row; true if the caller does not see it, which the handler reports. */
async function namesRow(
  db: Db,
  caller: Caller,
  table: keyof typeof versioned,
  id: number,
  names: NamesEtag,
): Promise<boolean> {
  const { isSeen, tagOf } = versioned[table];
  const row = await db
    .selectFrom(table)
    .select(['id', 'version'])
    .where('id', '=', id)
    .where(isSeen(caller))
    .executeTakeFirst();
  return !row || names(tagOf(row), versionIn);
}

/** The same for a conversation: its version, or its whole answer. */
async function namesConversation(db: Db, caller: Caller, id: number, names: NamesEtag): Promise<boolean> {
  const shown = await readConversation(db, caller, id);
  return !shown || names(versionEtag(shown)) || names(conversationEtag(shown));
}

/**
 * Checks a write of a conversation, an inbox or a saved reply against the entity tags of the request, inside the write's
 * transaction. Null if the request names none. An invisible resource is left to the handler, which answers 404.
 */
export async function checkPrecondition(
  db: Db,
  caller: Caller,
  params: PathParams,
  names: NamesEtag | null,
): Promise<void> {
  const { conversation_id: conversationId, inbox_id: inboxId, saved_reply_id: savedReplyId } = params;
  if (!names) return;
  if (conversationId !== undefined && !(await namesConversation(db, caller, conversationId, names))) throw outdated();
  if (inboxId !== undefined && !(await namesRow(db, caller, 'inbox', inboxId, names))) throw outdated();
  if (savedReplyId !== undefined && !(await namesRow(db, caller, 'saved_reply', savedReplyId, names))) throw outdated();
}
