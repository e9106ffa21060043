import { createHash } from 'node:crypto';
import type { PathParams } from '../../contract/endpoint.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { Db } from '../database/tables.ts';
import { type Caller, seesInbox } from './access.ts';
import { readConversation } from './conversation/read.ts';
import { Problem } from './problem.ts';

/** The entity tag of anything that has no version, without quotes: a hash of its body. */
export const bodyEtag = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** The entity tag that names a conversation's version alone, without quotes. */
export const versionEtag = ({ id, version }: Versioned): string => `c${id}-${version}`;

/**
 * The entity tag of a conversation as the caller sees it, without quotes. It covers each change, and beside the version the
 * names that the answer shows.
 */
export const conversationEtag = (shown: Versioned): string =>
  `${versionEtag(shown)}-${bodyEtag(JSON.stringify(shown)).slice(0, 10)}`;

const settingsTag = ({ id, version }: { readonly id: number; readonly version: number }): string => `i${id}-${version}`;

/**
 * The entity tag of an inbox, without quotes: first what a write compares, its settings' version, then what a read does,
 * all that is shown to the caller.
 */
export const inboxEtag = (row: { readonly id: number; readonly version: number }, shown: unknown): string =>
  `${settingsTag(row)}.${bodyEtag(JSON.stringify(shown))}`;

const settingsOf = (etag: string): string => etag.split('.', 1)[0]!;

/**
 * Whether a header such as `If-Match` names the entity tag; whether it is weak or strong does not count. `part`: what of
 * the tags in it is compared.
 */
export const namesEtag = (header: string, etag: string, part: (given: string) => string = given => given): boolean =>
  header.split(',').some(one => {
    const given = one.trim();
    return given === '*' || part(given.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')) === etag;
  });

/** 412 for a write meant for another version than the one there is; `details` name what was changed, of several. */
export const outdated = (details?: readonly ErrorDetail[]) =>
  new Problem('precondition_failed', 'It was changed in the meantime; nothing was done. Look at it again.', details);

/** Whether the header names the settings of an inbox as they are now; true if the caller sees none, which the handler says. */
const namesInbox = async (db: Db, caller: Caller, id: number, ifMatch: string): Promise<boolean> => {
  const row = await db
    .selectFrom('inbox')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where(seesInbox(caller))
    .executeTakeFirst();
  return !row || namesEtag(ifMatch, settingsTag(row), settingsOf);
};

/** The same for a conversation: its version, or all that its answer shows. */
const namesConversation = async (db: Db, caller: Caller, id: number, ifMatch: string): Promise<boolean> => {
  const shown = await readConversation(db, caller, id);
  return !shown || namesEtag(ifMatch, versionEtag(shown)) || namesEtag(ifMatch, conversationEtag(shown));
};

/**
 * Holds a write under `/conversations/{id}` or `/inboxes/{id}` to its `If-Match`, inside the write's transaction.
 * What cannot be seen is left to the handler, which says 404.
 */
export const checkPrecondition = async (
  db: Db,
  caller: Caller,
  params: PathParams,
  ifMatch: string | null,
): Promise<void> => {
  const { conversation_id: conversationId, inbox_id: inboxId } = params;
  if (ifMatch === null) return;
  if (conversationId !== undefined && !(await namesConversation(db, caller, conversationId, ifMatch))) throw outdated();
  if (inboxId !== undefined && !(await namesInbox(db, caller, inboxId, ifMatch))) throw outdated();
};
