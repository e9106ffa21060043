import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { listenHere } from '../harness/listen-here.ts';
import type { Terminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

/** A help center over HTTP: who writes what is noted, and answers can be replaced. */
export interface WatchedCenter {
  /** The writes that came, oldest first: `POST /inboxes/bulk-sort`. */
  readonly writes: string[];
  /** The reads that came, oldest first: `GET /conversations?limit=80`. */
  readonly reads: string[];
  /** Calls the service with an API key, or as an agent; returns the answer's `data`. */
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown, token?: string): Promise<T>;
  /** Answers these writes with a status alone from now on; 0 breaks the connection. Without a pattern all are true. */
  refuse(pattern: RegExp | null, status?: number): void;
  /** Holds the answers of these writes back, until the returned function is called. */
  hold(pattern: RegExp): () => void;
  /** Its address. */
  readonly url: string;
  /** The help center's own key. */
  readonly apiKey: string;
  /** A new agent, with a token. */
  agent(name: string, role: 'agent' | 'admin'): Promise<WatchedAgent>;
  /** The desk of the caller with this token. */
  openDesk(token: string, how?: { columns?: number; rows?: number; args?: readonly string[] }): Promise<Terminal>;
}

/** An agent of a watched help center. */
export interface WatchedAgent {
  readonly id: number;
  readonly token: string;
  /** Signs in once more, for another token. */
  login(): Promise<string>;
}

const PASSWORD = 'a phrase that nobody else knows';
const BASE = '/api/agent/v1';

/** In the service's own form: an error in another one is a gateway's, and takes nothing away. */
function refusal(status: number): string {
  return JSON.stringify({
    error: { code: status === 501 ? 'not_implemented' : 'not_found', message: 'No such thing.' },
  });
}

/**
 * Opens an empty one, for the running test. `sendsMail`: it takes answers, and holds them. `isLive`: its desks are told
 * of changes as they happen.
 */
export async function openWatchedCenter({ sendsMail = false, isLive = false } = {}): Promise<WatchedCenter> {
  const folder = temporaryFolder();
  const center = await createCenter({
    database: join(folder, 'far.db'),
    attachmentsFolder: join(folder, 'far'),
    settings: { passwordCost: 4 },
    mailOut: sendsMail ? { sendDelayMs: 600_000, ratingDelayMs: 0, publicUrl: null } : undefined,
  });
  onTestFinished(() => center.close());
  const { token } = await createApiKey(center, 'test');
  const writes: string[] = [];
  const reads: string[] = [];
  const state: { refused: RegExp | null; status: number } = { refused: null, status: 404 };
  const held: { pattern: RegExp; until: Promise<void> }[] = [];

  const ask = async <T>(method: string, path: string, body?: unknown, bearer = token): Promise<T> => {
    const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await center.fetch(new Request(`http://center${BASE}${path}`, init));
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text).data) as T;
  };

  const server = createServer(async (request, response) => {
    const called = `${request.method} ${request.url?.replace(BASE, '')}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    (request.method === 'GET' ? reads : writes).push(called);
    if (state.refused?.test(called)) {
      if (state.status === 0) request.socket.destroy();
      else response.writeHead(state.status, { 'Content-Type': 'application/json' }).end(refusal(state.status));
      return;
    }
    const { 'accept-encoding': _, ...passed } = request.headers;
    const headers = Object.entries(passed).map(([name, value]) => [name, String(value)] as [string, string]);
    const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = await center.fetch(
      new Request(`http://center${request.url}`, { method: request.method!, headers, body, signal: gone.signal }),
    );
    await held.find(({ pattern }) => pattern.test(called))?.until;
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' });
    if (isLive && answer.body) for await (const chunk of answer.body) response.write(chunk);
    response.end(isLive ? undefined : Buffer.from(await answer.arrayBuffer()));
  });
  const url = await listenHere(server);

  return {
    url,
    writes,
    reads,
    apiKey: token,
    ask,
    hold: pattern => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push({ pattern, until: promise });
      return resolve;
    },
    refuse: (pattern, status = 404) => {
      state.refused = pattern;
      state.status = status;
    },
    agent: async (name, role) => {
      const email = `${name.toLowerCase()}@shop.example`;
      const { id } = await ask<{ id: number }>('POST', '/agents', { name, email, role, password: PASSWORD });
      const login = async (): Promise<string> => {
        const body = { email, password: PASSWORD };
        return (await ask<{ access_token: string }>('POST', '/login', body)).access_token;
      };
      return { id, token: await login(), login };
    },
    openDesk: async (ownToken, { columns = 120, rows = 30, args = [] } = {}) => {
      const desk = openBuiltDesk(
        ['--url', url, '--link', 'fast', ...args],
        deskEnvironment(folder, { FRONTDESK_TOKEN: ownToken }),
        { columns, rows },
      );
      await desk.sees('Unresolved');
      await desk.settled();
      return desk;
    },
  };
}
