import { spawn } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { childEnvironment } from '../secrets.ts';
import { howFailed } from './child-end.ts';

/** Other addresses could start programs, or read files, of this machine. */
const OPENED = new Set(['http:', 'https:', 'mailto:']);

/**
 * Opens a link with a program of the agent's, which gets the link as its only argument: no shell reads it. Resolves
 * when the program has ended; rejects with the reason if it could not be started or failed. The desk may end before it.
 */
export async function openWith(command: string, url: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !OPENED.has(address.protocol)) throw new Error('only http, https and mailto links are opened.');
  return run(command, address.href, environment);
}

/** Opens a file in the same way. Its whole path is the argument, so no name can be an option. */
export async function openFileWith(command: string, path: string, environment: NodeJS.ProcessEnv): Promise<void> {
  if (!isAbsolute(path)) throw new Error(`${path} is no whole path.`);
  return run(command, path, environment);
}

async function run(command: string, argument: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, [argument], { stdio: 'ignore', detached: true, env: childEnvironment(environment) });
  child.unref();
  const failure = await howFailed(child).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`there is no program ${command}.`) : error;
  });
  if (failure !== undefined) throw new Error(`${command} ${failure}.`);
}
