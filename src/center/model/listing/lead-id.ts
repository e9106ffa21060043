import { type RawBuilder, sql } from 'kysely';
import { contactHas, contactsWith } from '../search/contact-word.ts';
import type { Filter } from './filter.ts';
import { isSettledBy } from './lead-named.ts';

type Sql = RawBuilder<unknown>;

/** The parts of a filter that name conversations by their ids, their contacts or their requesters. */
export type IdLead = 'ids' | 'contacts' | 'requesters';

const idLeads: readonly IdLead[] = ['ids', 'contacts', 'requesters'];

export function isIdLead(lead: string): lead is IdLead {
  return (idLeads as readonly string[]).includes(lead);
}

/** The leads of a filter that name conversations. */
export function idLeadsOf(filter: Filter): IdLead[] {
  return idLeads.filter(lead => filter[lead] !== undefined);
}

/** The condition that finds the conversations of a lead. */
export function foundIds(filter: Filter, lead: IdLead): Sql {
  switch (lead) {
    case 'ids':
      return sql`c.id in (${sql.join(filter.ids!)})`;
    case 'contacts':
      return sql`c.id in (select conversation_id from conversation_contact where contact_id in (${sql.join(filter.contacts!)}))`;
    default:
      return sql`c.requester_id in ${contactsWith(filter.requesters!)}`;
  }
}

function requesterOf(id: Sql): Sql {
  return sql`(select z.requester_id from conversation as z where z.id = ${id})`;
}

const checks: Readonly<Record<IdLead, (filter: Filter, id: Sql) => Sql>> = {
  ids: ({ ids }, id) => sql`${id} in (${sql.join(ids!)})`,
  contacts: ({ contacts }, id) => sql`exists (select 1 from conversation_contact as y
    where y.conversation_id = ${id} and y.contact_id in (${sql.join(contacts!)}))`,
  requesters: ({ requesters }, id) => contactHas(requesterOf(id), requesters!),
};

/** The conditions of a filter on ids besides its lead; `id` is the conversation's. */
export function otherIds(filter: Filter, lead: string, id: Sql): Sql[] {
  return idLeadsOf(filter)
    .filter(other => !isSettledBy(lead, other))
    .map(other => checks[other](filter, id));
}
