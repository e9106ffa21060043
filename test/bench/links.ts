/**
 * What a desk costs the line to its help center, and the other way round: `npm run bench -- links [part…]`. A built
 * `serve`, TLS before it, a line of 1,200 bytes a second and 300 ms there and back, the built desk on a pty.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFarCenter } from './far-desk.ts';
import { figure } from './figures.ts';
import { changes } from './links-changes.ts';
import { firstFrame } from './links-first-frame.ts';
import { idle } from './links-idle.ts';
import { keptFile } from './links-kept.ts';
import { largeMail } from './links-large.ts';
import { start } from './links-start.ts';
import { terminal } from './links-terminal.ts';

const PARTS = {
  start,
  'first frame': firstFrame,
  changes,
  'large mail': largeMail,
  idle,
  terminal,
  'kept file': keptFile,
};
const wanted = process.argv.slice(2);

figure('what', 'asked', 'measured');
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.some(word => name.startsWith(word))) continue;
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  const center = await openFarCenter(folder, 500);
  try {
    await measure(center);
  } catch (error) {
    figure(name, '–', `failed: ${String(error).split('\n')[0]}`);
  }
  await center.serving.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
process.exit(0);
