import { expect, test } from 'vitest';
import { draftKey } from '../../../src/state/drafts/drafts.ts';
import type { SavedState } from '../../../src/state/kept/storage.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { createRandom } from '../../harness/random.ts';
import { openDesk } from '../open-desk.ts';

const NOTE = draftKey('note', 1);
const FOR_MS = 5_000;

/** A desk on which a note is written; `kept` is what the disk has of it. */
async function open() {
  const clock = handClock();
  let saved: Omit<SavedState, 'place'> | undefined;
  const storage = {
    load: () => null,
    save: (next: Omit<SavedState, 'place'>) => {
      saved = next;
    },
    savePlace: () => undefined,
    isKept: () => true,
  };
  const { desk } = await openDesk([], { clock, storage });
  const write = (text: string) => desk.set({ drafts: new Map([[NOTE, { text: text }]]) });
  return { clock, desk, write, kept: () => saved?.drafts.get(NOTE)?.text ?? '' };
}

test.each([
  ['30 ms', 30, 30],
  ['400 ms', 400, 400],
  ['30 to 499 ms', 30, 499],
])('a note that is typed at a key each %s is on the disk but for its last half second', async (_name, least, most) => {
  const { clock, write, kept } = await open();
  const random = createRandom(1);
  const begun: number[] = [];
  while (clock.elapsed() < FOR_MS) {
    begun.push(clock.elapsed());
    write('x'.repeat(begun.length));
    const nextAt = clock.elapsed() + least + Math.floor(random() * (most - least + 1));
    while (clock.elapsed() < nextAt) {
      clock.advance(10);
      const oldestLost = begun[kept().length] ?? clock.elapsed();
      expect(clock.elapsed() - oldestLost).toBeLessThanOrEqual(500);
    }
  }
  expect(kept().length).toBeGreaterThan(FOR_MS / most - 17);
});

test('a note that is not typed on is not saved again', async () => {
  const { clock, write, kept } = await open();
  write('call her');
  clock.advance(500);
  expect([kept(), clock.waiting()]).toEqual(['call her', 0]);
});
