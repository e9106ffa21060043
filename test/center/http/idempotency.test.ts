import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCenter } from '../../harness/center.ts';
import { newDatabase } from '../../harness/databases.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { centerOfEach, openCenter } from '../open-center.ts';

const desk = centerOfEach();

function key(value = 'k1') {
  return { 'idempotency-key': value };
}
function create(name = 'A') {
  return desk.call('POST', '/inboxes', { body: { name }, headers: key() });
}
async function count() {
  return (await desk.call('GET', '/inboxes')).body.data.length;
}

describe('the same request with the same key', () => {
  test('is 409 request_in_progress while the first is under way', async () => {
    // By then a remote database has its connections, and none of the three waits for one.
    await Promise.all([1, 2, 3].map(() => desk.call('GET', '/me')));
    const names = ['A', 'A', 'B'];
    const answers = await Promise.all(names.map(name => create(name)));
    // Which one is first, and whether it has ended before the others are looked at, is up to the database.
    const first = answers.findIndex(answer => answer.status === 201);
    for (const [at, { status, body, headers }] of answers.entries()) {
      if (status === 201) expect(body.data.id).toBe(answers[first]!.body.data.id);
      else if (names[at] !== names[first]) expect(body.error.code).toBe('idempotency_key_reused');
      else {
        expect(body.error.code).toBe('request_in_progress');
        expect(headers.get('retry-after')).toBe('1');
      }
    }
    const made = await desk.call('GET', '/inboxes', { query: { limit: 200 } });
    const ids = answers.filter(answer => answer.status === 201).map(answer => answer.body.data.id);
    expect(made.body.data.filter((inbox: { id: number }) => ids.includes(inbox.id))).toHaveLength(1);
  });
});

describe('the same key', () => {
  test('for another body, query, path or method is 409 idempotency_key_reused', async () => {
    await create();
    const others = [
      create('B'),
      desk.call('POST', '/inboxes', { body: { name: 'A' }, query: { x: 1 }, headers: key() }),
      desk.call('POST', '/inboxes/save', { body: { name: 'A' }, headers: key() }),
      desk.call('PUT', `/inboxes/${desk.inboxId}`, { body: { name: 'A' }, headers: key() }),
    ];
    for (const answer of await Promise.all(others)) expect(answer.body.error.code).toBe('idempotency_key_reused');
  });

  test('is ignored on a read and at sign-in', async () => {
    await create();
    expect((await desk.call('GET', '/inboxes', { headers: key() })).status).toBe(200);
    const login = await desk.call('POST', '/login', { body: { email: 'a', password: 'b' }, headers: key() });
    expect(login.status).toBe(401);
  });
});

describe('answers that are not kept', () => {
  test('a 412: once the tag fits, the same key does what was asked', async () => {
    const path = `/inboxes/${desk.inboxId}`;
    const ask = (tag: string) =>
      desk.call('PUT', path, { body: { name: 'New' }, headers: { ...key(), 'if-match': tag } });
    expect((await ask('"old"')).status).toBe(412);
    expect((await ask((await desk.call('GET', path)).headers.get('etag')!)).status).toBe(200);
  });

  test('a 401 or an internal error: the same key can be used again', async () => {
    const refused = await desk.call('POST', '/inboxes', { as: 'nobody', body: { name: 'A' }, headers: key() });
    expect(refused.status).toBe(401);
    const { store } = desk.center.context;
    await store.write(db => db.schema.alterTable('inbox').renameTo('elsewhere').execute());
    expect((await create()).status).toBe(500);
    await store.write(db => db.schema.alterTable('elsewhere').renameTo('inbox').execute());
    expect((await create()).status).toBe(201);
  });

  test('an answer and its write are stored together or not at all', async () => {
    const { store } = desk.center.context;
    await store.write(db => db.schema.alterTable('idempotency').renameColumn('headers', 'other').execute());
    const before = await count();
    expect((await create()).status).toBe(500);
    expect(await count()).toBe(before);
    await store.write(db => db.schema.alterTable('idempotency').renameColumn('other', 'headers').execute());
  });
});

