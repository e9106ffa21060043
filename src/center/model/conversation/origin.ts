import { createHash } from 'node:crypto';
import { insertRow } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import { ERASED_PLACE } from '../access.ts';
import { readMailSecret } from '../setting.ts';
import type { Work } from '../work.ts';

/** The help desk that a conversation comes from, and its id there. */
export interface Origin {
  readonly source: string;
  readonly id: string;
}

/** The search word for it: the id begins the word, so that a search for the name of the help desk does not find it. */
export function originText({ source, id }: Origin): string {
  return `${id}${source}`;
}

/** Records where a conversation comes from. */
export async function keepOrigin({ db }: Work, conversationId: number, { source, id }: Origin): Promise<void> {
  await insertRow(db, 'conversation_origin', { conversation_id: conversationId, source, external_id: id });
}

/** The name of this help center as a source: it is generated, and no other help center has the same. */
export async function ownSource(db: Db): Promise<string> {
  const hash = createHash('sha256').update(`source ${await readMailSecret(db)}`);
  return `frontdesk${hash.digest('hex').slice(0, 8)}`;
}

function rowFrom(db: Db, { source, id }: Origin) {
  return db
    .selectFrom('conversation_origin as origin')
    .innerJoin('conversation', 'conversation.id', 'origin.conversation_id')
    .select(['conversation.id', 'merged_into', 'place'])
    .where('source', '=', source)
    .where('external_id', '=', id)
    .executeTakeFirst();
}

/** The conversation that comes from there; after a merge the survivor. Undefined if none does. */
export async function conversationFrom(db: Db, origin: Origin): Promise<number | undefined> {
  const row = await rowFrom(db, origin);
  return row && (row.merged_into ?? row.id);
}

/** Whether the conversation that came from there was erased with its person, who does not come back. */
export async function isErasedFrom(db: Db, origin: Origin): Promise<boolean> {
  return (await rowFrom(db, origin))?.place === ERASED_PLACE;
}
