import { type RawBuilder, sql } from 'kysely';
import { contactKind } from '../conversation/mark.ts';
import { contactsWith } from '../search/contact-word.ts';
import type { Filter } from './filter.ts';

type Sql = RawBuilder<unknown>;

/** The parts of a filter that find conversations sorted by their contacts or by the set of their tags. */
export type NamedLead = 'byRequester' | 'byFirstContact' | 'byOtherContact' | 'byTagSet';

interface Named {
  /** The part of a filter that it covers. */
  readonly settles: 'requesters' | 'contacts' | 'notTags';
  /** The column with a common value in the rows of a range: of the conversations (`c`) or of their marks (`k`). */
  readonly column: 'c.requester_id' | 'c.tag_set_id' | 'k.kind';
  /** A subquery with that column's values as `key`. */
  readonly keys: (filter: Filter) => Sql;
  /** Whether the rows are also sorted for each inbox. */
  readonly hasHomes: boolean;
}

/** A subquery with these values as `key`. */
export function listed(values: readonly number[]): Sql {
  return sql`(select column1 as key from (values ${sql.join(values.map(value => sql`(cast(${value} as bigint))`))}) as given)`;
}

/** True for a set of tags `s` that has one of these: its key holds their ids with a blank between two. */
function hasTag(tags: readonly number[]): Sql {
  const patterns = sql.join(tags.map(tag => sql`(cast(${`% ${tag} %`} as text))`));
  return sql`exists (select 1 from (values ${patterns}) as given where ' ' || s.key || ' ' like given.column1)`;
}

const leads: Readonly<Record<NamedLead, Named>> = {
  byRequester: {
    settles: 'requesters',
    column: 'c.requester_id',
    keys: ({ requesters }) => sql`(select distinct contact_id as key from ${contactsWith(requesters!)} as found)`,
    hasHomes: false,
  },
  byFirstContact: {
    settles: 'contacts',
    column: 'c.requester_id',
    keys: ({ contacts }) => listed(contacts!),
    hasHomes: false,
  },
  byOtherContact: {
    settles: 'contacts',
    column: 'k.kind',
    keys: ({ contacts }) => listed(contacts!.map(contactKind)),
    hasHomes: true,
  },
  byTagSet: {
    settles: 'notTags',
    column: 'c.tag_set_id',
    keys: ({ notTags }) => sql`(select s.id as key from tag_set as s where not ${hasTag(notTags!)})`,
    hasHomes: true,
  },
};

export function isNamedLead(lead: string): lead is NamedLead {
  return lead in leads;
}

/** The ranges that a lead reads. */
export function rangesNamed(lead: NamedLead): Named {
  return leads[lead];
}

/** Whether a lead covers a part of the filter, so that it need not be checked again. */
export function isSettledBy(lead: string, part: string): boolean {
  return lead === part || (isNamedLead(lead) && leads[lead].settles === part);
}

/** In this order the fewest ranges come first. */
const ways: readonly (readonly NamedLead[])[] = [['byFirstContact', 'byOtherContact'], ['byRequester'], ['byTagSet']];

/** The leads that together find everything that a filter names; none if it names nothing. */
export function namedLeadsOf(filter: Filter): readonly NamedLead[] {
  return ways.find(([first]) => (filter[leads[first!].settles]?.length ?? 0) > 0) ?? [];
}
