import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Terminal } from './pty.ts';
import { createRandom, pick } from './random.ts';

/** So often the screen is compared. */
const EVERY = 20;

const BETWEEN_KEYS_MS = 40;
const ANSWERED_MS = 1000;
/** A conversation that is open counts as read after two seconds. */
const QUIET_MS = 3000;

/** Moves are the most likely: they write the least, and trust the most what the terminal shows. */
const ACTIONS = [
  ...['cursor.down', 'cursor.down', 'cursor.down', 'cursor.up', 'cursor.up', 'cursor.half-down', 'cursor.half-up'],
  ...['cursor.top', 'cursor.bottom', 'list.mark', 'open', 'back', 'conversation.archive', 'undo', 'detail.fold'],
] as const;

/** What stands between may write nothing if a key has changed nothing: no byte says that a key has been answered. */
async function atRest(desk: Terminal): Promise<void> {
  await sleep(ANSWERED_MS);
  await desk.settled(QUIET_MS);
}

/** Presses so many keys by chance from a seed. Fails if a row of the screen is another one after it was painted again. */
export async function neverWrongAfterKeys(desk: Terminal, { seed, times }: { seed: number; times: number }) {
  const random = createRandom(seed);
  const pressed: string[] = [];
  while (pressed.length < times) {
    for (let count = 0; count < EVERY; count += 1) {
      const action = pick(random, ACTIONS);
      desk.press(action);
      pressed.push(action);
      await sleep(BETWEEN_KEYS_MS);
    }
    await atRest(desk);
    const shown = desk.screen();
    desk.press('repaint');
    await sleep(ANSWERED_MS);
    // A row that was wrong stays another one.
    await expect.poll(desk.screen, { message: pressed.slice(-EVERY).join(' ') }).toEqual(shown);
  }
}
