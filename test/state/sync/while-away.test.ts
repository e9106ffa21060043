import { expect, test } from 'vitest';
import { derive } from '../../../src/state/changes/derive.ts';
import type { Conflict } from '../../../src/state/operations/conflict.ts';
import type { CallArgs } from '../../../src/state/operations/operation.ts';
import { awayNotice, whatHappened } from '../../../src/state/sync/tell-return.ts';
import type { Conversation, PendingChange, World } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { keyNames } from '../../harness/key-names.ts';
import { agent, bareWorld, conversation, NOW } from '../../ui/world.ts';
import { operationsOf } from '../operations.ts';

const MINE = 1;
const OTHER = 2;

/** 1 and 2 are free, 3 is mine, 4 another agent's; 5 is mine and not in the list. */
function start(pending: readonly PendingChange[] = []): World {
  const empty = bareWorld({ columns: 80, rows: 24 });
  const own = (id: number, assign_to: number | null) =>
    [id, conversation(id, `Title ${id}`, { assign_to, last_message_at: NOW, unread: false })] as const;
  const conversations = empty.base.conversations.with([
    own(1, null),
    own(2, null),
    own(3, MINE),
    own(4, OTHER),
    own(5, MINE),
  ]);
  const base = { ...empty.base, conversations };
  const list = { ...empty.list, ids: [1, 2, 3, 4], asOf: NOW };
  return derive({ ...empty, base, list, operations: operationsOf(pending), me: agent(MINE, 'Ana Ortiz') });
}

function change(key: string, name: string, args: CallArgs, more: Partial<PendingChange> = {}): PendingChange {
  return {
    key,
    name,
    args,
    at: NOW,
    state: 'waiting',
    attempts: { count: 1 },
    problem: t`no link`,
    ...more,
  } as PendingChange;
}

function withRequests(world: World, requests: Parameters<typeof operationsOf>[0]): World {
  return derive({ ...world, operations: operationsOf(requests) });
}

function read(world: World, id: number, part: Partial<Conversation>): World {
  const former = world.base.conversations.get(id) ?? conversation(id, `Title ${id}`);
  const conversations = world.base.conversations.with([[id, { ...former, ...part }]]);
  return derive({ ...world, base: { ...world.base, conversations } });
}

const WROTE = { last_message_at: NOW + 1_000, unread: true };
const NOTHING = { arrived: 0, taken: 0, sent: 0, refused: [], unsure: 0, asking: [] };
const CONFLICT: Conflict = { id: 1, kind: 'message', seen: { messageAt: NOW, messages: 1 } };
const archive = change('a', 'conversation.archive', { ids: [1] });

type Case = readonly [string, (world: World) => World, object, (readonly PendingChange[])?];

