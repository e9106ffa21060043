import { type SafeText, safeLine, t } from '../text/safe.ts';
import { ApiError } from './api-error.ts';
import { heldResponse } from './held-response.ts';
import { AnswerTooLarge, createLargeAnswers, type LargeAnswers, readAnswer } from './read-answer.ts';
import { beginWait, type Wait } from './wait.ts';

/** A request to send: its address, headers and body. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly signal?: AbortSignal;
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly text: string;
}

/** Sends one request to the help center; returns a `Response` when it begins, or a complete answer. */
export type Carry = (request: HttpRequest, wait: Wait) => Promise<Response | Answer>;

/** The way to a help center, and the time limit of a request, in milliseconds. */
export interface TransportOptions {
  readonly carry: Carry;
  readonly host: SafeText;
  readonly timeoutMs: number;
}

/** Sends requests to one help center. Throws only `ApiError`. */
export interface Transport {
  /** Sends the request and reads the whole answer. */
  exchange(request: HttpRequest): Promise<Answer>;
  /**
   * Sends the request and returns the answer when it begins; it may last for any time. A refusal is read to its end.
   */
  open(request: HttpRequest): Promise<Response | Answer>;
}

/** Makes the transport. It waits for an answer up to the time limit, and reads at most 32 MiB of it. */
export function createTransport(options: TransportOptions): Transport {
  const { carry, host, timeoutMs } = options;
  const exchange = async (work: (wait: Wait) => Promise<Answer>, wait: Wait): Promise<Answer> => {
    try {
      return await wait.orGivenUp(work(wait));
    } catch (error) {
      throw noAnswer(error, wait.isLate(), host, timeoutMs);
    } finally {
      wait.end();
    }
  };
  const large = createLargeAnswers();
  return {
    exchange: request =>
      exchange(async wait => answerOf(await carry(request, wait), host, large), beginWait(request.signal, timeoutMs)),
    open: async request => {
      const wait = beginWait(request.signal);
      try {
        const response = await wait.orGivenUp(carry(request, wait));
        if (response.status < 400 && !isAtHand(response)) return heldResponse(response, wait.signal, wait.end);
        const refusal = await exchange(() => answerOf(response, host, large), beginWait(request.signal, timeoutMs));
        wait.end();
        return refusal;
      } catch (error) {
        wait.end();
        throw noAnswer(error, false, host, timeoutMs);
      }
    },
  };
}

/** Whether an answer is complete: then it has its text, which a `Response` must read first. */
export function isAtHand(answer: Response | Answer): answer is Answer {
  return typeof answer.text === 'string';
}

async function answerOf(answer: Response | Answer, host: SafeText, large: LargeAnswers): Promise<Answer> {
  if (isAtHand(answer)) return answer;
  return { status: answer.status, headers: answer.headers, text: await textOf(answer, host, large) };
}

/** The whole text of an answer. */
async function textOf(response: Response, host: SafeText, large: LargeAnswers): Promise<string> {
  try {
    return await readAnswer(response.body, large);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    const message = t`The answer of ${host} ${safeLine(error.message)} and was not read. Ask for less.`;
    throw new ApiError({ status: response.status, code: 'unreadable', message });
  }
}

/** The failure for whatever fetch threw; the original text may name addresses and is left out. */
function noAnswer(error: unknown, isLate: boolean, host: SafeText, timeoutMs: number): ApiError {
  if (error instanceof ApiError) return error;
  if (isLate) {
    const seconds = Math.round(timeoutMs / 1000);
    return new ApiError({ status: 0, code: 'timeout', message: t`${host} did not answer within ${seconds} s.` });
  }
  const reason = causeOf(error, ({ code }) => (/^[A-Z][A-Z0-9_]+$/.test(String(code)) ? String(code) : undefined));
  return new ApiError({
    status: 0,
    code: 'unreachable',
    message: reason ? t`${host} does not answer (${safeLine(reason)}).` : t`${host} does not answer.`,
    isUnsent: causeOf(error, isBeforeConnection) ?? false,
  });
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
