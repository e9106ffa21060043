/**
 * What a desk costs the line to its help center, and the other way round: `npm run bench -- links [part…]`. A built
 * `serve`, TLS before it, a line of 1,200 bytes a second and 300 ms there and back, the built desk on a pty.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { openFarCenter } from '../harness/far-desk.ts';
import { benchFolder, figure } from '../harness/figures.ts';
import { changes, idle, largeMail, start } from './links-costs.ts';
import { firstFrame, terminal } from './links-machine.ts';

const PARTS = {
  start,
  'first frame': firstFrame,
  changes,
  'large mail': largeMail,
  idle,
  terminal,
};
const wanted = process.argv.slice(2);
const folder = benchFolder();

figure('what', 'asked', 'measured');
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.some(word => name.startsWith(word))) continue;
  const center = await openFarCenter(mkdtempSync(join(folder, 'center-')), 500);
  try {
    await measure(center);
  } catch (error) {
    figure(name, '–', `failed: ${String(error).split('\n')[0]}`);
  }
  await center.serving.kill();
}
process.exit(0);
