import type { BodyInput } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { act } from '../../keys/act.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { awayWords } from '../../state/access.ts';
import { administer, agentNow, teamNow } from '../../state/administration/administer.ts';
import { whyLacking } from '../../state/offers.ts';
import { loadPlaces, loadTeams } from '../../state/sync/places.ts';
import type { Agent, Team, World } from '../../state/world.ts';
import { join, safeLine, t } from '../../text/safe.ts';
import { whyNoChange } from './administering.ts';
import { type FieldLabels, fieldsOf } from './fields.ts';
import { type FormAction, formAction, openForm } from './form.ts';

const { agent, team } = contract;

type AgentField = keyof typeof agent.create.body.entries | keyof typeof agent.update.body.entries;

const AGENT_LABELS: FieldLabels<AgentField> = {
  name: [t`Name`, 'line'],
  email: [t`Address to sign in with`, 'line'],
  role: [t`Role`, 'choice'],
  password: [t`Password`, 'secret'],
  disabled: [t`Disabled`, 'flag'],
  away_until: [t`Away until`, 'day'],
};

const TEAM_LABELS: FieldLabels<keyof typeof team.create.body.entries> = {
  name: [t`Name`, 'line'],
  agent_ids: [t`Agents in it`, 'members', agentOptions],
};

const MAKING = { writes: true, unavailable: whyNoChange } as const;

export const agentNew: FormAction<'agent.new'> = formAction(
  {
    ...MAKING,
    id: 'agent.new',
    title: t`New agent…`,
    help: t`Makes an agent who signs in with a password`,
    words: ['create', 'colleague', 'user'],
    run: desk => openForm(desk, agentNew, null, {}),
  },
  {
    noun: t`agent`,
    fields: isNew => fieldsOf(isNew ? agent.create.body : agent.update.body, AGENT_LABELS),
    now: agentNow,
    save: (desk, id, values, key) =>
      id === null
        ? administer(desk, 'agent.create', () =>
            desk.client.agent.create({ body: values as BodyInput<typeof agent.create>, key }),
          )
        : administer(desk, 'agent.update', () =>
            desk.client.agent.update({ params: { agent_id: id }, body: values as BodyInput<typeof agent.update>, key }),
          ),
    reread: desk => loadPlaces(desk, 'poll'),
  },
);

export const teamNew: FormAction<'team.new'> = formAction(
  {
    ...MAKING,
    id: 'team.new',
    title: t`New team…`,
    help: t`Makes a team of agents, who then see inboxes together`,
    words: ['create', 'group', 'department'],
    run: desk => openForm(desk, teamNew, null, {}),
  },
  {
    noun: t`team`,
    fields: () => fieldsOf(team.create.body, TEAM_LABELS),
    now: teamNow,
    save: (desk, id, values, key) =>
      id === null
        ? administer(desk, 'team.create', () =>
            desk.client.team.create({ body: values as BodyInput<typeof team.create>, key }),
          )
        : administer(desk, 'team.update', () =>
            desk.client.team.update({ params: { team_id: id }, body: values as BodyInput<typeof team.update>, key }),
          ),
    reread: loadTeams,
  },
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
  const { id, name, role, disabled, email } = agent;
  const states = [disabled ? t`disabled` : t``, awayWords(agent, now)];
  const parts = [role === null ? t`` : safeLine(role), ...states, email].filter(Boolean);
  return { id: `agent:${id}`, label: name || t`#${id}`, detail: join(parts, t` · `) };
}

function teamOption({ id, name, agent_ids }: Team): Option {
  return { id: `team:${id}`, label: name || t`#${id}`, detail: t`team of ${agent_ids.length}` };
}

/** The teams that can have access to an inbox. */
export function teamOptions({ base }: World): readonly Option[] {
  return (base.teams ?? []).map(({ id, name, agent_ids }) => ({
    id: String(id),
    label: name || t`#${id}`,
    detail: t`${agent_ids.length} agents`,
  }));
}

/** The agents who can have access to an inbox, or be in a team. */
export function agentOptions({ base }: World): readonly Option[] {
  return base.agents.map(({ id, name, email, disabled }) => ({
    id: String(id),
    label: name || t`#${id}`,
    detail: disabled ? t`disabled` : email,
  }));
}
