import { spawn } from 'node:child_process';
import { childEnvironment } from '../secrets.ts';

/**
 * Shows a text in the agent's own pager: `PAGER`, otherwise less. Resolves when it has ended; rejects if it could not
 * be started or failed. The pager's environment contains none of our secrets, and no file is written.
 */
export function showInPager(text: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const pager = environment.PAGER || 'less';
  const child = spawn('/bin/sh', ['-c', pager], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: childEnvironment(environment),
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${pager} ended with code ${code ?? signal}`));
    });
    // A pager that was closed early reads no more.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}
