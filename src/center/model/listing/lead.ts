import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { searchDialects } from '../../database/search.ts';
import { CLOSED_STATUS_ID, isWaiting, markKinds } from '../conversation/mark.ts';
import type { Filter, TimeBound } from './filter.ts';
import { type IdLead, otherIds } from './lead-id.ts';
import { aboutMark, isMarkLead, kindsOf, type MarkLead, otherMarks } from './lead-mark.ts';
import { isSettledBy, type NamedLead } from './lead-named.ts';
import type { Page } from './paging.ts';
import type { TextWords } from './text-words.ts';

/**
 * The part of a filter that can lead to the rows: one of its columns, its times, its spans, its orphans, or its text.
 */
export type PlainLead =
  | 'assignees'
  | 'homes'
  | 'statuses'
  | 'tags'
  | MarkLead
  | IdLead
  | 'times'
  | 'spans'
  | 'orphans'
  | 'text'
  | 'nothing';

/** The same, or marks of contacts or sets of tags: these are walked, never sorted. */
export type Lead = PlainLead | NamedLead;

/** The request for a list. */
export interface Wanted {
  readonly filter: Filter;
  readonly page: Page;
  readonly kind: DatabaseKind;
  /** The rows are only counted: any order will do. */
  readonly isCounted?: boolean;
  /** How a text's words are looked for: see `byText`. */
  readonly text?: TextWords;
}

/** A row of a list: its id and its sort value. */
export interface PageRow {
  readonly id: number;
  readonly at: number;
}

export type Sql = RawBuilder<unknown>;

export const columns = { assignees: 'assign_key', homes: 'home_id', statuses: 'status_id' } as const;
export type Column = keyof typeof columns;

