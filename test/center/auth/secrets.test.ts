import { expect, test } from 'vitest';
import { requestHash } from '../../../src/center/http/idempotency.ts';
import { endpoints } from '../../conformance/endpoints.ts';
import { centerOfEach } from '../open-center.ts';

const desk = centerOfEach();

const canary = 'Canary-7f3a91';

test('a failure reveals no token, password, address or text, in any answer or line of the log', async () => {
  const secrets = [canary, ...Object.values(desk.tokens)];
  const answers: string[] = [];
  for (const { endpoint, name } of endpoints) {
    if (name === 'session.logout') continue;
    const path = endpoint.path.replace(/\{\w+\}/g, '999');
    const body =
      endpoint.method === 'GET' ? undefined : { email: `${canary}@x.example`, password: canary, name: canary };
    for (const [as, headers] of [
      ['nobody', { authorization: `Bearer ${canary}` }],
      ['nobody', { authorization: `Basic ${canary}` }],
      ['admin', { 'idempotency-key': `${canary} ${endpoint.path}`, 'if-match': canary }],
      ['agent', { cookie: canary, 'x-request-id': `${canary} is not an id` }],
    ] as const) {
      if (endpoint.path === '/events' && as !== 'nobody') continue;
      const answer = await desk.fetch(endpoint.method, path, { as, headers, body, query: { cursor: canary } });
      answers.push(`${answer.status} ${[...answer.headers]} ${answer.status < 300 ? '' : await answer.text()}`);
    }
  }
  expect(desk.log.length).toBeGreaterThan(200);
  for (const secret of secrets) {
    expect(desk.log.join('\n')).not.toContain(secret);
    expect(answers.join('\n')).not.toContain(secret);
  }
});

test('a password sent with a key is kept in no form that is quick to guess', async () => {
  const headers = { 'idempotency-key': 'once' };
  const create = (password: string) =>
    desk.call('POST', '/agents', { body: { name: 'Cy', email: 'cy@desk.example', password }, headers });
  expect((await create('a password to guess')).status).toBe(201);
  expect((await create('a password to guess')).status).toBe(201);
  expect((await create('another one to guess')).body.error.code).toBe('idempotency_key_reused');
  const row = await desk.center.read(({ db }) =>
    db.selectFrom('idempotency').select('request_hash').executeTakeFirstOrThrow(),
  );
  const body = JSON.stringify({ name: 'Cy', email: 'cy@desk.example', password: 'a password to guess' });
  const url = new URL('http://desk.example/api/agent/v1/agents');
  expect(row.request_hash).not.toBe(requestHash('POST', url, Buffer.from(body)));
  expect(row.request_hash).toMatch(/^scrypt/);
});
