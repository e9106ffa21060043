import type { Agent, Team } from '../../../client/model.ts';
import { join, t } from '../../../text/safe.ts';
import type { ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { allRows, eachRow, onResource } from './resource.ts';

function columnsOf(agents: readonly Agent[]) {
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  const namesOf = ({ agent_ids }: Team) => agent_ids.map(id => names.get(id) ?? t`#${id}`);
  return [
    { head: t`ID`, cell: ({ id }: Team) => t`${id}`, side: 'right' },
    { head: t`NAME`, cell: ({ name }: Team) => name },
    { head: t`AGENTS`, cell: (team: Team) => join(namesOf(team), t`, `), grows: true },
  ] as const;
}

/** `frontdesk team list`: the teams with their agents. */
export function listTeams(shell: Shell, flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, 'team', async ({ client, output }) => {
    const columns = columnsOf(output.form === 'text' ? await allRows(client, 'agent') : []);
    return printRows(output, { rows: eachRow(client, 'team'), columns, empty: t`There are no teams.` });
  });
}
