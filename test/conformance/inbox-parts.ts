import { describe, expect, test } from 'vitest';
import type { Inbox, InboxEmail } from '../../src/contract/model.ts';
import type { Answer } from './client.ts';
import { UNKNOWN_ID, type World } from './world.ts';

function inboxOf(world: World, over: Readonly<Record<string, unknown>> = {}) {
  return world.make.inbox(over);
}

async function emailsOf(world: World, id: number): Promise<[string, string][]> {
  return (await world.get<Inbox>(`/inboxes/${id}`)).emails.map(({ email, status }) => [email, status]);
}

function addEmail(world: World, id: number, body: object) {
  return world.give<InboxEmail>({ method: 'POST', path: `/inboxes/${id}/emails`, body });
}

function addresses(world: World): [string, string, string] {
  const name = world.unique('address');
  return [`${name}-a@shop.example`, `${name}-b@shop.example`, `${name}-c@shop.example`];
}

function checkPrimary(world: () => World) {
  test('the first address added is primary unless it says otherwise', async () => {
    const [{ id: first }, { id: second }] = [await inboxOf(world()), await inboxOf(world())];
    const [a, b, c] = addresses(world());
    expect((await addEmail(world(), first, { email: a })).status).toBe('primary');
    expect((await addEmail(world(), first, { email: b })).status).toBe('secondary');
    expect((await addEmail(world(), second, { email: c, status: 'secondary' })).status).toBe('secondary');
  });

  test('making one primary makes the former one secondary', async () => {
    const { id } = await inboxOf(world());
    const [a, b, c] = addresses(world());
    await addEmail(world(), id, { email: a });
    const second = await addEmail(world(), id, { email: b });
    await world().give({ method: 'PUT', path: `/inboxes/${id}/emails/${second.id}`, body: { status: 'primary' } });
    expect(await emailsOf(world(), id)).toEqual([
      [a, 'secondary'],
      [b, 'primary'],
    ]);
    await addEmail(world(), id, { email: c, status: 'primary' });
    expect((await emailsOf(world(), id)).filter(([, status]) => status === 'primary')).toEqual([[c, 'primary']]);
  });

  test('if the primary is deleted, the oldest secondary becomes primary', async () => {
    const { id } = await inboxOf(world());
    const [a, b, c] = addresses(world());
    const first = await addEmail(world(), id, { email: a });
    await addEmail(world(), id, { email: b });
    await addEmail(world(), id, { email: c });
    await world().give({ method: 'DELETE', path: `/inboxes/${id}/emails/${first.id}` });
    expect(await emailsOf(world(), id)).toEqual([
      [b, 'primary'],
      [c, 'secondary'],
    ]);
  });
}

