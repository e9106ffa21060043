import { expect, test } from 'vitest';
import { ratingAction } from '../../../src/actions/conversation/verbs.ts';
import { unratedWords, whyNobodyRates } from '../../../src/state/mail/rating-words.ts';
import type { Inbox, World } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { conversation, inbox, sampleWorld } from '../../ui/world.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const ASKS: Inbox = {
  ...inbox(1, 'Support'),
  send_rating_request: true,
  rating_message: safeBlock('How was it?'),
  emails: [{ id: 1, email: safeLine('help@shop.example'), status: 'primary' } as never],
};
const NO_RELAY = { sends: false, missing: ['relay' as const] };

function worldOf(changed: Partial<Inbox>, more: Partial<World> = {}, isOff = false): World {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const rows = [conversation(1, 'a', { disable_rating: isOff }), conversation(3, 'c', { inbox_id: null })];
  const conversations = world.base.conversations.with(rows.map(one => [one.id, one] as const));
  const base = { ...world.base, inboxes: [{ ...ASKS, ...changed }], conversations };
  return { ...world, offers: { me: true }, mailOut: { sends: true, missing: [] }, base, ...more };
}

test.for([
  ['asks', {}, {}, [1], undefined],
  ['asks in one of them', {}, {}, [3, 1], undefined],
  ['has no relay', {}, { mailOut: NO_RELAY }, [1], 'no relay is set up'],
  ['asks for none', { send_rating_request: false }, {}, [1], 'Support asks for no ratings'],
  ['has no text of its own', { rating_message: safeBlock(' ') }, {}, [1], undefined],
  ['has no address', { emails: [] }, {}, [1], 'Support has no address to send from'],
  ['is spam', { kind: 'spam' }, {}, [1], 'Support asks for no ratings'],
  ['is gone', {}, {}, [3], 'it is in no inbox'],
] as const)('whether anybody is asked to rate if the inbox %s', ([, changed, more, ids, reason]) => {
  expect(whyNobodyRates(worldOf(changed as Partial<Inbox>, more as Partial<World>), ids)).toBe(reason);
});

test('without a rating, the detail says whether the customer is asked', () => {
  expect(unratedWords(worldOf({}), 1)).toBe(
    'Nobody has rated this. Its customer is asked after an answer, once it is closed.',
  );
  expect(unratedWords(worldOf({}, {}, true), 1)).toBe(
    'Nobody has rated this. Its customer is not asked: % switches that on.',
  );
  expect(unratedWords(worldOf({ send_rating_request: false }), 1)).toBe(
    'Nobody has rated this. Its customer is not asked: Support asks for no ratings.',
  );
});

test('% says so if no customer is asked anyway, and z still undoes it', async () => {
  const bench = await openDesk([row(1)]);
  ratingAction.run(bench.desk);
  expect(bench.desk.world().notice?.text).toBe(
    'Rating request off for #1 · z undoes · not sent: Billing asks for no ratings',
  );
  await bench.idle();
  expect(bench.center.conversations.get(1)?.disable_rating).toBe(true);
  bench.desk.undo();
  await bench.idle();
  expect(bench.center.conversations.get(1)?.disable_rating).toBe(false);
});
