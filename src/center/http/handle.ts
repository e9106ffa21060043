import { Conversation } from '../../contract/conversation.ts';
import type { BodyOf, Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import type { Call, HandlerReply, Handlers, LooseCall } from '../handlers/call.ts';
import { concurrencyOf } from '../handlers/concurrent.ts';
import { tokenNameOf } from '../model/access.ts';
import { checkPrecondition, type NamesEtag } from '../model/etag.ts';
import { type Beyond, beyondOf, nothingBeyond } from '../model/surplus.ts';
import { readTransaction, writeTransaction } from '../model/transaction.ts';
import type { Work } from '../model/work.ts';
import { answerOf, type StoredAnswer } from './answer.ts';
import { readJson } from './body/read.ts';
import { receiveUpload, saidSize } from './body/upload.ts';
import { createCallerAddress } from './caller-address.ts';
import type { HttpContext } from './context.ts';
import { namesEtag } from './etag.ts';
import { givenAnswer } from './given.ts';
import type { IdempotencyRecord, Once } from './idempotency.ts';
import type { AdmittedRequest } from './request.ts';
import { runTruly, shownBefore } from './truth.ts';
import { lookAtBody, type ReadBody, validateQuery, wrongForm } from './validate.ts';

/**
 * Checks query and body against the contract, calls the handler and makes an answer of its reply: a GET on a snapshot,
 * a write in one transaction with its precondition and, if it has a key, with `kept`.
 */
export type Handle = (asking: AdmittedRequest, kept?: IdempotencyRecord) => Promise<StoredAnswer | Response>;

function conversationsIn(reply: HandlerReply<Endpoint>): readonly Conversation[] {
  return [(reply as unknown as { readonly data: Conversation | Conversation[] }).data].flat();
}

interface CheckedBody extends ReadBody {
  readonly beyond: Beyond;
}

const noBody: CheckedBody = { value: undefined, wrong: [], beyond: nothingBeyond };

function ifMatchOf({ request }: AdmittedRequest): NamesEtag | null {
  const ifMatch = request.headers.get('if-match');
  return ifMatch === null ? null : (etag, part) => namesEtag(ifMatch, etag, part);
}

function lookedAt({ route: { endpoint }, bytes }: AdmittedRequest): CheckedBody {
  if (!endpoint.body) return noBody;
  const given = readJson(bytes);
  const beyond = beyondOf(endpoint, given);
  return { ...lookAtBody(endpoint.body, given, beyond.unknown), beyond };
}

/** The body in its handler's form. Throws `validation_failed` for faults that the handler does not refuse itself. */
function checkedBody(asking: AdmittedRequest): CheckedBody {
  const { handler } = asking.route;
  const looked = lookedAt(asking);
  if (looked.wrong.length === 0 || 'checked' in handler) return looked;
  const more = 'loose' in handler ? (handler.faults?.(looked.value as Partial<BodyOf<Endpoint>>) ?? []) : [];
  throw wrongForm([...looked.wrong, ...more.map(([path, message]) => ({ path, message }))]);
}

/**
 * Whether a read may go to a standby: numbers and searches, which take long. Each depends only on writes that desks
 * hear of, so that a standby can say whether it has them all.
 */
function isLong(endpoint: Endpoint, query: unknown): boolean {
  if (endpoint === contract.numbers.get) return true;
  return endpoint === contract.conversation.list && (query as { readonly q?: string }).q !== undefined;
}

type Run = (work: Work) => Promise<HandlerReply<Endpoint>>;

/** Makes the step that calls the handler; `once` is for forms, which their handler reads. */
export function createHandle(context: HttpContext, handlers: Handlers, once: Once): Handle {
  const addressOf = createCallerAddress(context.settings.trustedProxies);

  const writeIn = (
    asking: AdmittedRequest,
    kept: IdempotencyRecord | undefined,
    run: Run,
    { body, ifMatch = ifMatchOf(asking) }: { readonly body?: unknown; readonly ifMatch?: NamesEtag | null } = {},
  ): Promise<StoredAnswer> => {
    const transaction = async (work: Work): Promise<StoredAnswer> => {
      await kept?.check(work.db);
      await checkPrecondition(work.db, asking.caller, asking.params, ifMatch);
      const reply = await run(work);
      const answer = answerOf(asking.route.endpoint, reply, { params: asking.params });
      if (asking.route.endpoint.answer === Conversation)
        work.answered(tokenNameOf(asking.caller), conversationsIn(reply));
      await kept?.keep(work.db, answer);
      return answer;
    };
    const concurrency = concurrencyOf(asking.route.handler, asking.params, body);
    return writeTransaction(context, transaction, asking.now, concurrency && { ...concurrency, once: kept?.name });
  };

  const looseCall = (
    asking: AdmittedRequest,
    asked: Call<Endpoint>,
    kept: IdempotencyRecord | undefined,
    truly: (run: Run) => Run,
  ): LooseCall<Endpoint> => {
    const { request, now } = asking;
    return {
      ...asked,
      upload: { saidSize: () => saidSize(request), receive: () => receiveUpload(request, context.files) },
      address: addressOf(request.headers.get('x-forwarded-for'), asking.address),
      now,
      context,
      write: async (work, digest = '') => ({
        written: asked.endpoint.multipart
          ? await once(asking, digest, own => writeIn(asking, own, truly(work)))
          : await writeIn(asking, kept, truly(work)),
      }),
    };
  };

  return async (asking, kept) => {
    const { endpoint, handler } = asking.route;
    const { value: body, wrong, beyond } = checkedBody(asking);
    const asked = {
      endpoint,
      params: asking.params,
      query: endpoint.query && validateQuery(endpoint.query, asking.url.searchParams),
      body,
      caller: asking.caller,
      settings: context.settings,
      mailOut: context.mailOut,
      secret: context.secret,
    } as unknown as Call<Endpoint>;
    const truly =
      (run: Run): Run =>
      work =>
        runTruly(
          beyond,
          () => shownBefore(handlers, { ...asked, ...work }),
          () => run(work),
        );
    if ('loose' in handler)
      return givenAnswer(await handler.loose(looseCall(asking, asked, kept, truly)), asking, context);
    const run = (work: Work) => {
      const call = { ...asked, ...work };
      return 'checked' in handler ? handler.checked(call, wrong) : handler(call);
    };
    // A body of the wrong form is refused before `If-Match` is looked at.
    if (endpoint.method !== 'GET')
      return writeIn(asking, kept, truly(run), { body, ...(wrong.length > 0 ? { ifMatch: null } : {}) });
    const answered = async (work: Work) => answerOf(endpoint, await run(work), { query: asked.query });
    return readTransaction(context, answered, asking.now, isLong(endpoint, asked.query), asking.request.signal);
  };
}
