import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSshKey, removeSshKey } from '../../../src/center/auth/administration.ts';
import { dialIn } from '../../../src/center/http/dial-in.ts';
import type { Listening } from '../../../src/center/http/listen.ts';
import { listenAtSocket } from '../../../src/center/http/listen-at-socket.ts';
import { hashToken } from '../../../src/center/model/people/token.ts';
import { basePath } from '../../../src/contract/index.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const SECRET = 'a secret of tests';
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK2jwoVfJZ+t592BLM5mR9YsGSQW/wgEPHmLYhS6GXB1 ana@laptop';
const DAY_MS = 86_400_000;

let desk: OpenCenter;
let server: Listening;
let path: string;
/** The key of the agent who sees one inbox, and its number. */
let id: number;
let key: string;
beforeEach(async () => {
  desk = await openCenter();
  path = join(temporaryFolder(), 'socket');
  server = await listenAtSocket(desk.center, path, SECRET);
  const { email } = (await desk.call('GET', '/me', { as: 'agent' })).body.data.agent;
  ({ id, dialName: key } = (await createSshKey(desk.center, email, KEY))!);
});
afterEach(async () => {
  await server.close();
  await desk.close();
});

/** A new connection of a key. */
async function dialled(as = key) {
  const socket = connect(path);
  await dialIn(socket, as, SECRET);
  return socket;
}

interface Asking {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly as?: string;
}

/** Asks through a connection of its own. */
async function ask({ method = 'GET', path = '/me', headers = {}, as = key }: Asking = {}) {
  const socket = await dialled(as);
  return new Promise<{
    status: number;
    body: { data?: { agent: { id: number } | null }; error?: { details: unknown } };
  }>((resolve, reject) => {
    const asked = httpRequest(
      { method, path: `${basePath}${path}`, headers: { host: 'help', ...headers }, createConnection: () => socket },
      answer => {
        let text = '';
        answer.setEncoding('utf8').on('data', part => {
          text += part;
        });
        answer.on('end', () => {
          socket.destroy();
          resolve({ status: answer.statusCode!, body: text === '' ? {} : JSON.parse(text) });
        });
      },
    );
    asked.on('error', reject).end();
  });
}

test('a request through a key is its agent’s, with the agent’s rights', async () => {
  expect((await ask()).body.data?.agent?.id).toBe(desk.agentId);
  expect((await ask({ method: 'POST', path: '/agents' })).status).toBe(403);
});

const names = ['authorization', 'Authorization', 'proxy-authorization', 'x-forwarded-user', 'x-remote-user', 'cookie'];
const more = ['x-frontdesk-key', 'x-ssh-key', 'sshkey', 'forwarded', 'x-forwarded-for', 'from', 'user-agent', 'host'];

test('a caller with a key is that agent alone, in any request', async () => {
  const own = desk.tokens;
  const values = (['admin', 'key', 'agent'] as const).flatMap(name => [
    `Bearer ${own[name]}`,
    `bearer  ${own[name]}`,
    own[name],
  ]);
  values.push('1', '', 'Basic YTpi', `key=${desk.adminId}`, 'admin@shop.example');
  const tries = [...names, ...more].flatMap(name => values.map(value => ({ [name]: value })));
  expect(tries.length).toBeGreaterThan(100);
  const seen = new Set<unknown>();
  for (const headers of tries) {
    const { status, body } = await ask({ headers });
    if (status === 200) seen.add(body.data?.agent?.id);
    else expect([400, 401, 404]).toContain(status);
  }
  expect([...seen]).toEqual([desk.agentId]);
});

test.each(['?key=1', '?agent_id=1', '?token=x', '?as=admin', '?sshKey=1'])(
  'no query makes it another agent’s: %s',
  async query => {
    const { status, body } = await ask({ path: `/me${query}` });
    if (status === 200) expect(body.data?.agent?.id).toBe(desk.agentId);
    else expect(status).toBe(400);
  },
);

test('a name that is not a key’s, or is another token’s, is not a caller', async () => {
  const { admin, agent, key: apiKey } = desk.tokens;
  const names = ['0'.repeat(64), ...[admin, agent, apiKey].map(hashToken)];
  for (const as of names) expect((await ask({ as })).status).toBe(401);
});

test('a key of another help center, or from before a restore, is not a caller, though another agent’s key has its number', async () => {
  const other = await openCenter();
  onTestFinished(other.close);
  const { email } = (await other.call('GET', '/me', { as: 'admin' })).body.data.agent;
  const known = (await createSshKey(other.center, email, KEY))!;
  expect(known.id).toBe(id);
  expect((await ask({ as: known.dialName })).status).toBe(401);
});

test('a removed key ends at once, also in an open connection', async () => {
  expect((await ask()).status).toBe(200);
  expect(await removeSshKey(desk.center, id)).toBe(true);
  expect((await ask()).status).toBe(401);
  expect(await removeSshKey(desk.center, id)).toBe(false);
});

test('a disabled agent is told so, and comes back when enabled', async () => {
  await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: true } });
  const { status, body } = await ask();
  expect([status, body.error?.details]).toEqual([401, [expect.objectContaining({ path: 'agent' })]]);
  await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: false } });
  expect((await ask()).status).toBe(200);
});

test('a key outlasts a long holiday, a new password, and signing out', async () => {
  desk.clock.now += 400 * DAY_MS;
  expect((await ask()).status).toBe(200);
  desk.clock.now -= 400 * DAY_MS;
  await desk.call('PUT', `/agents/${desk.agentId}`, { body: { password: 'seven blue lanterns' } });
  await ask({ method: 'POST', path: '/logout' });
  expect((await ask()).status).toBe(200);
});
