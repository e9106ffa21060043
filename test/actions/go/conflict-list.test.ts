import { describe, expect, test } from 'vitest';
import { conflictList } from '../../../src/actions/go/decide.ts';
import { linesIn, optionsIn } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { row } from '../../state/fake-center.ts';
import { openDesk } from '../../state/open-desk.ts';

/** A desk that closed three conversations without a link; somebody else set another status of two meanwhile. */
async function asked(changed: readonly number[] = [1, 2]) {
  const bench = await openDesk([row(1), row(2), row(3)]);
  bench.link = 'down';
  bench.desk.commit('conversation.status', { ids: [1, 2, 3], conversation_status_id: 2 });
  await bench.idle();
  for (const id of changed) bench.center.change(id, { conversation_status_id: 3, status: 'awaiting reply' });
  bench.link = 'up';
  bench.clock.advance(31_000);
  await bench.idle();
  const press = async (...names: string[]) => {
    pressOn(bench.desk, ...names);
    await bench.idle();
  };
  const world = () => bench.desk.world();
  const statuses = () => [1, 2, 3].map(id => bench.center.conversations.get(id)!.status);
  return { bench, press, world, statuses };
}

describe('the list of changes that ask', () => {
  test('opens on Enter while the notice that promises it is shown', async () => {
    const { bench, press } = await asked();
    await press('open');
    expect(optionsIn(bench.desk).map(({ label }) => label)).toEqual([
      '#1 status: you closed it, another agent set awaiting reply',
      '#2 status: you closed it, another agent set awaiting reply',
    ]);
  });

  test('answers one with m or t and keeps the others, then closes', async () => {
    const { press, world, statuses } = await asked();
    await press('open', 'm');
    expect([statuses(), world().notice?.text]).toEqual([
      ['closed', 'awaiting reply', 'closed'],
      'Sending: Closed #1 · 1 more to decide',
    ]);
    await press('t');
    expect([statuses(), world().overlays, world().pending]).toEqual([['closed', 'awaiting reply', 'closed'], [], []]);
  });

  test.for([
    ['M', 'closed'],
    ['T', 'awaiting reply'],
  ] as const)('answers all with %s', async ([key, status]) => {
    const { press, world, statuses } = await asked();
    await press('open', key);
    expect([statuses(), world().overlays, world().pending]).toEqual([[status, status, 'closed'], [], []]);
  });

  test('shows one question in full, and the conversation on Enter', async () => {
    const { bench, press, world } = await asked([1]);
    await press('open');
    expect(linesIn(bench.desk)).toEqual([
      'You: Closed #1',
      'status: you closed it, another agent set awaiting reply',
      '',
    ]);
    await press('enter');
    expect([world().overlays, world().detail.conversationId, world().pending.length]).toEqual([[], 1, 1]);
  });

  test('sends nothing from a read-only desk, and says why', async () => {
    const { bench, press, world, statuses } = await asked();
    await press('open');
    bench.desk.set({ isReadOnly: true });
    await press('m');
    expect([statuses(), world().notice?.tone]).toEqual([['awaiting reply', 'awaiting reply', 'closed'], 'problem']);
  });

  test('says that nothing asks', async () => {
    const { world } = await asked([]);
    expect(conflictList.unavailable!(world())).toBe('No change asks because of what others did.');
  });
});
