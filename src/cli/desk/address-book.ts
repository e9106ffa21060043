import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Recipient } from '../../state/reply/written-people.ts';
import { safeLine, t } from '../../text/safe.ts';
import { childEnvironment } from '../secrets.ts';

/** It is asked while somebody types. */
const LIMIT_MS = 5_000;
const MAX_BYTES = 65_536;
/** Further ones would not be offered. */
const MAX_PEOPLE = 20;

/**
 * Asks the agent's own address book by a shell command in the form of aerc: `%s` stands for the typed words, which are
 * else its last argument, and each line has an address, a tab and a name. Rejects with how it failed.
 */
export async function searchAddressBook(
  command: string,
  typed: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly Recipient[]> {
  // The words come as an argument: the shell reads none of them as a command.
  const script = command.includes('%s') ? command.replace(/(["']?)%s\1/g, () => '"$1"') : `${command} "$1"`;
  const options = { env: childEnvironment(environment), timeout: LIMIT_MS, maxBuffer: MAX_BYTES };
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script, 'sh', typed], options).catch(error => {
    if (error.killed) throw new Error(`it took longer than ${LIMIT_MS / 1_000} seconds.`);
    throw new Error(typeof error.code === 'number' ? `it ended with code ${error.code}.` : 'it printed too much.');
  });
  return stdout
    .split('\n')
    .slice(0, MAX_PEOPLE)
    .flatMap(line => {
      const [email = t``, name = t``] = line.split('\t').map(part => safeLine(part.trim()));
      return email === '' ? [] : [{ name, email }];
    });
}
