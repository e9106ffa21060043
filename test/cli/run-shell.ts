import { spawn } from 'node:child_process';
import { launcher } from '../harness/launcher.ts';

/** The exit code and the output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program without a terminal; `launcher`: another build's. */
export function runShell(
  args: readonly string[],
  options: {
    readonly env: Record<string, string>;
    readonly input?: string;
    readonly node?: string;
    readonly launcher?: string;
  },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.node ?? process.execPath, [options.launcher ?? launcher, ...args], {
      env: options.env,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', chunk => {
      stdout += chunk;
    });
    child.stderr.on('data', chunk => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', code => resolve({ code, stdout, stderr }));
    // A command need not read it.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
}
