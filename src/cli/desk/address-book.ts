import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Recipient } from '../../state/reply/written-people.ts';
import { safeLine, t } from '../../text/safe.ts';
import { childEnvironment } from '../secrets.ts';

/** It is asked while the agent types. */
const LIMIT_MS = 5_000;
const MAX_BYTES = 65_536;
const TOO_MUCH = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
/** Further ones would not be offered. */
const MAX_PEOPLE = 20;

/**
 * Asks the agent's own address book by a shell command, whose last argument is the typed text; as for aerc, each line
 * has an address, a tab and a name. An abort ends it. Rejects with how it failed.
 */
export async function searchAddressBook(
  command: string,
  typed: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<readonly Recipient[]> {
  const options = { env: childEnvironment(environment), timeout: LIMIT_MS, maxBuffer: MAX_BYTES, signal };
  // The words come as an argument: the shell reads none of them as a command.
  const run = promisify(execFile)('/bin/sh', ['-c', `${command} "$1"`, 'sh', typed], options);
  const { stdout } = await run.catch(({ code, signal: by, killed }) => {
    if (killed) throw new Error(`it took longer than ${LIMIT_MS / 1_000} seconds.`);
    throw new Error(code === TOO_MUCH ? 'it printed too much.' : `it ended with ${by ?? `code ${code}`}.`);
  });
  return stdout
    .split('\n')
    .slice(0, MAX_PEOPLE)
    .flatMap(line => {
      const [email = t``, name = t``] = line.split('\t').map(part => safeLine(part.trim()));
      return email === '' ? [] : [{ name, email }];
    });
}
