/**
 * The desk's start beside another build's, in turns: `npm run bench -- starts <folder> [rounds]`. The folder is another
 * tree of the project, built. A difference below the spread of the same build against itself is none.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { figure, median } from './figures.ts';
import { type Frame, firstFrame } from './first-frame.ts';

const WARM_UPS = 4;

const [other, rounds = '30'] = process.argv.slice(2);
if (other === undefined) throw new Error('Name the folder of another tree that is built.');
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-starts-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A build with a home of its own, in which its compiled code is kept. */
function built(name: string, path: string) {
  const home = join(folder, name);
  const env = deskEnvironment(home, { NODE_COMPILE_CACHE: join(home, 'compiled') });
  const database = join(home, 'center.db');
  execFileSync(path, ['sample', '--conversations', '5000', '--database', database], { env, stdio: 'ignore' });
  return { desk: { launcher: path, database, env }, frames: [] as Frame[] };
}

const here = built('here', launcher);
const there = built('there', join(resolve(other), 'bin', 'frontdesk.js'));
for (let round = -WARM_UPS; round < Number(rounds); round++) {
  for (const { desk, frames } of round % 2 ? [here, there] : [there, here]) {
    const frame = await firstFrame(desk);
    if (round >= 0) frames.push(frame);
  }
}

function row(what: string, of: (frame: Frame) => number): void {
  const differences = here.frames.map((frame, at) => of(frame) - of(there.frames[at]!)).toSorted((a, b) => a - b);
  const [low, middle, high] = [0.25, 0.5, 0.75].map(share => differences[Math.floor(differences.length * share)]!);
  const medians = [here, there].map(({ frames }) => median(frames.map(of)).toFixed(0)).join(' / ');
  figure(what, medians, `${middle!.toFixed(1)} (${low!.toFixed(1)} to ${high!.toFixed(1)})`);
}

figure('to the first frame', 'here / there', 'in pairs (middle half)');
row('ms', ({ tookMs }) => tookMs);
row('ms of processor', ({ processorMs }) => processorMs);
row('MiB', ({ peakMiB }) => peakMiB);
process.exit(0);
