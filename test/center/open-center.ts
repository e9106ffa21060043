import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { type Center, createCenter } from '../../src/center/center.ts';
import type { MailOut } from '../../src/center/model/outgoing/mail-out.ts';
import type { CenterSettings } from '../../src/center/model/settings.ts';
import { basePath } from '../../src/contract/index.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { newDatabase } from '../harness/databases.ts';

/** The caller: `admin`, `agent` (sees only the support inbox), `key` (API key), `nobody`, or a bearer token. */
export type Who = 'admin' | 'agent' | 'key' | 'nobody' | `fd${string}`;

export interface CallOptions {
  readonly as?: Who;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  /** Written `name[]=` for lists and `name[part]=` for objects. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** A help center with an admin, an agent with one inbox (`support`), and an API key, in a new database. */
export interface OpenCenter {
  readonly center: Center;
  readonly adminId: number;
  readonly agentId: number;
  /** The inbox that the agent sees; the default one (1) and the spam one (2) it does not see. */
  readonly inboxId: number;
  readonly tokens: Readonly<Record<'admin' | 'agent' | 'key', string>>;
  /** The clocks of the center, in milliseconds: the time of day, and the one that is never set back. Tests move them. */
  readonly clock: { now: number; elapsed: number };
  readonly log: string[];
  /** Where attachments are kept. */
  readonly folder: string;
  readonly request: (method: string, path: string, options?: CallOptions) => Request;
  /** The answer with its JSON read; `as` is `admin` unless said otherwise. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Called>;
  readonly fetch: (method: string, path: string, options?: CallOptions) => Promise<Response>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** One that is there already and stays; absent: a new one. */
  readonly database?: string;
  readonly settings?: Partial<CenterSettings>;
  /** How it sends mail; absent: not at all. */
  readonly mailOut?: MailOut | undefined;
}

/** The time that the clock of `openCenter` shows at first: 2026-03-01T12:00:00Z. */
export const startTime = Date.UTC(2026, 2, 1, 12);

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (Array.isArray(value)) for (const one of value) given.append(`${name}[]`, String(one));
    else if (typeof value === 'object' && value !== null)
      for (const [part, inner] of Object.entries(value))
        if (Array.isArray(inner)) for (const one of inner) given.append(`${name}[${part}][]`, String(one));
        else given.append(`${name}[${part}]`, String(inner));
    else given.append(name, String(value));
  return given.size > 0 ? `?${given}` : '';
}

async function people(center: Center) {
  const admin = await createAgent(center, { name: 'Ada Admin', email: 'ada@desk.example', role: 'admin' });
  const agent = await createAgent(center, { name: 'Ben Agent', email: 'ben@desk.example', role: 'agent' });
  const tokens = {
    admin: await createAgentToken(center, admin.id),
    agent: await createAgentToken(center, agent.id),
    key: (await createApiKey(center, 'tests')).token,
  };
  return { adminId: admin.id, agentId: agent.id, tokens };
}

async function readAnswer(response: Response): Promise<Called> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Opens it; close it after the test. Passwords are hashed cheaply. */
export async function openCenter(options: OpenOptions = {}): Promise<OpenCenter> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-center-'));
  const clock = { now: startTime, elapsed: 0 };
  const log: string[] = [];
  const database = options.database === undefined ? await newDatabase() : { name: options.database };
  const center = await createCenter({
    database: database.name,
    attachmentsFolder: join(folder, 'attachments'),
    settings: { passwordCost: 4, ...('settings' in database ? database.settings : {}), ...options.settings },
    mailOut: options.mailOut,
    now: () => clock.now,
    elapsed: () => clock.elapsed,
    log: line => log.push(line),
  });
  const { tokens, ...ids } = await people(center);
  const request = (
    method: string,
    path: string,
    { as = 'admin', body, query = {}, headers = {} }: CallOptions = {},
  ) => {
    const token = as in tokens ? tokens[as as keyof typeof tokens] : as === 'nobody' ? undefined : as;
    return new Request(`http://desk.example${basePath}${path}${searchOf(query)}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };
  const fetch: OpenCenter['fetch'] = (method, path, given) => center.fetch(request(method, path, given));
  const call: OpenCenter['call'] = async (...given) => readAnswer(await fetch(...given));
  const inbox = await call('POST', '/inboxes/save', { body: { name: 'Support', agent_ids: [ids.agentId] } });
  return {
    center,
    ...ids,
    inboxId: inbox.body.data.id,
    tokens,
    clock,
    log,
    folder: join(folder, 'attachments'),
    request,
    call,
    fetch,
    close: async () => {
      await center.close();
      if ('drop' in database) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
