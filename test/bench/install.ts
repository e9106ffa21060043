/**
 * The ways to have frontdesk, side by side: `npm run bench -- install`. Sizes are exact. Each way takes its turn
 * with `node -e 0`: the medians of these ratios, and the shortest times. An executable is measured if it was built before:
 * `npm run build:binary && npm run build:deb`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { benchFolder, inTurns, median, tookMs } from '../harness/figures.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { firstFrame } from './first-frame.ts';
import { bytesBelow, checkout, waysToHaveIt } from './ways.ts';

const ROUNDS = 9;
const folder = benchFolder();
const args = ['--database', join(folder, 'center.db')];

function run(launcher: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  execFileSync(launcher, words, { env, stdio: 'ignore' });
}

/** Measures an installed way, with a home of its own in which nothing was compiled before. */
async function measure(name: string, launcher: string, bytes: number, packedBytes?: number) {
  const home = join(folder, 'homes', name);
  const env = deskEnvironment(home, { NODE_COMPILE_CACHE: join(home, 'compiled') });
  const frame = () => firstFrame({ launcher, args, env });
  const cold = await frame();
  const samples = await inTurns(
    {
      node: () => tookMs(() => run(process.execPath, ['-e', '0'])),
      version: () => tookMs(() => run(launcher, ['--version'], env)),
      frame,
    },
    ROUNDS,
  );
  /** The median of the ratios to `node -e 0` in the same round, and the shortest time. */
  const times = (ms: readonly number[]) => {
    const ratios = ms.map((took, round) => took / samples.node[round]!);
    return `${median(ratios).toFixed(1)} × (${Math.min(...ms).toFixed(0)} ms)`;
  };
  return {
    '': name,
    'to download (.tgz, .deb)': packedBytes === undefined ? '-' : size(packedBytes),
    installed: size(bytes),
    '--version': times(samples.version),
    'first live frame, 5,000': times(samples.frame.map(one => one.tookMs)),
    'the very first, nothing compiled': times([cold.tookMs]),
    'peak memory at that frame': `${median(samples.frame.map(one => one.peakMiB)).toFixed(0)} MiB`,
    'node -e 0': `${Math.min(...samples.node).toFixed(0)} ms`,
  };
}

function size(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

run(checkout.launcher, ['sample', '--conversations', '5000', ...args], deskEnvironment(join(folder, 'maker')));
const all = [await measure('checkout', checkout.launcher, checkout.bytes())];
for (const { name, packedBytes, install } of waysToHaveIt(folder)) {
  const prefix = join(folder, 'installed', name);
  const launcher = install(prefix);
  all.push(await measure(name, launcher, bytesBelow(prefix), packedBytes));
}
for (const what of Object.keys(all[0]!) as (keyof (typeof all)[number])[])
  console.log([what.padEnd(34), ...all.map(one => one[what].padStart(20))].join(' '));
console.log(`× node -e 0, the median of ${ROUNDS} rounds, and the shortest time.`);
process.exit(0);
