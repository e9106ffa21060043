import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/client/api-error.ts';
import { createClient } from '../../src/client/client.ts';
import type { Conversation } from '../../src/client/model.ts';
import { baseUrl, clientOver, conversation, json, secret } from './fake-fetch.ts';

const at = Date.UTC(2026, 10, 20, 9, 12);
const one = { params: { conversation_id: 12 } };

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('the requests of the client', () => {
  it('sends a call to its path with the token, the query in the service’s form and a body in JSON', async () => {
    const { client, requests } = clientOver(() => json({ data: [] }));
    await client.conversation.list({
      query: {
        status: ['open', 'waiting'],
        assign_to: ['none', 4],
        inbox_ids: [3],
        tags: ['vip'],
        after: { created_at: '2026-11-20' },
        limit: 20,
      },
    });
    await client.conversation.massUpdate({ body: { conversation_ids: [1, 2], assign_to: null }, key: 'k1' });
    const [list, update] = requests;
    expect(decodeURIComponent(list!.url)).toBe(
      `${baseUrl}/api/agent/v1/conversations?status=open&status=waiting&assign_to[]=none&assign_to[]=4&inbox_ids[]=3&tags[]=vip&after[created_at]=2026-11-20&limit=20`,
    );
    expect(list!.headers.get('authorization')).toBe(`Bearer ${secret}`);
    expect(list!.headers.get('content-type')).toBeNull();
    expect([update!.method, update!.headers.get('idempotency-key')]).toEqual(['PUT', 'k1']);
    expect(update!.headers.get('content-type')).toBe('application/json');
    expect(await update!.json()).toEqual({ conversation_ids: [1, 2], assign_to: null });
  });

  it('writes a list under its bare name if the contract says so', async () => {
    const { client, requests } = clientOver(() => json({ data: [], meta: { next_cursor: null } }));
    await client.history.list({ params: { conversation_id: 1 }, query: { event: ['status', 'tags'] } });
    expect(new URL(requests[0]!.url).search).toBe('?event=status&event=tags');
  });

  it('sends a body with DELETE, a version with If-Match, and no token if the call needs none', async () => {
    const { client, requests } = clientOver(request =>
      request.url.endsWith('/login')
        ? json({ data: { access_token: 'abc', agent: { id: 1 } } })
        : new Response(null, { status: 204 }),
    );
    await client.conversation.removeTags({ body: { conversation_ids: [1], tags: ['late'] } });
    await client.note.remove({ params: { conversation_id: 1, note_id: 2 }, ifMatch: '"7"' });
    const login = await client.session.login({ body: { email: 'a@b.example', password: 'x'.repeat(12) } });
    expect(await requests[0]!.json()).toEqual({ conversation_ids: [1], tags: ['late'] });
    expect(requests[1]!.headers.get('if-match')).toBe('"7"');
    expect(requests[2]!.headers.get('authorization')).toBeNull();
    expect(login.data?.access_token).toBe('abc');
  });

  it('uploads a file as a form', async () => {
    const { client, requests } = clientOver(() => json({ data: { id: 9, name: 'a.txt' } }, { status: 201 }));
    const body = new FormData();
    body.append('file', new File(['hello'], 'a.txt'));
    const reply = await client.attachment.create({ body });
    expect(requests[0]!.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(reply.data?.name).toBe('a.txt');
  });

  it('never retries by itself', async () => {
    for (const status of [408, 409, 429, 500, 503]) {
      const { client, requests } = clientOver(() => json({}, { status }));
      await failureOf(client.inbox.list());
      expect(requests).toHaveLength(1);
    }
  });
});

describe('the answers that the client accepts from any help center', () => {
  const shapes: readonly (readonly [string, unknown])[] = [
    ['under data', { data: [conversation(12)], meta: { next_cursor: 'c2' } }],
    ['as a bare array', [conversation(12)]],
    ['under items', { items: [conversation(12)] }],
    ['under its own name', { conversations: [conversation(12)] }],
    ['under its own name in data', { data: { conversations: [conversation(12)] } }],
  ];
  it.each(shapes)('reads a list %s', async (_, body) => {
    const { client } = clientOver(() => json(body));
    const reply = await client.conversation.list();
    expect(reply.data.map(({ id, title, last_message_at }) => [id, title, last_message_at])).toEqual([
      [12, 'Refund for order 7741', at],
    ]);
  });

  it('takes the answer as the whole list if it says nothing of pages', async () => {
    const { client } = clientOver(() => json([conversation(12)]));
    expect((await client.conversation.list()).nextCursor).toBeNull();
  });

  it('reads the cursor of the next page', async () => {
    const { client } = clientOver(() => json({ data: [], meta: { next_cursor: 'c2' } }));
    expect((await client.conversation.list()).nextCursor).toBe('c2');
  });

  it.each<[string, unknown, unknown]>([
    ['the number of all', { data: [], meta: { total: 312 } }, { number: 312, isMore: false }],
    [
      'a number that is counted no further',
      { data: [], meta: { total: 10_000, total_is_more: true } },
      { number: 10_000, isMore: true },
    ],
    ['a number as text, without an envelope of its own', { data: [], total: '7' }, { number: 7, isMore: false }],
    ['no number', { data: [], meta: {} }, null],
    ['a total that is not a number', { data: [], meta: { total: 'many' } }, null],
    ['a bare array', [], null],
  ])('reads %s', async (_, body, total) => {
    const { client } = clientOver(() => json(body));
    expect((await client.conversation.list()).total).toEqual(total);
  });

  it.each([
    ['under data', { data: conversation(12) }],
    ['bare', conversation(12)],
    ['under its own name', { conversation: conversation(12) }],
  ])('reads one resource %s', async (_, body) => {
    const { client } = clientOver(() => json(body));
    expect((await client.conversation.get(one)).data.requester?.name).toBe('Zoë Quinn');
  });

  it('needs only an id to show a row, and skips rows that have none', async () => {
    const { client } = clientOver(() =>
      json({ data: [{ id: 7 }, { title: 'lost' }, null, 3, { id: 0 }, { id: 'x' }] }),
    );
    const [read, ...others]: readonly Conversation[] = (await client.conversation.list()).data;
    const { unsaid = [], ...row } = read!;
    expect(others).toEqual([]);
    const said = Object.keys(row).filter(name => !unsaid.includes(name as never));
    expect(said.sort()).toEqual([
      'deliver_at',
      'delivery_failed',
      'due_at',
      'followed',
      'id',
      'linked',
      'mentioned',
      'messages',
      'requester_note',
      'snoozed',
      'woken_from',
    ]);
    expect([row]).toEqual([
      {
        id: 7,
        title: '',
        conversation_status_id: null,
        status: '',
        inbox_id: null,
        assign_to: null,
        disable_rating: false,
        tags: [],
        contacts: [],
        requester: null,
        archived: false,
        merged_into: null,
        message_count: null,
        note_count: null,
        preview: '',
        created_at: null,
        updated_at: null,
        last_message_at: null,
        waiting_since: null,
        participants: [],
        unread: null,
        version: null,
        messages: undefined,
      },
    ]);
  });

  it('accepts numeric strings as ids, whole resources as ids and names, and unknown fields', async () => {
    const body = conversation('12', {
      assign_to: '4',
      contacts: ['5', { id: 6 }, 'x'],
      tags: [{ name: 'vip' }],
      flags: 1,
    });
    const { client } = clientOver(() => json([body]));
    const [row] = (await client.conversation.list()).data;
    expect([row?.id, row?.assign_to, row?.contacts, row?.tags]).toEqual([12, 4, [5, 6], ['vip']]);
    expect(row).not.toHaveProperty('flags');
  });

  it.each([
    ['2026-11-20T09:12:00', at],
    ['2026-11-20T09:12:00Z', at],
    ['2026-11-20T10:12:00+01:00', at],
    ['2026-11-20T10:12:00+0100', at],
    ['2026-11-20 09:12:00', at],
    ['2026-11-20 11:12:00.000000+02', at],
    ['2026-11-20T04:12:00-05', at],
    ['2026-11-20T09:12:00.500', at + 500],
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    [at / 1000, at],
    [at, at],
    ['yesterday', null],
    [{}, null],
  ])('reads the time %j', async (given, read) => {
    const { client } = clientOver(() => json([conversation(12, { created_at: given })]));
    expect((await client.conversation.list()).data[0]?.created_at).toBe(read);
  });

  it('makes every text safe, a single line stays one, and a message keeps its lines', async () => {
    const hostile = 'a\u001b]52;c;aGk=\u0007\r\nb\u202Ec';
    const message = { id: 1, body_text: hostile, author: { name: hostile, type: 'contact' }, kind: 'spy' };
    const { client } = clientOver(request =>
      request.url.includes('/messages')
        ? json([message])
        : json([conversation(12, { title: hostile, tags: [hostile] })]),
    );
    const [row] = (await client.conversation.list()).data;
    const [read] = (await client.message.list(one)).data;
    const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;
    for (const text of [row?.title, row?.tags[0], read?.author.name, read?.body_text])
      expect(text).not.toMatch(control);
    expect(row?.title).not.toContain('\n');
    expect(read?.body_text.split('\n')).toHaveLength(2);
    expect([read?.kind, read?.conversation_id]).toEqual([null, 12]);
  });

  it('uses a name in place of an author as the author’s name', async () => {
    const { client } = clientOver(() => json([{ id: 1, body_text: 'Hello', author: 'Zoë Quinn' }]));
    const [read] = (await client.message.list(one)).data;
    expect(read?.author).toEqual({ type: null, id: null, name: 'Zoë Quinn', email: null });
  });

  it('reads the events of another help center’s history, made safe', async () => {
    const data = [
      { id: 1, event: 'ticket.snoozed' },
      { id: 2, event: 'a\u001b[2J' },
      { id: 3, event: 7 },
    ];
    const { client } = clientOver(() => json({ data }));
    const entries = (await client.history.list({ params: { conversation_id: 1 } })).data;
    expect(entries.map(({ event }) => event)).toEqual(['ticket.snoozed', 'a^[[2J', '7']);
  });

  it('makes the free values of a history safe', async () => {
    const deep = ['a\u001b[2J', { 'de\u001bep': ['b\u001b[2J', 1, true] }];
    const changes = { 'ti\u001btle': { from: null, to: 'x\u001b[2J' }, tags: { from: false, to: deep } };
    const { client } = clientOver(() => json([{ id: 1, event: 'title.updated', changes }]));
    const [entry] = (await client.history.list(one)).data;
    expect(JSON.stringify(entry?.changes)).not.toContain('\\u001b');
    expect(Object.values(entry!.changes)).toEqual([
      { from: null, to: 'x^[[2J' },
      { from: false, to: ['a^[[2J', { 'de^[ep': ['b^[[2J', 1, true] }] },
    ]);
  });

  it('reads 3 MB of it', async () => {
    const many = Array.from({ length: 6_000 }, (_, index) => conversation(index + 1, { preview: 'x'.repeat(140) }));
    const { client } = clientOver(() => json({ data: many }));
    expect((await client.conversation.list()).data).toHaveLength(6_000);
  });

  it('is told that nothing changed, if the help center has versions', async () => {
    const { client, requests } = clientOver(request =>
      request.headers.has('if-none-match')
        ? new Response(null, { status: 304, headers: { etag: '"1"' } })
        : json([conversation(12)], { headers: { etag: '"1"' } }),
    );
    const first = await client.conversation.list();
    const second = await client.conversation.list({ etag: first.etag });
    expect([first.etag, first.isSame, second.etag, second.isSame, second.data]).toEqual([
      '"1"',
      false,
      '"1"',
      true,
      [],
    ]);
    expect(requests[1]!.headers.get('if-none-match')).toBe('"1"');
  });

  it.each([
    ['an empty 200', () => new Response('', { status: 200 })],
    ['an empty object', () => json({})],
    ['a body without an id', () => json({ data: { ok: true } })],
  ])('does not accept %s as proof that a write was carried out', async (_, answer) => {
    const { client } = clientOver(answer);
    expect((await client.conversation.archive(one)).data).toBeNull();
    expect((await client.conversation.addTags({ body: { conversation_ids: [1], tags: ['a'] } })).data).toEqual([]);
    expect(await client.note.remove({ params: { conversation_id: 1, note_id: 2 } })).toEqual({ isConfirmed: false });
  });

  it('accepts a 204 as proof that a deletion was carried out', async () => {
    const { client } = clientOver(() => new Response(null, { status: 204 }));
    expect(await client.note.remove({ params: { conversation_id: 1, note_id: 2 } })).toEqual({ isConfirmed: true });
  });
});

describe('invalid answers', () => {
  const page = '<!doctype html><html><head><title>Hotel Wi-Fi</title></head><body>Please sign in</body></html>';
  const garbage: readonly (readonly [string, () => Response, RegExp])[] = [
    [
      'HTML with 200',
      () => new Response(page, { headers: { 'content-type': 'text/html' } }),
      /web page .“Hotel Wi-Fi”. answers instead of the help center at/,
    ],
    [
      'truncated JSON',
      () => new Response('{"data": [{"id": 1', { headers: { 'content-type': 'application/json' } }),
      /broke off/,
    ],
    ['an empty 200', () => new Response(''), /without any data/],
    ['a 204', () => new Response(null, { status: 204 }), /without any data/],
    ['a string', () => json('fine'), /not what was asked for/],
    ['a number', () => json(5), /not what was asked for/],
    ['null', () => json(null), /not what was asked for/],
  ];
  it.each(garbage)('says clearly that %s is not the expected answer', async (_, answer, message) => {
    const { client } = clientOver(answer);
    for (const call of [client.conversation.list(), client.conversation.get(one)]) {
      const error = await failureOf(call);
      expect([error.code, error.isTransient]).toEqual(['unreadable', true]);
      expect(error.message).toMatch(message);
      expect(error.message).toContain('help.example');
    }
  });

  it('says that an object without a list is not a list', async () => {
    const { client } = clientOver(() => json({ hello: 'world' }));
    expect((await failureOf(client.conversation.list())).code).toBe('unreadable');
  });

  it('does not accept a web page as proof that a change was carried out', async () => {
    const { client } = clientOver(() => new Response(page));
    expect((await failureOf(client.conversation.archive(one))).isTransient).toBe(true);
    expect((await failureOf(client.note.remove({ params: { conversation_id: 1, note_id: 2 } }))).isTransient).toBe(
      true,
    );
  });

  it('gives up on an answer that does not end', async () => {
    const { client } = clientOver(
      () =>
        new Response(
          new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(4 * 1024 * 1024).fill(32)) }),
        ),
    );
    expect((await failureOf(client.inbox.list())).message).toMatch(/larger than 32 MiB/);
  });

  it('gives up on an answer with too many objects and says why; objects within texts do not count', async () => {
    const answer = (data: string) => () => new Response(`{"data":[${data}]}`);
    const { client: many } = clientOver(answer(Array(40_001).fill('{}').join()));
    expect((await failureOf(many.inbox.list())).message).toContain('holds more than the desk can take in at once');
    const { client: signs } = clientOver(answer(JSON.stringify('{,['.repeat(400_000))));
    expect((await signs.inbox.list()).data).toEqual([]);
  });

  it('says that the connection broke in the middle', async () => {
    const { client } = clientOver(
      () =>
        new Response(
          new ReadableStream({
            start: controller => {
              controller.enqueue(new TextEncoder().encode('{"data"'));
              controller.error(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
            },
          }),
        ),
    );
    const error = await failureOf(client.inbox.list());
    expect([error.code, error.message]).toEqual(['unreachable', 'help.example does not answer (ECONNRESET).']);
  });

  it('says that there is no answer, and never the token', async () => {
    const { client } = clientOver(() => {
      throw new TypeError(`fetch failed ${secret}`, {
        cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
      });
    });
    const error = await failureOf(client.inbox.list());
    expect([error.code, error.status, error.isTransient]).toEqual(['unreachable', 0, true]);
    expect(error.message).toBe('help.example does not answer (ECONNREFUSED).');
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(secret);
  });

  it('says that no answer came in time', async () => {
    const { client } = clientOver(
      request =>
        new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason))),
      { timeoutMs: 20 },
    );
    expect((await failureOf(client.inbox.list())).code).toBe('timeout');
  });
});

