import type { Agent, Team } from '../../../client/model.ts';
import { Team as TeamSchema } from '../../../contract/team.ts';
import { join, t } from '../../../text/safe.ts';
import type { ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { eachOf } from './each-of.ts';
import { allAgents } from './find.ts';
import { onTeam } from './on-center.ts';

function columnsOf(agents: readonly Agent[]) {
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  return [
    { head: t`ID`, cell: ({ id }: Team) => t`${id}`, side: 'right' },
    { head: t`NAME`, cell: ({ name }: Team) => name },
    {
      head: t`AGENTS`,
      cell: ({ agent_ids }: Team) =>
        join(
          agent_ids.map(id => names.get(id) ?? t`#${id}`),
          t`, `,
        ),
      grows: true,
    },
  ] as const;
}

/** `frontdesk team list`: the teams with their agents. */
export function listTeams(shell: Shell, flags: ListingFlags): Promise<number> {
  return onTeam(shell, flags, TeamSchema, async ({ client, output }) => {
    const columns = columnsOf(output.form === 'text' ? await allAgents(client) : []);
    const rows = eachOf(page => client.team.list({ query: page }));
    return printRows(output, { rows, columns, empty: t`There are no teams.` });
  });
}
