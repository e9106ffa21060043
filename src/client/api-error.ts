import { disabledDetail, type ErrorCode, type ErrorDetail } from '../contract/errors.ts';
import { join, type SafeText, t } from '../text/safe.ts';

/**
 * Why a call had no answer, in addition to the service's own codes: no connection, no answer in time, an unreadable
 * answer, a redirect to another host, or a refusal in an unknown form.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'timeout' | 'unreadable' | 'redirected' | 'refused';

/**
 * The form of a refusal: the help center's own (`{"error": {"code", "message"}}` with a code of the service under its
 * status), a form that another help center may use (JSON, a few words, nothing), or none that any help center uses (a
 * web page, half an answer, no answer).
 */
export type FailureShape = 'own' | 'other' | 'none';

/** The facts about a failed call. */
export interface CallFailure {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly code: FailureCode;
  readonly message: SafeText;
  /** By default `none`. */
  readonly shape?: FailureShape;
  readonly details?: readonly ShownDetail[];
  /** How long the help center asks to wait, in milliseconds; null if it does not say. */
  readonly retryAfterMs?: number | null;
  /** No connection was made, so no part of the request was sent. */
  readonly isUnsent?: boolean;
  /**
   * The stranger who answers in the help center's place, in words without a full stop; null if there seems to be none.
   */
  readonly portal?: SafeText | null;
}
/** One field at fault, safe to show. */
export type ShownDetail = { readonly [K in keyof ErrorDetail]: SafeText };

/** The expected failure of a call. Its message is a sentence for a person, safe to show, and never contains a token. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: FailureCode;
  override readonly message: SafeText;
  readonly shape: FailureShape;
  readonly details: readonly ShownDetail[];
  readonly retryAfterMs: number | null;
  readonly isUnsent: boolean;
  readonly portal: SafeText | null;

  constructor(failure: CallFailure) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.message = failure.message;
    this.shape = failure.shape ?? 'none';
    this.details = failure.details ?? [];
    this.retryAfterMs = failure.retryAfterMs ?? null;
    this.isUnsent = failure.isUnsent ?? false;
    this.portal = failure.portal ?? null;
  }

  /** The reason in the help center's own words: its sentence, and the fault of each field. */
  get reason(): SafeText {
    const said = this.message.toLowerCase();
    const news = this.details.filter(({ message }) => !said.includes(message.toLowerCase()));
    if (news.length === 0) return this.message;
    const named = news.slice(0, MAX_DETAILS).map(({ path, message: fault }) => (path ? t`${path}: ${fault}` : fault));
    const more = news.length > MAX_DETAILS ? t` and ${news.length - MAX_DETAILS} more` : t``;
    const faults = t`${join(named, t`; `)}${more}`;
    return wordlessCodes.includes(this.code) ? faults : t`${withoutStop(this.message)} (${faults})`;
  }

  /** The help center itself understood and refused: repeating the request would change nothing. */
  get isRefusal(): boolean {
    return this.shape === 'own' && !this.isPassing;
  }

  /** The help center does not take the token: it is unknown, expired or revoked. A web page says nothing about it. */
  get isSignedOut(): boolean {
    return this.status === 401 && this.shape !== 'none';
  }

  /** The help center says that the agent may not sign in any more, and not only that the token has ended. */
  get isDisabled(): boolean {
    return this.isSignedOut && this.shape === 'own' && this.details.some(({ path }) => path === disabledDetail.path);
  }

  /** A refusal, but not in the help center's own words: for a change, it decides nothing. */
  get isUnclear(): boolean {
    return this.shape === 'other' && !this.isPassing;
  }

  /** The same call may succeed later: nothing was refused. */
  get isTransient(): boolean {
    return !this.isRefusal && !this.isUnclear;
  }

  /**
   * It may be refused only how it was asked; another help center may say so by a web page. A conflict or a failed
   * precondition is not such a refusal: asked without its condition, the call would be carried out.
   */
  get refusesQuestion(): boolean {
    if (this.status === 400 || this.status === 422) return true;
    return !this.isTransient && !this.isAbsent && this.status !== 409 && this.status !== 412;
  }

  /** The help center does not have this call at all. A web page proves nothing: it is not the help center's. */
  get isAbsent(): boolean {
    return this.isMissing && this.shape !== 'none';
  }

  /** The help center does not have the call itself: 404 may also mean the id. */
  get isWithoutCall(): boolean {
    return this.isAbsent && this.status !== 404;
  }

  /** The help center itself says that the caller may not see it. */
  get isForbidden(): boolean {
    return this.status === 403 && this.shape === 'own';
  }

  /** The resource does not exist, according to the help center or a proxy. */
  get isMissing(): boolean {
    return missingStatuses.includes(this.status);
  }

  /** The same failure for a change that reached the help center by another request. */
  asHeard(): ApiError {
    return new ApiError({ ...this, message: this.message, isUnsent: false });
  }

  /** The same failure, in a form that proves nothing: a stranger answered in the help center's place. */
  asStrangers(): ApiError {
    return new ApiError({ ...this, message: this.message, shape: 'none' });
  }

  private get isPassing(): boolean {
    const { code, status } = this;
    return passingCodes.includes(code) || status === 408 || status === 425 || (status >= 500 && status !== 501);
  }
}

/** At most this many details are listed. */
const MAX_DETAILS = 3;
/** The message of these codes only says that something is wrong; the details say more. */
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
