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
  for (const { endpoint } of endpoints) {
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

test('a mistake of the service is told with its places alone, not with what it was about', async () => {
  await desk.center.write(async ({ db }) => {
    await db.schema.dropTable('note_attachment').execute();
  });
  const { status, body } = await desk.call('GET', '/conversations/1/notes', { headers: { 'x-request-id': 'told' } });
  expect([404, 500]).toContain(status);
  await desk.call('POST', '/conversations', { body: { title: canary } });
  const broken = await desk.call('POST', '/conversations/1/notes', { body: { details: canary, attachments: [1] } });
  expect(broken.body.error.message).not.toMatch(/sql|table|note_attachment/i);
  expect(JSON.stringify(body)).not.toMatch(/note_attachment/);
  expect(desk.log.join('\n')).not.toContain(canary);
});
