import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import { childEnvironment } from '../secrets.ts';

/** Waits for the end of a program. Returns how it failed: `ended with code 1`. Rejects if it cannot be started. */
export async function howFailed(child: ChildProcess): Promise<string | undefined> {
  const [code, signal] = await once(child, 'exit');
  return code === 0 ? undefined : `ended with code ${code ?? signal}`;
}

/**
 * Shows a text in the agent's own pager: `PAGER`, otherwise less. Resolves when it has ended; rejects if it could not
 * be started or failed. The pager's environment contains none of our secrets, and no file is written.
 */
export async function showInPager(text: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const pager = environment.PAGER || 'less';
  const child = spawn('/bin/sh', ['-c', pager], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: childEnvironment(environment),
  });
  // A pager that was closed early reads no more.
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);
  const failure = await howFailed(child);
  if (failure !== undefined) throw new Error(`${pager} ${failure}`);
}

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
  if (!isAbsolute(path)) throw new Error(`${path} is not an absolute path.`);
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
