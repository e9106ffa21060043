import type { ErrorCode, ErrorDetail } from '../contract/errors.ts';
import { join, type SafeText, t } from '../text/safe.ts';

/**
 * Why a call gave no answer, beside the codes of the service itself: no connection, no answer in time, an answer
 * that cannot be read, an answer that sends us to another host, or a refusal in a form of its own.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'timeout' | 'unreadable' | 'redirected' | 'refused';

/**
 * In which shape an answer says no: the help center's own (`{"error": {"code", "message"}}` with a code of the service
 * under its status), a shape that another help center may use (JSON, a few words, nothing), or none that any help
 * center uses (a web page, half an answer, no answer).
 */
export type FailureShape = 'own' | 'other' | 'none';

/** What is known of a call that failed. */
export interface Failure {
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly code: FailureCode;
  readonly message: SafeText;
  /** By default `none`. */
  readonly shape?: FailureShape;
  readonly details?: readonly ShownDetail[];
  /** How long the help center asks to wait; milliseconds, null: it says nothing. */
  readonly retryAfterMs?: number | null;
  /** The connection was never made, so that nothing of the request was sent. */
  readonly isUnsent?: boolean;
}
/** One field at fault, safe to show. */
export type ShownDetail = { readonly [K in keyof ErrorDetail]: SafeText };

/** The expected failure of a call. Its message is a sentence for a person, safe to show; no token is ever in it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: FailureCode;
  override readonly message: SafeText;
  readonly shape: FailureShape;
  readonly details: readonly ShownDetail[];
  readonly retryAfterMs: number | null;
  readonly isUnsent: boolean;

  constructor(failure: Failure) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.message = failure.message;
    this.shape = failure.shape ?? 'none';
    this.details = failure.details ?? [];
    this.retryAfterMs = failure.retryAfterMs ?? null;
    this.isUnsent = failure.isUnsent ?? false;
  }

  /** Why it failed, in the help center's own words: its sentence, and of each thing at fault what is wrong with it. */
  get reason(): SafeText {
    const said = this.message.toLowerCase();
    const news = this.details.filter(({ message }) => !said.includes(message.toLowerCase()));
    if (news.length === 0) return this.message;
    const named = news.slice(0, MAX_DETAILS).map(({ path, message: fault }) => (path ? t`${path}: ${fault}` : fault));
    const more = news.length > MAX_DETAILS ? t` and ${news.length - MAX_DETAILS} more` : t``;
    const faults = t`${join(named, t`; `)}${more}`;
    return wordlessCodes.includes(this.code) ? faults : t`${withoutStop(this.message)} (${faults})`;
  }

  /** The help center itself understood and said no: the same again would be no again. */
  get isRefusal(): boolean {
    return this.shape === 'own' && !this.isPassing;
  }

  /** Somebody said no, but not in the help center's own words: for a change, it decides nothing. */
  get isUnclear(): boolean {
    return this.shape === 'other' && !this.isPassing;
  }

  /** The same call may work later, as it is: nothing was refused. */
  get isTransient(): boolean {
    return !this.isRefusal && !this.isUnclear;
  }

  /** The help center lacks this call altogether. A web page says nothing of that: it is not the help center's. */
  get isAbsent(): boolean {
    return this.isMissing && this.shape !== 'none';
  }

  /** What was asked for is not there: the help center or a proxy says so. */
  get isMissing(): boolean {
    return missingStatuses.includes(this.status);
  }

  /** The same failure of a change of which the help center has heard by another request. */
  asHeard(): ApiError {
    return new ApiError({ ...this, message: this.message, isUnsent: false });
  }

  private get isPassing(): boolean {
    const { code, status } = this;
    return passingCodes.includes(code) || status === 408 || status === 425 || (status >= 500 && status !== 501);
  }
}

/** As many details are named. */
const MAX_DETAILS = 3;
/** Their sentence says only that something is wrong; the details say what. */
const wordlessCodes: readonly FailureCode[] = ['validation_failed', 'bad_query'];

function withoutStop(text: SafeText): SafeText {
  return text.endsWith('.') ? (text.slice(0, -1) as SafeText) : text;
}

const missingStatuses: readonly number[] = [404, 405, 501];

const passingCodes: readonly FailureCode[] = [
  'unreachable',
  'timeout',
  'unreadable',
  'redirected',
  'unauthorized',
  'rate_limited',
  'request_in_progress',
];
