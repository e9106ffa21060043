import { createHash } from 'node:crypto';
import { type Caller, seesConversation, seesInbox } from './access.ts';
import type { Db } from './call.ts';
import { Problem } from './problem.ts';

/** The entity tag of anything that has no version, without quotes: a hash of its body. */
export const bodyEtag = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

/** The entity tag of a conversation, without quotes: every change gives it another one. */
export const conversationEtag = (row: { readonly id: number; readonly version: number }): string =>
  `c${row.id}-${row.version}`;

/** The entity tag of an inbox, without quotes: it covers the settings and the caller's subscription, not the counts. */
export const inboxEtag = (row: { readonly id: number; readonly version: number }, isSubscribed: boolean): string =>
  `i${row.id}-${row.version}${isSubscribed ? 's' : ''}`;

/** Whether a header such as `If-Match` names the entity tag; whether it is weak or strong does not count. */
export const namesEtag = (header: string, etag: string): boolean =>
  header.split(',').some(one => {
    const given = one.trim();
    return given === '*' || given.replace(/^W\//, '').replace(/^"(.*)"$/, '$1') === etag;
  });

/** 412 for a write meant for another version than the one there is. */
export const outdated = () =>
  new Problem('precondition_failed', 'It was changed in the meantime; nothing was done. Look at it again.');

const currentEtag = async (
  db: Db,
  caller: Caller,
  params: Readonly<Record<string, number>>,
): Promise<string | undefined> => {
  if (params.conversation_id !== undefined) {
    const row = await db
      .selectFrom('conversation')
      .select(['id', 'version'])
      .where('id', '=', params.conversation_id)
      .where(seesConversation(caller))
      .executeTakeFirst();
    return row && conversationEtag(row);
  }
  const row = await db
    .selectFrom('inbox')
    .select(['id', 'version'])
    .where('id', '=', params.inbox_id!)
    .where(seesInbox(caller))
    .executeTakeFirst();
  if (!row) return undefined;
  const subscribed = await db
    .selectFrom('inbox_subscription')
    .select('agent_id')
    .where('inbox_id', '=', row.id)
    .where('agent_id', '=', caller.agentId ?? 0)
    .executeTakeFirst();
  return inboxEtag(row, subscribed !== undefined);
};

/**
 * Holds a write under `/conversations/{id}` or `/inboxes/{id}` to its `If-Match`, inside the write's transaction.
 * What cannot be seen is left to the handler, which says 404.
 */
export const checkPrecondition = async (
  db: Db,
  caller: Caller,
  params: Readonly<Record<string, number>>,
  ifMatch: string | null,
): Promise<void> => {
  if (ifMatch === null || (params.conversation_id === undefined && params.inbox_id === undefined)) return;
  const etag = await currentEtag(db, caller, params);
  if (etag !== undefined && !namesEtag(ifMatch, etag)) throw outdated();
};
