import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { searchDialects } from '../../database/search.ts';
import { calledConversations } from '../conversation/call.ts';
import { heldColumns } from '../conversation/contents.ts';
import { CLOSED_STATUS_ID, places } from '../conversation/place.ts';
import { isUnread } from '../conversation/unread.ts';
import { contactHas } from '../search/contact-word.ts';
import type { Asks } from './asks.ts';
import type { Filter } from './filter.ts';
import type { Page } from './paging.ts';

export type Sql = RawBuilder<unknown>;

/** The request for a list. */
export interface Wanted {
  readonly filter: Filter;
  readonly page: Page;
  readonly kind: DatabaseKind;
  /** Aborts when the caller hangs up. */
  readonly signal?: AbortSignal | undefined;
  /** The words that each conversation must contain, and whether some conversations have several rows of words. */
  readonly words?: { readonly all: readonly string[]; readonly hasParts: boolean };
}

/** A row of a list: its id and its sort value. */
export interface PageRow {
  readonly id: number;
  readonly at: number;
}

const columns: Readonly<Record<string, string>> = { waiting_since: 'since' };

/** The column of a conversation by which a list is sorted. */
export function orderOf({ field }: Page): string {
  return columns[field] ?? field;
}

export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
}

export function columnIsIn(column: string, values: readonly number[]): Sql {
  const name = sql.ref(`c.${column}`);
  return values.length === 1 ? sql`${name} = ${values[0]}` : sql`${name} in (${sql.join(values)})`;
}

/** In the exact words of the partial indexes, which have these rows alone. */
const isOpen = sql`c.status_id <> ${sql.lit(CLOSED_STATUS_ID)}`;
const isListed = sql`c.place = ${sql.lit(places.listed)}`;
const isWaiting = sql`c.since is not null and ${isListed} and ${isOpen} and c.snoozed_until is null`;

/** The filter's conditions, one each; null makes some of them null. */
function asked({ has, waiting, due, unread, automatic, mentioned, followed, back }: Asks): Sql[] {
  const isBack = (agentId: number) => sql`c.id in ${calledConversations(agentId, 'back')}`;
  return [
    ...(has
      ? [
          sql`(${sql.join(
            has.map(one => sql`${sql.ref(`c.${heldColumns[one]}`)} = 1`),
            sql` or `,
          )})`,
        ]
      : []),
    ...(waiting ? [sql`(${isWaiting})`] : []),
    ...(due === undefined ? [] : [sql`(${isWaiting} and c.due_at <= ${due})`]),
    ...(unread
      ? [unread.hasWoken ? sql`(${isUnread(unread, 'c')} or ${isBack(unread.agentId)})` : isUnread(unread, 'c')]
      : []),
    ...(automatic ? [sql`c.by_machine = 1`] : []),
    ...(mentioned === undefined ? [] : [sql`c.id in ${calledConversations(mentioned, 'mention')}`]),
    ...(followed === undefined ? [] : [sql`c.id in ${calledConversations(followed, 'follow')}`]),
    ...(back === undefined ? [] : [isBack(back)]),
  ];
}

/** A conversation was created before its last message, and changed after it: limits on one time limit the others. */
const inTurn = ['created_at', 'last_message_at', 'updated_at'];

function within({ times }: Filter, order: string): Sql[] {
  return times.flatMap(([field, operator, value]) => {
    const implied = operator === '>' ? inTurn.slice(inTurn.indexOf(field) + 1) : inTurn.slice(0, inTurn.indexOf(field));
    const limited = sql`${sql.ref(`c.${field}`)} ${sql.raw(operator)} ${value}`;
    return implied.includes(order)
      ? [limited, sql`${sql.ref(`c.${order}`)} ${sql.raw(`${operator}=`)} ${value}`]
      : [limited];
  });
}

function named(filter: Filter): Sql[] {
  const { ids, contacts, isOtherContact, requesters, requesterIds, orphansOf, writers } = filter;
  // A requester is the first of the contacts, but not all that are first are requesters.
  const isOther = isOtherContact ? sql` and position > 0` : sql``;
  const linked = (values: readonly number[]) =>
    sql`select conversation_id from conversation_contact where contact_id in (${sql.join(values)})${isOther}`;
  return [
    ...(ids ? [columnIsIn('id', ids)] : []),
    ...(contacts ? [sql`c.id in (${linked(contacts)})`] : []),
    ...(requesterIds ? [columnIsIn('requester_id', requesterIds)] : []),
    ...(requesters ? [contactHas(sql.ref('c.requester_id'), requesters)] : []),
    ...(writers
      ? [
          sql`exists (select 1 from message as m where m.conversation_id = c.id and m.kind = 'agent'
            and m.automatic = 0 and m.agent_id in (${sql.join(writers)}))`,
        ]
      : []),
    ...(orphansOf === undefined ? [] : [sql`c.inbox_id is null and c.assign_key = ${orphansOf}`]),
  ];
}

/** All conditions of a filter on a conversation `c` in a place; an exclusion keeps rows whose value is null. */
export function conditionsOf({ filter, page, kind, words }: Wanted, place: number): Sql[] {
  const { later, statuses, homes, assignees, tagSets, notTagSets, not } = filter;
  return [
    sql`c.place = ${sql.lit(place)}`,
    ...(later === undefined ? [] : [later ? sql`c.snoozed_until is not null` : sql`c.snoozed_until is null`]),
    ...(statuses ? [columnIsIn('status_id', statuses)] : []),
    ...(statuses && !statuses.includes(CLOSED_STATUS_ID) ? [isOpen] : []),
    ...(homes ? [columnIsIn('home_id', homes)] : []),
    ...(assignees ? [columnIsIn('assign_key', assignees)] : []),
    ...(tagSets ? [columnIsIn('tag_set_id', tagSets)] : []),
    ...(notTagSets ? [sql`(${columnIsIn('tag_set_id', notTagSets)}) is not true`] : []),
    ...named(filter),
    ...within(filter, orderOf(page)),
    ...asked(filter),
    ...asked(not ?? { waiting: false }).map(one => sql`(${one}) is not true`),
    ...(words ? [searchDialects[kind].containing(words.all, sql.ref('c.id'), words.hasParts)] : []),
  ];
}
