import { CERTIFICATE_CURE, CERTIFICATE_WORDS, connectionWords } from '../text/connection-words.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import { ApiError } from './api-error.ts';
import type { Form } from './file-body.ts';
import { heldResponse } from './held-response.ts';
import { type AnswerReading, AnswerTooLarge, createLargeAnswers, readAnswer } from './read-answer.ts';
import { beginWait, type Lateness, type Wait } from './wait.ts';

/** A request to send: its address, headers and body. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Form;
  readonly signal?: AbortSignal;
  /** Called at each part of an answer that can be the help center's: data, and no refusal. */
  readonly onBytes?: () => void;
  /** Called with the decompressed bytes of each part of an answer, also if a proxy gives it. */
  readonly onPart?: (bytes: number) => void;
  /** Called at each part of a file that is sent, with its bytes. */
  readonly onSent?: (bytes: number) => void;
  /** Called with the second that an answer names as its time, if it is data, or says that nothing has changed. */
  readonly onDate?: (second: number) => void;
}

/** Whether a body is a form that is read as it is sent. */
export function isFormBody(body: HttpRequest['body']): body is Form {
  return typeof body === 'object' && 'bytes' in body;
}

/** An answer, read to its end. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly text: string;
}

/** Sends one request to the help center; returns a `Response` when it begins, or a complete answer. */
export type Carry = (request: HttpRequest, wait: Wait) => Promise<Response | RawResponse>;

/** The way to a help center. */
export interface TransportOptions {
  readonly carry: Carry;
  readonly host: SafeText;
  /** How long nothing may come before a request is given up, in milliseconds. */
  readonly timeoutMs: number;
}

/** The longest time of an answer that is not data. Anyone can send one, and its text is not waited for. */
const MAX_REFUSAL_MS = 600_000;
/**
 * There is no sign of life while a body is sent: this much longer is waited for each of its characters, at 1,000 a
 * second.
 */
const MS_PER_CHARACTER = 1;
/** How much longer silence may last while a file is sent, at least. */
const SENDING_FILE_MS = 300_000;
/** The system takes this many bytes of a file before the link has carried them: each takes as long as a character. */
const HELD_BY_SYSTEM = 4 * 1_048_576;

/** Sends requests to one help center. Throws only `ApiError`. */
export interface Transport {
  /** Sends the request and reads the whole answer. */
  exchange(request: HttpRequest): Promise<RawResponse>;
  /**
   * Sends the request and returns the answer when it begins; it may last for any time, and if its connection breaks,
   * reading it throws `ApiError`. A refusal, or a web page in place of an answer, is read to its end.
   */
  open(request: HttpRequest): Promise<Response | RawResponse>;
}

/** Makes the transport. It waits as long as data comes, and reads at most 32 MiB. */
export function createTransport(options: TransportOptions): Transport {
  const { carry, host, timeoutMs } = options;
  const exchange = async (work: (wait: Wait) => Promise<RawResponse>, wait: Wait): Promise<RawResponse> => {
    try {
      return await wait.orGivenUp(work(wait));
    } catch (error) {
      throw noAnswer(error, wait.lateness(), host, timeoutMs);
    } finally {
      wait.end();
    }
  };
  const large = createLargeAnswers();
  const read = (answer: Response | RawResponse, wait: Wait, request?: HttpRequest): Promise<RawResponse> => {
    const mayBeData = isData(answer);
    if (mayBeData || answer.status === 304) tellDate(answer, request);
    if (!mayBeData) wait.within(MAX_REFUSAL_MS);
    const notes = request?.onBytes && mayBeData ? request.onBytes : () => undefined;
    const alive = (bytes: number): void => {
      wait.alive(timeoutMs);
      request?.onPart?.(bytes);
      notes();
    };
    return answerOf(answer, host, { large, alive, unhurried: wait.unhurried });
  };
  return {
    exchange: request =>
      exchange(
        async wait => read(await carry(watched(request, wait), wait), wait, request),
        beginWait(request.signal, silenceOf(request, timeoutMs)),
      ),
    open: async request => {
      const wait = beginWait(request.signal);
      try {
        const response = await wait.orGivenUp(carry(request, wait));
        if (isWanted(response)) {
          tellDate(response, request);
          return heldResponse(response, wait.signal, wait.end, () => brokenOff(host));
        }
        const refusal = await exchange(own => read(response, own), beginWait(request.signal, timeoutMs));
        wait.end();
        return refusal;
      } catch (error) {
        wait.end();
        throw noAnswer(error, undefined, host, timeoutMs);
      }
    },
  };
}

/** A file may take any time, as long as its parts leave. */
function silenceOf({ body }: HttpRequest, timeoutMs: number): number {
  if (isFormBody(body)) {
    const heldMs = Math.min(Number(body.headers['content-length']), HELD_BY_SYSTEM) * MS_PER_CHARACTER;
    return timeoutMs + Math.max(SENDING_FILE_MS, heldMs);
  }
  return timeoutMs + (typeof body === 'string' ? body.length * MS_PER_CHARACTER : 0);
}

