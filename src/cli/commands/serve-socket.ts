import type { Listening, ServedCenter } from '../../center/http/listen.ts';
import { listenAtSocket } from '../../center/http/listen-at-socket.ts';
import { safeLine } from '../../text/safe.ts';
import { NotPrivate } from '../private-file.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { closeSocketToOthers, prepareSocket } from '../socket-file.ts';

/** Serves the help center to `frontdesk dial` at a Unix socket of this user or a group. Throws a sentence. */
export async function serveAtSocket(path: string, center: ServedCenter): Promise<Listening> {
  try {
    const secret = await prepareSocket(path);
    if (secret === undefined) throw new ShellError(`Another serve listens at ${safeLine(path)}.`, exitCode.failed);
    const listening = await listenAtSocket(center, path, secret);
    closeSocketToOthers(path);
    return listening;
  } catch (error) {
    if (error instanceof ShellError) throw error;
    throw new ShellError(`The help center cannot listen at ${safeLine(path)}: ${reasonOf(error)}`, exitCode.failed);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotPrivate) return `it ${error.message}.`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'its folder is not there. Make one that only this user can write.';
  return code === 'EINVAL' ? 'the path is too long for a socket.' : `${code ?? 'the system refuses it'}.`;
}
