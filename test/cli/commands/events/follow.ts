import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { launcher } from '../../../harness/launcher.ts';
import { deskEnvironment } from '../../../harness/temporary.ts';

/** Follows events by the built program. */
export function follow(folder: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = deskEnvironment(folder, more);
  const child = spawn(process.execPath, [launcher, 'events', '--follow', ...args], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', chunk => {
      said[name] += chunk;
    });
  const closed = once(child, 'close');
  const ended = async (): Promise<number> => (await closed)[0];
  const stop = (): Promise<number> => {
    child.kill('SIGTERM');
    return ended();
  };
  const ids = () =>
    said.stdout
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line).id);
  return { said, ids, stop, ended };
}
