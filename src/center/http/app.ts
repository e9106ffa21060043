import type { BodyOf, Endpoint, PathParams } from '../../contract/endpoint.ts';
import { authenticate } from '../auth/authenticate.ts';
import { checkAllowed, needsBodyToRefuse } from '../auth/forbid.ts';
import type { Db } from '../database/tables.ts';
import { handlers } from '../handlers/all.ts';
import type { Call, LooseCall, Reply } from '../handlers/call.ts';
import { type Caller, nobody, tokenNameOf } from '../model/access.ts';
import { checkPrecondition, type Names } from '../model/etag.ts';
import { stillSees } from '../model/kept-answer.ts';
import { notFound } from '../model/problem.ts';
import { read, write } from '../model/transaction.ts';
import type { Work } from '../model/work.ts';
import { type Answer, answerOf, refusalOf } from './answer.ts';
import type { AnyRequest } from './any-request.ts';
import { type CallerAddress, createCallerAddress } from './caller-address.ts';
import { namesEtag } from './etag.ts';
import { givenAnswer } from './given.ts';
import { createOnce, type Kept, type Once, readKey, requestHash } from './idempotency.ts';
import type { HttpParts } from './parts.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { checkJsonType, checkLength, MAX_JSON_BYTES, MAX_STRANGER_BYTES, readBody } from './read-body.ts';
import { readJson } from './read-json.ts';
import { createRouter, type Route } from './router.ts';
import { receiveUpload, saidSize } from './upload.ts';
import { lookAtBody, type ReadBody, validateQuery, wrongForm } from './validate.ts';

/** What the request is about, as far as it is known: for the log, also of a request that fails early. */
export interface Trace {
  route?: string;
  caller?: Caller;
  error?: unknown;
}

interface Asking {
  readonly request: AnyRequest;
  readonly url: URL;
  readonly address: string;
  readonly route: Route;
  readonly params: PathParams;
  readonly caller: Caller;
  readonly now: number;
  readonly bytes: Uint8Array;
}

const noBytes = new Uint8Array();
const noBody: ReadBody = { value: undefined, wrong: [] };

function ifMatchOf({ request }: Asking): Names | null {
  const ifMatch = request.headers.get('if-match');
  return ifMatch === null ? null : (etag, part) => namesEtag(ifMatch, etag, part);
}

/** The reader of a body that has to be there, be JSON and be small. */
async function readBytes(endpoint: Endpoint, request: AnyRequest): Promise<Uint8Array> {
  if (!endpoint.body) return noBytes;
  const limit = endpoint.allows === 'anyone' ? MAX_STRANGER_BYTES : MAX_JSON_BYTES;
  checkLength(request, limit);
  checkJsonType(request);
  return readBody(request, limit);
}

/** What is kept of such a request must not be quicker to guess by than what is kept of the password itself. */
function holdsPassword({ body }: Endpoint): boolean {
  return 'password' in ((body as { readonly entries?: object } | undefined)?.entries ?? {});
}

function lenientJson(bytes: Uint8Array): unknown {
  try {
    return readJson(bytes);
  } catch {
    return undefined;
  }
}

/** Answers requests for the endpoints of the contract. Refusals of every kind are answers; it never throws. */
export class App {
  readonly #parts: HttpParts;
  readonly #route = createRouter(handlers);
  readonly #limit: RateLimit;
  readonly #once: Once;
  readonly #addressOf: CallerAddress;

  constructor(parts: HttpParts) {
    this.#parts = parts;
    this.#limit = createRateLimit(parts.settings.rateLimit);
    this.#once = createOnce(parts.store);
    this.#addressOf = createCallerAddress(parts.settings.trustedProxies);
  }

  async answer(request: AnyRequest, address: string, trace: Trace): Promise<Answer | Response> {
    try {
      return await this.#answer(request, address, trace);
    } catch (error) {
      trace.error = error;
      return refusalOf(error);
    }
  }

