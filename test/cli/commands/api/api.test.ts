import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints, readApiPath, whatIsThere } from '../../../../src/cli/commands/api/endpoints.ts';
import { PAYLOADS } from '../../../harness/payloads.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

/** A help center, and commands on it. */
async function openCommands() {
  const center = await servedCenter();
  return { ...center, frontdesk: commandOn(center) };
}

test.each([
  ['/tags', '/tags'],
  ['tags?q=a b', '/tags?q=a%20b'],
  ['/api/agent/v1/tags/über', '/tags/%C3%BCber'],
  ['/conversations/../tags', '/tags'],
])('the path %s means %s', (typed, path) => {
  expect(readApiPath(typed)).toBe(path);
});

test.each(['https://evil.example/x', 'http:evil', '../x', '/..', '/api/agent/v1/../../../x', 'javascript:1'])(
  'the path %s leads out of the service, and is not sent',
  typed => {
    expect(() => readApiPath(typed)).toThrow(/is not a path of the service/);
  },
);

test.each([
  ['GET', '/conversation/12', 'GET /conversations/{conversation_id}'],
  ['DELETE', '/tags/vip', 'PUT /tags/{name}'],
  ['GET', '/inboxs', 'GET /inboxes'],
  ['GET', '/nothing/like/it', 'api --list'],
])('of %s %s it is said that it means %s', (method, path, meant) => {
  expect(whatIsThere(method, path)).toContain(meant);
});

test('a method is taken in small letters, and a path alone is read', async () => {
  const { frontdesk } = await openCommands();
  const asked = await frontdesk(['api', 'GET', '/me']);
  expect(asked.code).toBe(0);
  expect(await frontdesk(['api', 'get', '/me'])).toEqual(asked);
  expect(await frontdesk(['api', '/me'])).toEqual(asked);
  expect((await frontdesk(['api', '/inboxes', '--body', '{"name": "Sales"}'])).code).toBe(2);
  expect((await frontdesk(['api', 'fetch', '/me'])).code).toBe(2);
});

test('a request is sent as it is typed, and its answer is the service’s JSON', async () => {
  const center = await openCommands();
  const made = await center.frontdesk(['api', 'POST', '/inboxes', '--body', '-'], { input: '{"name": "Returns"}' });
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toBe(`${JSON.stringify({ data: JSON.parse(made.stdout).data })}\n`);
  const { stdout } = await center.frontdesk(['api', 'GET', `inboxes/${JSON.parse(made.stdout).data.id}`, '--include']);
  const [head, body] = stdout.split('\n\n');
  expect(head).toMatch(/^HTTP 200\ncontent-type: application\/json\n.*etag: /s);
  expect(JSON.parse(body!).data.slug).toBe('returns');
  expect((await center.frontdesk(['api', 'DELETE', '/inboxes/4'])).stdout).toBe('');
  const file = join(temporaryFolder(), 'body.json');
  writeFileSync(file, '{"name": "Sales"}');
  expect((await center.frontdesk(['api', 'POST', '/inboxes', '--body', `@${file}`])).code).toBe(0);
  expect((await center.frontdesk(['api', 'POST', '/inboxes', '--body', '{"name'])).code).toBe(2);
  expect(await center.frontdesk(['api', 'POST', '/inboxes', '--body', '{}', '--read-only'])).toMatchObject({ code: 1 });
});

test('a refusal is printed, its reason is on stderr, and the exit code says of which kind it is', async () => {
  const center = await openCommands();
  const missing = await center.frontdesk(['api', 'GET', '/conversations/99']);
  expect([missing.code, JSON.parse(missing.stdout).error.code]).toEqual([1, 'not_found']);
  expect(missing.stderr).toBe('frontdesk: There is no such conversation, or you may not see it.\n');
  const unknown = await center.frontdesk(['api', 'GET', '/conversation/99']);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Did you mean GET /conversations/{')]);
  const forbidden = await center.frontdesk(['api', 'POST', '/inboxes', '--body', '{"name":"x"}'], { as: 'agent' });
  expect(forbidden.code).toBe(3);
});

test('all pages of a list are one array, or a line each', async () => {
  const center = await openCommands();
  for (let number = 0; number < 5; number += 1)
    await center.call('POST', '/contacts', { body: { name: `C ${number}`, email: `c${number}@customer.example` } });
  const { stdout } = await center.frontdesk(['api', 'GET', '/contacts?limit=2', '--paginate']);
  expect(JSON.parse(stdout)).toHaveLength(5);
  const lines = (await center.frontdesk(['api', 'GET', '/contacts?limit=2', '--paginate', '--ndjson'])).stdout;
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).name),
  ).toEqual(['C 0', 'C 1', 'C 2', 'C 3', 'C 4']);
  const page = (await center.frontdesk(['api', 'GET', '/contacts?limit=2', '--ndjson'])).stdout;
  expect(page.split('\n')).toHaveLength(3);
  expect(JSON.parse((await center.frontdesk(['api', 'GET', '/reviews/1', '--paginate'])).stdout).error).toBeDefined();
  expect((await center.frontdesk(['api', 'GET', '/contacts?q=nobody', '--paginate'])).stdout).toBe('[]\n');
});

test('a file is uploaded, and comes back as it is; a terminal gets no file', async () => {
  const center = await openCommands();
  const file = join(temporaryFolder(), 'parcel.bin');
  const bytes = 'a\u0000b\nc';
  writeFileSync(file, bytes);
  const { data } = JSON.parse((await center.frontdesk(['api', 'POST', '/attachments', '--file', file])).stdout);
  expect(data).toMatchObject({ name: 'parcel.bin', size: bytes.length });
  const get = ['api', 'GET', `/attachments/${data.id}/content`];
  expect((await center.frontdesk(get)).stdout).toBe(bytes);
  expect(await center.frontdesk(get, { columns: 80 })).toMatchObject({ code: 1, stdout: '' });
});

test('no hostile text gets out of its JSON', async () => {
  const center = await openCommands();
  for (const title of PAYLOADS)
    await center.call('POST', '/conversations', {
      body: { title: `x ${title}`.slice(0, 200).replace(/[\r\n]/g, ' ') },
    });
  for (const columns of [undefined, 80]) {
    const { stdout } = await center.frontdesk(['api', 'GET', '/conversations?limit=200'], columns ? { columns } : {});
    expect(JSON.parse(stdout).data.length).toBeGreaterThan(10);
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  }
});

test('--list has every endpoint of the contract', async () => {
  const center = await openCommands();
  const { stdout } = await center.frontdesk(['api', '--list']);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map(line => line.split('\t').slice(0, 2).join(' ')),
  ).toEqual(endpoints().map(({ method, path }) => `${method} ${path}`));
});
