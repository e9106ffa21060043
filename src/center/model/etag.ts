import { createHash } from 'node:crypto';
import type { PathParams } from '../../contract/endpoint.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { Db } from '../database/tables.ts';
import { type Caller, seesInbox } from './access.ts';
import { readConversation } from './conversation/read.ts';
import { Problem } from './problem.ts';

/** The entity tag of anything that has no version, without quotes: a hash of its body. */
export function bodyEtag(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** The entity tag that names a conversation's version alone, without quotes. */
function versionEtag({ id, version }: Versioned): string {
  return `c${id}-${version}`;
}

/**
 * The entity tag of a conversation as the caller sees it, without quotes. It covers each change, and beside the version the
 * names that the answer shows.
 */
export function conversationEtag(shown: Versioned): string {
  return `${versionEtag(shown)}-${bodyEtag(JSON.stringify(shown)).slice(0, 10)}`;
}

function settingsTag({ id, version }: { readonly id: number; readonly version: number }): string {
  return `i${id}-${version}`;
}

/**
 * The entity tag of an inbox, without quotes: first what a write compares, its settings' version, then what a read does,
 * all that is shown to the caller.
 */
export function inboxEtag(row: { readonly id: number; readonly version: number }, shown: unknown): string {
  return `${settingsTag(row)}.${bodyEtag(JSON.stringify(shown))}`;
}

function settingsOf(etag: string): string {
  return etag.split('.', 1)[0]!;
}

/** 412 for a write meant for another version than the one there is; `details` name what was changed, of several. */
export function outdated(details?: readonly ErrorDetail[]) {
  return new Problem(
    'precondition_failed',
    'It was changed in the meantime; nothing was done. Look at it again.',
    details,
  );
}

/** Whether a request names this entity tag; `part`: what of the tags that it names is compared. */
export type Names = (etag: string, part?: (given: string) => string) => boolean;

/** Whether a request names the settings of an inbox as they are now; true if the caller sees none, which the handler says. */
async function namesInbox(db: Db, caller: Caller, id: number, names: Names): Promise<boolean> {
  const row = await db
    .selectFrom('inbox')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where(seesInbox(caller))
    .executeTakeFirst();
  return !row || names(settingsTag(row), settingsOf);
}

/** The same for a conversation: its version, or all that its answer shows. */
async function namesConversation(db: Db, caller: Caller, id: number, names: Names): Promise<boolean> {
  const shown = await readConversation(db, caller, id);
  return !shown || names(versionEtag(shown)) || names(conversationEtag(shown));
}

/**
 * Holds a write under `/conversations/{id}` or `/inboxes/{id}` to the entity tags that the request names, inside the write's transaction.
 * Null: it names none. What cannot be seen is left to the handler, which says 404.
 */
export async function checkPrecondition(
  db: Db,
  caller: Caller,
  params: PathParams,
  names: Names | null,
): Promise<void> {
  const { conversation_id: conversationId, inbox_id: inboxId } = params;
  if (!names) return;
  if (conversationId !== undefined && !(await namesConversation(db, caller, conversationId, names))) throw outdated();
  if (inboxId !== undefined && !(await namesInbox(db, caller, inboxId, names))) throw outdated();
}
