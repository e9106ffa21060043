import { describe, expect, test } from 'vitest';
import type { Agent, Conversation, Inbox } from '../../src/contract/model.ts';
import type { Ask } from './client.ts';
import type { SignedIn } from './makers.ts';
import { inFresh, type World } from './world.ts';

const DAY_MS = 24 * 3_600_000;
/** Everybody is told whether mail goes out, and for how long a key counts. */
const KEYS = {
  mail: { sends: false, missing: ['relay'], signed_out: [] },
  idempotency_key_hours: 24,
  last_event_id: expect.any(String),
};

function signIn(email: string, password: string): Ask {
  return {
    method: 'POST',
    path: '/login',
    as: 'nobody',
    body: { email, password },
  };
}

function meAs(world: World, token: string) {
  return world.call({ method: 'GET', path: '/me', as: { token } });
}

function changeAgent(world: World, { agent }: SignedIn, body: object) {
  return world.give<Agent>({ method: 'PUT', path: `/agents/${agent.id}`, body });
}

function checkSignIn(world: () => World) {
  test('signing in returns a token and its agent; an address matches in any case', async () => {
    const { agent, email, password } = await world().make.agent();
    const session = await world().give<{ access_token: string; agent: Agent }>(signIn(email.toUpperCase(), password));
    expect(session).toEqual({ access_token: expect.any(String), agent });
    expect((await meAs(world(), session.access_token)).data).toEqual({ agent, api_key: null, notify: 'desk', ...KEYS });
  });

  test('an API key is not an agent', async () => {
    expect(await world().get('/me')).toEqual({ agent: null, api_key: expect.any(String), notify: null, ...KEYS });
  });

  test('an agent sets how it hears of customers’ messages, and no one else is told', async () => {
    const { agent, token } = await world().make.agent();
    const as = { token };
    const put = (body: object) => world().call({ method: 'PUT', path: '/me', body, as });
    for (const notify of ['mail', 'none', 'desk', 'mail'])
      expect((await put({ notify })).data).toEqual({ agent, api_key: null, notify, ...KEYS });
    const name = world().unique('Agent');
    expect((await put({ name })).data, 'absent fields stay as they are').toMatchObject({
      notify: 'mail',
      agent: { name },
    });
    const refused = await put({ notify: 'pigeon', name: 'No' });
    expect([refused.status, refused.details.map(({ path }) => path)]).toEqual([422, ['notify']]);
    expect((await meAs(world(), token)).data).toEqual({
      agent: { ...agent, name },
      api_key: null,
      notify: 'mail',
      ...KEYS,
    });
    expect(JSON.stringify(await world().get('/agents'))).not.toContain('notify');
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const { email, password } = await world().make.agent();
    world().target.clock?.advance(60_000);
    const wrong = await world().call(signIn(email, `${password}x`));
    const unknown = await world().call(signIn(`x${email}`, password));
    expect([wrong.status, wrong.code, wrong.text]).toEqual([401, 'unauthorized', unknown.text]);
  });

  test('logging out ends only the token that is used', async () => {
    const { email, password, token } = await world().make.agent();
    const { access_token } = await world().give<{ access_token: string }>(signIn(email, password));
    await world().give({ method: 'POST', path: '/logout', as: { token: access_token } });
    expect((await meAs(world(), access_token)).status).toBe(401);
    expect((await meAs(world(), token)).status).toBe(200);
  });
}

