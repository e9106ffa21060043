import { ApiError, type FailureCode, type ShownDetail } from '../../client/api-error.ts';
import { exitCode, ShellError } from '../shell-error.ts';

/** Why a command ended early, for `--json`. */
export interface CommandFailure {
  readonly exit: number;
  readonly code: FailureCode | keyof typeof exitCode;
  readonly message: string;
  readonly details: readonly ShownDetail[];
}

/** The codes of exits, by their numbers. */
const EXIT_NAMES = Object.keys(exitCode) as (keyof typeof exitCode)[];

/** What an expected error means for a command; undefined for a bug. */
export function failureOf(error: unknown): CommandFailure | undefined {
  if (error instanceof ShellError) {
    const code = EXIT_NAMES.find(name => exitCode[name] === error.code) ?? 'failed';
    return { exit: error.code, code, message: error.message, details: [] };
  }
  if (!(error instanceof ApiError)) return undefined;
  return { exit: exitOf(error), code: error.code, message: error.reason, details: error.details };
}

/** A refusal for its reasons is 1; no answer, or an answer that this caller may not have, is 3. */
function exitOf(error: ApiError): number {
  const isNotAllowed = error.status === 401 || error.status === 403;
  return isNotAllowed || error.isTransient ? exitCode.unreachable : exitCode.failed;
}
