import { expect, it } from 'vitest';
import { workAhead } from '../../../../src/center/intake/sources/ahead.ts';

const numbers = [1, 2, 3, 4, 5, 6, 7];

it('returns each item with its result in order, and limits the items under way', async () => {
  const started: number[] = [];
  const work = async (item: number) => {
    started.push(item);
    return item * 10;
  };
  const seen: [number, number, number][] = [];
  for (const [item, result] of workAhead(numbers, 3, work)) seen.push([item, await result, started.length]);
  expect(seen).toEqual([
    [1, 10, 3],
    [2, 20, 4],
    [3, 30, 5],
    [4, 40, 6],
    [5, 50, 7],
    [6, 60, 7],
    [7, 70, 7],
  ]);
});

it('rejects if failed work is awaited, and reports nothing of work that is not awaited', async () => {
  const work = async (item: number) => {
    if (item > 1) throw new Error(`no ${item}`);
    return item;
  };
  for (const [item, result] of workAhead(numbers, 4, work)) {
    if (item === 1) continue;
    await expect(result).rejects.toThrow('no 2');
    break;
  }
});
