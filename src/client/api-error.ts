import type { ErrorCode, ErrorDetail } from '../contract/errors.ts';
import type { SafeText } from '../text/safe.ts';

/**
 * Why a call gave no answer, beside the codes of the service itself: no connection, no answer in time, an answer
 * that cannot be read, an answer that sends us to another host, or a refusal in a form of its own.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'timeout' | 'unreadable' | 'redirected' | 'refused';

/** What is known of a call that failed. */
export interface Failure {
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly code: FailureCode;
  readonly message: SafeText;
  readonly details?: readonly ShownDetail[];
  /** How long the help center asks to wait; milliseconds, null: it says nothing. */
  readonly retryAfterMs?: number | null;
}
/** One field at fault, safe to show. */
export type ShownDetail = { readonly [K in keyof ErrorDetail]: SafeText };

/** The expected failure of a call. Its message is a sentence for a person, safe to show; no token is ever in it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: FailureCode;
  override readonly message: SafeText;
  readonly details: readonly ShownDetail[];
  readonly retryAfterMs: number | null;

  constructor(failure: Failure) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.message = failure.message;
    this.details = failure.details ?? [];
    this.retryAfterMs = failure.retryAfterMs ?? null;
  }

  /** The same call may work later, as it is: nothing was refused. */
  get isTransient(): boolean {
    return (
      transientCodes.includes(this.code) ||
      this.status === 408 ||
      (this.status >= 500 && this.code !== 'not_implemented')
    );
  }

  /** The help center lacks this call altogether. */
  get isAbsent(): boolean {
    return this.status === 404 || this.status === 405 || this.status === 501;
  }
}

const transientCodes: readonly FailureCode[] = [
  'unreachable',
  'timeout',
  'unreadable',
  'redirected',
  'unauthorized',
  'rate_limited',
  'request_in_progress',
];
