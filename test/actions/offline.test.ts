import { beforeAll, expect, test } from 'vitest';
import { actions } from '../../src/actions/index.ts';
import { act, whyUnavailable } from '../../src/keys/act.ts';
import type { AnyAction } from '../../src/keys/action.ts';
import type { NotedLiveness } from '../../src/state/sync/contact.ts';
import { keepUp } from '../../src/state/sync/keep-up.ts';
import { openConversation } from '../../src/state/sync/thread.ts';
import type { ActionId } from '../../src/state/world/overlay.ts';
import type { Pane, World } from '../../src/state/world.ts';
import { row } from '../state/fake-center.ts';
import { type Bench, openDesk } from '../state/open-desk.ts';
import { sampleWorld } from '../ui/world.ts';

/** What needs an answer at once, or something that this desk has not read. */
const REFUSED: readonly ActionId[] = [
  'agent.name',
  'agent.new',
  'contact.add',
  'contact.create',
  'detail.history',
  'detail.reviews',
  'inbox.new',
  'inbox.subscribe',
  'list.take-along',
  'message.html',
  'message.source',
  'notify.choose',
  'queue.begin',
  'rule.edit',
  'sign-in',
  'team.new',
];

/** The desk on a link that swallows everything, which it knows. */
async function openOffline(): Promise<Bench & { stop(): void }> {
  const bench = await openDesk([row(1), row(2), row(3)]);
  const stopKeeping = keepUp(bench.desk, { hasEvents: false });
  await openConversation(bench.desk, 3);
  bench.link = 'slow';
  for (let second = 0; bench.desk.world().offline === null && second < 60; second += 1) {
    bench.clock.advance(1_000);
    await bench.idle();
  }
  return Object.assign(bench, { stop: stopKeeping });
}

/** What still waits for the help center, besides changes: nothing may. */
function waits({ desk }: Bench): Record<string, unknown> {
  const { detail, list, pending, overlays, notice } = desk.world();
  const { underWay } = desk.contact as NotedLiveness;
  return {
    calls: pending.length === 0 ? underWay.size : 0,
    detail: detail.loading,
    list: list.loading,
    sends: overlays.some(overlay => 'isSending' in overlay && overlay.isSending === true),
    says: notice?.text.endsWith('…') === true,
  };
}

const NOTHING = { calls: 0, detail: false, list: 'no', sends: false, says: false };

/** R asks for a sign of life: that is its purpose. */
const ASKING: readonly ActionId[] = ['refresh'];

let bench: Bench & { stop(): void };
let before: World;

beforeAll(async () => {
  bench = await openOffline();
  before = bench.desk.world();
  expect(before.offline?.why).toBe('unreachable');
  return () => {
    bench.stop();
    bench.desk.stop();
  };
});

test.for(['list', 'detail', 'inboxes'] satisfies Pane[])(
  'no key in the %s waits for a help center that cannot be reached',
  async pane => {
    for (const action of actions.filter(({ id }) => !ASKING.includes(id))) {
      for (const contact of (bench.desk.contact as NotedLiveness).underWay) contact.giveUp();
      bench.desk.set({ ...before, pane });
      act(bench.desk, action);
      await bench.idle();
      expect(waits(bench), action.id).toEqual(NOTHING);
    }
  },
);

test('an action says so if it can neither be queued nor is known here; the others do not', () => {
  const { offline, me } = before;
  const world = sampleWorld({ columns: 120, rows: 36 }, { offline, me, notify: 'desk', pane: 'inboxes' });
  const isRefused = (action: AnyAction): boolean => whyUnavailable(action, world)?.startsWith('Offline since') === true;
  expect(
    actions
      .filter(isRefused)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(REFUSED);
});
