/**
 * The desk's figures, measured on the built bundle over a pty: `npm run bench -- desk`. Times are ratios to `node -e 0` of the
 * same run; bytes are exact.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launcher } from '../harness/launcher.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { figure, median } from './figures.ts';
import { firstFrameMs, keptFrameMs, peakMiB } from './first-frame.ts';
import { mboxOf } from './many-mails.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const environment = deskEnvironment(folder);
function shell(...args: string[]) {
  return execFileSync(process.execPath, [launcher, ...args], { env: environment, encoding: 'utf8' });
}

function open(database: string): Terminal {
  return openTerminal({
    command: process.execPath,
    args: [launcher, '--database', database, '--link', 'fast'],
    env: environment,
    columns: 120,
    rows: 40,
  });
}

function emptyNodeMs(): number {
  const began = performance.now();
  execFileSync(process.execPath, ['-e', '0'], { env: environment });
  return performance.now() - began;
}

async function startUp(database: string) {
  const [node, desk, kept]: [number[], number[], number[]] = [[], [], []];
  const built = { launcher, database, env: environment };
  await firstFrameMs(built);
  for (let round = 0; round < 9; round++) {
    node.push(emptyNodeMs());
    desk.push(await firstFrameMs(built));
    kept.push(await keptFrameMs(built));
  }
  const times = (ms: readonly number[]) =>
    `${(median(ms) / median(node)).toFixed(1)} × (${median(ms).toFixed(0)} / ${median(node).toFixed(0)} ms)`;
  figure('first frame, 5,000 conversations', '≤ 5 × node -e 0', times(desk));
  figure('first frame, of the desk before', '≤ 2 × node -e 0', times(kept));
}

async function bytesOf(desk: Terminal, key: string): Promise<number> {
  await desk.settled(400);
  desk.resetBytes();
  desk.type(key);
  await sleep(60);
  const bytes = desk.bytes();
  await desk.settled(400);
  return bytes;
}

async function wire(database: string) {
  const desk = open(database);
  await desk.settled(800);
  const down: number[] = [];
  for (let step = 0; step < 10; step++) down.push(await bytesOf(desk, 'j'));
  figure('cursor down, 120x40, with the bar', '≤ 140 bytes', `${median(down)} (worst ${Math.max(...down)})`);
  desk.type('/');
  await desk.sees('Enter list');
  await desk.settled(100);
  const typed: number[] = [];
  for (const letter of 'invoice') typed.push(await bytesOf(desk, letter));
  figure('a character typed in a field', '1 byte', `${median(typed)} (worst ${Math.max(...typed)})`);
  desk.press('esc');
  await desk.settled(800);
  desk.resetBytes();
  await sleep(10_000);
  figure('idle for 10 s', '0 bytes', `${desk.bytes()}`);
  for (let page = 0; page < 60; page++) desk.press('pgdn');
  await desk.settled(800);
  figure('peak memory of the desk', '≤ 150 MiB', `${peakMiB(desk.pid).toFixed(0)} MiB`);
  desk.close();
}

function intake() {
  const count = 4_000;
  const file = join(folder, 'many.mbox');
  writeFileSync(file, mboxOf(count));
  const began = performance.now();
  shell('import', file, '--database', join(folder, 'import.db'));
  const seconds = (performance.now() - began) / 1_000;
  figure(
    `import of ${count.toLocaleString('en')} mails, start-up included`,
    '≥ 200 mails/s',
    `${Math.round(count / seconds)} mails/s`,
  );
}

const database = join(folder, 'center.db');
shell('sample', '--conversations', '5000', '--database', database);
figure('what', 'asked', 'measured');
await startUp(database);
await wire(database);
intake();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
