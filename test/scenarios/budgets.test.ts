import { expect, test } from 'vitest';
import { BUDGETS, misses } from '../bench/wire-budgets.ts';
import {
  furnishCenter,
  type Link,
  measureDesk,
  measureIdle,
  openBenchDesk,
  type Samples,
  SIZES,
  type Size,
} from '../bench/wire-desk.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const LINKS: readonly Link[] = ['slow', 'fast'];

/** A desk measured under one name; its breaches, as sentences. */
type Measurement = (name: string) => Promise<readonly string[]>;

test('no key costs the wire more than its budget, slow or fast, at 80x24, 120x40 and 200x50', async () => {
  const folder = temporaryFolder();
  const database = furnishCenter(folder);
  const measured = new Set<string>();
  const missedBy = (link: Link, size: Size, samples: Samples) => {
    for (const action of Object.keys(samples)) measured.add(action);
    return misses(link, size, samples);
  };
  const measurements = LINKS.flatMap((link): Measurement[] => [
    ...SIZES.map(
      (size): Measurement =>
        async name => {
          const desk = openBenchDesk(folder, database, link, size, name);
          return missedBy(link, size, await measureDesk(desk, link, size, { isWhole: false }));
        },
    ),
    async name => {
      const desk = openBenchDesk(folder, database, link, SIZES[1], `${name} idle`);
      return missedBy(link, SIZES[1], await measureIdle(desk));
    },
  ]);
  const missed = await Promise.all(measurements.map(measure => measure('first')));
  // On a busy machine a preview comes so late that it is counted to the next key: those are measured again, alone.
  for (const name of ['second', 'third'])
    for (const [index, measure] of measurements.entries())
      if (missed[index]!.length > 0) missed[index] = await measure(name);
  expect(missed.flat()).toEqual([]);
  expect([...measured]).toEqual(expect.arrayContaining(Object.keys(BUDGETS)));
}, 240_000);
