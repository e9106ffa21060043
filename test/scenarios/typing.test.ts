import { expect, test } from 'vitest';
import { createRandom } from '../harness/random.ts';
import { openBackstage } from './open-desk.ts';
import { type Typist, typeUntilKilled } from './type-until-killed.ts';

/** `npm run soak -- typing` does the same 500 times. */
const TIMES = 3;
const LONGEST_MS = 4_000;
const MAX_LOSS_MS = 1_000;

// The letters' times are those of this machine: with much other work on it a letter may reach the desk late.
test('SIGKILL during typing without a pause loses at most the last second of it', {
  retry: 2,
  timeout: 60_000,
}, async () => {
  const { environment, database, conversation } = await openBackstage();
  const conversationId = await conversation('Refund for order 7741');
  const typist: Typist = { environment, database, conversationId, draft: '' };
  const random = createRandom(3);
  for (let count = 0; count < TIMES; count += 1)
    expect((await typeUntilKilled(typist, random, LONGEST_MS)).lostMs).toBeLessThanOrEqual(MAX_LOSS_MS);
});
