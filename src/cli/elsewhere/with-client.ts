import { ApiError } from '../../client/api-error.ts';
import type { CenterFlags } from '../declared/shared-flags.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { type LocalCaller, type OpenClient, openClient } from './open-client.ts';

/** Runs `work` on the help center that `openClient` opens, and always closes it. A failed call ends the command. */
export async function withClient<T>(
  shell: Shell,
  flags: CenterFlags,
  work: (opened: OpenClient) => Promise<T>,
  caller?: LocalCaller,
): Promise<T> {
  const opened = await openClient(shell, flags, caller);
  try {
    return await work(opened);
  } catch (error) {
    throw error instanceof ApiError ? new ShellError(error.reason, exitCodeOf(error), { cause: error }) : error;
  } finally {
    await opened.close();
  }
}

/** The exit code for a failed call: `unreachable` if the help center was not reached or does not let the caller in. */
export function exitCodeOf({ shape, status, isTransient }: ApiError): number {
  const isLetIn = shape !== 'none' && ![401, 403].includes(status);
  return isLetIn && !isTransient ? exitCode.failed : exitCode.unreachable;
}
