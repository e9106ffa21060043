import { deleteRows, keepRow } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import { changingAccess } from '../people/access-change.ts';
import { type Fault, notFound, refuseFaults } from '../problem.ts';
import { unknownFaults } from '../rows.ts';
import type { Work } from '../work.ts';
import { inboxTouched } from './read.ts';

const kinds = {
  team: { table: 'inbox_team', column: 'team_id' },
  agent: { table: 'inbox_agent', column: 'agent_id' },
} as const;
type MemberKind = keyof typeof kinds;

async function linksOf(db: Db, kind: MemberKind, inboxId: number): Promise<number[]> {
  const { table, column } = kinds[kind];
  const rows = await db
    .selectFrom(table as 'inbox_agent')
    .select(column as 'agent_id')
    .where('inbox_id', '=', inboxId)
    .execute();
  return rows.map(row => (row as unknown as Record<string, number>)[column]!);
}

/** A fault for each of `team_ids` or `agent_ids` that names no team or agent. */
export function memberFaults(db: Db, kind: MemberKind, ids: readonly number[] | undefined): Promise<Fault[]> {
  return unknownFaults(db, kind, ids ?? [], at => `${kinds[kind].column}s.${at}`);
}

async function link(db: Db, kind: MemberKind, inboxId: number, ids: Iterable<number>): Promise<void> {
  const { table, column } = kinds[kind];
  const rows = [...ids].map(id => ({ inbox_id: inboxId, [column]: id }));
  if (rows.length > 0)
    await db
      .insertInto(table as 'inbox_agent')
      .values(rows as never)
      .execute();
}

async function unlink(db: Db, kind: MemberKind, inboxId: number, ids: Iterable<number>): Promise<void> {
  const { table, column } = kinds[kind];
  await deleteRows(db, table, { inbox_id: inboxId, [column]: [...ids] });
}

/** Gives a team or an agent access; nothing changes if it has access already. */
export async function addMember(work: Work, kind: MemberKind, inboxId: number, id: number): Promise<void> {
  refuseFaults(await unknownFaults(work.db, kind, [id], () => kinds[kind].column));
  if ((await linksOf(work.db, kind, inboxId)).includes(id)) return;
  await link(work.db, kind, inboxId, [id]);
  await inboxTouched(work, inboxId);
}

/** Removes a team's or an agent's access. */
export async function removeMember(work: Work, kind: MemberKind, inboxId: number, id: number): Promise<void> {
  if (!(await linksOf(work.db, kind, inboxId)).includes(id)) throw notFound(`${kind} of this inbox`);
  await changingAccess(work, [inboxId], () => unlink(work.db, kind, inboxId, [id]));
  await inboxTouched(work, inboxId);
}

/**
 * Makes these the teams or agents with access; they must exist (see `memberFaults`). Neither touches the inbox nor
 * tells agents who lost access: see `changingAccess`.
 */
export async function replaceMembers(
  work: Work,
  kind: MemberKind,
  inboxId: number,
  ids: readonly number[],
): Promise<void> {
  const before = new Set(await linksOf(work.db, kind, inboxId));
  const after = new Set(ids);
  await link(work.db, kind, inboxId, after.difference(before));
  const gone = before.difference(after);
  if (gone.size > 0) await unlink(work.db, kind, inboxId, gone);
}

/** Subscribes an agent to an inbox, unless it is subscribed. */
export function keepSubscription(db: Db, inboxId: number, agentId: number): Promise<void> {
  return keepRow(db, 'inbox_subscription', { inbox_id: inboxId, agent_id: agentId });
}

/** Ends an agent's subscription to an inbox, if there is one. */
export async function endSubscription(db: Db, inboxId: number, agentId: number): Promise<void> {
  await deleteRows(db, 'inbox_subscription', { inbox_id: inboxId, agent_id: agentId });
}
