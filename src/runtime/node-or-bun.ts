import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { userInfo } from 'node:os';
import type { Worker } from 'node:worker_threads';

/** All that Node and Bun do differently. Bun runs the program as an executable alone. */
const { Bun } = globalThis as { readonly Bun?: { readonly version: string; gc(isAtOnce: boolean): void } };

/** The runtime of the program, with its version: `Node 24.15.0`. */
export function runtimeText(): string {
  return Bun === undefined ? `Node ${process.versions.node}` : `Bun ${Bun.version}`;
}

/** The arguments that this runtime needs before the program's own to start it again. */
export function ownCommand(): readonly string[] {
  return Bun === undefined ? [...process.execArgv, process.argv[1]!] : [];
}

/** Collects all garbage at once; undefined if the engine is told by flags when to collect. */
export const collectAtOnce = Bun && (() => Bun.gc(true));

/** Whether the runtime limits a thread's heap: Bun ignores `resourceLimits`. */
export const HAS_HEAP_LIMITS = Bun === undefined;

/** The resources that a thread has used since it started. */
export interface ThreadCost {
  readonly cpuMs: number;
  /** 0 where the runtime limits the thread's heap itself. */
  readonly memoryMiB: number;
}

/**
 * The resources that a thread has used so far, or on Bun, whose busy threads do not say it, those of the whole process;
 * undefined if the thread has ended.
 */
export async function threadCost(worker: Worker): Promise<ThreadCost | undefined> {
  const cpu = HAS_HEAP_LIMITS ? await worker.cpuUsage().catch(() => undefined) : process.cpuUsage();
  if (cpu === undefined) return undefined;
  const memoryMiB = HAS_HEAP_LIMITS ? 0 : process.memoryUsage.rss() / 2 ** 20;
  return { cpuMs: (cpu.user + cpu.system) / 1_000, memoryMiB };
}

/** The name of the system's user that runs this process; the environment is not looked at. */
export function systemUser(): string {
  const uid = String(process.getuid?.() ?? '');
  // Bun's `userInfo` returns $USER. Where there is no name, as in containers, Node's throws.
  const ways = Bun ? [() => nameInFile(uid), nameOfId] : [() => userInfo().username];
  for (const way of ways) {
    try {
      const name = way();
      if (name) return name;
    } catch {}
  }
  return `uid-${uid}`;
}

function nameInFile(uid: string): string | undefined {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  return users.map(line => line.split(':')).find(([, , id]) => id === uid)?.[0];
}

/** Users of a directory service, and those of macOS, are in no file. */
function nameOfId(): string {
  const env = { PATH: '/usr/bin:/bin' };
  return execFileSync('id', ['-un'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** Whether diagnostics tell of the connections and requests of fetch. */
export const TELLS_OF_CONNECTIONS = Bun === undefined;

/** Lets fetch trust these authorities as well, in PEM: Bun's does not take those of TLS. */
export function trustInFetch(ca: readonly string[]): void {
  if (Bun === undefined) return;
  const before = globalThis.fetch;
  globalThis.fetch = ((input: Request, init?: RequestInit) =>
    before(input, { ...init, tls: { ca } } as RequestInit)) as typeof fetch;
}

/** The names of `DecompressionStream` for the codings of answers; the types of the web do not know brotli. */
const formats = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'brotli'],
  ['deflate', 'deflate'],
]) as ReadonlyMap<string, CompressionFormat>;

/**
 * Sends a request as Node's fetch does: to its host itself, and without a word on stderr. Bun's fetch would send it,
 * with the token, to a proxy that the environment names, and it reads that when it is called; no option of it says
 * otherwise. It would also print each compressed answer that is broken, into the desk's screen.
 */
export const directFetch = fetchOver();

/** Where a connection goes. */
export interface ConnectTo {
  readonly hostname: string;
  readonly port: string;
  /** The name in the server's certificate; null if it is the host's. */
  readonly servername?: string | null;
}

