import { describe, expect, test } from 'vitest';
import { createApiKey, ensureLocalAdmin, listApiKeys, revokeApiKey } from '../../../src/center/auth/administration.ts';
import { hashPassword, isPassword } from '../../../src/center/auth/password.ts';
import { makeConversation } from '../conversations.ts';
import { centerOfEach, type Who } from '../open-center.ts';

const password = 'correct horse battery';

const desk = centerOfEach({ settings: { apiKeys: ['a-key-of-the-environment'] } });

async function addAgent(): Promise<number> {
  return (await desk.call('POST', '/agents', { body: { name: 'Cy', email: 'cy@desk.example', password } })).body.data
    .id;
}
function login(email: string, given = password) {
  return desk.call('POST', '/login', { as: 'nobody', body: { email, password: given } });
}
async function tokenOf() {
  return (await login('cy@desk.example')).body.data.access_token;
}

describe('signing in', () => {
  test('reads at most 16 KiB from any caller, and does not count longer bodies as sign-ins', async () => {
    await addAgent();
    const padded = (bytes: number) => {
      const body = JSON.stringify({ email: 'cy@desk.example', password });
      return body + ' '.repeat(bytes - body.length);
    };
    const answers = await Promise.all(
      [16_384, 16_385].map(bytes => desk.call('POST', '/login', { as: 'nobody', body: padded(bytes) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 413]);
    expect(answers[1]!.body.error.message).toContain('16 KiB');
  });
});

describe('tokens', () => {
  test('are stored only as hashes', async () => {
    const { db } = { db: desk.center.context.store.reader };
    const rows = JSON.stringify(await db.selectFrom('token').selectAll().execute());
    for (const token of Object.values(desk.tokens)) expect(rows).not.toContain(token.slice(4));
  });

  test.for(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer null', 'Bearer a b'])(
    '"%s" is not a token',
    async authorization => {
      const { status, headers } = await desk.call('GET', '/me', { as: 'nobody', headers: { authorization } });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    },
  );

  test('must match exactly, except for the word before them', async () => {
    const token = desk.tokens.admin;
    const status = async (authorization: string) =>
      (await desk.call('GET', '/me', { as: 'nobody', headers: { authorization } })).status;
    expect(await status(`bearer ${token}`)).toBe(200);
    for (const wrong of [token.toLowerCase(), token.slice(0, -1), `${token}x`, `${token},`])
      expect(await status(`Bearer ${wrong}`)).toBe(401);
  });

  test('an API key from the settings works and is not an agent', async () => {
    const headers = { authorization: 'Bearer a-key-of-the-environment' };
    expect((await desk.call('GET', '/me', { as: 'nobody', headers })).body.data.agent).toBeNull();
  });
});

describe('agents', () => {
  test('a password that is too short or too long is reported in characters', async () => {
    const told = async (given: string) => {
      const agent = { name: 'Cy', email: 'cy@desk.example', password: given };
      return (await desk.call('POST', '/agents', { body: agent })).body.error.details;
    };
    const details = [{ path: 'password', message: 'must be 12 to 1,024 characters long' }];
    for (const given of ['elevenchars', '🔒'.repeat(11), 'x'.repeat(1_025)]) expect(await told(given)).toEqual(details);
  });

  test('a password of characters above U+FFFF is read whole', async () => {
    const longest = '🔒🔑🗝🚪🪟🧱🏠🌳'.repeat(128);
    const body = { name: 'Cy', email: 'cy@desk.example', password: longest };
    expect((await desk.call('POST', '/agents', { body })).status).toBe(201);
    expect((await login('cy@desk.example', longest)).status).toBe(200);
  });

  test('the token of a disabled one says so, and is of no use even when the agent is enabled again', async () => {
    const id = await addAgent();
    const as = await tokenOf();
    await desk.call('PUT', `/agents/${id}`, { body: { disabled: true } });
    expect(await desk.call('GET', '/me', { as })).toMatchObject({
      status: 401,
      body: { error: { code: 'unauthorized', details: [{ path: 'agent', message: 'is disabled' }] } },
    });
    expect((await login('cy@desk.example')).body.error).not.toHaveProperty('details');
    await desk.call('PUT', `/agents/${id}`, { body: { disabled: false } });
    const { status, body } = await desk.call('GET', '/me', { as });
    expect([status, body.error.details]).toEqual([401, undefined]);
  });
});

describe('contacts', () => {
  const add = (name: string, email: string) => desk.call('POST', '/contacts', { as: 'agent', body: { name, email } });

  test('have a note of the team, with its former texts; absent as long as there is none', async () => {
    const { id } = (await add('Zoë', 'zoe@c.example')).body.data;
    const conversation = await makeConversation(desk, { contacts: [id] });
    const note = (body: object, as: Who = 'agent') => desk.call('PUT', `/contacts/${id}`, { as, body });
    const shown = async () => (await desk.call('GET', `/conversations/${conversation}`)).body.data.requester_note;
    expect(await shown()).toBeUndefined();
    const first = (await note({ note: 'Pays by invoice' })).body.data;
    expect(first).toMatchObject({ note: { text: 'Pays by invoice', version: 1, agent_id: desk.agentId } });
    expect(first).not.toHaveProperty('former_notes');
    expect(await shown()).toBe('Pays by invoice');
    const stale = await note({ note: 'Never mind', name: 'Zoe', note_version: 0 }, 'admin');
    expect([stale.status, stale.body.error.details]).toEqual([409, [{ path: 'note_version', message: 'is 1 now' }]]);
    await note({ note: 'x'.repeat(2_000), note_version: 1 }, 'key');
    expect(await shown()).toBe('x'.repeat(300));
    const { body } = await desk.call('GET', '/contacts');
    expect(body.data[0]).toMatchObject({ name: 'Zoë', note: { version: 2, agent_id: null } });
    expect((await note({ note: null, note_version: 2 })).body.data).toEqual({
      id,
      name: 'Zoë',
      email: 'zoe@c.example',
      former_notes: [
        expect.objectContaining({ text: '', version: 3 }),
        expect.objectContaining({ version: 2 }),
        expect.objectContaining({ text: 'Pays by invoice', version: 1 }),
      ],
    });
    expect(await shown()).toBeUndefined();
    for (const wrong of ['', ' ', 'x'.repeat(2_001)]) expect((await note({ note: wrong })).status).toBe(422);
    expect((await note({ note: 'Anew', note_version: 0 })).body.data.note.version).toBe(4);
  });

  test('a note about a contact is told to the desks that show its conversations', async () => {
    const { id } = (await add('Zoë', 'zoe@c.example')).body.data;
    const conversation = await makeConversation(desk, { contacts: [id] });
    const newest = () =>
      desk.center.read(({ db }) => db.selectFrom('event_log').selectAll().orderBy('id', 'desc').execute());
    await desk.call('PUT', `/contacts/${id}`, { body: { note: 'Gold' } });
    expect(JSON.parse((await newest())[0]!.changes).conversations).toEqual([[conversation, desk.inboxId]]);
  });

  test('are found by the beginnings of words of name and address, ignoring case and accents, without any syntax', async () => {
    await add('Zoë Quinn', 'zoe@c.example');
    await add('100% Percy', 'under_score@c.example');
    const found = async (q: string) =>
      (await desk.call('GET', '/contacts', { query: { q } })).body.data.map((one: { id: number }) => one.id);
    expect(await found('ZOE qui')).toEqual([1]);
    expect(await found('c.example')).toEqual([1, 2]);
    expect(await found('zoe percy')).toEqual([]);
    expect(await found('Zoe@C.ex')).toEqual([1]);
    expect(await found('quinn zoe@c')).toEqual([1]);
    expect(await found('quinn@c.example')).toEqual([]);
    expect(await found('@c.example')).toEqual([1, 2]);
    expect(await found('100%')).toEqual([2]);
    expect(await found('ercy')).toEqual([]);
    for (const signs of ['%', '_', '@']) expect(await found(signs)).toEqual([]);
    expect(await found(' ')).toEqual([1, 2]);
    expect(await found("' or 1=1 --")).toEqual([]);
  });

  test('an agent sees those on its conversations and those on none', async () => {
    for (const name of ['mine', 'theirs', 'both', 'none']) await add(name, `${name}@c.example`);
    const on = (inbox_id: number, contacts: number[]) =>
      desk.call('POST', '/conversations', { body: { title: 'x', inbox_id, contacts } });
    await on(desk.inboxId, [1, 3]);
    await on(1, [2, 3]);
    const { body } = await desk.call('GET', '/contacts', { as: 'agent' });
    expect(body.data.map((one: { name: string }) => one.name)).toEqual(['mine', 'both', 'none']);
  });
});

describe('local administration', () => {
  test('the local admin is made once, works without a password, and comes back as admin', async () => {
    const first = await ensureLocalAdmin(desk.center, 'jo (pc)');
    expect(first.agent).toMatchObject({ name: 'jo (pc)', email: 'jo-pc-@localhost', role: 'admin', disabled: false });
    expect((await desk.call('GET', '/me', { as: first.token as 'key' })).body.data.agent).toEqual(first.agent);
    expect((await login('jo-pc-@localhost', '')).status).toBe(401);
    await desk.call('PUT', `/agents/${first.agent.id}`, { body: { disabled: true, role: 'agent' } });
    const second = await ensureLocalAdmin(desk.center, 'jo (pc)');
    expect(second.agent).toEqual(first.agent);
    expect((await desk.call('GET', '/me', { as: second.token as 'key' })).body.data.agent).toEqual(first.agent);
  });

  test('an admin who is there costs no write, and its token ends with the process', async () => {
    await ensureLocalAdmin(desk.center, 'jo');
    const write = () => Promise.reject(new Error('nothing may be written'));
    const { agent, token } = await ensureLocalAdmin({ ...desk.center, write }, 'jo');
    expect((await desk.call('GET', '/me', { as: token as 'key' })).body.data.agent).toEqual(agent);
    desk.center.context.ownTokens.clear();
    expect((await desk.call('GET', '/me', { as: token as 'key' })).status).toBe(401);
  });

  test('API keys are listed without their tokens, and end at once when revoked by id or name', async () => {
    const { id, token } = await createApiKey(desk.center, 'import');
    const keys = await listApiKeys(desk.center);
    expect(keys.map(key => key.name)).toEqual(['tests', 'import']);
    expect(JSON.stringify(keys)).not.toContain(token);
    expect(await revokeApiKey(desk.center, 'import')).toBe(true);
    expect(await revokeApiKey(desk.center, id)).toBe(false);
    expect((await desk.call('GET', '/me', { as: token as 'key' })).status).toBe(401);
  });
});

describe('passwords', () => {
  test('are kept as salted hashes, no two equal, at any cost', async () => {
    const [one, two] = [await hashPassword(password, 4), await hashPassword(password, 5)];
    expect(one).not.toBe(await hashPassword(password, 4));
    expect(await isPassword(password, one, 9)).toBe(true);
    expect(await isPassword(password, two, 4)).toBe(true);
    expect(await isPassword(`${password} `, one, 4)).toBe(false);
    expect(await isPassword('', null, 4)).toBe(false);
  });

  test('a password hashed at the usual cost is recognised', async () => {
    expect(await isPassword(password, await hashPassword(password, 15), 15)).toBe(true);
  });
});