export function isIn(column: Sql, values: readonly number[]): Sql {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`;
}

/** Unary `+` hides the column: without statistics SQLite picks the wrong index. */
export function hidden(name: string): Sql {
  return sql`+${sql.ref(name)}`;
}

/**
 * The same for a column besides the lead. PostgreSQL has statistics, but none of a hidden column: it would expect so few
 * rows that it reads and sorts all of them instead of walking until the page is full.
 */
export function besides(kind: DatabaseKind, name: string): Sql {
  return kind === 'sqlite' ? hidden(name) : sql.ref(name);
}

export function all(conditions: readonly Sql[]): Sql {
  return sql.join(conditions, sql` and `);
}

export function timesOf(times: readonly TimeBound[], ref: (field: string) => Sql): Sql[] {
  return times.map(([field, operator, value]) => sql`${ref(field)} ${sql.raw(operator)} ${value}`);
}

/**
 * The table whose index a lead reads: the conversations (`c`), or their tags (`t`) or marks (`k`) with copies of the
 * same columns.
 */
export type Alias = 'c' | 't' | 'k';

export function aliasOf(lead: Lead): Alias {
  if (isMarkLead(lead) || lead === 'byOtherContact') return 'k';
  return lead === 'tags' ? 't' : 'c';
}

/** Whether a lead may find a conversation several times: it may have several of the tags, and of the marks. */
export function isDoubled(filter: Filter, lead: Lead): boolean {
  return (lead === 'tags' && filter.tags!.length > 1) || (isMarkLead(lead) && kindsOf(filter, lead).length > 1);
}

/** The tables that a lead reads: `at` has the columns of its index, `id` is the conversation's. */
export interface Base {
  readonly from: Sql;
  readonly at: Alias;
  readonly id: string;
  /** The alias of the marks that tell since when a customer waits, if the order needs them. */
  readonly asked: 'k' | 's';
}

/**
 * Joins the conversations found by text, each by its id. PostgreSQL cannot know how few a word has, and would read all
 * conversations to join them; it does not flatten a subquery with an offset.
 */
function eachFound(kind: DatabaseKind): Sql {
  return kind === 'sqlite'
    ? sql`conversation`
    : sql`lateral (select * from conversation where conversation.id = m.id offset 0)`;
}

/** The times that only the mark of a waiting conversation tells, and its columns. */
const askedTimes: Readonly<Record<string, string>> = { waiting_since: 'since', due_at: 'due_at' };

/** Whether a list is in the order of such a time. */
export function isByAsked({ field }: Page): boolean {
  return field in askedTimes;
}

function isAskedLead(lead: Lead): boolean {
  return lead === 'waiting' || lead === 'due';
}

/** Whether the order or a limit is a time of the conversation itself. */
function needsFull({ filter, page }: Wanted): boolean {
  return [page.field, ...filter.times.map(([field]) => field)].some(
    field => field !== 'last_message_at' && !(field in askedTimes),
  );
}

const tables = {
  c: sql`conversation as c`,
  t: sql`conversation_tag as t`,
  k: sql`conversation_mark as k`,
} as const;

/** The table that contains a lead's rows. */
export function tableOf(lead: Lead): Sql {
  return tables[aliasOf(lead)];
}

/** Only its mark tells since when a conversation waits. */
function needsSince({ page }: Wanted, lead: Lead): boolean {
  return isByAsked(page) && !isAskedLead(lead);
}

function leadBase(wanted: Wanted, lead: Lead): Base {
  const alias = aliasOf(lead);
  if (lead === 'text') {
    const { found, hasParts } = wanted.text!;
    const matching = searchDialects[wanted.kind].matching(found, hasParts);
    return { from: sql`${matching} as m cross join ${eachFound(wanted.kind)} as c`, at: alias, id: 'c.id', asked: 'k' };
  }
  if (alias === 'c') return { from: tables.c, at: alias, id: 'c.id', asked: 'k' };
  const from = needsFull(wanted) ? sql`${tables[alias]} cross join ${tables.c}` : tables[alias];
  return { from, at: alias, id: `${alias}.conversation_id`, asked: 'k' };
}

export function baseOf(wanted: Wanted, lead: Lead): Base {
  const base = leadBase(wanted, lead);
  if (!needsSince(wanted, lead)) return base;
  return { ...base, from: sql`${base.from} cross join conversation_mark as s`, asked: 's' };
}

export function timeRef(base: Base, field: string): string {
  const asked = askedTimes[field];
  if (asked !== undefined) return `${base.asked}.${asked}`;
  return `${field === 'last_message_at' ? base.at : 'c'}.${field}`;
}

function joins(wanted: Wanted, lead: Lead): Sql[] {
  const alias = aliasOf(lead);
  const isJoined = alias !== 'c' && needsFull(wanted);
  const { filter } = wanted;
  return [
    ...(lead === 'text' ? [sql`c.id = m.id`] : []),
    ...(isJoined ? [sql`c.id = ${sql.ref(`${alias}.conversation_id`)}`] : []),
    ...(needsSince(wanted, lead)
      ? [
          sql`s.conversation_id = ${sql.ref(leadBase(wanted, lead).id)}`,
          filter.due === undefined ? isWaiting('s') : aboutMark(filter, 'due', markKinds.asked, 's'),
        ]
      : []),
  ];
}

/** The other requested columns: the index of a lead contains them too. Who waits for an answer is in no closed one. */
export function otherColumns({ filter, kind }: Wanted, lead: Lead, alias: string = aliasOf(lead)): Sql[] {
  const isAsked = !isAskedLead(lead) && (filter.waiting || filter.due !== undefined);
  const requested = (Object.keys(columns) as Column[]).flatMap(name => {
    const values = filter[name];
    return name === lead || values === undefined ? [] : [isIn(besides(kind, `${alias}.${columns[name]}`), values)];
  });
  return isAsked
    ? [...requested, sql`${besides(kind, `${alias}.status_id`)} <> ${sql.lit(CLOSED_STATUS_ID)}`]
    : requested;
}

function tagged({ tags, notTags = [] }: Filter, lead: Lead, id: Sql): Sql[] {
  return [
    ...(lead === 'tags' || tags === undefined
      ? []
      : [
          sql`exists (select 1 from conversation_tag as x where x.conversation_id = ${id} and ${isIn(sql`x.tag_id`, tags)})`,
        ]),
    ...(isSettledBy(lead, 'notTags') || notTags.length === 0
      ? []
      : [
          sql`not exists (select 1 from conversation_tag as w where w.conversation_id = ${id} and ${isIn(sql`w.tag_id`, notTags)})`,
        ]),
  ];
}

/** The conditions common to all tables of a lead, and those of only one. */
function joined(wanted: Wanted, lead: Lead): Sql[] {
  const { orphansOf } = wanted.filter;
  const isElsewhere = lead === 'orphans' || orphansOf === undefined;
  return [...joins(wanted, lead), ...(isElsewhere ? [] : [sql`c.inbox_id is null`, sql`c.assign_to = ${orphansOf}`])];
}

/** The remaining conditions besides the lead: on the conversation's id, and on its columns under `alias`. */
export function beside(wanted: Wanted, lead: Lead, id: Sql, alias: string): Sql[] {
  const { filter, kind, text } = wanted;
  // The mark that tells since when a conversation waits is joined already.
  const marked: Filter = needsSince(wanted, lead) ? { ...filter, due: undefined, waiting: false } : filter;
  return [
    ...otherColumns(wanted, lead, alias),
    ...tagged(filter, lead, id),
    ...otherMarks(marked, lead, id),
    ...otherIds(filter, lead, id),
    ...(text?.among
      ? [sql`${id} in (select id from ${searchDialects[kind].matching(text.among, text.hasParts)} as m)`]
      : []),
    ...(text && text.checked.length > 0 ? [searchDialects[kind].containing(text.checked, id, text.hasParts)] : []),
  ];
}

/** All conditions besides the lead; only `joined` ones if the rest is checked later. */
export function others(wanted: Wanted, lead: Lead, which: 'all' | 'joined' = 'all'): Sql[] {
  return [
    ...joined(wanted, lead),
    ...(which === 'joined' ? [] : beside(wanted, lead, sql.ref(baseOf(wanted, lead).id), aliasOf(lead))),
  ];
}
