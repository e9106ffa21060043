import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { launcher } from '../../harness/launcher.ts';

/** What no output may hold. */
export const RAW_CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/u;

/** Runs work on the built `serve`; returns all that it has written on stderr when it has ended, and its exit code. */
export async function serving(env: Record<string, string>, work: (port: number, pid: number) => Promise<unknown>) {
  const child = spawn(process.execPath, [launcher, 'serve', '--port', '0'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', chunk => {
    said += chunk;
  });
  const line = await new Promise<string>(resolve => child.stdout.once('data', chunk => resolve(String(chunk))));
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  await work(Number(/:(\d+)/.exec(line.replace('http:', ''))?.[1]), child.pid!);
  return { said: () => said, ended, stop: () => child.kill('SIGTERM') };
}
