/**
 * `npm run soak -- typing [--times 500] [--seed 1]`: types a note in the built desk at 30–400 ms a key, without a
 * pause, and kills the desk by SIGKILL at a random moment, this many times. The next desk must have all of the note
 * except its last second. Prints the worst loss; exits with 1 if one is over a second.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../harness/random.ts';
import { openBackstageIn } from '../scenarios/open-desk.ts';
import { type Kill, type Typist, typeUntilKilled } from '../scenarios/type-until-killed.ts';
import { readOptions, say } from './options.ts';

const { times, seed } = readOptions(500);
const AT_ONCE = 4;
const MAX_LOSS_MS = 1_000;
const LONGEST_MS = 6_000;

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-soak-'));
const kills: Kill[] = [];

/** One typist after another kill, until all are done. */
async function work(nth: number): Promise<void> {
  const home = join(folder, String(nth));
  mkdirSync(home);
  const { environment, database, conversation, close } = await openBackstageIn(home);
  const conversationId = await conversation('Refund for order 7741');
  await close();
  const typist: Typist = { environment, database, conversationId, draft: '' };
  const random = createRandom(seed * 1_000 + nth);
  for (let count = nth; count < times; count += AT_ONCE) {
    kills.push(await typeUntilKilled(typist, random, forMs(random() * LONGEST_MS)));
    if (kills.length % 25 === 0) say(`  ${kills.length} of ${times}, worst ${worst()} ms`);
  }
}

/** Whether so many milliseconds have passed since it was asked first, which is when the first letter was typed. */
function forMs(ms: number): () => boolean {
  let endAt: number | undefined;
  return () => {
    endAt ??= performance.now() + ms;
    return performance.now() >= endAt;
  };
}

function worst(): number {
  return Math.round(Math.max(...kills.map(({ lostMs }) => lostMs)));
}

try {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => work(nth)));
  const letters = kills.reduce((sum, { typed }) => sum + typed, 0);
  const late = kills.filter(({ lostMs }) => lostMs > MAX_LOSS_MS).length;
  const median = Math.round(kills.map(({ lostMs }) => lostMs).toSorted((a, b) => a - b)[kills.length >> 1]!);
  say(
    `typing: ${kills.length} kills, ${letters} letters; lost ms: median ${median}, worst ${worst()}, over 1000: ${late}`,
  );
  if (late > 0) process.exitCode = 1;
} catch (error) {
  process.exitCode = 1;
  say(`typing: BROKEN\n${(error as Error).stack}`);
}
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exit();
