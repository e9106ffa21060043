import { setImmediate as turn } from 'node:timers/promises';
import { Conversation } from '../contract/conversation.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Program } from '../contract/history.ts';
import { contract } from '../contract/index.ts';
import { Session } from '../contract/session.ts';
import type { SafeText } from '../text/safe.ts';
import type { Client, PlainReply } from './call.ts';
import { createCapabilities } from './capabilities.ts';
import { completed, createTold, settledPart } from './complete.ts';
import {
  createDecode,
  type Decode,
  findList,
  findNextCursor,
  findOne,
  findTotal,
  metaOf,
  resourceNames,
  unusable,
} from './decode.ts';
import { responseError, unreadable } from './failure.ts';
import { inTurn, type LaneName, type Lanes, type LaneTurn, type TurnTransport } from './lanes.ts';
import type { Conversation as ShownConversation } from './model.ts';
import { type AnyRequest, httpRequestOf } from './request.ts';
import { createStart } from './start.ts';
import { createTransport, isAtHand, type RawResponse } from './transport.ts';
import { carryOn, hostOf, type Way } from './way.ts';
import { withoutSecrets } from './without-secrets.ts';

export type { Client } from './call.ts';

/** The parts of a query that only make an answer smaller: a help center that does not know them may refuse them. */
const EXTRAS = new Map<Endpoint, readonly string[]>([
  [contract.conversation.list, ['fields']],
  [contract.message.list, ['fields', 'body_limit', 'after_id']],
  [contract.service.events, ['rows', 'presence']],
]);

/** The request without its extras; undefined if it has none. */
function withoutExtras(endpoint: Endpoint, { query = {}, ...request }: AnyRequest): AnyRequest | undefined {
  const extras = EXTRAS.get(endpoint) ?? [];
  if (!extras.some(name => query[name] !== undefined)) return undefined;
  return { ...request, query: Object.fromEntries(Object.entries(query).filter(([name]) => !extras.includes(name))) };
}

/** The address of the help center and the way to it. */
export interface ClientOptions {
  /** The help center's base URL, without `/api/agent/v1`. */
  readonly baseUrl: string;
  /**
   * Returns the bearer, at each call; undefined for none. It is sent to this host only and is never part of an error.
   */
  readonly token: () => string | undefined;
  /** The program of ours that calls: history says so. */
  readonly program?: Program;
  /** How long nothing may come before a call is given up, in milliseconds. */
  readonly timeoutMs?: number;
  /** Where calls wait for their turn; by default all go at once. */
  readonly lanes?: Lanes;
}

/** The address of a help center and the transport to it. */
interface HelpCenter {
  readonly baseUrl: string;
  readonly host: SafeText;
  readonly token: () => string | undefined;
  readonly program: Program | undefined;
  readonly transport: TurnTransport;
  readonly decode: Decode;
  readonly start: ReturnType<typeof createStart>;
}

/** The typed calls of the contract for one help center. They throw only `ApiError`. */
export function createClient({
  baseUrl,
  token,
  program,
  timeoutMs = 20_000,
  lanes,
  ...way
}: ClientOptions & Way): Client {
  const host = hostOf(baseUrl);
  const base = baseUrl.replace(/\/+$/, '');
  const transport = inTurn(createTransport({ carry: carryOn(way, host), host, timeoutMs }), lanes, host);
  const center: HelpCenter = {
    baseUrl: base,
    host,
    token,
    program,
    transport,
    start: createStart(
      (endpoint, request) => httpRequestOf(endpoint, request, base, { token: token(), program }),
      request => transport.exchange(request, { lane: 'ordinary', isBackground: false }),
    ),
    decode: createDecode(),
  };
  const capabilities = createCapabilities();
  const ask = (endpoint: Endpoint, request: AnyRequest): Promise<unknown> => {
    const plain = withoutExtras(endpoint, request);
    const rich = () => call(center, endpoint, request);
    return plain ? capabilities.degrade(endpoint, rich, () => call(center, endpoint, plain)) : rich();
  };
  const groups = Object.entries(contract).map(([group, endpoints]) => [
    group,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [name, (request: AnyRequest = {}) => ask(endpoint, request)]),
    ),
  ]);
  const { start } = center;
  const more = { capabilities, told: createTold(center.decode), atStart: start };
  return { ...Object.fromEntries(groups), ...more } as unknown as Client;
}

