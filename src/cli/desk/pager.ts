import { spawn } from 'node:child_process';
import { childEnvironment } from '../secrets.ts';
import { howFailed } from './child-end.ts';

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
