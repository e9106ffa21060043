import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { countKey, everything } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { givenViews, readNumbers } from '../../../src/state/sync/numbers.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { adminDesk } from '../../harness/plain-desk.ts';

const VIEWS = [...givenViews, { ...everything, isUnread: true }];

let center: OpenCenter;
beforeEach(async () => {
  center = await openCenter();
});
afterEach(() => center.close());

function openDesk(): Desk {
  return adminDesk(center, { clock: handClock(center.clock.now) });
}

/** Two conversations with these words in turn: of the first or the second one, by its customer or by an agent. */
async function write(words: readonly (readonly [of: 0 | 1, by: 'customer' | 'agent'])[]): Promise<number[]> {
  const ids: number[] = [];
  for (const title of ['Refund', 'Parcel']) {
    const body = { title, inbox_id: center.inboxId, assign_to: null };
    ids.push((await center.call('POST', '/conversations', { body })).body.data.id);
  }
  const contact = await center.call('POST', '/contacts', { body: { name: 'Zoë', email: `z${ids[0]}@shop.example` } });
  for (const [of, by] of words) {
    center.clock.now += 60_000;
    const sent = by === 'customer' ? { contact_id: contact.body.data.id } : {};
    const as = by === 'customer' ? 'key' : 'agent';
    await center.call('POST', `/conversations/${ids[of]}/messages`, { as, body: { body_text: 'Hello', ...sent } });
  }
  return ids;
}

async function numbersOf(desk: Desk): Promise<(number | undefined)[]> {
  await readNumbers(desk, VIEWS);
  return shown(desk);
}
function shown(desk: Desk): (number | undefined)[] {
  return VIEWS.map(query => desk.world().numbers.get(countKey(query))?.number);
}

test('the numbers are right at once after a merge, into the newer conversation as into the older one', async () => {
  const word = fc.tuple(fc.constantFrom<0 | 1>(0, 1), fc.constantFrom<'customer' | 'agent'>('customer', 'agent'));
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 5 }), fc.boolean(), async (words, isTurned) => {
      fc.pre(new Set(words.map(([of]) => of)).size === 2);
      const [first, second] = await write(words);
      const [into, source] = isTurned ? [second!, first!] : [first!, second!];
      const desk = openDesk();
      await Promise.all([openList(desk, everything), loadPlaces(desk)]);
      await numbersOf(desk);
      desk.commit('conversation.merge', { ids: [source], into });
      const atOnce = shown(desk);
      desk.stop();
      await center.call('POST', `/conversations/${into}/merge`, { body: { conversation_ids: [source] } });
      const other = openDesk();
      await Promise.all([openList(other, everything), loadPlaces(other)]);
      expect(atOnce).toEqual(await numbersOf(other));
      other.stop();
    }),
    { numRuns: 25 },
  );
});
