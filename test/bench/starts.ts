/**
 * The desk's start beside another build's, in turns: `npm run bench -- starts <folder> [rounds]`. The folder is another
 * tree of the project, built. A difference below the spread of the same build against itself is none.
 */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { benchFolder, figure, inTurns, median, percentile } from '../harness/figures.ts';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { type Frame, firstFrame } from './first-frame.ts';

const [other, rounds = '30'] = process.argv.slice(2);
if (other === undefined) throw new Error('Name the folder of another tree that is built.');
const folder = benchFolder();

/** A build with a home of its own, in which its compiled code is kept. */
function startsOf(name: string, path: string): () => Promise<Frame> {
  const home = join(folder, name);
  const env = deskEnvironment(home, { NODE_COMPILE_CACHE: join(home, 'compiled') });
  const args = ['--database', join(home, 'center.db')];
  execFileSync(path, ['sample', '--conversations', '5000', ...args], { env, stdio: 'ignore' });
  return () => firstFrame({ launcher: path, args, env });
}

const both = {
  here: startsOf('here', launcher),
  there: startsOf('there', join(resolve(other), 'bin', 'frontdesk.js')),
};
const { here, there } = await inTurns(both, Number(rounds), 4);

function row(what: string, of: (frame: Frame) => number): void {
  const differences = here.map((frame, at) => of(frame) - of(there[at]!));
  const [low, middle, high] = [0.25, 0.5, 0.75].map(share => percentile(differences, share).toFixed(1));
  const medians = [here, there].map(frames => median(frames.map(of)).toFixed(0)).join(' / ');
  figure(what, medians, `${middle} (${low} to ${high})`);
}

figure('to the first frame', 'here / there', 'in pairs (middle half)');
row('ms', ({ tookMs }) => tookMs);
row('ms of processor', ({ processorMs }) => processorMs);
row('MiB', ({ peakMiB }) => peakMiB);
process.exit(0);
