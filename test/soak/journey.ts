/**
 * `npm run soak -- journey [--times 20] [--seed 1] [ssh]`: forty minutes on a train, this many times, each with other actions
 * by chance: tunnels, a portal, a reboot, a lost SSH, and other people at work. Exits with 1 if the help center does not
 * hold what the agent did, after the other journeys.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ride } from '../scenarios/journey.ts';
import { readOptions, say } from './options.ts';

const { times, seed, names } = readOptions(20);
const calls = names.includes('ssh') ? 'through SSH' : 'over HTTP';

for (let nth = 0; nth < times; nth += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-soak-'));
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1_000);
  try {
    const log = await ride(folder, seed + nth, calls);
    say(`journey ${seed + nth}: ${log.length} actions and events, all of it there (${seconds()} s)`);
    // How long what the desk promises took, in seconds of the journey.
    for (const line of log.filter(each => each.startsWith('  '))) say(line);
  } catch (error) {
    process.exitCode = 1;
    say(`journey ${seed + nth}: BROKEN after ${seconds()} s\n${(error as Error).stack}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
process.exit();