const CASES: readonly Case[] = [
  ['nothing', world => world, {}],
  [
    'a conversation came and waits above the list',
    world => read({ ...world, list: { ...world.list, newAbove: [9] } }, 9, WROTE),
    { arrived: 1 },
  ],
  [
    'a conversation came under the last row',
    world => read({ ...world, list: { ...world.list, ids: [...world.list.ids, 9] } }, 9, {}),
    { arrived: 1 },
  ],
  ['a customer wrote in a listed conversation', world => read(world, 4, WROTE), { arrived: 1 }],
  ['a customer wrote in one of mine that is not listed', world => read(world, 5, WROTE), { arrived: 1 }],
  ['another agent answered', world => read(world, 4, { ...WROTE, unread: false }), {}],
  [
    'a help center that does not say what is unread has a message',
    world => read(world, 4, { ...WROTE, unread: null }),
    { arrived: 1 },
  ],
  ['another agent took a free one', world => read(world, 1, { assign_to: OTHER }), { taken: 1 }],
  ['another agent took one of mine', world => read(world, 5, { assign_to: OTHER }), { taken: 1 }],
  ['a third agent took another agent’s', world => read(world, 4, { assign_to: 3 }), {}],
  ['one of mine became free', world => read(world, 3, { assign_to: null }), {}],
  ['a free one became mine', world => read(world, 1, { assign_to: MINE }), {}],
  [
    'the same came, was taken, and I had written to it',
    world => read(read(world, 2, WROTE), 2, { assign_to: OTHER }),
    { arrived: 1, taken: 1 },
  ],
  [
    'the agent has opened another list',
    world => ({ ...world, list: { ...world.list, query: { ...world.list.query }, ids: [7, 8] } }),
    {},
  ],
  ['a change was sent', world => derive({ ...world, operations: [] }), { sent: 1 }, [archive]],
  ['a change still waits', world => world, {}, [archive]],
  [
    'a change was refused',
    world => withRequests(world, [{ ...archive, state: 'refused', reasons: [] }]),
    { refused: ['a'] },
    [archive],
  ],
  [
    'a change was made again on a newer version and waits',
    world => withRequests(world, [change('b', 'conversation.archive', { ids: [1] }, { renewals: 1 })]),
    {},
    [archive],
  ],
  [
    'a change asks, for two conversations, because of what others did',
    world =>
      withRequests(world, [
        { ...archive, state: 'asks', about: 'others', conflict: [CONFLICT, { ...CONFLICT, id: 2 }] },
      ]),
    { asking: ['a'] },
    [archive],
  ],
  [
    'nobody knows whether a change was carried out',
    world =>
      withRequests(world, [{ ...archive, state: 'asks', about: 'outcome', attempts: { count: 1, doubt: 'open' } }]),
    { unsure: 1 },
    [archive],
  ],
  [
    'what the agent did not ask for was sent',
    world => withRequests(world, []),
    {},
    [change('r', 'conversation.read', { ids: [1], message_id: 3 }, { by: 'desk' })],
  ],
  [
    'the agent’s own change gave it to another agent',
    world => read(withRequests(world, []), 1, { assign_to: OTHER }),
    { sent: 1 },
    [change('g', 'conversation.assign', { ids: [1], assign_to: OTHER })],
  ],
  [
    'the agent had given it away and takes it back: only the first was sent',
    world => read(withRequests(world, world.pending.slice(1)), 1, { assign_to: OTHER }),
    { sent: 1 },
    [
      change('g', 'conversation.assign', { ids: [1], assign_to: OTHER }),
      change('h', 'conversation.assign', { ids: [1], assign_to: MINE }),
    ],
  ],
  [
    'what the agent had taken itself is another agent’s now',
    world => read(withRequests(world, []), 4, { assign_to: 3 }),
    { taken: 1, sent: 1 },
    [change('g', 'conversation.assign', { ids: [4], assign_to: MINE })],
  ],
];

test.for(CASES)('events of the time offline are counted once: %s', ([, happen, expected, pending = []]) => {
  const before = start(pending);
  expect(whatHappened(before, happen(before))).toEqual({ ...NOTHING, ...expected });
});

test('it is one line, without what did not happen, and shorter for a slow link', () => {
  expect(awayNotice({ ...NOTHING, arrived: 4, taken: 1, sent: 2 }, { keyNames })).toEqual({
    tone: 'done',
    text: 'while you were away: 4 new, 1 taken by another agent, 2 of your changes sent',
    short: 'away: 4 new, 1 taken, 2 sent',
    sticky: true,
  });
  expect(awayNotice({ ...NOTHING, sent: 1_200 }, { keyNames })?.text).toBe(
    'while you were away: 1,200 of your changes sent',
  );
  expect(awayNotice({ ...NOTHING, taken: 1 }, { keyNames })?.short).toBe('away: 1 taken');
  expect(awayNotice(NOTHING, { keyNames })).toBeNull();
});

test('changes that ask are in the line, which leads to them', () => {
  expect(awayNotice({ ...NOTHING, sent: 2, asking: ['a'] }, { keyNames })).toEqual({
    tone: 'problem',
    text: 'while you were away: 2 of your changes sent, 1 asks · Enter decides',
    short: 'away: 2 sent, 1 asks · Enter decides',
    sticky: true,
    promise: { key: 'a', state: 'asks', isListed: true },
  });
  const several = awayNotice({ ...NOTHING, asking: ['a', 'b'] }, { keyNames });
  expect([several?.text, several?.promise]).toEqual(['while you were away: 2 ask · go lists them', undefined]);
});

test('refused changes and those with an unknown result are in the line, too', () => {
  const one = awayNotice({ ...NOTHING, refused: ['a'] }, { keyNames });
  expect(one?.text).toBe('while you were away: 1 refused · Enter lists it');
  expect(one?.promise).toEqual({ key: 'a', state: 'refused', isListed: true });
  expect(awayNotice({ ...NOTHING, unsure: 1 }, { keyNames })?.text).toBe(
    'while you were away: 1 not confirmed · go asks',
  );
  const several = awayNotice({ ...NOTHING, refused: ['a'], unsure: 1, asking: ['b'] }, { keyNames });
  expect(several?.text).toBe('while you were away: 1 refused, 1 not confirmed, 1 asks · go lists them');
  expect(several?.promise).toBeUndefined();
});
