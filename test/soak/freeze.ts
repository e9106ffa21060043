/**
 * `npm run soak -- freeze [--times 3000000] [name…]`: each shape of bomb of this many bytes goes through import,
 * opening, scrolling, `w`, `L`, `o`, find, the transcript and the merge preview of the built desk on a pty, while keys
 * come at a steady rhythm. Prints for each shape how long each step took and the longest wait of a key, in ms; in
 * brackets including the desk's waits for a processor. A slow shape is tried again, up to 3 times in all, and the best
 * run counts. Exits with 1 if a step takes over 2 s or a key waits over 100 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOMBS, type PlacedBomb } from '../harness/bombs.ts';
import { type Frozen, freezeBy } from '../scenarios/freeze.ts';
import { readOptions, say } from './options.ts';

const { times: size, names } = readOptions(3_000_000);
const MAX_TRIES = 3;
const MAX_STEP_MS = 2_000;
const MAX_KEY_MS = 100;

/** The ratio to the limit; 1 and less is allowed. */
function slowness({ steps, keyMs }: Frozen): number {
  return Math.max(keyMs / MAX_KEY_MS, ...Object.values(steps).map(ms => ms / MAX_STEP_MS));
}

function described({ steps, keyMs, keyIn, keyWithOthersMs }: Frozen): string {
  const each = Object.entries(steps).map(([name, ms]) => `${name} ${Math.round(ms)}`);
  return `${each.join('  ')}  key ${Math.round(keyMs)} (${Math.round(keyWithOthersMs)}) in ${keyIn}`;
}

async function bestOf(bomb: PlacedBomb): Promise<Frozen> {
  let best: Frozen | undefined;
  for (let tries = 0; tries < MAX_TRIES && (!best || slowness(best) > 1); tries += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-soak-'));
    try {
      const frozen = await freezeBy(bomb, size, folder);
      if (!best || slowness(frozen) < slowness(best)) best = frozen;
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  return best!;
}

for (const bomb of BOMBS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  try {
    const best = await bestOf(bomb);
    const isSlow = slowness(best) > 1;
    if (isSlow) process.exitCode = 1;
    say(`${isSlow ? 'SLOW  ' : ''}${bomb.enters}: ${bomb.name}: ${described(best)}`);
  } catch (error) {
    process.exitCode = 1;
    say(`BROKEN  ${bomb.enters}: ${bomb.name}\n${(error as Error).stack}`);
  }
}
process.exit();
