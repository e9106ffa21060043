import { expect, test } from 'vitest';
import { BUDGETS, misses } from '../bench/wire-budgets.ts';
import { furnishCenter, type Link, measureDesk, measureIdle, openBenchDesk, SIZES } from '../bench/wire-desk.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const LINKS: readonly Link[] = ['slow', 'fast'];

test('no key costs the wire more than its budget, slow or fast, at 80x24, 120x40 and 200x50', async () => {
  const folder = temporaryFolder();
  const database = furnishCenter(folder);
  const measured = new Set<string>();
  const keysOf = (link: Link) =>
    SIZES.map(async size => {
      const samples = await measureDesk(openBenchDesk(folder, database, link, size), link, size, { isWhole: false });
      for (const action of Object.keys(samples)) measured.add(action);
      return misses(link, size, samples);
    });
  const idleOf = async (link: Link) => {
    const desk = openBenchDesk(folder, database, link, SIZES[1], 'idle');
    const samples = await measureIdle(desk);
    for (const action of Object.keys(samples)) measured.add(action);
    return misses(link, SIZES[1], samples);
  };
  const missed = await Promise.all(LINKS.flatMap(link => [...keysOf(link), idleOf(link)]));
  expect(missed.flat()).toEqual([]);
  expect([...measured]).toEqual(expect.arrayContaining(Object.keys(BUDGETS)));
}, 90_000);
