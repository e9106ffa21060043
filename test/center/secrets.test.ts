import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '../conformance/endpoints.ts';
import { type OpenCenter, openCenter } from './open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

const canary = 'Canary-7f3a91';

test('what fails tells no token, password, address or text, in no answer and in no line of the log', async () => {
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
      ['agent', { cookie: canary, 'x-request-id': `${canary} is no id` }],
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
