/**
 * The desk's figures, measured on the built bundle over a pty: `npm run bench -- desk`. Times are ratios to `node -e 0` of the
 * same run.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { benchFolder, figure } from '../harness/figures.ts';
import { launcher } from '../harness/launcher.ts';
import { memoryMiB } from '../harness/process-use.ts';
import { openTerminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { besideNode, firstFrame, keptFrame } from './first-frame.ts';

const folder = benchFolder();
const env = deskEnvironment(folder);
const args = ['--database', join(folder, 'center.db')];
execFileSync(launcher, ['sample', '--conversations', '5000', ...args], { env });

figure('what', 'asked', 'measured');
const built = { launcher, args, env };
const frames = await besideNode({ own: () => firstFrame(built), kept: () => keptFrame(built) });
figure('first frame, 5,000 conversations', '≤ 5 × node -e 0', frames.own);
figure('first frame, of the desk before', '≤ 2 × node -e 0', frames.kept);

const desk = openTerminal({ command: launcher, args: [...args, '--link', 'fast'], env, columns: 120, rows: 40 });
await desk.settled(800);

for (let page = 0; page < 60; page++) desk.press('pgdn');
await desk.settled(800);
figure('peak memory of the desk', '≤ 150 MiB', `${memoryMiB(desk.pid).toFixed(0)} MiB`);
desk.close();
process.exit(0);
