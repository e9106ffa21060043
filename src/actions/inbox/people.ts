import { act } from '../../keys/act.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import { namedOption, type Option } from '../../keys/option.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { loadPlaces, loadTeams } from '../../state/sync/places.ts';
import { awayWords } from '../../state/words/access.ts';
import type { Agent, Team } from '../../state/world.ts';
import { join, safeLine, t } from '../../text/safe.ts';
import { type FormAction, formAction, openForm } from './form.ts';

export const agentNew: FormAction<'agent.new'> = formAction(
  'agent',
  {
    id: 'agent.new',
    title: t`New agent…`,
    help: t`Makes an agent who signs in with a password`,
    words: ['create', 'colleague', 'user'],
  },
  { reread: desk => loadPlaces(desk, 'poll') },
);

export const teamNew: FormAction<'team.new'> = formAction(
  'team',
  {
    id: 'team.new',
    title: t`New team…`,
    help: t`Makes a team of agents, who then see inboxes together`,
    words: ['create', 'group', 'department'],
  },
  { reread: loadTeams },
);

const people = choice({
  id: 'people.list',
  title: () => t`Agents and teams`,
  verb: t`change`,
  keys: [
    { key: 'a', word: t`new agent`, run: desk => act(desk, agentNew) },
    { key: 't', word: t`new team`, run: desk => act(desk, teamNew) },
  ],
  options: ({ world: { base, now } }) => [
    ...base.agents.map(one => agentOption(one, now)),
    ...(base.teams ?? []).map(teamOption),
  ],
  empty: ({ world }) => whyLacking(world, 'agents') ?? t`No agent is known.`,
  take: (desk, _view, { id: key }) => {
    const { agents, teams } = desk.world().base;
    const chosen = agents.find(({ id }) => key === `agent:${id}`);
    const team = teams?.find(({ id }) => key === `team:${id}`);
    if (chosen) openForm(desk, agentNew, chosen.id, { ...chosen });
    else if (team) openForm(desk, teamNew, team.id, { ...team });
  },
});

export const peopleList: Action<'people.list'> = {
  id: 'people.list',
  title: t`Administer agents and teams…`,
  help: t`Makes and changes agents and teams`,
  words: ['user', 'role', 'password', 'disable', 'member'],
  run: desk => {
    begin(desk, people);
    void loadTeams(desk);
  },
  flows: [people],
};

function agentOption(agent: Agent, now: number): Option {
  const { id, role, disabled, email } = agent;
  const states = [disabled ? t`disabled` : t``, awayWords(agent, now)];
  const parts = [role === null ? t`` : safeLine(role), ...states, email].filter(Boolean);
  return namedOption(agent, { id: `agent:${id}`, detail: join(parts, t` · `) });
}

function teamOption(team: Team): Option {
  return namedOption(team, { id: `team:${team.id}`, detail: t`team of ${team.agent_ids.length}` });
}
