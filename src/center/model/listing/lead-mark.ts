import { type RawBuilder, sql } from 'kysely';
import { isOtherKind, isWaiting, markKinds } from '../conversation/mark.ts';
import { isUnread } from '../conversation/unread.ts';
import type { Filter } from './filter.ts';

type Sql = RawBuilder<unknown>;

/** What of a filter is found by the conversations' marks. */
export type MarkLead = 'waiting' | 'unread' | 'has';

const markLeads: readonly string[] = ['waiting', 'unread', 'has'] satisfies MarkLead[];

export const isMarkLead = (lead: string): lead is MarkLead => markLeads.includes(lead);

/** The leads of a filter that marks have. */
export const markLeadsOf = (filter: Filter): MarkLead[] => [
  ...(filter.waiting ? (['waiting'] as const) : []),
  ...(filter.unread ? (['unread'] as const) : []),
  ...(filter.has ? (['has'] as const) : []),
];

/** The kinds of mark that a lead looks for. Written out in the query: an index holds some kinds alone. */
export const kindsOf = ({ has = [] }: Filter, lead: MarkLead): readonly number[] =>
  lead === 'has' ? [...new Set(has)].map(held => markKinds[held]) : [markKinds.asked];

/** What a lead looks at beside the kind of a mark. */
export const aboutMark = ({ unread }: Filter, lead: MarkLead, alias: string): Sql => {
  if (lead === 'has') return isOtherKind(alias);
  return lead === 'unread' ? isUnread(unread!, alias) : isWaiting(alias);
};

/** True for the rows of `conversation_mark` under `alias` that a lead looks for. */
const holds = (filter: Filter, lead: MarkLead, alias: string): Sql =>
  sql.join(
    [
      isIn(
        sql.ref(`${alias}.kind`),
        kindsOf(filter, lead).map(kind => sql.lit(kind)),
      ),
      aboutMark(filter, lead, alias),
    ],
    sql` and `,
  );

const isIn = (column: Sql, values: readonly Sql[]): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`;

/** The marks that a filter asks for beside its lead. */
export const otherMarks = (filter: Filter, lead: string, id: Sql): Sql[] =>
  markLeadsOf(filter)
    .filter(other => other !== lead)
    .map(
      other =>
        sql`exists (select 1 from conversation_mark as y where y.conversation_id = ${id} and ${holds(filter, other, 'y')})`,
    );

/** The conditions that find the marks of a lead, those of the filter's inboxes alone. */
export const foundMarks = (filter: Filter, lead: MarkLead): Sql[] => [
  holds(filter, lead, 'k'),
  ...(filter.homes ? [sql`k.home_id in (${sql.join(filter.homes)})`] : []),
];
