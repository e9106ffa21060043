import { sql } from 'kysely';
import type { ExchangedConversation, ExchangedPerson, exchangedKinds } from '../../../contract/exchange.ts';
import type { Db } from '../../database/tables.ts';
import { ownSource } from '../conversation/origin.ts';
import { isArchived } from '../conversation/place.ts';
import { snoozeOf } from '../conversation/snooze.ts';

/** A conversation without its messages, notes and reviews. */
export type ExchangedHead = Omit<ExchangedConversation, (typeof exchangedKinds)[number]>;

/** A time as another program reads it: UTC, to the millisecond. */
export function isoMilliseconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A person by name and address; undefined if there is no name. */
export function personOf(name: string | null, email: string | null): ExchangedPerson | undefined {
  return name === null ? undefined : { name, email };
}

function rowOf(db: Db, id: number) {
  return db
    .selectFrom('conversation as c')
    .innerJoin('conversation_status as status', 'status.id', 'c.status_id')
    .leftJoin('inbox', 'inbox.id', 'c.inbox_id')
    .leftJoin('agent', 'agent.id', 'c.assign_to')
    .leftJoin('agent as snoozer', 'snoozer.id', 'c.snoozed_by')
    .leftJoin('conversation_origin as origin', 'origin.conversation_id', 'c.id')
    .select(['c.id', 'c.title', 'c.place', 'c.disable_rating', 'c.created_at', 'c.updated_at'])
    .select(['c.snoozed_until', 'c.snooze_keep', 'c.snoozed_by', 'status.name as status', 'inbox.slug'])
    .select(['agent.name as agent_name', 'agent.email as agent_email'])
    .select(['snoozer.name as snoozer_name', 'snoozer.email as snoozer_email', 'origin.source', 'origin.external_id'])
    .where('c.id', '=', id)
    .where('c.merged_into', 'is', null)
    .executeTakeFirst();
}

function peopleOf(db: Db, id: number): readonly Promise<{ name: string; email: string | null }[]>[] {
  const contacts = sql<{ name: string; email: string | null }>`select name, email from conversation_contact as link
    join contact on contact.id = link.contact_id where conversation_id = ${id} order by position`;
  const participants = sql<{ name: string; email: string }>`select name, email from conversation_participant
    where conversation_id = ${id} order by position`;
  return [contacts, participants].map(async one => (await one.execute(db)).rows.map(row => ({ ...row })));
}

/** A conversation as it leaves the help center; undefined if it is gone or was merged away. */
export async function readHead(db: Db, id: number): Promise<ExchangedHead | undefined> {
  const row = await rowOf(db, id);
  if (!row) return undefined;
  const [contacts = [], participants = []] = await Promise.all(peopleOf(db, id));
  const { rows: tags } = await sql<{ name: string }>`select tag.name from conversation_tag as link
    join tag on tag.id = link.tag_id where link.conversation_id = ${id} order by tag.name_key`.execute(db);
  const snoozed = snoozeOf(row);
  const assignee = personOf(row.agent_name, row.agent_email);
  return {
    source: row.source ?? (await ownSource(db)),
    id: row.external_id ?? String(row.id),
    title: row.title,
    status: row.status,
    ...(row.slug !== null && { inbox: row.slug }),
    ...(assignee && { assignee }),
    ...(tags.length > 0 && { tags: tags.map(({ name }) => name) }),
    ...(contacts.length > 0 && { contacts }),
    ...(participants.length > 0 && { participants: participants as ExchangedHead['participants'] }),
    ...(isArchived(row) && { archived: true }),
    ...(snoozed && {
      snoozed: {
        until: snoozed.until,
        ...(snoozed.keep && { keep: true }),
        by: personOf(row.snoozer_name, row.snoozer_email),
      },
    }),
    ...(row.disable_rating === 1 && { disable_rating: true }),
    created_at: isoMilliseconds(row.created_at),
    updated_at: isoMilliseconds(row.updated_at),
  };
}
