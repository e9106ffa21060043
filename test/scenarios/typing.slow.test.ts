import { expect, test } from 'vitest';
import { createRandom } from '../harness/random.ts';
import { openBackstage } from './open-desk.ts';
import { keptOf, type Typist, typeUntilKilled } from './type-until-killed.ts';

const TIMES = 3;
const MOST_LETTERS = 8;

// That at most half a second is unsaved: `state/outbox/keep-state.test.ts`. How many milliseconds a kill costs the built
// desk is measured by `npm run soak -- typing`.
test('a note is saved while it is typed without a pause, and the next desk has what was saved before a SIGKILL', async () => {
  const { environment, database, conversation } = await openBackstage();
  const conversationId = await conversation('Refund for order 7741');
  const typist: Typist = { environment, database, conversationId, draft: '' };
  const random = createRandom(3);
  for (let count = 0; count < TIMES; count += 1) {
    const letters = 1 + Math.floor(random() * MOST_LETTERS);
    await typeUntilKilled(typist, random, typed => keptOf(typist, typed).length >= letters);
    expect(typist.draft.length).toBeGreaterThanOrEqual(letters);
  }
});
