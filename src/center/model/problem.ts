import { type ErrorBody, type ErrorCode, type ErrorDetail, errorStatus } from '../../contract/errors.ts';

/** A refusal: a code of the contract, a sentence for a person, and, if helpful, one detail per field at fault. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details?: readonly ErrorDetail[], retryAfter?: number) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  get body(): ErrorBody {
    const { code, message, details } = this;
    return { error: details ? { code, message, details } : { code, message } };
  }
}

/** 404: the resource does not exist, or the caller may not see it; the words never tell which. */
export function notFound(what: string, details?: readonly ErrorDetail[]): Problem {
  return new Problem('not_found', `There is no such ${what}, or you may not see it.`, details);
}

/** A field at fault. */
export type Fault = readonly [path: string, message: string];

/** 422 with one detail for each field at fault. */
export function invalid(...faults: readonly Fault[]): Problem {
  return new Problem(
    'validation_failed',
    faults.length === 1 ? 'One field is wrong.' : `${faults.length} fields are wrong.`,
    faults.map(([path, message]) => ({ path, message })),
  );
}

/** Throws `validation_failed` with one detail for each fault, if there are any. */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(...faults);
}

/** 409: the state of the resource does not allow this. */
export function conflict(message: string, details?: readonly ErrorDetail[]): Problem {
  return new Problem('conflict', message, details);
}
