import { spawn } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { childEnvironment } from '../secrets.ts';

/** Other addresses could start programs, or read files, of this machine. */
const OPENED = new Set(['http:', 'https:', 'mailto:']);

/**
 * Opens a link with a program of the agent's, which gets the link as its only argument: no shell reads it. Resolves
 * when the program has ended; rejects with the reason if it could not be started or failed. The desk may end before it.
 */
export function openWith(command: string, url: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !OPENED.has(address.protocol)) {
    return Promise.reject(new Error('only http, https and mailto links are opened.'));
  }
  return run(command, address.href, environment);
}

/** Opens a file in the same way. Its whole path is the argument, so no name can be an option. */
export function openFileWith(command: string, path: string, environment: NodeJS.ProcessEnv): Promise<void> {
  return isAbsolute(path) ? run(command, path, environment) : Promise.reject(new Error(`${path} is no whole path.`));
}

function run(command: string, argument: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, [argument], { stdio: 'ignore', detached: true, env: childEnvironment(environment) });
  child.unref();
  return new Promise((resolve, reject) => {
    child.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(new Error(code === 'ENOENT' ? `there is no program ${command}.` : message)),
    );
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with code ${code ?? signal}.`));
    });
  });
}
