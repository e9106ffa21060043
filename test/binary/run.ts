/**
 * `npm run test:binary [-- file…]`: runs the tests that start the program on the executable in `dist-binary/`, or the
 * given ones of them, and asks its `serve` for every promise of the service. Lists the tests that did not run.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { describeElsewhere, sortTests } from './lane.ts';

const root = join(import.meta.dirname, '../..');
const launcher = join(import.meta.dirname, 'launcher.ts');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

const API_KEY = 'a-key-for-the-executable-alone';

interface Result {
  readonly printed: Buffer;
  readonly code: number;
}

/** Runs Node with these arguments. */
async function node(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Result> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number>(resolve => child.once('close', code => resolve(code ?? 1)));
  return { printed: await buffer(child.stdout), code: await ended };
}

/** Asks the executable's own `serve` for every promise of the service. */
async function askServe(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-binary-'));
  const settings = join(folder, 'config.toml');
  writeFileSync(settings, '[center]\nrate_limit = 1000000\n');
  const env = { PATH: process.env.PATH, HOME: folder, FRONTDESK_CONFIG: settings, FRONTDESK_API_KEY: API_KEY };
  const args = [launcher, 'serve', '--port', '0', '--database', join(folder, 'center.db')];
  const serve = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise(resolve => serve.once('close', resolve));
  try {
    for await (const line of createInterface(serve.stdout)) {
      const url = line.replace('listening on ', '');
      return await node(['test/conformance/run.ts', '--url', url], { FRONTDESK_TOKEN: API_KEY });
    }
    throw new Error('serve ended before it listened.');
  } finally {
    serve.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

const { here, elsewhere } = sortTests();
const asked = process.argv.slice(2);
const files = here.filter(file => asked.length === 0 || asked.some(part => file.includes(part)));
// The first waits most of the time: a help center slows those who guess passwords.
const results = await Promise.all([
  ...(asked.length === 0 ? [askServe()] : []),
  node([vitest, 'run', ...files], { FRONTDESK_LAUNCHER: launcher }),
]);
for (const { printed, code } of results) {
  process.stdout.write(printed);
  process.exitCode ||= code;
}
process.stdout.write(describeElsewhere(elsewhere));
