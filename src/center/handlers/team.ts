import type { team as endpoints } from '../../contract/team.ts';
import type { Db, Row } from '../database/tables.ts';
import { listNamed } from '../model/listing/named-list.ts';
import { openPage } from '../model/listing/paging.ts';
import { changingAccess } from '../model/people/access-change.ts';
import { unknownAgents } from '../model/people/agent.ts';
import { type Fault, notFound } from '../model/problem.ts';
import type { Work } from '../model/work.ts';
import type { Handlers } from './call.ts';
import { checked } from './checked.ts';

const answers = async (db: Db, rows: readonly Row<'team'>[]) => {
  const ids = rows.map(row => row.id);
  const links = ids.length
    ? await db.selectFrom('team_agent').selectAll().where('team_id', 'in', ids).orderBy('agent_id').execute()
    : [];
  const members = Map.groupBy(links, link => link.team_id);
  return rows.map(({ id, name }) => ({ id, name, agent_ids: (members.get(id) ?? []).map(link => link.agent_id) }));
};

const agentFaults = async (db: Db, agentIds: readonly number[]): Promise<Fault[]> => {
  const unknown = await unknownAgents(db, agentIds);
  return agentIds.flatMap((id, at): Fault[] => (unknown.has(id) ? [[`agent_ids.${at}`, 'is no agent']] : []));
};

const setMembers = async (db: Db, teamId: number, agentIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('team_agent').where('team_id', '=', teamId).execute();
  const rows = [...new Set(agentIds)].map(agent_id => ({ team_id: teamId, agent_id }));
  if (rows.length > 0) await db.insertInto('team_agent').values(rows).execute();
};

/** Makes these the team's members: who may see its inboxes changes. */
const changeMembers = async (work: Work, teamId: number, agentIds: readonly number[]): Promise<void> => {
  const rows = await work.db.selectFrom('inbox_team').select('inbox_id').where('team_id', '=', teamId).execute();
  const inboxIds = rows.map(row => row.inbox_id);
  await changingAccess(work, inboxIds, () => setMembers(work.db, teamId, agentIds));
  for (const id of inboxIds) work.inboxChanged(id);
};

const update = checked<typeof endpoints.update>()(
  async call => {
    const id = call.params.team_id;
    const before = await call.db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirst();
    if (!before) throw notFound('team');
    return { before, faults: await agentFaults(call.db, call.body.agent_ids ?? []) };
  },
  async (call, { before }) => {
    const { name = before.name, agent_ids } = call.body;
    const row = await call.db
      .updateTable('team')
      .set({ name, updated_at: call.now })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (name !== before.name) call.namesChanged();
    if (agent_ids) await changeMembers(call, before.id, agent_ids);
    const [data] = await answers(call.db, [row]);
    return { data: data! };
  },
);

const create = checked<typeof endpoints.create>()(
  async call => ({ faults: await agentFaults(call.db, call.body.agent_ids ?? []) }),
  async call => {
    const { name, agent_ids = [] } = call.body;
    const row = await call.db
      .insertInto('team')
      .values({ name, created_at: call.now, updated_at: call.now })
      .returningAll()
      .executeTakeFirstOrThrow();
    await setMembers(call.db, row.id, agent_ids);
    call.namesChanged();
    const [data] = await answers(call.db, [row]);
    return { data: data! };
  },
);

export const team: Handlers['team'] = {
  list: async call => {
    const { rows, nextCursor } = await listNamed(call.db, 'team', openPage(call, 'id.asc', 'whole'));
    return { data: await answers(call.db, rows), nextCursor };
  },
  create,
  update,
};
