/**
 * The ways to have frontdesk, side by side: `npm run bench -- install`. Sizes are exact. In each round every way takes its
 * turn beside `node -e 0`: the medians of these ratios, and the shortest times. An executable is measured if it was built before:
 * `npm run build:binary && npm run build:deb`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deskEnvironment } from '../harness/temporary.ts';
import { median } from './figures.ts';
import { type Frame, firstFrame } from './first-frame.ts';
import { bytesBelow, checkout, waysToHaveIt } from './ways.ts';

const ROUNDS = 9;

/** A way that is installed, and what is measured of it. */
interface Installed {
  readonly name: string;
  readonly launcher: string;
  readonly packedBytes?: number;
  readonly bytes: number;
  readonly env: Readonly<Record<string, string>>;
  readonly versionMs: number[];
  readonly cold: Frame[];
  readonly frames: Frame[];
}

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-install-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** With a home of its own, in which nothing was compiled before. */
function installed(name: string, launcher: string, bytes: number, packedBytes?: number): Installed {
  const home = join(folder, 'homes', name);
  const env = deskEnvironment(home, { NODE_COMPILE_CACHE: join(home, 'compiled') });
  return { name, launcher, bytes, packedBytes, env, versionMs: [], cold: [], frames: [] };
}

function installedWays(): readonly Installed[] {
  const ways = waysToHaveIt(folder).map(({ name, packedBytes, install }) => {
    const prefix = join(folder, 'installed', name);
    const launcher = install(prefix);
    return installed(name, launcher, bytesBelow(prefix), packedBytes);
  });
  return [installed('checkout', checkout.launcher, checkout.bytes()), ...ways];
}

function tookMs([command, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv): number {
  const began = performance.now();
  execFileSync(command, args, { env, stdio: 'ignore' });
  return performance.now() - began;
}

function size(bytes: number | undefined): string {
  return bytes === undefined ? '-' : `${(bytes / 1e6).toFixed(2)} MB`;
}

const all = installedWays();
const database = join(folder, 'center.db');
const sample = ['sample', '--conversations', '5000', '--database', database];
tookMs([checkout.launcher, ...sample], deskEnvironment(join(folder, 'maker')));
const nodeMs: number[] = [];
for (const { launcher, env, cold } of all) cold.push(await firstFrame({ launcher, database, env }));
for (let round = 0; round < ROUNDS; round++) {
  nodeMs.push(tookMs([process.execPath, '-e', '0'], process.env));
  for (const { launcher, env, versionMs, frames } of all) {
    versionMs.push(tookMs([launcher, '--version'], env));
    frames.push(await firstFrame({ launcher, database, env }));
  }
}

/** The median of the ratios to `node -e 0` in the same round, and the shortest time. */
function times(ms: readonly number[]): string {
  const ratios = ms.map((took, round) => took / nodeMs[round]!);
  return `${median(ratios).toFixed(1)} × (${Math.min(...ms).toFixed(0)} ms)`;
}

function row(what: string, cellOf: (one: Installed) => string): void {
  console.log([what.padEnd(34), ...all.map(one => cellOf(one).padStart(20))].join(' '));
}

row('', ({ name }) => name);
row('to download (.tgz, .deb)', ({ packedBytes }) => size(packedBytes));
row('installed', ({ bytes }) => size(bytes));
row('--version', ({ versionMs }) => times(versionMs));
row('first live frame, 5,000', ({ frames }) => times(frames.map(({ tookMs }) => tookMs)));
row('the very first, nothing compiled', ({ cold }) => times(cold.map(({ tookMs }) => tookMs)));
row('peak memory at that frame', ({ frames }) => `${median(frames.map(({ peakMiB }) => peakMiB)).toFixed(0)} MiB`);
console.log(
  `× node -e 0, the median of ${ROUNDS} rounds, and the shortest time; node -e 0: ${Math.min(...nodeMs).toFixed(0)} ms.`,
);
process.exit(0);
