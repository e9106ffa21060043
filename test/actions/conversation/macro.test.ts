import { expect, test } from 'vitest';
import { bound } from '../../../src/actions/index.ts';
import { withOwnKeys } from '../../../src/keys/own-keys.ts';
import { stagedFor } from '../../../src/state/outbox/staged.ts';
import type { SavedReply } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeCenter, row } from '../../state/fake-center.ts';
import { openDesk } from '../../state/open-desk.ts';
import { rowsOf } from '../../ui/screen.tsx';

const shared = { attachments: [], inbox_ids: [], owner_id: null, updated_at: 0, version: 1 };
function macro(id: number, name: string, actions: object, text = ''): SavedReply {
  return { ...shared, id, name: safeLine(name), text: safeBlock(text), actions } as unknown as SavedReply;
}

const replies = [
  macro(1, 'Park', { add_tags: ['refund'], assign_to: 'me', snooze: '3d' }),
  macro(2, 'Refund', { status: 'closed', add_tags: ['refund'] }, 'The money is on its way.'),
  macro(3, 'Old', { status: 'gone', assign_to: 99 }),
];

async function open() {
  const center = fakeCenter([row(1), row(2, { tags: ['refund'] }), row(3, { archived: true }), row(4)]);
  const bench = await openDesk(center, { clock: handClock() });
  const { desk } = bench;
  const me = desk.world().base.agents.find(({ id }) => id === 1)!;
  const mailOut = { sends: true, missing: [] } as never;
  desk.set({ me, mailOut, base: { ...desk.world().base, savedReplies: replies } });
  const press = (...keys: readonly string[]) => pressOn(desk, ...keys);
  const type = (text: string) => press(...[...text].map(letter => (letter === ' ' ? 'space' : letter)));
  const shown = () => rowsOf(desk).join('\n');
  const rowAt = (id: number) => center.conversations.get(id)!;
  return { center, bench, desk, press, type, shown, rowAt, said: () => desk.world().notice?.text };
}

test('on one conversation it is done at once, as one act', async () => {
  const { bench, desk, press, type, rowAt, said } = await open();
  press('cursor.down', 'reply.saved');
  type('park');
  press('enter');
  await bench.idle();
  const id = desk.world().operations.at(-1)!.calls[0]!.args.ids[0]!;
  expect([rowAt(id).tags, rowAt(id).assign_to, rowAt(id).snoozed !== undefined]).toEqual([['refund'], 1, true]);
  expect(said()).toContain(`Applied Park to #${id}`);
  press('undo');
  await bench.idle();
  expect([rowAt(id).assign_to, rowAt(id).snoozed]).toEqual([null, undefined]);
});

test('it is repeated elsewhere as one act, too', async () => {
  const { bench, desk, press, type, rowAt, said } = await open();
  press('reply.saved');
  type('park');
  press('enter');
  await bench.idle();
  press('cursor.down', 'repeat');
  expect(said()).toMatch(/^Repeated on #\d+ · /);
  await bench.idle();
  const id = desk.world().operations.at(-1)!.calls[0]!.args.ids[0]!;
  expect([rowAt(id).tags.includes('refund'), rowAt(id).assign_to]).toEqual([true, 1]);
  press('undo');
  await bench.idle();
  expect([rowAt(id).assign_to, rowAt(id).snoozed]).toEqual([null, undefined]);
});

test('on several it says first what it would do, and does it on y', async () => {
  const { bench, desk, press, type, shown, rowAt } = await open();
  press('list.mark-all', 'reply.saved');
  type('park');
  press('enter');
  expect(shown()).toContain('Apply Park to 3 conversations?');
  expect(shown()).toContain('3 would change: ');
  expect(rowAt(1).assign_to).toBeNull();
  press('y');
  await bench.idle();
  expect([1, 2, 4].map(id => rowAt(id).assign_to)).toEqual([1, 1, 1]);
  expect(desk.world().operations.filter(({ by }) => by !== 'desk')).toHaveLength(1);
});

test('it reads the teams if they decide who can be assigned, and says so meanwhile', async () => {
  const { center, bench, desk, press, type, shown } = await open();
  const { base } = desk.world();
  const inboxes = base.inboxes.map(inbox => ({ ...inbox, agent_ids: [], team_ids: [1] }));
  desk.set({ base: { ...base, inboxes, teams: null, savedReplies: [macro(4, 'Bob', { assign_to: 2 })] } });
  press('list.mark-all', 'reply.saved');
  type('bob');
  press('enter');
  expect(shown()).toContain('The teams are not read yet: more may not be allowed.');
  await bench.idle();
  expect(center.requests.at(-1)).toContain('/teams');
});

test('one whose status and agent are gone says so, and does nothing', async () => {
  const { center, bench, press, type, said } = await open();
  const before = center.requests.length;
  press('reply.saved');
  type('old');
  press('enter');
  await bench.idle();
  expect(said()).toContain('Old cannot run: there is no agent #99; there is no status “gone”.');
  expect(center.requests.slice(before).filter(one => !one.startsWith('GET'))).toEqual([]);
});

test('one with a text stands in the box, and its actions wait for the answer', async () => {
  const { desk, press, type, shown } = await open();
  press('reply.saved');
  type('refund');
  press('enter');
  const { targets } = desk.world().overlays.at(-1) as unknown as { targets: number[] };
  expect(shown()).toContain('on sending: ');
  expect(stagedFor(desk.world(), { kind: 'reply', id: targets[0]! }).map(({ name }) => name)).toEqual([
    'conversation.status',
    'conversation.tag',
  ]);
  press('ctrl-u', 'ctrl-a', 'ctrl-k');
  expect(stagedFor(desk.world(), { kind: 'reply', id: targets[0]! })).toEqual([]);
});

test('it is recorded from former acts: digits choose in order, and a name saves it', async () => {
  const { center, bench, desk, press, shown, said } = await open();
  press('macro.record');
  expect(said()).toContain('Nothing to record');
  press('conversation.assign-me');
  await bench.idle();
  press('cursor.down', 'conversation.close');
  await bench.idle();
  press('macro.record');
  expect(shown()).toContain('Record a macro: what is it to do?');
  press('s');
  expect(said()).toContain('Choose first');
  press('2', '1');
  expect(shown()).toMatch(/to Ana Ortiz, closed|to .*, closed/);
  press('s');
  expect(shown()).toContain('Name of the saved reply');
  expect(desk.world().overlays.at(-1)).toMatchObject({ input: { actions: { assign_to: 'me', status: 'closed' } } });
  expect(center.requests.filter(one => one.includes('saved_replies'))).toEqual([]);
});

test('a key of the agent’s own uses one by its name', async () => {
  const { bench, desk, rowAt } = await open();
  const own = withOwnKeys(bound, { 'reply:park': ['B'] });
  expect(own.faults).toEqual([]);
  const action = own.bound.keymap.list.actions.get('B')!;
  action.run(desk);
  await bench.idle();
  const id = desk.world().operations.at(-1)!.calls[0]!.args.ids[0]!;
  expect(rowAt(id).assign_to).toBe(1);
});
