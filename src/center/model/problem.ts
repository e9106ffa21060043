import { type ErrorBody, type ErrorCode, type ErrorDetail, errorStatus } from '../../contract/errors.ts';
import { NewerSchema } from '../database/migrations/known-schema.ts';
import { CommitUnknown, NoConnection, postgresFailure } from '../database/postgres/failure.ts';
import { isLocked, isNotStored, whyLocked } from '../database/refused.ts';

/** A refusal: a code of the contract, a sentence for a person, and, if helpful, one detail per field at fault. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** The methods that are allowed, where another one was used. */
  readonly allow?: string;

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

/** 405: the resource exists and takes these methods. */
export function notByMethod(allow: string): Problem {
  const problem = new Problem('method_not_allowed', `This address takes ${allow}, and no other method.`);
  return Object.assign(problem, { allow });
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
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(...faults);
}

/** 409: the state of the resource does not allow this. */
export function conflict(message: string, details?: readonly ErrorDetail[]): Problem {
  return new Problem('conflict', message, details);
}

/** The system's codes for a file over its limit, and too many open files. */
const passingCodes = ['EFBIG', 'EMFILE', 'ENFILE'];

/** When another try makes sense after the database could not be used, in seconds: it is away, or another one takes over. */
const RETRY_SECONDS = 2;

/** 503 if a database or a disk cannot be written now. */
export function cannotStore() {
  return new Problem('unavailable', 'The help center cannot store anything now; nothing was changed. Try later.');
}

/** The refusal for an error: itself, `unavailable` if storage fails, otherwise `internal`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if ((error as Error).name === 'AbortError') return new Problem('unavailable', 'The caller hung up.');
  if (error instanceof NewerSchema) return new Problem('unavailable', error.message);
  if (error instanceof CommitUnknown)
    return new Problem(
      'unavailable',
      'The help center lost its database at the last moment: this may be stored or not. ' +
        'Look before you send it again, or send it with the same Idempotency-Key.',
      undefined,
      RETRY_SECONDS,
    );
  if (error instanceof NoConnection)
    return new Problem(
      'unavailable',
      error.isFull
        ? 'PostgreSQL takes no more connections; nothing was changed. Try later.'
        : 'The help center cannot reach its database now; nothing was changed. Try later.',
      undefined,
      RETRY_SECONDS,
    );
  if (isLocked(error)) return new Problem('unavailable', `The database cannot be written: ${whyLocked}.`);
  const failure = postgresFailure(error);
  if (failure === 'taken') return conflict('Another caller took this name or address a moment ago; read it again.');
  const isPassing = passingCodes.includes((error as NodeJS.ErrnoException).code ?? '') || failure === 'unavailable';
  if (isPassing || isNotStored(error)) return cannotStore();
  return new Problem('internal', 'The help center failed; nothing was changed. Its log says why.');
}
