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
import { type Way, waysToHaveIt } from './ways.ts';

const ROUNDS = 9;

/** What is measured of one way. */
interface Measured {
  readonly versionMs: number[];
  readonly frames: Frame[];
  coldMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-install-'));

function tookMs([command, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv): number {
  const began = performance.now();
  execFileSync(command, args, { env, stdio: 'ignore' });
  return performance.now() - began;
}

/** A home of its own for each way, in which nothing was compiled before. */
function homeOf({ name }: Way) {
  const home = join(folder, 'homes', name);
  return deskEnvironment(home, { NODE_COMPILE_CACHE: join(home, 'compiled') });
}

async function measure(ways: readonly Way[], database: string) {
  const nodeMs: number[] = [];
  const measured = new Map<Way, Measured>();
  for (const way of ways) {
    const env = homeOf(way);
    const cold = await firstFrame({ launcher: way.launcher, database, env });
    measured.set(way, { versionMs: [], frames: [], coldMs: cold.tookMs });
  }
  for (let round = 0; round < ROUNDS; round++) {
    nodeMs.push(tookMs([process.execPath, '-e', '0'], process.env));
    for (const [way, { versionMs, frames }] of measured) {
      const env = homeOf(way);
      versionMs.push(tookMs([...commandOf(way.launcher), '--version'], env));
      frames.push(await firstFrame({ launcher: way.launcher, database, env }));
    }
  }
  return { nodeMs: median(nodeMs), measured };
}

function row(cells: readonly string[]): void {
  const [what = '', ...values] = cells;
  console.log([what.padEnd(34), ...values.map(value => value.padStart(20))].join(' '));
}

function size(bytes: number | undefined): string {
  return bytes === undefined ? '-' : `${(bytes / 1e6).toFixed(2)} MB`;
}

const ways = waysToHaveIt(folder);
const database = join(folder, 'center.db');
const [command, ...args] = commandOf(ways[0]!.launcher);
execFileSync(command, [...args, 'sample', '--conversations', '5000', '--database', database], {
  env: deskEnvironment(join(folder, 'maker')),
  stdio: 'ignore',
});
const { nodeMs, measured } = await measure(ways, database);
const all = [...measured.values()];
const times = (ms: number) => `${(ms / nodeMs).toFixed(1)} × (${ms.toFixed(0)} ms)`;
row(['', ...ways.map(({ name }) => name)]);
row(['to download', ...ways.map(({ packedBytes }) => size(packedBytes))]);
row(['installed', ...ways.map(({ installedBytes }) => size(installedBytes))]);
row(['--version', ...all.map(({ versionMs }) => times(median(versionMs)))]);
row(['first live frame, 5,000', ...all.map(({ frames }) => times(median(frames.map(frame => frame.tookMs))))]);
row(['the very first, nothing compiled', ...all.map(({ coldMs }) => times(coldMs))]);
row(['peak memory at that frame', ...all.map(({ frames }) => `${median(frames.map(f => f.peakMiB)).toFixed(0)} MiB`)]);
console.log(`Times are × node -e 0 (${nodeMs.toFixed(0)} ms), ${ROUNDS} rounds.`);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