function checkTokens(world: () => World) {
  test('a token lasts 30 days after its last use', async ({ skip }) => {
    skip(!world().target.fresh, 'needs a clock that can be turned');
    await inFresh(world(), {}, async fresh => {
      const { token } = fresh.insider;
      for (const days of [29, 29, 29]) {
        fresh.target.clock!.advance(days * DAY_MS);
        expect((await meAs(fresh, token)).status).toBe(200);
      }
      fresh.target.clock!.advance(31 * DAY_MS);
      expect((await meAs(fresh, token)).status).toBe(401);
      expect((await fresh.call({ method: 'GET', path: '/me', as: 'key' })).status, 'a key does not').toBe(200);
    });
  });

  test('more requests than the limit in a minute are 429, for that token alone', async ({ skip }) => {
    skip(!world().target.fresh, 'needs a help center with a low limit');
    await inFresh(world(), { rateLimit: 60 }, async fresh => {
      const path = '/conversation_statuses';
      let answer = await fresh.call({ method: 'GET', path, as: 'insider' });
      for (let time = 1; time < 60 && answer.status === 200; time += 1)
        answer = await fresh.call({ method: 'GET', path, as: 'insider' });
      expect(answer.status).toBe(200);
      expect((await fresh.call({ method: 'GET', path, as: 'insider' })).code).toBe('rate_limited');
      expect((await fresh.call({ method: 'GET', path, as: 'outsider' })).status).toBe(200);
      fresh.target.clock!.advance(60_000);
      expect((await fresh.call({ method: 'GET', path, as: 'insider' })).status).toBe(200);
    });
  });
}

function checkAgents(world: () => World) {
  test('a password needs 12 characters, not all the same and no usual password, and is in no answer', async () => {
    const body = { name: 'Agent', email: `${world().unique('agent')}@desk.example` };
    for (const password of ['vzpqmnhgwtr', 'y'.repeat(12), ' '.repeat(12), 'password1234']) {
      const refused = await world().call({ method: 'POST', path: '/agents', body: { ...body, password } });
      expect([refused.status, refused.details.map(({ path }) => path)], password).toEqual([422, ['password']]);
    }
    const password = 'vzpqmnhgwtrk';
    const made = await world().call({ method: 'POST', path: '/agents', body: { ...body, password } });
    expect([made.status, made.text.includes(password)]).toEqual([201, false]);
    expect(made.data).toMatchObject({ role: 'agent', disabled: false });
  });

  test('a disabled agent cannot sign in, loses its tokens, stays in the list and cannot be assigned', async () => {
    const one = await world().make.agent();
    const { id: inboxId } = await world().make.inbox({ agent_ids: [one.agent.id] });
    const { id } = await world().make.conversation({ inbox_id: inboxId, assign_to: one.agent.id });
    await changeAgent(world(), one, { disabled: true });
    world().target.clock?.advance(60_000);
    expect((await world().call(signIn(one.email, one.password))).status).toBe(401);
    expect((await meAs(world(), one.token)).status).toBe(401);
    const agents = await world().get<Agent[]>('/agents');
    expect(agents.find(each => each.id === one.agent.id)).toMatchObject({ disabled: true });
    expect((await world().get<Conversation>(`/conversations/${id}`)).assign_to).toBe(one.agent.id);
    const other = await world().make.conversation({ inbox_id: inboxId });
    const body = { assign_to: one.agent.id };
    expect((await world().call({ method: 'PUT', path: `/conversations/${other.id}`, body })).status).toBe(422);
    await changeAgent(world(), one, { disabled: false });
    expect((await world().call(signIn(one.email, one.password))).status).toBe(200);
  });

  test('a new password works and the old one does not', async () => {
    const one = await world().make.agent();
    await changeAgent(world(), one, { password: 'another long password' });
    world().target.clock?.advance(60_000);
    expect((await world().call(signIn(one.email, one.password))).status).toBe(401);
    expect((await world().call(signIn(one.email, 'another long password'))).status).toBe(200);
  });

  test('an agent changes its own password with the current one, which ends its other tokens', async () => {
    const one = await world().make.agent();
    const { access_token: other } = await world().give<{ access_token: string }>(signIn(one.email, one.password));
    const change = (body: object) => world().call({ method: 'PUT', path: '/me', as: { token: one.token }, body });
    const password = 'seven blue lanterns';
    const missing = await change({ password });
    const wrong = await change({ password, current_password: `${one.password}x` });
    for (const { status, details } of [missing, wrong])
      expect([status, details.map(({ path }) => path)]).toEqual([422, ['current_password']]);
    expect((await meAs(world(), other)).status).toBe(200);
    const changed = await change({ password, current_password: one.password });
    expect([changed.status, changed.text.includes(password)]).toEqual([200, false]);
    expect([(await meAs(world(), one.token)).status, (await meAs(world(), other)).status]).toEqual([200, 401]);
    expect((await world().call(signIn(one.email, one.password))).status).toBe(401);
    expect((await world().call(signIn(one.email, password))).status).toBe(200);
  });

  test('an agent cannot make itself an admin', async () => {
    const one = await world().make.agent();
    const ask = { method: 'PUT', path: `/agents/${one.agent.id}`, body: { role: 'admin' }, as: { token: one.token } };
    expect((await world().call(ask)).code).toBe('forbidden');
  });

  test('the last admin stays an admin', async ({ skip }) => {
    skip(!world().target.fresh, 'needs a help center with one admin');
    await inFresh(world(), {}, async fresh => {
      for (const body of [{ role: 'agent' }, { disabled: true }]) {
        const answer = await fresh.call({ method: 'PUT', path: `/agents/${fresh.admin.agent.id}`, body });
        expect([answer.status, answer.code]).toEqual([409, 'conflict']);
      }
      expect((await fresh.call({ method: 'GET', path: '/me', as: 'admin' })).status).toBe(200);
    });
  });

  test('an agent made admin sees everything at once, and loses that with the role', async () => {
    const one = await world().make.agent();
    const ask = { method: 'GET', path: `/inboxes/${world().inbox.id}`, as: { token: one.token } };
    expect((await world().call(ask)).status).toBe(404);
    await changeAgent(world(), one, { role: 'admin' });
    expect((await world().call(ask)).status).toBe(200);
    await changeAgent(world(), one, { role: 'agent' });
    expect((await world().call(ask)).status).toBe(404);
  });

  test('a taken contact address is 409 and names its contact', async () => {
    const { id, email } = await world().make.contact();
    const body = { name: 'Twin', email: email!.toUpperCase() };
    const answer = await world().call({ method: 'POST', path: '/contacts', body });
    expect([answer.status, answer.text.includes(String(id))]).toEqual([409, true]);
  });
}