describe('an answer is repeated only while its caller may see what it is about', () => {
  /** A conversation in the agent's inbox. */
  const open = async () => {
    const made = await desk.call('POST', '/conversations', { body: { title: 'x', inbox_id: desk.inboxId } });
    return made.body.data.id as number;
  };
  const away = (id: number) => desk.call('PUT', `/conversations/${id}`, { body: { inbox_id: 1 } });
  const back = (id: number) => desk.call('PUT', `/conversations/${id}`, { body: { inbox_id: desk.inboxId } });

  test('a note, an update and a mass update in an inbox that the agent lost are new requests', async () => {
    const id = await open();
    const asks = [
      () => desk.call('POST', `/conversations/${id}/notes`, { as: 'agent', body: { details: 'n' }, headers: key('1') }),
      () => desk.call('PUT', `/conversations/${id}`, { as: 'agent', body: { title: 't' }, headers: key('2') }),
      () =>
        desk.call('PUT', '/conversations', {
          as: 'agent',
          body: { conversation_ids: [id], added_tags: ['vip'] },
          headers: key('3'),
        }),
    ];
    const first = [];
    for (const ask of asks) first.push(await ask());
    expect(first.map(({ status }) => status)).toEqual([201, 200, 200]);
    for (const [at, ask] of asks.entries()) expect((await ask()).body).toEqual(first[at]!.body);
    await away(id);
    for (const ask of asks) expect((await ask()).status).toBe(404);
    expect((await desk.call('GET', `/conversations/${id}/notes`)).body.data).toHaveLength(1);
  });

  test('a caller who sees everything gets it wherever the conversation is', async () => {
    const id = await open();
    const ask = () => desk.call('POST', `/conversations/${id}/notes`, { body: { details: 'n' }, headers: key() });
    const first = await ask();
    await away(id);
    expect((await ask()).body).toEqual(first.body);
    await back(id);
    expect((await ask()).body).toEqual(first.body);
  });

  test('a subscription to an inbox that the agent lost is refused', async () => {
    const ask = () => desk.call('POST', `/inboxes/${desk.inboxId}/subscribe`, { as: 'agent', headers: key() });
    expect((await ask()).status).toBe(200);
    await desk.call('DELETE', `/inboxes/${desk.inboxId}/agents/${desk.agentId}`);
    expect((await ask()).status).toBe(404);
  });
});

describe('a kept answer is deleted with the text in it', () => {
  const bodies = () =>
    desk.center.read(async ({ db }) => {
      const rows = await db.selectFrom('idempotency').select('body').execute();
      return rows.map(({ body }) => body).join('\n');
    });

  test.for(['note', 'message'] as const)('of a %s, also if it was merged into another conversation', async kind => {
    const made = [1, 2].map(() => desk.call('POST', '/conversations', { body: { title: 'x' } }));
    const [one, two] = (await Promise.all(made)).map(({ body }) => body.data.id as number);
    const body = kind === 'note' ? { details: 'quaxelbrot' } : { body_text: 'quaxelbrot' };
    const ask = () => desk.call('POST', `/conversations/${one}/${kind}s`, { body, headers: key('text') });
    const other = () =>
      desk.call('POST', `/conversations/${one}/notes`, { body: { details: 'another' }, headers: key('other') });
    const { id } = (await ask()).body.data;
    const kept = await other();
    await desk.call('PUT', `/conversations/${one}`, { body: { title: 'y' }, headers: key('preview') });
    await desk.call('POST', `/conversations/${two}/merge`, { body: [one], headers: key('merge') });
    expect(await bodies()).toContain('quaxelbrot');
    expect((await desk.fetch('DELETE', `/conversations/${two}/${kind}s/${id}`)).status).toBe(204);
    expect(await bodies()).not.toContain('quaxelbrot');
    // A late repetition does not bring the text back, and other answers stay the same.
    expect((await ask()).status).toBe(404);
    expect((await desk.call('GET', `/conversations/${two}/${kind}s`)).body.data).toHaveLength(kind === 'note' ? 1 : 0);
    expect((await other()).body).toEqual(kept.body);
  });
});

test('the answer is repeated after a restart', async () => {
  const folder = temporaryFolder();
  const { name: database, drop } = await newDatabase(join(folder, 'center.db'));
  try {
    const first = await openCenter({ database, folder });
    const options = { database, attachmentsFolder: first.folder };
    const request = () => first.request('POST', '/inboxes', { body: { name: 'A' }, headers: key() });
    const sent = request();
    const again = request();
    const answer = await (await first.center.fetch(sent)).text();
    await first.close();
    const second = await createCenter({ ...options, now: () => first.clock.now });
    expect(await (await second.fetch(again)).text()).toBe(answer);
    await second.close();
  } finally {
    await drop();
  }
});

test('a refusal, too, is repeated only while its caller sees the conversation that it names', async () => {
  const put = (agentIds: readonly number[]) =>
    desk.call('POST', '/inboxes/save', { body: { id: desk.inboxId, agent_ids: agentIds } });
  const open = async (title: string): Promise<number> =>
    (await desk.call('POST', '/conversations', { body: { title, inbox_id: desk.inboxId } })).body.data.id;
  const [survivor, source] = [await open('A'), await open('B')];
  await desk.call('POST', `/conversations/${survivor}/merge`, { body: { conversation_ids: [source] } });
  const ask = () =>
    desk.call('POST', `/conversations/${source}/notes`, { as: 'agent', body: { details: 'x' }, headers: key() });
  expect((await ask()).status).toBe(409);
  expect((await ask()).status).toBe(409);
  await put([]);
  expect((await ask()).status).toBe(404);
  const unknown = () => desk.call('DELETE', '/conversations/987654/notes/1', { as: 'agent', headers: key('k2') });
  expect([(await unknown()).status, (await unknown()).status]).toEqual([404, 404]);
});
