import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };

/** Runs a script of `package.json`: what it prints, and its exit code. */
async function run(name: string): Promise<{ name: string; printed: Buffer; code: number }> {
  if (scripts[name] === undefined) throw new Error(`package.json has no script ${name}.`);
  const child = spawn(`{ ${scripts[name]}; } 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number>(resolve => child.once('close', code => resolve(code ?? 1)));
  return { name, printed: await buffer(child.stdout), code: await ended };
}

// All at the same time; their output in order, and the code of the first that failed.
for (const { name, printed, code } of await Promise.all(process.argv.slice(2).map(run))) {
  process.stdout.write(`\n> ${name}\n${printed}`);
  process.exitCode ||= code;
}