function checkAddresses(world: () => World) {
  test('an address is unique across all inboxes, ignoring case', async () => {
    const [{ id: first }, { id: second }] = [await inboxOf(world()), await inboxOf(world())];
    const [a, b] = addresses(world());
    await addEmail(world(), first, { email: a });
    const { id } = await addEmail(world(), second, { email: b });
    const email = a.toUpperCase();
    const refused: Answer[] = [
      await world().call({ method: 'POST', path: `/inboxes/${second}/emails`, body: { email } }),
      await world().call({ method: 'POST', path: `/inboxes/${first}/emails`, body: { email } }),
      await world().call({ method: 'PUT', path: `/inboxes/${second}/emails/${id}`, body: { email } }),
      await world().call({ method: 'POST', path: '/inboxes/save', body: { name: 'x', emails: [{ email }] } }),
    ];
    expect(refused.map(({ code }) => code)).toEqual(['conflict', 'conflict', 'conflict', 'conflict']);
    const own = await world().call({ method: 'PUT', path: `/inboxes/${second}/emails/${id}`, body: { email: b } });
    expect(own.status).toBe(200);
  });

  test.for([
    '',
    'none',
    '@shop.example',
    'a@',
    'a b@c.example',
    'a@b@c',
    'a@.example',
    'a@shop..example',
    'a@shop.example.',
    'a@-shop.example',
    'a@shop!.example',
    'a@b\r\nBcc: x@y.example',
    `${'x'.repeat(250)}@y.example`,
  ])('%j is not an address', async email => {
    const { id } = world().inbox;
    const answer = await world().call({ method: 'POST', path: `/inboxes/${id}/emails`, body: { email } });
    expect([answer.status, answer.details.map(({ path }) => path)]).toEqual([422, ['email']]);
  });

  test('saving keeps the id of an address that stays, and refuses two primaries', async () => {
    const [a, b, c] = addresses(world());
    const before = await inboxOf(world(), { emails: [{ email: a }, { email: b }] });
    expect(before.emails.map(({ status }) => status)).toEqual(['primary', 'secondary']);
    const emails = [{ email: b.toUpperCase(), status: 'primary' }, { email: c }];
    const after = await inboxOf(world(), { id: before.id, emails });
    const kept = after.emails.find(({ email }) => email.toLowerCase() === b);
    expect([kept?.id, kept?.status]).toEqual([before.emails[1]!.id, 'primary']);
    expect(after.emails.map(({ email }) => email.toLowerCase()).sort()).toEqual([b, c]);
    const two = [
      { email: a, status: 'primary' },
      { email: b, status: 'primary' },
    ];
    const answer = await world().call({ method: 'POST', path: '/inboxes/save', body: { id: before.id, emails: two } });
    expect(answer.status).toBe(422);
    expect(await emailsOf(world(), before.id)).toEqual(after.emails.map(({ email, status }) => [email, status]));
  });

  test('an address of another inbox is not found', async () => {
    const [a] = addresses(world());
    const [{ id: first }, { id: second }] = [await inboxOf(world()), await inboxOf(world())];
    const { id } = await addEmail(world(), first, { email: a });
    for (const method of ['PUT', 'DELETE'])
      expect((await world().call({ method, path: `/inboxes/${second}/emails/${id}`, body: {} })).status).toBe(404);
    expect(await emailsOf(world(), first)).toEqual([[a, 'primary']]);
  });
}

function checkMembers(world: () => World) {
  test('adding an agent or a team again is a success', async () => {
    const { id } = await inboxOf(world());
    const team = await world().make.team();
    const agentId = world().insider.agent.id;
    for (let time = 0; time < 2; time += 1) {
      const withTeam = { method: 'POST', path: `/inboxes/${id}/teams`, body: { team_id: team.id } };
      expect(await world().give<Inbox>(withTeam)).toMatchObject({ team_ids: [team.id] });
      const withAgent = { method: 'POST', path: `/inboxes/${id}/agents`, body: { agent_id: String(agentId) } };
      expect(await world().give<Inbox>(withAgent)).toMatchObject({ agent_ids: [agentId] });
    }
  });

  test('an unknown agent or team in a body is 422 and named', async () => {
    const { id } = world().inbox;
    for (const [what, body] of [
      ['agents', { agent_id: UNKNOWN_ID }],
      ['teams', { team_id: UNKNOWN_ID }],
    ] as const) {
      const answer = await world().call({ method: 'POST', path: `/inboxes/${id}/${what}`, body });
      expect([answer.status, answer.details[0]?.path]).toEqual([422, Object.keys(body)[0]]);
    }
  });

  test('subscribing and unsubscribing act on the calling agent alone, and may be repeated', async () => {
    const { id } = await inboxOf(world());
    const path = `/inboxes/${id}`;
    for (let time = 0; time < 2; time += 1)
      expect(await world().give<Inbox>({ method: 'POST', path: `${path}/subscribe`, as: 'insider' })).toMatchObject({
        subscribed: true,
      });
    expect((await world().get<Inbox>(path, 'insider')).subscribed).toBe(true);
    expect((await world().get<Inbox>(path, 'admin')).subscribed).toBe(false);
    expect((await world().get<Inbox>(path, 'key')).subscribed).toBe(false);
    for (let time = 0; time < 2; time += 1)
      await world().give({ method: 'DELETE', path: `${path}/unsubscribe`, as: 'insider' });
    expect((await world().get<Inbox>(path, 'insider')).subscribed).toBe(false);
  });
}

/** What the service says of an inbox's addresses, teams and agents. */
export function registerInboxParts(world: () => World): void {
  describe('an inbox’s addresses, teams and agents', () => {
    checkPrimary(world);
    checkAddresses(world);
    checkMembers(world);
  });
}