  async #answer(request: AnyRequest, address: string, trace: Trace): Promise<Answer | Response> {
    const url = new URL(request.url);
    const match = this.#route(request.method, url.pathname);
    if (!match) throw notFound('address or method');
    const { route, params } = match;
    trace.route = route.name;
    const now = this.#parts.now();
    const caller = await this.#caller(route.endpoint, request, now);
    trace.caller = caller;
    // Most requests are for every caller and have no body: they need not wait for either.
    const isPlain = route.endpoint.allows === 'caller' && !route.endpoint.body;
    const bytes = isPlain ? noBytes : await this.#admit(route.endpoint, request, caller, params);
    const asking = { request, url, address, route, params, caller, now, bytes };
    const isWrite = route.endpoint.method !== 'GET' && route.endpoint.allows !== 'anyone';
    const key = isWrite && !route.endpoint.multipart ? readKey(request) : null;
    if (key === null) return this.#run(asking, undefined);
    return this.#onlyOnce(asking, key, bytes, kept => this.#run(asking, kept) as Promise<Answer>);
  }

  /** Refuses who may not ask this, before the body is read where that can be told without it, and gives the body. */
  async #admit(endpoint: Endpoint, request: AnyRequest, caller: Caller, params: PathParams): Promise<Uint8Array> {
    const { reader } = this.#parts.store;
    const isLate = needsBodyToRefuse(endpoint);
    if (!isLate) await checkAllowed(reader, endpoint, caller, params, undefined);
    const bytes = await readBytes(endpoint, request);
    if (isLate) await checkAllowed(reader, endpoint, caller, params, lenientJson(bytes));
    return bytes;
  }

  async #caller(endpoint: Endpoint, request: AnyRequest, now: number): Promise<Caller> {
    if (endpoint.allows === 'anyone') return nobody;
    const { store, settings } = this.#parts;
    const caller = await authenticate(store, settings, request.headers.get('authorization'), now);
    this.#limit(tokenNameOf(caller), this.#parts.elapsed());
    return caller;
  }

  async #onlyOnce(
    asking: Asking,
    key: string,
    body: Uint8Array | string,
    run: (kept: Kept) => Promise<Answer>,
  ): Promise<Answer> {
    const caller = asking.caller.key;
    const quick = requestHash(asking.request.method, asking.url, body);
    const hash = holdsPassword(asking.route.endpoint)
      ? await this.#parts.passwords.slowHash(quick, `${caller} ${key}`)
      : quick;
    const { inbox_id: inboxId, conversation_id: id } = asking.params;
    const named = id === undefined ? [] : [id];
    const mayStillSee = (db: Db) => stillSees(db, asking.caller, { caller, key }, inboxId);
    return this.#once({ caller, key, hash, named, mayStillSee }, asking.now, run, refusalOf);
  }

  async #run(asking: Asking, kept: Kept | undefined): Promise<Answer | Response> {
    const { endpoint, handler } = asking.route;
    const { value: body, wrong } = endpoint.body ? lookAtBody(endpoint.body, readJson(asking.bytes)) : noBody;
    if (wrong.length > 0 && !('checked' in handler)) {
      const more = 'loose' in handler ? (handler.faults?.(body as Partial<BodyOf<Endpoint>>) ?? []) : [];
      throw wrongForm([...wrong, ...more.map(([path, message]) => ({ path, message }))]);
    }
    const asked = {
      endpoint,
      params: asking.params,
      query: endpoint.query && validateQuery(endpoint.query, asking.url.searchParams),
      body,
      caller: asking.caller,
      settings: this.#parts.settings,
      secret: this.#parts.secret,
    } as unknown as Call<Endpoint>;
    if ('loose' in handler) {
      const given = await handler.loose(this.#looseCall(asking, asked, kept));
      return givenAnswer(given, { endpoint, request: asking.request, caller: asking.caller }, this.#parts);
    }
    const run = (work: Work) => {
      const call = { ...asked, ...work };
      return 'checked' in handler ? handler.checked(call, wrong) : handler(call);
    };
    // What is of the wrong form is refused, whether anything was changed meanwhile or not.
    if (endpoint.method !== 'GET') return this.#write(asking, kept, run, wrong.length > 0 ? null : ifMatchOf(asking));
    return read(this.#parts, async work => answerOf(endpoint, await run(work), asked.query), asking.now);
  }

  #looseCall(asking: Asking, asked: Call<Endpoint>, kept: Kept | undefined): LooseCall<Endpoint> {
    const { request, now } = asking;
    const address = this.#addressOf(request.headers.get('x-forwarded-for'), asking.address);
    const key = asking.route.endpoint.multipart ? readKey(request) : null;
    return {
      ...asked,
      upload: {
        saidSize: () => saidSize(request),
        receive: () => receiveUpload(request, this.#parts.files),
      },
      address,
      now,
      parts: this.#parts,
      write: async (work, digest = '') => ({
        written:
          key === null
            ? await this.#write(asking, kept, work)
            : await this.#onlyOnce(asking, key, digest, once => this.#write(asking, once, work)),
      }),
    };
  }

  #write(
    asking: Asking,
    kept: Kept | undefined,
    run: (work: Work) => Promise<Reply<Endpoint>>,
    ifMatch = ifMatchOf(asking),
  ): Promise<Answer> {
    const { endpoint } = asking.route;
    const transaction = async (work: Work): Promise<Answer> => {
      await kept?.check(work.db);
      await checkPrecondition(work.db, asking.caller, asking.params, ifMatch);
      const answer = answerOf(endpoint, await run(work));
      await kept?.keep(work.db, answer);
      return answer;
    };
    return write(this.#parts, transaction, asking.now);
  }
}
