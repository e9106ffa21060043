import { describe, expect, test, vi } from 'vitest';
import { centerOfEach } from '../open-center.ts';

const desk = centerOfEach();

function raw(path: string, init: RequestInit = {}) {
  return desk.center.fetch(
    new Request(`http://desk.example${path}`, {
      ...init,
      headers: { authorization: `Bearer ${desk.tokens.admin}`, ...(init.headers as Record<string, string>) },
    }),
  );
}

describe('bodies', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    raw('/api/agent/v1/inboxes', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  test('a compressed body, another charset and bytes that are not text are refused', async () => {
    expect((await send('{"name":"A"}', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await send('{"name":"A"}', { 'content-type': 'application/json; charset=latin1' })).status).toBe(415);
    const bytes = await raw('/api/agent/v1/inboxes', {
      method: 'POST',
      body: new Uint8Array([0x22, 0xff, 0x22]),
      headers: { 'content-type': 'Application/JSON; charset="UTF-8"' },
    });
    expect(bytes.status).toBe(400);
  });

  test('deep nesting or very many values are 400 before the body is parsed', async () => {
    expect((await send(`{"name":"A","x":${'['.repeat(40)}${']'.repeat(40)}}`)).status).toBe(400);
    expect((await send(`{"name":"A","x":[${'1,'.repeat(60_000)}1]}`)).status).toBe(400);
    expect((await send(JSON.stringify({ name: 'A', description: '[{'.repeat(100) }))).status).toBe(201);
  });

  test('a refused length is given in the unit that is counted', async () => {
    const told = async (method: string, path: string, body: object) =>
      (await desk.call(method, path, { body })).body.error.details.map(
        (one: { path: string; message: string }) => `${one.path} ${one.message}`,
      );
    const long = { slug: 'x'.repeat(65), description: 'x'.repeat(2_001), sort: -1 };
    expect(await told('PUT', `/inboxes/${desk.inboxId}`, long)).toEqual([
      'description must be at most 2,000 characters long',
      'slug must be at most 64 characters long',
      'sort must be at least 0',
    ]);
    expect(await told('POST', '/inboxes/bulk-sort', { inboxes: [] })).toEqual(['inboxes must have at least 1 entry']);
    const contacts = Array.from({ length: 101 }, () => 1);
    expect(await told('POST', '/conversations', { title: 'x', contacts })).toEqual([
      'contacts must have at most 100 entries',
    ]);
    expect(await told('POST', '/conversations/1/merge', 7 as unknown as object)).toEqual([
      ' must be a list of the conversations’ ids',
    ]);
  });
});

describe('every answer', () => {
  test('has the time by the clock that due times go by', async () => {
    for (const path of ['/me', '/nothing', '/events']) {
      const { headers, body } = await desk.fetch('GET', path);
      expect(Date.parse(headers.get('date')!)).toBe(Math.floor(desk.center.context.now() / 1_000) * 1_000);
      await body?.cancel();
    }
  });

  test('writes one line to the log, without tokens, addresses and queries', async () => {
    desk.log.length = 0;
    await desk.fetch('GET', '/contacts', { query: { q: 'ada@desk.example' }, headers: { 'x-request-id': 'r1' } });
    await desk.fetch('POST', '/login', { body: { email: 'ada@desk.example', password: 'hunter2hunter2' } });
    expect(desk.log).toHaveLength(2);
    expect(desk.log[0]).toMatch(/^GET contact\.list 200 \d+\.\dms agent:1 r1$/);
    expect(desk.log[1]).toMatch(/^POST session\.login 401 /);
    expect(desk.log.join()).not.toMatch(/desk\.example|hunter2|fda_/);
  });
});

describe('internal errors', () => {
  test('are 500 without a stack; the log says where it happened, and nothing of the written text', async () => {
    const { store } = desk.center.context;
    await store.write(db => db.schema.dropTable('inbox_subscription').execute());
    desk.log.length = 0;
    const { status, body } = await desk.call('GET', '/inboxes');
    expect(status).toBe(500);
    expect(Object.keys(body.error)).toEqual(['code', 'message']);
    expect(JSON.stringify(body)).not.toMatch(/sql|inbox_subscription|at /i);
    expect(desk.log[0]).toMatch(/ 500 .*"Error at /);
    expect(desk.log[0]).not.toContain('no such table');
  });

  test('a store that cannot write is 503, and nothing of the write stays', async () => {
    await desk.center.context.store.write(async db => {
      const { sql } = await import('kysely');
      await sql`pragma max_page_count = 1`.execute(db);
    });
    const name = 'x'.repeat(100);
    let status = 0;
    for (let tries = 0; tries < 60 && status < 500; tries += 1)
      ({ status } = await desk.call('POST', '/contacts', { body: { name, email: `a${tries}@b.example` } }));
    expect(status).toBe(503);
    expect((await desk.call('GET', '/me')).status).toBe(200);
  });
});

describe('the log', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const told = async (traceparent: string) => {
    const parts: object[] = [];
    const lines: string[] = [];
    const log = vi.spyOn(desk.center.context, 'log');
    log.mockImplementation((line, more) => {
      lines.push(line);
      parts.push(more!);
    });
    await desk.call('GET', '/me', { headers: { traceparent, 'x-request-id': 'mine' } });
    return { line: lines[0], parts: parts[0] };
  };

  test('has a line of each request and its parts, with the trace that it belongs to', async () => {
    const { line, parts } = await told(`00-${trace}-b7ad6b7169203331-01`);
    expect(line).toMatch(new RegExp(`^GET session.me 200 [\\d.]+ms agent:${desk.adminId} mine trace=${trace}$`));
    expect(parts).toEqual({
      method: 'GET',
      route: 'session.me',
      status: 200,
      ms: expect.any(Number),
      caller: `agent:${desk.adminId}`,
      request_id: 'mine',
      trace_id: trace,
      parent_id: 'b7ad6b7169203331',
    });
  });

  test.for([
    '',
    `00-${trace}`,
    `ff-${trace}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
    `00-${trace}-b7ad6b7169203331-01x`,
    `x\u001b[31m`,
  ])('ignores a traceparent of another form: %j', async given => {
    const { line, parts } = await told(given.replace('\u001b', ''));
    expect(line).not.toContain('trace');
    expect(parts).not.toHaveProperty('trace_id');
  });
});
