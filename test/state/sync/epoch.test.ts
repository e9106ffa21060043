import { describe, expect, test } from 'vitest';
import { whyUnfilled } from '../../../src/actions/conversation/put-in.ts';
import { draftKey } from '../../../src/state/drafts/drafts.ts';
import { emptyWorld } from '../../../src/state/empty-world.ts';
import { overdue } from '../../../src/state/operations/operation.ts';
import { adopt } from '../../../src/state/outbox/adopt.ts';
import { sendAgain } from '../../../src/state/outbox/decide.ts';
import { keptOf } from '../../../src/state/outbox/storage.ts';
import { MADE_BEFORE, markIn } from '../../../src/state/sync/epoch.ts';
import { loadCaller } from '../../../src/state/sync/places.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

function writes(requests: readonly string[]): string[] {
  return requests.filter(one => !one.startsWith('GET'));
}

/** A desk that has lost its link, with a change on its way and a draft, while its help center is restored. */
async function restoredBehind() {
  const center = fakeCenter([row(1), row(2)]);
  const bench = await openDesk(center);
  bench.link = 'down';
  bench.desk.commit('conversation.archive', { ids: [1] });
  bench.desk.set({
    drafts: new Map([[draftKey('reply', 2), { text: 'It is on its way.', to: 'z@c.example' }]]),
  });
  await bench.idle();
  center.restore('second');
  bench.link = 'up';
  return bench;
}

describe('a help center that was restored from a backup', () => {
  test('gets no former changes until the agent agrees', async () => {
    const bench = await restoredBehind();
    for (let second = 0; second < 60; second += 1) {
      bench.clock.advance(1_000);
      await bench.idle();
    }
    expect(writes(bench.center.requests)).toEqual([]);
    const [asks] = overdue(bench.desk.world());
    expect(asks).toMatchObject({ name: 'conversation.archive', about: 'hold', problem: MADE_BEFORE });
    sendAgain(bench.desk, [asks!.key]);
    await bench.idle();
    expect(writes(bench.center.requests)).toEqual(['POST /conversations/1/archive']);
    // It asks once: what the agent has agreed to belongs to the present.
    expect(bench.desk.world().operations.at(-1)).toMatchObject({ epoch: 'second' });
    bench.desk.stop();
  });

  test('is read again, and a draft from before cannot be sent until its number was looked at', async () => {
    const bench = await restoredBehind();
    const asked = bench.center.requests.length;
    bench.clock.advance(3_000);
    await bench.idle();
    expect(bench.desk.world().notice).toMatchObject({
      text: 'This help center was restored from a backup. Not sent without your word: 1 change, 1 draft.',
      short: 'Restored · 1 change, 1 draft not sent',
    });
    expect(bench.center.requests.slice(asked).some(one => one.startsWith('GET /conversations?'))).toBe(true);
    const { drafts } = bench.desk.world();
    const text = drafts.get(draftKey('reply', 2))?.text ?? '';
    expect(text).toBe('‹for #2 before the restore›\nIt is on its way.');
    expect(drafts.get(draftKey('reply', 2))?.to).toBe('z@c.example');
    expect(whyUnfilled(bench.desk.world(), text)).toBe(
      'Look whether this is still the same conversation, then remove ‹for #2 before the restore›.',
    );
    expect(whyUnfilled(bench.desk.world(), 'It is on its way.\n\n> ‹for #2 before the restore›')).toBeUndefined();
    bench.desk.stop();
  });

  test('is the same for a change that was made after it was met', async () => {
    const center = fakeCenter([row(1)]);
    center.restore('first');
    const bench = await openDesk(center);
    bench.link = 'down';
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    bench.link = 'up';
    bench.clock.advance(3_000);
    await bench.idle();
    await loadCaller(bench.desk);
    expect(writes(bench.center.requests)).toEqual(['POST /conversations/1/archive']);
    expect(bench.desk.world().pending).toEqual([]);
    bench.desk.stop();
  });

  test('meets changes that an ended desk kept from before, and not those of one kept since', async () => {
    const bench = await openDesk([row(1)]);
    bench.link = 'down';
    bench.desk.commit('conversation.archive', { ids: [1] });
    await bench.idle();
    bench.desk.stop();
    const before = { ...keptOf(bench.desk.world()), drafts: new Map([[draftKey('note', 1), { text: 'Call her.' }]]) };
    const world = { ...emptyWorld(NOW), epoch: 'second' };
    const adopted = adopt(world, before, NOW).world;
    expect(overdue(adopted)).toHaveLength(1);
    expect(markIn(adopted.drafts.get(draftKey('note', 1))?.text ?? '')).toBe('‹for #1 before the restore›');
    const again = adopt(world, keptOf(adopted), NOW).world;
    expect(again.drafts).toEqual(adopted.drafts);
    const never = adopt({ ...world, epoch: null }, before, NOW).world;
    expect([overdue(never).length, never.drafts.get(draftKey('note', 1))?.text]).toEqual([0, 'Call her.']);
  });
});