async function call(center: HelpCenter, endpoint: Endpoint, request: AnyRequest): Promise<unknown> {
  const sent = httpRequestOf(endpoint, request, center.baseUrl, {
    token: center.token(),
    program: center.program,
  });
  const atHand = await center.start.answerTo(endpoint, request, sent.url);
  if (endpoint.gives === 'raw') {
    const opened = await center.transport.open(sent, turnOf(endpoint, request));
    if (!isAtHand(opened)) return opened;
    const refusal = withoutSecrets(opened, center.token(), request);
    throw refusal.status < 400 ? unreadable(refusal, center.host) : responseError(refusal, center.host);
  }
  const answer = withoutSecrets(
    atHand ?? (await center.transport.exchange(sent, turnOf(endpoint, request))),
    center.token(),
    request,
  );
  const etag = answer.headers.get('etag');
  if (answer.status === 304 && endpoint.gives === 'list')
    return { data: [], nextCursor: null, etag: etag ?? request.etag ?? null, isSame: true, total: null };
  if (answer.status >= 300 || answer.status < 200) throw responseError(answer, center.host);
  if (endpoint.gives === 'nothing') return finish(answer, center.host);
  const isLong = endpoint.method === 'GET' && answer.text.length > MAX_AT_ONCE;
  if (isLong) await turn();
  const body = bodyOf(answer, endpoint, center.host);
  if (isLong) await turn();
  return endpoint.gives === 'list'
    ? { ...(await listOf(center, endpoint, request, answer, body)), etag, isSame: false }
    : { data: oneOf(center, endpoint, request, answer, body), etag };
}

function turnOf({ gives, stream, multipart }: Endpoint, request: AnyRequest): Omit<LaneTurn, 'signal'> {
  const isFile = gives === 'raw' || multipart === true;
  const lane: LaneName = request.isProbe || stream ? 'free' : isFile ? 'files' : 'ordinary';
  return { lane, isBackground: request.isBackground === true };
}

/** Only 204 confirms a deletion: a proxy may answer 200, with or without a body, in the help center's place. */
function finish(answer: RawResponse, host: SafeText): PlainReply {
  if (/^\s*</.test(answer.text)) throw unreadable(answer, host);
  return { isConfirmed: answer.status === 204 };
}

/** The parsed body; undefined if a write was answered without one. */
function bodyOf(answer: RawResponse, endpoint: Endpoint, host: SafeText): unknown {
  if (answer.text.trim() === '' && endpoint.method !== 'GET') return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    throw unreadable(answer, host);
  }
}

/** About this many characters of an answer are read before other work gets its turn. */
const MAX_AT_ONCE = 100_000;

async function listOf(center: HelpCenter, endpoint: Endpoint, request: AnyRequest, answer: RawResponse, body: unknown) {
  const items = findList(body, resourceNames(endpoint.path));
  if (!items && endpoint.method === 'GET') throw unreadable(answer, center.host);
  const read: unknown[] = [];
  const itemsAtOnce = Math.ceil((MAX_AT_ONCE * (items?.length ?? 0)) / answer.text.length);
  for (const item of items ?? []) {
    if (endpoint.method === 'GET' && read.length > 0 && read.length % itemsAtOnce === 0) await turn();
    read.push(resourceOf(center, endpoint, request, item));
  }
  const meta = endpoint.meta && { meta: center.decode(endpoint.meta, metaOf(body)) };
  return {
    data: read.filter(item => item !== unusable),
    nextCursor: findNextCursor(body),
    total: findTotal(body),
    ...meta,
  };
}

function oneOf(
  center: HelpCenter,
  endpoint: Endpoint,
  request: AnyRequest,
  answer: RawResponse,
  body: unknown,
): unknown {
  const item = findOne(body, resourceNames(endpoint.path));
  const read = item ? resourceOf(center, endpoint, request, item) : unusable;
  if (read !== unusable) return endpoint.answer === Session ? withToken(read, item) : read;
  if (endpoint.method === 'GET' || endpoint.answer === Session) throw unreadable(answer, center.host);
  return null;
}

function resourceOf({ decode }: HelpCenter, { answer }: Endpoint, request: AnyRequest, item: unknown): unknown {
  const read = decode(answer!, settledPart(answer, item, request.continues), request.params);
  return answer === Conversation && read !== unusable ? completed(read as ShownConversation, item) : read;
}

/** The token is kept exactly as it is: it is sent, never shown. */
function withToken(read: unknown, item: unknown): unknown {
  return {
    ...(read as object),
    access_token: String((item as { access_token?: unknown }).access_token ?? ''),
  };
}
