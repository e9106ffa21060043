import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { isAsked, isOtherKind, isWaiting, markKinds } from '../conversation/mark.ts';
import { mentionKind } from '../conversation/mention.ts';
import { wokenKind } from '../conversation/snooze.ts';
import { isAboveFloor, isUnread } from '../conversation/unread.ts';
import type { Filter, Marked } from './filter.ts';

type Sql = RawBuilder<unknown>;

/** The parts of a filter that are found by the conversations' marks. */
export type MarkLead = 'waiting' | 'due' | 'unread' | 'has' | 'automatic' | 'mentioned';

const markLeads: readonly string[] = ['waiting', 'due', 'unread', 'has', 'automatic', 'mentioned'] satisfies MarkLead[];

export function isMarkLead(lead: string): lead is MarkLead {
  return markLeads.includes(lead);
}

/** The leads of a filter that use marks. */
export function markLeadsOf(filter: Marked): MarkLead[] {
  return [
    ...(filter.due === undefined ? [] : (['due'] as const)),
    ...(filter.waiting ? (['waiting'] as const) : []),
    ...(filter.unread ? (['unread'] as const) : []),
    ...(filter.has ? (['has'] as const) : []),
    ...(filter.automatic ? (['automatic'] as const) : []),
    ...(filter.mentioned ? (['mentioned'] as const) : []),
  ];
}

/** The kinds of mark of a lead. They are literals in the query, because an index contains only some kinds. */
export function kindsOf({ has = [], mentioned = 0, unread }: Marked, lead: MarkLead): readonly number[] {
  if (lead === 'mentioned') return [mentionKind(mentioned)];
  if (lead === 'automatic') return [markKinds.automatic];
  if (lead === 'has') return [...new Set(has)].map(held => markKinds[held]);
  const isBack = lead === 'unread' && unread!.hasWoken;
  return isBack ? [markKinds.asked, wokenKind(unread!.agentId)] : [markKinds.asked];
}

/**
 * The conditions of a lead besides the kind of a mark. `isByTime`: among all that are due, these are found by the time,
 * not by the conversation or by whose they are.
 */
export function aboutMark(
  { unread, due }: Marked,
  lead: MarkLead,
  kind: number,
  alias: string,
  isByTime = alias === 'k',
): Sql {
  if (kind !== markKinds.asked) return isOtherKind(alias);
  if (lead === 'due') {
    // Unary `+` as in lead.ts.
    const hidden = sql.raw(isByTime ? '' : '+');
    return sql`${isWaiting(alias)} and ${hidden}${sql.ref(`${alias}.due_at`)} <= ${due}`;
  }
  return lead === 'unread' ? isUnread(unread!, alias) : isWaiting(alias);
}

/** True for the rows of `conversation_mark` under `alias` that a lead needs. */
function holds(filter: Marked, lead: MarkLead, alias: string, isByTime?: boolean): Sql {
  const kind = sql.ref(`${alias}.kind`);
  // Kinds other than `asked` have the same conditions.
  const groups = Map.groupBy(kindsOf(filter, lead), one => one === markKinds.asked);
  const ways = [...groups.values()].map(kinds => {
    const among = isIn(
      kind,
      kinds.map(one => sql.lit(one)),
    );
    return sql`${among} and ${aboutMark(filter, lead, kinds[0]!, alias, isByTime)}`;
  });
  return ways.length === 1 ? ways[0]! : sql`(${sql.join(ways, sql` or `)})`;
}

function isIn(column: Sql, values: readonly Sql[]): Sql {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`;
}

function hasMark(filter: Marked, lead: MarkLead, id: Sql): Sql {
  return sql`exists (select 1 from conversation_mark as y where y.conversation_id = ${id} and ${holds(filter, lead, 'y')})`;
}

/** The marks that a filter requires besides its lead, and those that it excludes. */
export function otherMarks(filter: Filter, lead: string, id: Sql): Sql[] {
  const { not, due } = filter;
  // An answer is due only while a customer waits for it.
  const isSaid = (other: MarkLead) => other === lead || (other === 'waiting' && due !== undefined);
  return [
    ...markLeadsOf(filter).flatMap(other => (isSaid(other) ? [] : [hasMark(filter, other, id)])),
    ...(not ? markLeadsOf(not).map(one => sql`not ${hasMark(not, one, id)}`) : []),
  ];
}

function ofHomes({ homes }: Filter): Sql[] {
  return homes ? [sql`k.home_id in (${sql.join(homes)})`] : [];
}

/** The conditions that find the marks of a lead: of those who wait the filter's assignees', else those of its inboxes. */
export function foundMarks(database: DatabaseKind, filter: Filter, lead: MarkLead): Sql[] {
  const isOnlyAsked = database === 'postgres' && kindsOf(filter, lead).every(kind => kind === markKinds.asked);
  const asked = isOnlyAsked ? [isAsked(database, 'k')] : [];
  if (!filter.assignees || (lead !== 'waiting' && lead !== 'due'))
    return [...asked, holds(filter, lead, 'k'), ...ofHomes(filter)];
  return [...asked, holds(filter, lead, 'k', false), sql`k.assign_key in (${sql.join(filter.assignees)})`];
}

/** Those that find the marks which are read to find what is unread. */
export function readMarks(database: DatabaseKind, filter: Filter): Sql[] {
  return [isAsked(database, 'k'), isAboveFloor(filter.unread!, 'k'), ...ofHomes(filter)];
}
