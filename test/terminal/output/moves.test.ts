import { describe, expect, it } from 'vitest';
import { shortestMove, UNKNOWN } from '../../../src/terminal/output/moves.ts';
import { unknownControlsIn } from '../../harness/control-functions.ts';
import { createEmulator } from '../../harness/emulator.ts';
import { createRandom } from '../../harness/random.ts';
import { feed } from './replay.ts';

describe('a cursor move', () => {
  it('arrives from anywhere, and is never longer than the absolute one', async () => {
    const [columns, rows] = [120, 40];
    const emulator = createEmulator(columns, rows, () => {});
    const random = createRandom(7);
    let [x, y] = [0, 0];
    for (let step = 0; step < 600; step++) {
      const isNear = random() < 0.6;
      const toX = isNear
        ? Math.min(columns - 1, Math.max(0, x + Math.floor(random() * 11) - 5))
        : Math.floor(random() * columns);
      const toY = isNear
        ? Math.min(rows - 1, Math.max(0, y + Math.floor(random() * 5) - 2))
        : Math.floor(random() * rows);
      const move = shortestMove(random() < 0.1 ? UNKNOWN : x, y, toX, toY);
      expect(unknownControlsIn(move)).toEqual([]);
      expect(move.length).toBeLessThanOrEqual(shortestMove(UNKNOWN, UNKNOWN, toX, toY).length);
      await feed(emulator, move);
      expect(emulator.cursor(), JSON.stringify(move)).toMatchObject({ x: toX, y: toY });
      [x, y] = [toX, toY];
    }
  });

  it.each([
    ['stays', [3, 3], [3, 3], ''],
    ['returns', [9, 3], [0, 3], '\r'],
    ['steps back', [9, 3], [7, 3], '\b\b'],
    ['steps forward', [5, 3], [6, 3], '\x1b[C'],
    ['goes down in its column', [5, 3], [5, 4], '\v'],
    ['goes three rows down in its column', [5, 3], [5, 6], '\v\v\v'],
    ['goes up in its column', [5, 3], [5, 2], '\x1bM'],
    ['goes to the next line', [50, 3], [0, 4], '\v\r'],
    ['goes home', [50, 30], [0, 0], '\x1b[H'],
    ['goes down and one back', [5, 3], [4, 4], '\v\b'],
    ['goes to a row in its column', [5, 3], [5, 30], '\x1b[27B'],
    ['goes to a column of a row whose column is unknown', [UNKNOWN, 3], [5, 3], '\x1b[6G'],
  ] as const)('%s', (_, from, to, move) => {
    const found = shortestMove(from[0], from[1], to[0], to[1]);
    expect(found).toHaveLength(move.length);
  });
});
