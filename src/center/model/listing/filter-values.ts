import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import type { Caller } from '../access.ts';

/** Agents as a query names them: by id, `me` the caller, `none` nobody. */
export type AgentNames = readonly (number | 'none' | 'me')[] | undefined;

/** The values of `assign_key` that a query names. */
function keysOf(names: AgentNames, caller: Caller): number[] {
  return (names ?? []).flatMap(one => (one === 'none' ? 0 : one === 'me' ? (caller.agentId ?? []) : one));
}

async function membersOf(db: Db, teamIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('team_agent').select('agent_id').where('team_id', 'in', teamIds).execute();
  return new Set(rows.map(row => row.agent_id));
}

function without<T>(values: Iterable<T>, excluded: Iterable<T>): Set<T> {
  return new Set(values).difference(new Set(excluded));
}

/** The assignees in a query. */
export interface Assignees {
  readonly assign_to?: AgentNames;
  readonly team_ids?: readonly number[];
  readonly not?: { readonly assign_to?: AgentNames };
}

/** The values of `assign_key` that a query asks for; undefined for any. */
export async function assigneesOf(db: Db, query: Assignees, caller: Caller): Promise<number[] | undefined> {
  const excluded = query.not?.assign_to;
  let keys = query.assign_to && new Set(keysOf(query.assign_to, caller));
  if (query.team_ids) {
    const members = await membersOf(db, query.team_ids);
    keys = keys?.intersection(members) ?? members;
  }
  if (excluded) {
    const all = keys ?? [0, ...(await db.selectFrom('agent').select('id').execute()).map(row => row.id)];
    keys = without(all, keysOf(excluded, caller));
  }
  return keys && [...keys];
}

/** All values of `home_id`, including deleted inboxes: each is looked up in the index, and no row is skipped. */
async function allHomes(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive home(id) as (
      select min(home_id) from conversation
      union all select (select min(home_id) from conversation where home_id > home.id) from home where home.id is not null)
    select id from home where id is not null`.execute(db);
  return rows.map(row => row.id);
}

/** Inboxes as a query names them: by id, `none` for deleted ones, `spam` for the spam inbox. */
export type InboxNames = readonly (number | 'none' | 'spam')[];

/** The values of `home_id` for these names. Conversations of a deleted inbox are in none. */
async function homesNamed(db: Db, names: InboxNames): Promise<number[]> {
  const inboxes = await db.selectFrom('inbox').select(['id', 'kind']).execute();
  const there = new Set(inboxes.map(({ id }) => id));
  const isNamed = (id: number, kind: string) => names.includes(id) || (kind === 'spam' && names.includes('spam'));
  const ids = inboxes.filter(({ id, kind }) => isNamed(id, kind)).map(({ id }) => id);
  return names.includes('none') ? [...ids, ...without(await allHomes(db), there)] : ids;
}

/** The values of `home_id` that a query asks for, among the visible ones; undefined for any. */
export async function homesOf(
  db: Db,
  query: { readonly inbox_ids?: InboxNames; readonly not?: { readonly inbox_ids?: InboxNames } },
  seen: readonly number[] | undefined,
): Promise<readonly number[] | undefined> {
  const excluded = query.not?.inbox_ids;
  const wanted = query.inbox_ids && (await homesNamed(db, query.inbox_ids));
  const homes = wanted ? wanted.filter(id => seen?.includes(id) ?? true) : seen;
  if (!excluded) return homes;
  return [...without(homes ?? (await allHomes(db)), await homesNamed(db, excluded))];
}
