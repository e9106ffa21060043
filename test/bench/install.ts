/**
 * The ways to have frontdesk, side by side: `npm run bench -- install`. Sizes are exact; times are medians of rounds in
 * which each way takes its turn, beside `node -e 0` of the same rounds. An executable is measured if it was built before:
 * `npm run build:binary && npm run build:deb`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deskEnvironment } from '../harness/temporary.ts';
import { median } from './figures.ts';
import { commandOf, type Frame, firstFrame } from './first-frame.ts';
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
  readonly frames: Frame[];
}

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-install-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** With a home of its own, in which nothing was compiled before. */
function installed(name: string, launcher: string, bytes: number, packedBytes?: number): Installed {
  const home = join(folder, 'homes', name);
  const env = deskEnvironment(home, { NODE_COMPILE_CACHE: join(home, 'compiled') });
  return { name, launcher, bytes, packedBytes, env, versionMs: [], frames: [] };
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

function row(what: string, cells: readonly string[]): void {
  console.log([what.padEnd(34), ...cells.map(cell => cell.padStart(20))].join(' '));
}

const all = installedWays();
const database = join(folder, 'center.db');
tookMs(
  [process.execPath, checkout.launcher, 'sample', '--conversations', '5000', '--database', database],
  deskEnvironment(join(folder, 'maker')),
);
const nodeMs: number[] = [];
const cold: Frame[] = [];
for (const { launcher, env } of all) cold.push(await firstFrame({ launcher, database, env }));
for (let round = 0; round < ROUNDS; round++) {
  nodeMs.push(tookMs([process.execPath, '-e', '0'], process.env));
  for (const { launcher, env, versionMs, frames } of all) {
    versionMs.push(tookMs([...commandOf(launcher), '--version'], env));
    frames.push(await firstFrame({ launcher, database, env }));
  }
}
const unit = median(nodeMs);
const times = (ms: number) => `${(ms / unit).toFixed(1)} × (${ms.toFixed(0)} ms)`;
const medianOf = (frames: readonly Frame[], what: keyof Frame) => median(frames.map(frame => frame[what]));
row(
  '',
  all.map(({ name }) => name),
);
row(
  'to download',
  all.map(({ packedBytes }) => size(packedBytes)),
);
row(
  'installed',
  all.map(({ bytes }) => size(bytes)),
);
row(
  '--version',
  all.map(({ versionMs }) => times(median(versionMs))),
);
row(
  'first live frame, 5,000',
  all.map(({ frames }) => times(medianOf(frames, 'tookMs'))),
);
row(
  'the very first, nothing compiled',
  cold.map(({ tookMs }) => times(tookMs)),
);
row(
  'peak memory at that frame',
  all.map(({ frames }) => `${medianOf(frames, 'peakMiB').toFixed(0)} MiB`),
);
console.log(`Times are × node -e 0 (${unit.toFixed(0)} ms); medians of ${ROUNDS} rounds.`);
process.exit(0);
