import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createApiKey } from '../../src/center/auth/administration.ts';
import type { Center } from '../../src/center/center.ts';
import { setFolderMark } from '../../src/center/database/folder-mark.ts';
import { isPostgres } from '../../src/center/database/postgres/address.ts';
import { memoize } from '../../src/center/model/memoize.ts';
import type { MailOutSettings } from '../../src/center/model/outgoing/mail-out.ts';
import type { CenterSettings } from '../../src/center/model/settings.ts';
import { basePath } from '../../src/contract/index.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { createCenter, templateOf, templateTime } from '../harness/center.ts';
import { newDatabase } from '../harness/databases.ts';
import { isInFolder } from '../harness/on-postgres.ts';

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
  /** Where its attachments are kept; by default beside its file, or in a folder of its own. */
  readonly folder?: string;
  /** See `CenterOptions`. */
  readonly isFolderWanted?: boolean;
  readonly settings?: Partial<CenterSettings>;
  /** How it sends mail; absent: not at all. */
  readonly mailOut?: MailOutSettings | undefined;
}

/** The time that the clock of `openCenter` shows at first: 2026-03-01T12:00:00Z. */
export const startTime = templateTime;

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

/** Those who are in each of these help centers, and the inbox of the agent. */
interface Residents extends Pick<OpenCenter, 'adminId' | 'agentId' | 'inboxId' | 'tokens'> {}

async function settle(center: Center): Promise<Residents> {
  const admin = await createAgent(center, { name: 'Ada Admin', email: 'ada@desk.example', role: 'admin' });
  const agent = await createAgent(center, { name: 'Ben Agent', email: 'ben@desk.example', role: 'agent' });
  const tokens = {
    admin: await createAgentToken(center, admin.id),
    agent: await createAgentToken(center, agent.id),
    key: (await createApiKey(center, 'tests')).token,
  };
  const answer = await center.fetch(
    new Request(`http://desk.example${basePath}/inboxes/save`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Support', agent_ids: [agent.id] }),
    }),
  );
  const inbox = (await answer.json()) as { data: { id: number } };
  return { adminId: admin.id, agentId: agent.id, inboxId: inbox.data.id, tokens };
}

/** A help center with its residents, that others begin as copies of: it is made once a process. */
const settled = memoize(async () => {
  let residents: Residents | undefined;
  const template = await templateOf(async path => {
    const center = await createCenter({
      database: path,
      attachmentsFolder: join(dirname(path), 'attachments'),
      now: () => startTime,
    });
    residents = await settle(center);
    // A copy has its files elsewhere.
    await center.write(({ db }) => setFolderMark(db, undefined));
    await center.close();
  });
  return { ...template, residents: residents! };
});

/** Where a new database begins as a copy, and its residents; nothing if it is there already, or on PostgreSQL. */
async function copied(database: string): Promise<{ residents?: Residents; memory?: Uint8Array }> {
  if (isPostgres(database) || existsSync(database)) return {};
  const { memory, file, residents } = await settled();
  if (database === ':memory:') return { memory, residents };
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  writeFileSync(database, file, { mode: 0o600, flag: 'wx' });
  return { residents };
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
  const { database: told = ':memory:' } = options;
  const isFile = told !== ':memory:' && !isPostgres(told);
  const attachmentsFolder = options.folder ?? join(isFile ? dirname(told) : folder, 'attachments');
  const { residents, ...memory } = await copied(database.name);
  const center = await createCenter({
    ...memory,
    database: database.name,
    attachmentsFolder,
    isFolderWanted: options.isFolderWanted ?? isInFolder(),
    settings: { passwordCost: 4, ...('settings' in database ? database.settings : {}), ...options.settings },
    mailOut: options.mailOut,
    now: () => clock.now,
    elapsed: () => clock.elapsed,
    log: line => log.push(line),
  });
  const { tokens, ...ids } = residents ?? (await settle(center));
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
  return {
    center,
    ...ids,
    tokens,
    clock,
    log,
    folder: attachmentsFolder,
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

/** The help center of the running test: each test of the file, or of the `describe`, gets a new one, which is closed after it. */
export function centerOfEach(options?: OpenOptions): OpenCenter {
  const held: { desk?: OpenCenter } = {};
  beforeEach(async () => {
    held.desk = await openCenter(options);
  });
  afterEach(() => held.desk!.close());
  return new Proxy({} as OpenCenter, { get: (_, name) => Reflect.get(held.desk!, name) });
}
