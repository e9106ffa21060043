import type { team as endpoints } from '../../contract/team.ts';
import { memberFaults } from '../model/inbox/member.ts';
import { openPage } from '../model/listing/paging.ts';
import { listRows } from '../model/listing/rows.ts';
import { changeMembers, insertTeam, renameTeam, teamAnswers, teamById } from '../model/people/team.ts';
import { notFound } from '../model/problem.ts';
import type { Handlers } from './call.ts';
import { checked } from './checked.ts';

const update = checked<typeof endpoints.update>()(
  async call => {
    const id = call.params.team_id;
    const before = await teamById(call.db, id);
    if (!before) throw notFound('team');
    return { before, faults: await memberFaults(call.db, 'agent', call.body.agent_ids) };
  },
  async (call, { before }) => {
    const { name = before.name, agent_ids } = call.body;
    const row = await renameTeam(call, before.id, name);
    if (name !== before.name) call.namesChanged();
    if (agent_ids) await changeMembers(call, before.id, agent_ids);
    const [data] = await teamAnswers(call.db, [row]);
    return { data: data! };
  },
);

const create = checked<typeof endpoints.create>()(
  async call => ({ faults: await memberFaults(call.db, 'agent', call.body.agent_ids) }),
  async call => {
    const { name, agent_ids = [] } = call.body;
    const row = await insertTeam(call, name, agent_ids);
    call.namesChanged();
    const [data] = await teamAnswers(call.db, [row]);
    return { data: data! };
  },
);

export const teamHandlers: Handlers['team'] = {
  list: async call => {
    const { rows, nextCursor } = await listRows(call.db, 'team', openPage(call, 'id.asc', 'whole'));
    return { data: await teamAnswers(call.db, rows), nextCursor };
  },
  create,
  update,
};
