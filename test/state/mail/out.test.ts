import { expect, test } from 'vitest';
import { howToldOf, whyNoReply } from '../../../src/state/mail/out.ts';
import { refresh } from '../../../src/state/sync/refresh.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { agent, conversation, inbox, sampleWorld } from '../../ui/world.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const SENDS = { sends: true, missing: [] };
const ADDRESS = { id: 1, email: safeLine('help@shop.example'), status: 'primary' as const };

/** A desk whose help center sends mail from one inbox, and conversations in it, in one without an address, and in none. */
function worldOf(more: Partial<World> = {}): World {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const inboxes = [{ ...inbox(1, 'Support'), emails: [ADDRESS as never] }, inbox(2, 'Billing')];
  const rows = [conversation(1, 'a'), conversation(2, 'b', { inbox_id: 2 }), conversation(3, 'c', { inbox_id: null })];
  const conversations = world.base.conversations.with(rows.map(one => [one.id, one] as const));
  return {
    ...world,
    me: { ...agent(1, 'Ana'), role: 'admin' },
    offers: { me: true },
    mailOut: SENDS,
    base: { ...world.base, inboxes, conversations },
    ...more,
  };
}

test.for([
  ['sends mail', {}, [1], undefined],
  ['has not said yet whether it does', { offers: {}, mailOut: null }, [1], undefined],
  [
    'kept a reply and sent none',
    { offers: { me: true, deliver: safeLine('Kept only') } },
    [1],
    'No reply: this help center sends no mail to customers',
  ],
  [
    'is asked for too many',
    {},
    Array.from({ length: 1_200 }, (_, id) => id + 1),
    'No reply: 1,200 are marked · at most 100 at once',
  ],
  ['does not say that it does', { mailOut: null }, [1], 'No reply: this help center sends no mail to customers'],
  [
    'has no relay',
    { mailOut: { sends: false, missing: ['relay'] } },
    [1],
    'No reply: no relay is set up · gM says what to do',
  ],
  [
    'is a copy',
    { mailOut: { sends: false, missing: ['resume'] } },
    [1],
    'No reply: mail is paused, because the database is a copy · gM says what to do',
  ],
  ['has no address for the inbox', {}, [2], 'No reply: Billing has no address to send from · gA adds one'],
  [
    'has none, and the agent is not an admin',
    { me: { ...agent(1, 'Ana'), role: 'agent' } },
    [2],
    'No reply: Billing has no address to send from · an admin adds one',
  ],
  ['has no inbox for it any more', {}, [3], 'No reply: #3 is in no inbox · v moves it to one'],
  ['can answer one of several', {}, [2, 1], undefined],
  ['can answer none of several', {}, [2, 3], 'No reply: Billing has no address to send from · gA adds one'],
] as const)('r on a help center that %s', ([, more, ids, reason]) => {
  expect(whyNoReply(worldOf({ ...(more as Partial<World>) }), ids)).toBe(reason);
});

test.for([
  ['mail', SENDS, 'new messages ring, and are told by mail'],
  ['mail', { sends: false, missing: ['relay'] }, 'new messages ring, but by no mail: no relay is set up'],
  ['desk', SENDS, 'new messages ring'],
  ['none', SENDS, 'of new messages nothing is told'],
  [null, SENDS, ''],
] as const)('an agent who chose %s hears of new messages so', ([notify, mailOut, how]) => {
  expect(howToldOf(worldOf({ notify, mailOut } as Partial<World>))).toBe(how);
});

test('the desk hears at its start, and when it reads again, whether mail goes out', async () => {
  const bench = await openDesk([row(1)]);
  expect(bench.desk.world().mailOut).toEqual({ sends: true, missing: [] });
  bench.center.absent.add('/me');
  await refresh(bench.desk);
  await bench.idle();
  expect(bench.desk.world().mailOut).toEqual({ sends: true, missing: [] });
});
