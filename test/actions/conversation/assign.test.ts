import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentOptions, kindsOf } from '../../../src/actions/conversation/assign.ts';
import { createClient } from '../../../src/client/client.ts';
import type { Option } from '../../../src/keys/option.ts';
import { loadPlaces, loadTeams } from '../../../src/state/sync/places.ts';
import { loadConversations } from '../../../src/state/sync/thread.ts';
import type { World } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { createAgent } from '../../harness/agents.ts';
import { runs } from '../../harness/full.ts';
import { askedId, optionsIn } from '../../harness/open-box.ts';
import { paste, press } from '../../harness/press.ts';
import { row } from '../../state/fake-center.ts';
import { openDesk } from '../../state/open-desk.ts';
import { agent, fakeDesk, inbox, sampleWorld } from '../../ui/world.ts';

const SIZE = { columns: 120, rows: 36 };

/** The agents that the picker offers for these conversations, by id. */
function offered(world: World, targets: readonly number[]): ReadonlyMap<number, Option> {
  const options = agentOptions(world, { kinds: kindsOf(world, targets) });
  return new Map(options.map(option => [Number(option.id), option]));
}

describe('the agents who can be assigned', () => {
  const AGENTS = 4;
  const INBOXES = 3;
  let center: OpenCenter;
  const agentIds: number[] = [];
  const teamIds: number[] = [];
  const inboxIds: number[] = [];
  const conversationIds: number[] = [];

  async function ask(method: string, path: string, body?: object): Promise<{ id: number }> {
    const answer = await center.call(method, path, { ...(body ? { body } : {}) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }

  beforeAll(async () => {
    center = await openCenter({ settings: { rateLimit: Number.POSITIVE_INFINITY } });
    for (let at = 0; at < AGENTS; at += 1) {
      const made = await createAgent(center.center, { name: `Agent ${at}`, email: `a${at}@x.example`, role: 'agent' });
      agentIds.push(made.id);
    }
    for (const name of ['Day', 'Night']) teamIds.push((await ask('POST', '/teams', { name })).id);
    for (let at = 0; at < INBOXES; at += 1) {
      inboxIds.push((await ask('POST', '/inboxes', { name: `Inbox ${at}` })).id);
      for (const title of ['One', 'Other'])
        conversationIds.push((await ask('POST', '/conversations', { title, inbox_id: inboxIds[at] })).id);
    }
  });
  afterAll(() => center.close());

  const some = (count: number) => fc.subarray(Array.from({ length: count }, (_, at) => at));
  const access = fc.record({
    roles: fc.array(fc.constantFrom('agent', 'agent', 'admin'), { minLength: AGENTS, maxLength: AGENTS }),
    disabled: fc.subarray([0, 1, 2, 3], { maxLength: 1 }),
    teams: fc.tuple(some(AGENTS), some(AGENTS)),
    inboxes: fc.array(fc.record({ agents: some(AGENTS), teams: some(2) }), { minLength: INBOXES, maxLength: INBOXES }),
  });
  type Access = typeof access extends fc.Arbitrary<infer T> ? T : never;

  async function give({ roles, disabled, teams, inboxes }: Access): Promise<void> {
    for (const [at, id] of agentIds.entries())
      await ask('PUT', `/agents/${id}`, { role: roles[at], disabled: disabled.includes(at) });
    for (const [at, id] of teamIds.entries())
      await ask('PUT', `/teams/${id}`, { agent_ids: teams[at]!.map(member => agentIds[member]) });
    for (const [at, id] of inboxIds.entries()) {
      const agent_ids = inboxes[at]!.agents.map(member => agentIds[member]);
      const team_ids = inboxes[at]!.teams.map(team => teamIds[team]);
      await ask('POST', '/inboxes/save', { id, agent_ids, team_ids });
    }
  }

  test('is dimmed in the picker if the help center refuses it, and in no other case', async () => {
    const client = createClient({
      baseUrl: 'http://desk.example',
      token: () => center.tokens.admin,
      fetch: request => center.center.fetch(request),
    });
    const told = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(access, fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1, maxLength: 3 }), async (given, at) => {
        // Assigned under the former access: some have an assignee that no longer sees them.
        await give(given);
        const targets = at.map(index => conversationIds[index]!);
        const { desk } = await openDesk([], { isLoaded: false });
        const own = { ...desk, client };
        await loadPlaces(own);
        await loadTeams(own);
        for (const id of agentIds) {
          own.set({ base: { ...own.world().base, conversations: own.world().base.conversations.without(targets) } });
          await loadConversations(own, targets);
          const option = offered(own.world(), targets).get(id)!;
          const body = { conversation_ids: targets, assign_to: id };
          const { status } = await center.call('PUT', '/conversations', { body });
          expect([option.whyNot, status]).toEqual([status === 200 ? undefined : expect.any(String), status]);
          told[status === 200 ? 'taken' : 'refused'] += 1;
        }
        desk.stop();
      }),
      { numRuns: runs(80) },
    );
    expect(Math.min(told.taken, told.refused)).toBeGreaterThan(runs(10));
  });
});

