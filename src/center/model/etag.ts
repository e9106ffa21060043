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

function settingsTag({ id, version }: { readonly id: number; readonly version: number }): string {
  return `i${id}-${version}`;
}

/**
 * The entity tag of an inbox, without quotes: first the version of its settings, which a write compares, then a hash of
 * all that the caller sees, for reads.
 */
export function inboxEtag(row: { readonly id: number; readonly version: number }, shown: unknown): string {
  return `${settingsTag(row)}.${bodyEtag(JSON.stringify(shown))}`;
}

function settingsOf(etag: string): string {
  return etag.split('.', 1)[0]!;
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
export type Names = (etag: string, part?: (given: string) => string) => boolean;

/**
 * Whether a request names the present settings of an inbox; true if the caller does not see it, which the handler
 * reports.
 */
async function namesInbox(db: Db, caller: Caller, id: number, names: Names): Promise<boolean> {
  const row = await db
    .selectFrom('inbox')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where(seesInbox(caller))
    .executeTakeFirst();
  return !row || names(settingsTag(row), settingsOf);
}

/** The same for a conversation: its version, or its whole answer. */
async function namesConversation(db: Db, caller: Caller, id: number, names: Names): Promise<boolean> {
  const shown = await readConversation(db, caller, id);
  return !shown || names(versionEtag(shown)) || names(conversationEtag(shown));
}

/** The entity tag of a saved reply, without quotes. */
export function savedReplyEtag({ id, version }: Versioned): string {
  return `r${id}-${version}`;
}

/** The same for a saved reply. */
async function namesSavedReply(db: Db, caller: Caller, id: number, names: Names): Promise<boolean> {
  const row = await db
    .selectFrom('saved_reply')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where(seesSavedReply(caller))
    .executeTakeFirst();
  return !row || names(savedReplyEtag(row));
}

/**
 * Checks a write under `/conversations/{id}`, `/inboxes/{id}` or `/saved_replies/{id}` against the entity tags of the request, inside the
 * write's transaction. Null if the request names none. An invisible resource is left to the handler, which answers 404.
 */
export async function checkPrecondition(
  db: Db,
  caller: Caller,
  params: PathParams,
  names: Names | null,
): Promise<void> {
  const { conversation_id: conversationId, inbox_id: inboxId, saved_reply_id: savedReplyId } = params;
  if (!names) return;
  if (conversationId !== undefined && !(await namesConversation(db, caller, conversationId, names))) throw outdated();
  if (inboxId !== undefined && !(await namesInbox(db, caller, inboxId, names))) throw outdated();
  if (savedReplyId !== undefined && !(await namesSavedReply(db, caller, savedReplyId, names))) throw outdated();
}
