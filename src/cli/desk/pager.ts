import { spawn } from 'node:child_process';
import { childEnvironment } from '../secrets.ts';

/**
 * Shows a text in the agent's own pager: `PAGER`, else less. Resolves when it has ended; rejects where it could not be
 * started or failed. The pager's environment holds none of our secrets, and no file is written.
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
    // A pager that is left early takes no more.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}
