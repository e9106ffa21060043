import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../harness/full.ts';
import { BUDGETS, misses } from '../harness/wire-budgets.ts';
import {
  furnishCenter,
  type Link,
  measureDesk,
  measureIdle,
  openBenchDesk,
  type Samples,
  SIZES,
  type Size,
  STACKED,
} from '../harness/wire-desk.ts';

const LINKS: readonly Link[] = ['slow', 'fast'];

/** A desk measured under one name; its breaches, as sentences. */
type Measurement = (name: string) => Promise<readonly string[]>;

let folder = '';
let database = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-budgets-'));
  database = furnishCenter(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

/**
 * Whether a desk is measured: the smallest over both links, the others over one, which is another when stacked. All are
 * at full size.
 */
function isMeasured(link: Link, sizes: readonly Size[], size: Size): boolean {
  const isOverOneLink = (sizes === STACKED) === (size === sizes[1]);
  return isFull || size === sizes[0] || link === (isOverOneLink ? 'fast' : 'slow');
}

/** Measures desks of these sizes, side by side; their breaches, and the names of all that was measured. */
async function breaches(sizes: readonly Size[]) {
  const measured = new Set<string>();
  const missedBy = (link: Link, size: Size, samples: Samples) => {
    for (const action of Object.keys(samples)) measured.add(action);
    return misses(link, size, samples);
  };
  const measurements = LINKS.flatMap((link): Measurement[] => [
    ...sizes
      .filter(size => isMeasured(link, sizes, size))
      .map(
        (size): Measurement =>
          async name => {
            const desk = openBenchDesk(folder, database, link, size, { name });
            return missedBy(link, size, await measureDesk(desk, link, size, false));
          },
      ),
    async name => {
      const desk = openBenchDesk(folder, database, link, sizes[1]!, {
        name: `${name} idle`,
        isOld: true,
      });
      return missedBy(link, sizes[1]!, await measureIdle(desk));
    },
  ]);
  const missed = await Promise.all(measurements.map(measure => measure('first')));
  // On a busy machine a preview comes so late that it is counted to the next key: those are measured again, alone.
  for (const name of ['second', 'third'])
    for (const [index, measure] of measurements.entries())
      if (missed[index]!.length > 0) missed[index] = await measure(name);
  return { missed: missed.flat(), measured: [...measured] };
}

test.each([
  ['beside the list', SIZES],
  ['below the list', STACKED],
])(
  'with the detail %s no key costs the wire more than its budget, over slow and fast links and at every size',
  async (_place, sizes) => {
    const { missed, measured } = await breaches(sizes);
    expect(missed).toEqual([]);
    expect(measured).toEqual(expect.arrayContaining(Object.keys(BUDGETS)));
  },
  240_000,
);
