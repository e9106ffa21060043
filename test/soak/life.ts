/**
 * `npm run soak -- life [--times 200] [--seed 1] [name…]`: ends the built desk in every way, each this many times at
 * random moments, half on the embedded help center and half on a remote one that fails by turns. Each time the terminal
 * must be restored, the exit code true and soon there, and the next desk must have every draft and send every note
 * once. Exits with 1 if something does not hold, after trying the other ways.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Random } from '../harness/random.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { type Death, ENDINGS, type Ending, endWhileStarting, liveOn, liveOnce, newLife } from '../scenarios/life.ts';
import { furnish } from '../scenarios/life-center.ts';
import { stopAndGoOn } from '../scenarios/stop-and-go-on.ts';
import { readOptions, say } from './options.ts';

const { times, seed, names } = readOptions(200);
const AT_ONCE = 2;
const MOST_MS = 1_000;
/** One in this many signals comes while the desk starts. */
const STARTING = 0.15;
const STOP = 'Ctrl-Z and fg';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-soak-'));
const furnished = await furnish(folder);

/** One way of ending, this many times; returns how long each took. */
async function endAgainAndAgain(ending: Ending, random: Random, home: string): Promise<Death[]> {
  const deaths: Death[] = [];
  for (const isElsewhere of [false, true]) {
    const life = await newLife(furnished, join(home, isElsewhere ? 'elsewhere' : 'embedded'), isElsewhere);
    const half = isElsewhere ? Math.floor(times / 2) : Math.ceil(times / 2);
    for (let count = 0; count < half; count += 1) {
      const isStarting = count > 0 && (ending.signal ?? ending.hangsUp) !== undefined && random() < STARTING;
      deaths.push(await (isStarting ? endWhileStarting : liveOnce)(life, ending, random));
      if (deaths.length % 25 === 0) say(`  ${ending.name}: ${deaths.length} of ${times}`);
    }
    await liveOn(life);
  }
  return deaths;
}

async function endIn(ending: Ending, nth: number): Promise<string> {
  const random = createRandom(seed * 1_000 + nth);
  const deaths = await endAgainAndAgain(ending, random, join(folder, String(nth)));
  const ms = deaths.map(death => Math.round(death.ms)).toSorted((a, b) => a - b);
  const late = ms.filter(each => each > MOST_MS).length;
  if (late > 0) process.exitCode = 1;
  return `exit code ${ending.exitCode}; ms: median ${ms[ms.length >> 1]}, slowest ${ms.at(-1)}, over ${MOST_MS}: ${late}`;
}

async function stop(nth: number): Promise<string> {
  const home = join(folder, String(nth));
  mkdirSync(home);
  await stopAndGoOn(deskEnvironment(home), furnished.database, times, createRandom(seed * 1_000 + nth));
  return 'the terminal given back and taken again';
}

const runs: [string, () => Promise<string>][] = [
  ...ENDINGS.map((ending, nth): [string, () => Promise<string>] => [ending.name, () => endIn(ending, nth)]),
  [STOP, () => stop(ENDINGS.length)],
];
const wanted = runs.filter(([name]) => names.length === 0 || names.includes(name));

/** Takes one run after the other to the last. */
async function work(): Promise<void> {
  for (let next = wanted.shift(); next; next = wanted.shift()) {
    const [name, run] = next;
    try {
      say(`${name}: ${times} times, ${await run()}`);
    } catch (error) {
      process.exitCode = 1;
      say(`${name}: BROKEN\n${(error as Error).stack}`);
    }
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exit();
