import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CallOptions, type OpenCenter, openCenter, type Who } from '../open-center.ts';

const password = 'correct horse battery';
const another = 'seven blue lanterns';
const email = 'cy@desk.example';

let desk: OpenCenter;
let token: Who;
beforeEach(async () => {
  desk = await openCenter();
  await desk.call('POST', '/agents', { body: { name: 'Cy', email, password } });
  token = await newToken();
});
afterEach(() => desk.close());

async function newToken(given = password): Promise<Who> {
  return (await desk.call('POST', '/login', { as: 'nobody', body: { email, password: given } })).body.data.access_token;
}

function change(body: object, options: CallOptions = {}) {
  return desk.call('PUT', '/me', { as: token, body, ...options });
}

test('an agent changes its own password with the current one; the token that asked stays, the others end', async () => {
  const other = await newToken();
  const { status, body } = await change({ password: another, current_password: password });
  expect([status, body.data]).toEqual([
    200,
    {
      agent: expect.objectContaining({ name: 'Cy', email }),
      api_key: null,
      notify: 'desk',
      mail: expect.anything(),
      idempotency_key_hours: 24,
      last_event_id: expect.any(String),
    },
  ]);
  expect((await desk.call('GET', '/me', { as: other })).status).toBe(401);
  expect((await desk.call('GET', '/me', { as: token })).status).toBe(200);
  expect(await newToken(another)).toMatch(/^fda_/);
});

test('a name is changed without the password, and no token ends', async () => {
  const other = await newToken();
  expect((await change({ name: 'Cy Twombly' })).body.data.agent.name).toBe('Cy Twombly');
  expect((await desk.call('GET', '/me', { as: other })).body.data.agent.name).toBe('Cy Twombly');
});

test.for([
  [{ password: another }, 'current_password', 'is required with a new password'],
  [{ password: another, current_password: 'wrong' }, 'current_password', 'is not your password'],
  [
    { password: 'password1234', current_password: password },
    'password',
    expect.stringMatching(/^is too easy to guess/),
  ],
  [{ password: '            ', current_password: password }, 'password', 'must not be blank'],
  [{ password: 'elevenchars', current_password: password }, 'password', 'must be 12 to 1,024 characters long'],
] as const)('%o is 422 and changes nothing', async ([body, path, message]) => {
  const { status, body: answer } = await change({ name: 'Other', ...body });
  expect([status, answer.error.details]).toEqual([422, [{ path, message }]]);
  expect((await desk.call('GET', '/me', { as: token })).body.data.agent.name).toBe('Cy');
  expect(await newToken()).toMatch(/^fda_/);
});

test('wrong passwords count as failed sign-ins: the sixth in 20 s is 429, and so is signing in', async () => {
  const statuses = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await change({ password: another, current_password: `wrong ${count}` })).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  const right = await change({ password: another, current_password: password });
  expect([right.status, right.headers.get('retry-after')]).toEqual([429, '20']);
  expect((await desk.call('POST', '/login', { as: 'nobody', body: { email, password } })).status).toBe(429);
  desk.clock.elapsed += 20_000;
  expect((await change({ password: another, current_password: password })).status).toBe(200);
});

test('only one of two changes at once succeeds', async () => {
  const statuses = await Promise.all(
    [another, 'nine quiet rivers'].map(
      async given => (await change({ password: given, current_password: password })).status,
    ),
  );
  expect(statuses.sort()).toEqual([200, 422]);
});

test('a change with an Idempotency-Key is done once, and keeps neither password in a form that is quick to guess', async () => {
  const headers = { 'idempotency-key': 'once' };
  const body = { password: another, current_password: password };
  expect((await change(body, { headers })).status).toBe(200);
  expect((await change(body, { headers })).status).toBe(200);
  const reused = await change({ ...body, current_password: another }, { headers });
  expect(reused.body.error.code).toBe('idempotency_key_reused');
  const rows = await desk.center.context.store.reader.selectFrom('idempotency').selectAll().execute();
  expect(rows.map(row => row.request_hash)).toEqual([expect.stringMatching(/^scrypt\$/)]);
  const kept = `${JSON.stringify(rows)}${desk.log.join()}`;
  for (const secret of [password, another]) expect(kept).not.toContain(secret);
});

test('an admin gets the same refusal for another agent’s password', async () => {
  for (const [name, given] of [
    ['Cy', 'password1234'],
    ['Lampenladen', 'lampenladen2026'],
  ] as const) {
    await desk.call('PUT', '/agents/3', { body: { name } });
    const { status, body } = await desk.call('PUT', '/agents/3', { body: { password: given } });
    expect([status, body.error.details[0].path]).toEqual([422, 'password']);
  }
  expect((await desk.call('PUT', '/agents/99', { body: { password: another } })).status).toBe(404);
});