describe('the picker of agents', () => {
  const bob = { ...agent(2, 'Bob Stone'), disabled: false };
  function world(more: { agents?: World['base']['agents']; inboxes?: World['base']['inboxes'] }): World {
    const sample = sampleWorld(SIZE, { list: { ...sampleWorld(SIZE).list, marks: new Set() } });
    return { ...sample, base: { ...sample.base, agents: [bob], ...more } };
  }

  test.for([
    ['sees it by itself', [{ ...inbox(1, 'Support'), agent_ids: [2] }], undefined],
    ['does not see it', [{ ...inbox(1, 'Support'), agent_ids: [3] }], 'cannot see Support'],
    [
      'may see it by a team that was not read yet',
      [{ ...inbox(1, 'Support'), agent_ids: [], team_ids: [7] }],
      undefined,
    ],
    ['sees it or not: the help center does not say', [{ ...inbox(1, 'Support'), agent_ids: null }], undefined],
    ['sees it or not: the inbox is not known', [], undefined],
  ] as const)('an agent who %s', ([, inboxes, whyNot]) => {
    expect(offered(world({ inboxes }), [1042]).get(2)?.whyNot).toBe(whyNot);
  });

  test('a disabled agent, and one whose role is not said', () => {
    const closed = [{ ...inbox(1, 'Support'), agent_ids: [3] }];
    expect(offered(world({ agents: [{ ...bob, disabled: true }] }), [1042]).get(2)?.whyNot).toBe('is disabled');
    expect(offered(world({ agents: [{ ...bob, role: null }], inboxes: closed }), [1042]).get(2)?.whyNot).toBe(
      undefined,
    );
  });

  test('an agent who is away, until they are back', () => {
    const world = sampleWorld(SIZE);
    const { now } = world;
    const away = (back_at: number) => {
      const agents = world.base.agents.map(one => (one.id === 2 ? { ...one, back_at } : one));
      return offered({ ...world, base: { ...world.base, agents } }, [1042]).get(2)?.whyNot;
    };
    expect([away(now + 1), away(now)]).toEqual([expect.stringMatching(/^is away until today /), undefined]);
  });

  test('a name that matches no agent unassigns nothing; the choice to unassign has a name of its own', () => {
    const { desk, asked } = fakeDesk(sampleWorld(SIZE));
    press(desk, 'conversation.assign', ...'Hx');
    expect(optionsIn(desk)).toEqual([]);
    press(desk, 'enter');
    expect(asked.commits).toEqual([]);
    press(desk, 'ctrl-u', ...'nobo', 'enter');
    expect(asked.commits).toMatchObject([{ name: 'conversation.assign', args: { assign_to: null } }]);
  });

  test('Enter on an agent who cannot be taken says why, and changes nothing', () => {
    const { desk, asked } = fakeDesk(world({ inboxes: [{ ...inbox(1, 'Support'), agent_ids: [3] }] }));
    press(desk, 'conversation.assign');
    paste(desk, 'Bob');
    press(desk, 'enter');
    expect(desk.world().notice?.text).toBe('Bob Stone cannot see Support.');
    expect(askedId(desk)).toBe('assign.to');
    expect(asked.commits).toEqual([]);
  });

  test('shows the load of each agent once it is read, at most ten, without changing its size', async () => {
    const { desk, center, idle } = await openDesk([
      row(1, { assign_to: 2, unread: false }),
      row(2, { assign_to: 2 }),
      row(3, { assign_to: 2, status: 'closed', conversation_status_id: 2 }),
    ]);
    const details = () => {
      return optionsIn(desk).map(
        ({ label, detail = t`` }) => [label, detail.trim().replace(/ +/, ' '), detail.length] as const,
      );
    };
    press(desk, 'conversation.assign');
    const widths = details().map(([, , width]) => width);
    expect(details()[1]?.slice(0, 2)).toEqual(['Bob Stone', 'bob@shop.example']);
    await idle();
    expect(details()[1]?.slice(0, 2)).toEqual(['Bob Stone', 'bob@shop.example 2 open']);
    expect(details().map(([, , width]) => width)).toEqual(widths);
    const asked = center.requests.filter(request => request.includes('count=1'));
    expect(asked.length).toBe(3);
  });

  test('keeps of many conversations only those of different inboxes and assignees: keys do not ask all of them', () => {
    const sample = sampleWorld(SIZE);
    expect(sample.list.rows.length).toBeGreaterThan(8);
    const conversations = kindsOf(sample, sample.list.rows);
    expect(conversations.map(({ assign_to }) => assign_to).toSorted()).toEqual([1, 2, null]);
  });

  test('asks for no load on a slow link', async () => {
    const { desk, center, idle } = await openDesk([row(1, { assign_to: 2, unread: false })]);
    desk.set({ link: 'slow' });
    press(desk, 'conversation.assign');
    await idle();
    expect(center.requests.filter(request => request.includes('assign_to'))).toEqual([]);
  });

  test('asks for the load of ten agents, however many there are', async () => {
    const { desk, center, idle } = await openDesk([row(1, { unread: false })]);
    const agents = Array.from({ length: 30 }, (_, at) => ({ ...agent(at + 1, `Agent ${at}`), disabled: false }));
    desk.set({ base: { ...desk.world().base, agents } });
    press(desk, 'conversation.assign');
    await idle();
    expect(center.requests.filter(request => request.includes('assign_to')).length).toBe(10);
  });

  test('reads the teams when it opens, if they decide who sees the inbox', async () => {
    const { desk, center, idle } = await openDesk([row(1)]);
    const teams = () => center.requests.filter(request => request.startsWith('GET /teams')).length;
    press(desk, 'conversation.assign');
    await idle();
    expect(teams()).toBe(0);
    const inboxes = desk.world().base.inboxes.map(one => ({ ...one, team_ids: [7] }));
    desk.set({ overlays: [], base: { ...desk.world().base, inboxes } });
    press(desk, 'conversation.assign');
    await idle();
    expect(teams()).toBe(1);
  });
});