function checkTeams(world: () => World) {
  test('a team’s agents see its inboxes, and no longer when they leave it or it leaves the inbox', async () => {
    const one = await world().make.agent();
    const team = await world().make.team([one.agent.id]);
    const inbox = await world().make.inbox({ agent_ids: [], team_ids: [team.id] });
    const path = `/inboxes/${inbox.id}`;
    const seen = async () => (await world().call({ method: 'GET', path, as: { token: one.token } })).status;
    const setMembers = (agent_ids: number[]) =>
      world().give({ method: 'PUT', path: `/teams/${team.id}`, body: { agent_ids } });
    expect(await seen()).toBe(200);
    await setMembers([]);
    expect(await seen()).toBe(404);
    await setMembers([one.agent.id]);
    expect(await seen()).toBe(200);
    await world().give({ method: 'DELETE', path: `${path}/teams/${team.id}` });
    expect(await seen()).toBe(404);
  });

  test('an agent who loses access keeps its assignments and loses its subscription', async () => {
    const one = await world().make.agent();
    const { id: inboxId } = await world().make.inbox({ agent_ids: [one.agent.id] });
    const { id } = await world().make.conversation({ inbox_id: inboxId, assign_to: one.agent.id });
    const path = `/inboxes/${inboxId}`;
    const as = { token: one.token };
    await world().give({ method: 'POST', path: `${path}/subscribe`, as });
    await world().give({ method: 'DELETE', path: `${path}/agents/${one.agent.id}` });
    expect((await world().get<Conversation>(`/conversations/${id}`)).assign_to).toBe(one.agent.id);
    expect((await world().call({ method: 'GET', path: `/conversations/${id}`, as })).status).toBe(404);
    await world().give({ method: 'POST', path: `${path}/agents`, body: { agent_id: one.agent.id } });
    expect((await world().get<Inbox>(path, as)).subscribed).toBe(false);
  });
}

/** What the service says of agents, teams, contacts and their tokens. */
export function registerPeople(world: () => World): void {
  describe('people', () => {
    checkSignIn(world);
    checkTokens(world);
    checkAgents(world);
    checkTeams(world);
  });
}
