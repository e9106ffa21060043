import { deleteRows, insertRow, rowWith, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { Work } from '../work.ts';
import { changingAccess } from './access-change.ts';

/** Teams in the form of the answers. */
export async function teamAnswers(db: Db, rows: readonly Row<'team'>[]) {
  const ids = rows.map(row => row.id);
  const links = ids.length
    ? await db.selectFrom('team_agent').selectAll().where('team_id', 'in', ids).orderBy('agent_id').execute()
    : [];
  const members = Map.groupBy(links, link => link.team_id);
  return rows.map(({ id, name }) => ({ id, name, agent_ids: (members.get(id) ?? []).map(link => link.agent_id) }));
}

/** Returns the team with this id, or undefined. */
export function teamById(db: Db, id: number): Promise<Row<'team'> | undefined> {
  return rowWith(db, 'team', { id });
}

async function setMembers(db: Db, teamId: number, agentIds: readonly number[]): Promise<void> {
  await deleteRows(db, 'team_agent', { team_id: teamId });
  const rows = [...new Set(agentIds)].map(agent_id => ({ team_id: teamId, agent_id }));
  if (rows.length > 0) await db.insertInto('team_agent').values(rows).execute();
}

/** Sets the team's members, which changes who may see its inboxes. */
export async function changeMembers(work: Work, teamId: number, agentIds: readonly number[]): Promise<void> {
  const rows = await work.db.selectFrom('inbox_team').select('inbox_id').where('team_id', '=', teamId).execute();
  const inboxIds = rows.map(row => row.inbox_id);
  await changingAccess(work, inboxIds, () => setMembers(work.db, teamId, agentIds));
  for (const id of inboxIds) work.inboxChanged(id);
}

/** Makes a team of these agents. */
export async function insertTeam({ db, now }: Work, name: string, agentIds: readonly number[]): Promise<Row<'team'>> {
  const row = await insertRow(db, 'team', { name, created_at: now, updated_at: now });
  await setMembers(db, row.id, agentIds);
  return row;
}

/** Renames a team, and returns it as it is then. */
export async function renameTeam({ db, now }: Work, id: number, name: string): Promise<Row<'team'>> {
  return (await updateRows(db, 'team', { id }, { name, updated_at: now }))[0]!;
}
