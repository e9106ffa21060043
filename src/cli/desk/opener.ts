import { spawn } from 'node:child_process';
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
  const child = spawn(command, [address.href], { stdio: 'ignore', detached: true, env: childEnvironment(environment) });
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