describe('refusals of any shape', () => {
  it('reads the service’s own errors with their details', async () => {
    const error = {
      code: 'conflict',
      message: '#12 was merged into #7.',
      details: [{ path: 'conversation_ids.0', message: 'merged' }],
    };
    const { client } = clientOver(() => json({ error }, { status: 409 }));
    const failure = await failureOf(client.conversation.archive(one));
    expect([failure.status, failure.code, failure.message]).toEqual([409, 'conflict', '#12 was merged into #7.']);
    expect(failure.details).toEqual([{ path: 'conversation_ids.0', message: 'merged' }]);
    expect(failure.isTransient).toBe(false);
  });

  it.each([
    [json({ message: 'No such thing' }, { status: 404 }), 'not_found', 'No such thing', false],
    [json({ error: 'Nope' }, { status: 403 }), 'forbidden', 'Nope', false],
    [json({ errors: [{ detail: 'Bad id' }] }, { status: 400 }), 'refused', 'Bad id', false],
    [json(['first', 'second'], { status: 422 }), 'validation_failed', 'first', false],
    [json({ error: { code: 'strange', message: 'Hm' } }, { status: 418 }), 'refused', 'Hm', false],
    [new Response('<h1>502 Bad Gateway</h1><hr>nginx', { status: 502 }), 'unavailable', '502 Bad Gateway nginx', true],
    [new Response('plain words', { status: 500 }), 'internal', 'plain words', true],
    [new Response('', { status: 503 }), 'unavailable', 'help.example answered 503 and did not say why.', true],
    [json({ error: { code: 'not_implemented', message: 'No' } }, { status: 501 }), 'not_implemented', 'No', false],
    [json({}, { status: 401 }), 'unauthorized', 'help.example answered 401 and did not say why.', true],
    [json({ message: 'a\u001b[31m' }, { status: 400 }), 'refused', 'a^[[31m', false],
  ])('reads %#', async (response, code, message, isTransient) => {
    const { client } = clientOver(() => response);
    const failure = await failureOf(client.inbox.list());
    expect([failure.code, failure.message, failure.isTransient]).toEqual([code, message, isTransient]);
  });

  const page = '<!doctype html><title>Hotel Wi-Fi</title>';
  const own = (code: string) => ({ error: { code, message: 'No.' } });
  it.each([
    ['own shape', json(own('conflict'), { status: 409 }), 'refusal'],
    ['own shape under another status', json(own('conflict'), { status: 403 }), 'unclear'],
    ['own shape with a code of nobody’s', json(own('blocked'), { status: 403 }), 'unclear'],
    ['own shape without a message', json({ error: { code: 'forbidden' } }, { status: 403 }), 'unclear'],
    ['JSON of another shape', json({ message: 'Forbidden' }, { status: 403 }), 'unclear'],
    ['a few words', new Response('Forbidden', { status: 403 }), 'unclear'],
    ['nothing', new Response('', { status: 404 }), 'unclear'],
    ...[400, 403, 404, 405, 407, 451, 501, 511].map(
      status => [`a web page with ${status}`, new Response(page, { status }), 'nobody’s'] as const,
    ),
    ['half an error', new Response('{"error": {"code": "conf', { status: 409 }), 'nobody’s'],
    ['a revoked token', json(own('unauthorized'), { status: 401 }), 'nobody’s'],
  ] as const)('says who refused: %s', async (_, response, whose) => {
    const { client } = clientOver(() => response);
    const { isRefusal, isUnclear, isTransient, isAbsent, status } = await failureOf(client.conversation.archive(one));
    expect({ isRefusal, isUnclear, isTransient }).toEqual({
      isRefusal: whose === 'refusal',
      isUnclear: whose === 'unclear',
      isTransient: whose === 'nobody’s',
    });
    expect(isAbsent).toBe([404, 405, 501].includes(status) && whose !== 'nobody’s');
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'UND_ERR_SOCKET'])(
    'knows for %s whether it was sent',
    async code => {
      const { client } = clientOver(() => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) });
      });
      expect((await failureOf(client.conversation.archive(one))).isUnsent).toBe(/REFUSED|NOTFOUND/.test(code));
    },
  );

  it('reads how long to wait, and ignores absurd times', async () => {
    for (const [header, waitMs] of [
      ['Fri, 20 Nov 2026 09:12:05 GMT', 5_000],
      ['3', 3_000],
      ['86400', 600_000],
      ['soon', null],
    ] as const) {
      const { client } = clientOver(() =>
        json({}, { status: 429, headers: { 'retry-after': header, date: 'Fri, 20 Nov 2026 09:12:00 GMT' } }),
      );
      expect((await failureOf(client.inbox.list())).retryAfterMs).toBe(waitMs);
    }
  });
});

