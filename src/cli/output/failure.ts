import { ApiError, type FailureCode, type ShownDetail } from '../../client/api-error.ts';
import { exitCodeOf } from '../elsewhere/with-client.ts';
import { exitCode, ShellError } from '../shell-error.ts';

/** Why a command ended early, for `--json`. */
export interface CommandFailure {
  readonly exit: number;
  readonly code: FailureCode | keyof typeof exitCode;
  readonly message: string;
  readonly details: readonly ShownDetail[];
}

/** The names of exit codes, by their numbers. */
const EXIT_NAMES = Object.keys(exitCode) as (keyof typeof exitCode)[];

/** The exit code and the sentence for an expected error; undefined for a bug. */
export function commandFailure(error: unknown): CommandFailure | undefined {
  if (error instanceof ApiError)
    return { exit: exitCodeOf(error), code: error.code, message: error.reason, details: error.details };
  if (!(error instanceof ShellError)) return undefined;
  if (error.cause instanceof ApiError) return commandFailure(error.cause);
  const code = EXIT_NAMES.find(name => exitCode[name] === error.code) ?? 'failed';
  return { exit: error.code, code, message: error.message, details: [] };
}
