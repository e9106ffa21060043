import { createHash } from 'node:crypto';

import { type Caller, seesConversation, seesInbox } from './access.ts';
import type { Db } from './call.ts';
import { Problem } from './problem.ts';

/** A tag for anything without a version: the hash of its body. */
export const bodyTag = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

/** The tag of a conversation, without quotes: another after every change. */
export const conversationTag = (row: { readonly id: number; readonly version: number }): string =>
  `c${row.id}-${row.version}`;

/** The tag of an inbox, without quotes: covers its settings and the caller's subscription, not its counts. */
export const inboxTag = (row: { readonly id: number; readonly version: number }, isSubscribed: boolean): string =>
  `i${row.id}-${row.version}${isSubscribed ? 's' : ''}`;

/** Whether a header such as `If-Match` names the tag; strength is not compared. */
export const namesTag = (header: string, tag: string): boolean =>
  header.split(',').some(one => {
    const given = one.trim();
    return given === '*' || given.replace(/^W\//, '').replace(/^"(.*)"$/, '$1') === tag;
  });

const currentTag = async (
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
    return row && conversationTag(row);
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
  return inboxTag(row, subscribed !== undefined);
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
  const tag = await currentTag(db, caller, params);
  if (tag !== undefined && !namesTag(ifMatch, tag))
    throw new Problem('precondition_failed', 'It was changed in the meantime; nothing was done. Look at it again.');
};