/** Makes a connection with TLS. */
export type Connect = (to: ConnectTo, done: (error: Error | null, socket: Socket | null) => void) => void;

/**
 * How long a connection is kept if its server does not say, in milliseconds. Node's own 4 s would make a new one for most
 * keys, which costs a slow link the whole beginning of TLS; a server that ends it earlier says so at that moment.
 */
const KEPT_MS = 300_000;

/** `directFetch` with a maker of its connections, if they are encrypted. Bun makes them itself. `more`: for its agents. */
export function fetchOver(connect?: Connect, more: object = {}): (request: Request) => Promise<Response> {
  if (Bun) return async request => decompressed(await fetchPastProxies(request));
  const agents = new Map<boolean, Dispatcher>();
  const dispatcherOf = ({ origin }: Dispatched): Dispatcher => {
    const isSecured = connect !== undefined && String(origin).startsWith('https:');
    const known = agents.get(isSecured);
    if (known) return known;
    const own = (globalThis as unknown as Record<symbol, Dispatcher>)[Symbol.for('undici.globalDispatcher.1')]!;
    const options = { keepAliveTimeout: KEPT_MS, ...(isSecured && { connect }), ...more };
    const agent = new (own.constructor as new (options: object) => Dispatcher)(options);
    agents.set(isSecured, agent);
    return agent;
  };
  const lean = dispatcher(dispatcherOf, {});
  // Node gives a request 300 seconds to its answer's head, counted from the last part of a file that the system took. A
  // slow link may need longer to carry it: our own limit of silence knows that, so Node's is off.
  const patient = dispatcher(dispatcherOf, { headersTimeout: 0 });
  return request => {
    const isForm = request.headers.get('content-type')?.startsWith('multipart/') === true;
    return fetch(request, { dispatcher: isForm ? patient : lean } as RequestInit);
  };
}

/** `directFetch` whose connections all go to a Unix socket; the host of a request is not looked up. */
export function fetchThrough(path: string): (request: Request) => Promise<Response> {
  if (Bun) return async request => decompressed(await fetchPastProxies(request, { unix: path }));
  return fetchOver(undefined, { connect: { socketPath: path } });
}

interface Dispatched {
  readonly origin?: string | URL;
  readonly headers: Readonly<Record<string, string>>;
}

interface Dispatcher {
  dispatch(options: Dispatched, handler: unknown): boolean;
}

/** The fields that fetch adds because browsers send them: useless here, or sent by ourselves if we want them. */
const OF_BROWSERS: ReadonlySet<string> = new Set([
  'accept: */*',
  'accept-encoding: gzip, deflate',
  'accept-encoding: br, gzip, deflate',
  'accept-language: *',
  'cache-control: no-cache',
  'pragma: no-cache',
  'sec-fetch-mode: cors',
  'user-agent: node',
]);

/** Passes requests on to a dispatcher of Node, without the fields of browsers. */
function dispatcher(dispatcherOf: (options: Dispatched) => Dispatcher, more: object): Dispatcher {
  return {
    dispatch: (options, handler) => {
      const said = Object.entries(options.headers).filter(([name, value]) => !OF_BROWSERS.has(`${name}: ${value}`));
      return dispatcherOf(options).dispatch({ ...options, ...more, headers: Object.fromEntries(said) }, handler);
    },
  };
}

function fetchPastProxies(request: Request, more: object = {}): Promise<Response> {
  const { NO_PROXY: before } = process.env;
  process.env.NO_PROXY = '*';
  try {
    return fetch(request, { decompress: false, ...more } as RequestInit);
  } finally {
    if (before === undefined) delete process.env.NO_PROXY;
    else process.env.NO_PROXY = before;
  }
}

/** The answer with its body as it was before compression; the headers stay. */
function decompressed(response: Response): Response {
  const format = formats.get(response.headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  if (response.body === null || format === undefined) return response;
  return new Response(response.body.pipeThrough(new DecompressionStream(format)), response);
}