/** The request, whose file tells of its parts as they leave, and ends with the wait. */
function watched(request: HttpRequest, wait: Wait): HttpRequest {
  const { body, onSent } = request;
  if (!isFormBody(body)) return request;
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of body.bytes()) {
      wait.signal.throwIfAborted();
      yield part;
      wait.sent();
      onSent?.(part.length);
    }
  };
  return { ...request, body: { ...body, bytes } };
}

function tellDate({ headers }: Response | RawResponse, request: HttpRequest | undefined): void {
  const second = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(second)) request?.onDate?.(second);
}

/** A web page or a refusal may come from anyone. Our own help center spares a desk the type of JSON. */
function isData({ status, headers }: Response | RawResponse): boolean {
  return status < 300 && /\bjson\b/i.test(headers.get('content-type') ?? 'json');
}

/** Whether it may be the requested answer. A file that is a web page says that it is a file. */
function isWanted(answer: Response | RawResponse): answer is Response {
  if (answer.status >= 400 || isAtHand(answer)) return false;
  const isPage = /\bhtml\b/i.test(answer.headers.get('content-type') ?? '');
  return !isPage || answer.headers.has('content-disposition');
}

/** Whether an answer is complete: then it has its text, which a `Response` must read first. */
export function isAtHand(answer: Response | RawResponse): answer is RawResponse {
  return typeof answer.text === 'string';
}

async function answerOf(answer: Response | RawResponse, host: SafeText, reading: AnswerReading): Promise<RawResponse> {
  reading.alive(0);
  if (isAtHand(answer)) return answer;
  return { status: answer.status, headers: answer.headers, text: await readText(answer, host, reading) };
}

/** The whole text of an answer. */
async function readText(response: Response, host: SafeText, reading: AnswerReading): Promise<string> {
  try {
    return await readAnswer(response.body, reading);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    const message = t`The answer of ${host} ${safeLine(error.message)} and was not read. Ask for less.`;
    throw new ApiError({ status: response.status, code: 'unreadable', message });
  }
}

/** The failure for any error of fetch; the original text may name addresses and is left out. */
function noAnswer(error: unknown, lateness: Lateness | undefined, host: SafeText, timeoutMs: number): ApiError {
  // ofetch wraps the errors of the way to the help center.
  const known = causeOf(error, cause => (cause instanceof ApiError ? cause : undefined));
  if (known) return known;
  if (lateness) return new ApiError({ status: 0, code: 'timeout', message: lateWords(lateness, host, timeoutMs) });
  const reason = causeOf(error, ({ code }) => (/^[A-Z][A-Z0-9_]+$/.test(String(code)) ? String(code) : undefined));
  return new ApiError({
    status: 0,
    code: 'unreachable',
    message: whyNoAnswer(reason, host),
    isUnsent: causeOf(error, isBeforeConnection) ?? false,
  });
}

/** The words for a code; an unknown one is named, so that it can be looked up. */
function whyNoAnswer(code: string | undefined, host: SafeText): SafeText {
  if (code === undefined) return t`${host} does not answer.`;
  const words = connectionWords(code, host);
  if (words === undefined) return t`${host} does not answer (${safeLine(code)}).`;
  return safeLine(CERTIFICATE_WORDS.has(code) ? `${words}. ${CERTIFICATE_CURE}` : `${words}.`);
}

/** The failure of an answer that began and did not come to its end. */
function brokenOff(host: SafeText): ApiError {
  return new ApiError({ status: 0, code: 'unreachable', message: t`The answer of ${host} broke off. Try again.` });
}

function lateWords(lateness: Lateness, host: SafeText, timeoutMs: number): SafeText {
  const seconds = Math.round(timeoutMs / 1_000);
  if (lateness === 'long') return t`The answer of ${host} took longer than ${MAX_REFUSAL_MS / 60_000} minutes.`;
  if (lateness === 'silent') return t`${host} fell silent for ${seconds} s in the middle of its answer.`;
  return t`${host} did not answer within ${seconds} s.`;
}

/** The system's codes for connections that were never made. */
const unmadeConnections: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** Whether the connection was never made, so that no byte of the request was written. */
function isBeforeConnection({ code, syscall }: Cause): true | undefined {
  return unmadeConnections.includes(code) || syscall === 'connect' || syscall === 'getaddrinfo' || undefined;
}

interface Cause {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
}

/** The first defined result of `read` along the chain of causes. */
function causeOf<T>(error: unknown, read: (cause: Cause) => T | undefined, depth = 0): T | undefined {
  if (typeof error !== 'object' || error === null || depth > 5) return undefined;
  return read(error) ?? causeOf((error as Cause).cause, read, depth + 1);
}
