import { expect, it } from 'vitest';
import { actions } from '../../src/actions/index.ts';
import { act, whyUnavailable } from '../../src/keys/act.ts';
import { memoryStorage } from '../../src/state/outbox/storage.ts';
import { openConversation } from '../../src/state/sync/thread.ts';
import { pressKeys } from '../harness/press.ts';
import { fakeCenter, row } from '../state/fake-center.ts';
import { openDesk } from '../state/open-desk.ts';

/** A help center, and a storage in which a desk without a link left a change of its first conversation. */
async function leftBehind() {
  const center = fakeCenter([row(1, { tags: ['vip'] }), row(2)]);
  const storage = memoryStorage();
  const bench = await openDesk(center, { storage });
  bench.link = 'down';
  bench.desk.commit('conversation.archive', { ids: [2] });
  await bench.idle();
  bench.desk.stop();
  center.requests.length = 0;
  return { center, storage };
}

it('a read-only desk sends nothing, after any key and with any kept change', async () => {
  const { center, storage } = await leftBehind();
  const kept = storage.load()?.operations.length;
  const { desk, idle, clock } = await openDesk(center, { storage, isReadOnly: true });
  await openConversation(desk, 1);
  for (const action of actions) {
    act(desk, action);
    // What opened is answered with all that can answer it.
    for (const name of ['y', 'enter', 'ctrl-d', 'esc', 'esc']) pressKeys(desk, name);
    await idle();
  }
  desk.undo();
  desk.redo();
  desk.wake(true);
  clock.advance(60_000);
  await idle();
  const { pending } = desk.world();
  expect([kept, pending.length]).toEqual([1, 1]);
  expect(center.requests.filter(request => !request.startsWith('GET'))).toEqual([]);
  expect([1, 2].map(id => center.conversations.get(id)!.archived)).toEqual([false, false]);
});

it('each verb on a read-only desk says why it does not act, before any other reason', async () => {
  const { desk } = await openDesk([], { isReadOnly: true });
  const verbs = actions.filter(({ writes }) => writes);
  expect(verbs.length).toBeGreaterThan(20);
  for (const verb of verbs) {
    expect(whyUnavailable(verb, desk.world()), verb.id).toMatch(/^Nothing changed: this desk only reads/);
  }
});