describe('redirects', () => {
  const to = (location: string, status = 302) => new Response(null, { status, headers: { location } });

  it.each([301, 302, 303, 307, 308])('never sends anything to another host (%i)', async status => {
    const { client, requests } = clientOver(() => to('https://evil.example/steal', status));
    for (const call of [client.inbox.list(), client.conversation.archive(one)]) {
      const error = await failureOf(call);
      expect(error.code).toBe('redirected');
      expect(error.message).toContain('https://evil.example');
    }
    expect(requests.every(request => request.url.startsWith(`${baseUrl}/`))).toBe(true);
  });

  it('does not follow to another port or without encryption either', async () => {
    for (const target of ['https://help.example:8443/x', 'http://help.example/x', '//evil.example/x', 'javascript:1']) {
      const { client, requests } = clientOver(() => to(target));
      expect((await failureOf(client.inbox.list())).code).toBe('redirected');
      expect(requests).toHaveLength(1);
    }
  });

  it('follows on the same host for a read, but not in circles', async () => {
    const { client } = clientOver(request =>
      request.url.includes('/v1/') ? to('/api/agent/v2/inboxes') : json([{ id: 1, name: 'Support' }]),
    );
    expect((await client.inbox.list()).data[0]?.name).toBe('Support');
    const round = clientOver(request => to(request.url));
    expect((await failureOf(round.client.inbox.list())).message).toMatch(/circles/);
    expect(round.requests.length).toBeLessThan(10);
  });

  it('sends a change on only if the help center says that it was not done', async () => {
    const kept = clientOver(request =>
      request.url.endsWith('/again') ? json({ data: conversation(12) }) : to('/again', 308),
    );
    expect((await kept.client.conversation.update({ ...one, body: { title: 'x' } })).data?.id).toBe(12);
    expect(await kept.requests[1]!.json()).toEqual({ title: 'x' });
    const { client } = clientOver(() => to('/again', 302));
    expect((await failureOf(client.conversation.archive(one))).code).toBe('redirected');
  });
});

describe('addresses', () => {
  it('keeps a path in the address and ends it once', async () => {
    const { client, requests } = clientOver(() => json([]), { baseUrl: 'https://help.example/desk/' });
    await client.inbox.list();
    expect(requests[0]!.url).toBe('https://help.example/desk/api/agent/v1/inboxes');
  });

  it('returns a stream unchanged, and a refusal of it as an error', async () => {
    const { client } = clientOver(() => new Response('event: inbox.changed\n\n'));
    expect(await (await client.service.events()).text()).toContain('inbox.changed');
    const refusing = clientOver(() => json({ message: 'no events here' }, { status: 404 }));
    expect((await failureOf(refusing.client.service.events())).isAbsent).toBe(true);
  });

  it('works without a token', async () => {
    const seen: (string | null)[] = [];
    const client = createClient({
      baseUrl,
      token: () => undefined,
      fetch: async request => {
        seen.push(request.headers.get('authorization'));
        return json([]);
      },
    });
    await client.inbox.list();
    expect(seen).toEqual([null]);
  });
});
