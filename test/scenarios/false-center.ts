import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { createCenter } from '../harness/center.ts';
import { listenHere } from '../harness/listen-here.ts';
import { PAYLOADS } from '../harness/payloads.ts';
import { createRandom, pick } from '../harness/random.ts';

/** How a false help center answers: hostile texts in a true answer, or a failure of some kind. */
export type Falsehood =
  | 'none'
  | 'hostile texts'
  | 'hostile refusals'
  | '401'
  | '500 that repeats the request'
  | 'a redirect elsewhere'
  | 'half an answer'
  | 'a web page'
  | 'a broken connection'
  | 'silence';

/** A help center over HTTP with prescribed answers. */
export interface FalseCenter {
  readonly url: string;
  readonly token: string;
  become(falsehood: Falsehood): void;
  /** What came to the other address, to which it redirects. */
  readonly strayed: string[];
  /** How many requests were answered falsely. */
  count(): number;
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void handler(request, response));
  return listenHere(server);
}

const random = createRandom(41);
function hostile(): string {
  return `${pick(random, PAYLOADS)}x${pick(random, PAYLOADS)}`;
}

/** Fields of an answer that are not shown but acted on. */
const MEANT = /^(?:next_cursor|kind|type|role|event|code|request_id|access_token|slug|.*_at)$/;

/** A true answer with something hostile behind every text that is shown. */
function infected(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return MEANT.test(name) ? value : `${value}${hostile()}`;
  if (Array.isArray(value)) return value.map(item => infected(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, infected(item, key)]));
}

type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body: string };
function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  };
}

/** Opens one; its conversations are `titles`, each with a message, a note and tags. */
export async function openFalseCenter(folder: string, titles: readonly string[]): Promise<FalseCenter> {
  const center = await createCenter({ database: join(folder, 'far.db'), attachmentsFolder: join(folder, 'far') });
  onTestFinished(() => center.close());
  const { token } = await createApiKey(center, 'desk');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const ask = async (path: string, body: unknown) => {
    const request = new Request(`http://center/api/agent/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return ((await (await center.fetch(request)).json()) as { data: { id: number } }).data.id;
  };
  for (const [index, title] of titles.entries()) {
    const contact = await ask('/contacts', { name: `Customer of ${title}`, email: `customer${index}@far.example` });
    const id = await ask('/conversations', { title, contacts: [contact], tags: ['vip', 'late'] });
    await ask(`/conversations/${id}/messages`, { body_text: `Hello, ${title}.\n\nThe end.` });
    await ask(`/conversations/${id}/notes`, { details: `A note on ${title}.` });
  }

  const state = { falsehood: 'none' as Falsehood, count: 0 };
  const strayed: string[] = [];
  const elsewhere = await listen((request, response) => {
    strayed.push(JSON.stringify([request.url, request.headers]));
    response.end('{"data":[]}');
  });
  const truth = async (request: IncomingMessage): Promise<Response> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
    const { 'accept-encoding': _, ...passed } = request.headers;
    const sent = Object.entries(passed).map(([name, value]) => [name, String(value)] as [string, string]);
    return center.fetch(new Request(`http://center${request.url}`, { method: request.method!, headers: sent, body }));
  };
  const falseAnswer = (request: IncomingMessage): Answer | undefined => {
    const asked = JSON.stringify(request.headers);
    switch (state.falsehood) {
      case 'hostile refusals':
        return request.method === 'GET'
          ? undefined
          : json(422, { error: { code: 'validation_failed', message: `No: ${hostile()}` } });
      case '401':
        return json(401, {
          error: { code: 'unauthorized', message: `The token ${request.headers.authorization} is not known.` },
        });
      case '500 that repeats the request':
        return json(500, { error: { code: 'internal', message: `Broken while answering ${asked}` } });
      case 'a redirect elsewhere':
        return { status: 307, headers: { Location: `${elsewhere}${request.url}` }, body: '' };
      case 'half an answer':
        return { ...json(200, null), body: `{"data": [{"id": 1, "title": "${asked.replaceAll('"', '')}` };
      case 'a web page':
        return {
          status: 502,
          headers: { 'Content-Type': 'text/html' },
          body: `<title>Bad \x1b]0;t\x07 ${asked}</title>`,
        };
      default:
        return undefined;
    }
  };
  const url = await listen(async (request, response) => {
    const answer = falseAnswer(request);
    if (state.falsehood !== 'none') state.count += 1;
    if (state.falsehood === 'silence') return;
    if (state.falsehood === 'a broken connection') request.socket.destroy();
    else if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else {
      const real = await truth(request);
      const text = await real.text();
      const isHostile = state.falsehood !== 'none' && request.method === 'GET' && text.startsWith('{');
      response.writeHead(real.status, { 'Content-Type': real.headers.get('content-type') ?? 'text/plain' });
      response.end(isHostile ? JSON.stringify(infected(JSON.parse(text))) : text);
    }
  });
  return {
    url,
    token,
    strayed,
    count: () => state.count,
    become: falsehood => {
      state.falsehood = falsehood;
    },
  };
}
