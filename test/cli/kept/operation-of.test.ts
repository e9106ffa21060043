import { describe, expect, test } from 'vitest';
import { operationOf } from '../../../src/cli/kept/operation-of.ts';

const archive = { name: 'conversation.archive', args: { ids: [1, 2] } };
const restore = { name: 'conversation.restore', args: { ids: [1, 2] } };
const status = { name: 'conversation.status', args: { ids: [1], conversation_status_id: 2 } };
const waiting = { at: 1, problem: null, state: 'waiting' } as const;

/** Reads an operation of version 0.1.0. */
function read({ requests = [], ...more }: { readonly requests?: readonly object[] } & Record<string, unknown>) {
  const counted = requests.map(one => ({ attempts: 0, ...one }));
  const operation = { id: 'a', at: 1, title: 'Did', count: 1, calls: [], inverse: [], requests: counted, ...more };
  return operationOf(JSON.stringify(operation));
}

test('an operation is read as it was written', () => {
  const operation = { id: 'a', calls: [{ ...archive, inverse: [restore], requests: [] }], state: { kind: 'done' } };
  expect(operationOf(JSON.stringify(operation))).toEqual(operation);
});

describe('of version 0.1.0', () => {
  test('each call gets its inverse, its requests, and those that follow it', () => {
    const first = { ...archive, key: 'a', ...waiting };
    const next = { ...status, key: 'b', ...waiting };
    const last = { ...status, key: 'c', ...waiting };
    const { calls, state, ...operation } = read({
      calls: [archive, status],
      inverse: [[restore], []],
      requests: [{ ...first, of: 0 }, next, { ...last, of: 1 }],
    });
    expect(calls).toEqual([
      { ...archive, inverse: [restore], requests: [first, { ...next, isFollowing: true }] },
      { ...status, inverse: [], requests: [last] },
    ]);
    expect(state).toEqual({ kind: 'done' });
    expect(operation).toEqual({ id: 'a', at: 1, title: 'Did', count: 1 });
  });

  test('the calls that take another operation back say which of its calls', () => {
    const second = { ...restore, key: 'b', ...waiting };
    const first = { ...status, key: 'c', ...waiting };
    const requests = [
      { ...second, of: 1 },
      { ...first, of: 0 },
    ];
    expect(read({ undoes: 'z', requests })).toMatchObject({
      undoes: 'z',
      calls: [
        { ...restore, args: { ids: [] }, takesBack: 1, requests: [second] },
        { ...status, args: { ids: [], conversation_status_id: 2 }, takesBack: 0, requests: [first] },
      ],
      state: { kind: 'final', isTakenBack: false },
    });
  });

  test('a change that waits is kept even if its call is not', () => {
    const left = { ...status, key: 'b', ...waiting };
    expect(read({ requests: [{ ...left, of: 2 }] }).calls.flatMap(({ requests }) => requests)).toEqual([left]);
    expect(read({ requests: [left] }).calls.flatMap(({ requests }) => requests)).toMatchObject([left]);
  });

  test.for([
    [{ inverse: [[]] }, { kind: 'done' }],
    [
      { inverse: [[]], takenBack: 2 },
      { kind: 'takenBack', turn: 2 },
    ],
    [
      { inverse: [[]], takenBack: 0 },
      { kind: 'takenBack', turn: 0 },
    ],
    [{}, { kind: 'final', isTakenBack: false }],
    [{ takenBack: 0 }, { kind: 'final', isTakenBack: true }],
  ] as const)('%j is %j', ([former, state]) => {
    expect(read({ calls: [archive], ...former }).state).toEqual(state);
  });

  test.for([
    [{ attempts: 0 }, undefined],
    [
      { attempts: 2, firstSentAt: 5 },
      { count: 2, firstAt: 5 },
    ],
    [{ attempts: 1, isUnsure: false, isAgreed: false }, { count: 1 }],
    [
      { attempts: 1, isUnsure: true },
      { count: 1, doubt: 'open' },
    ],
    [
      { attempts: 1, isUnsure: true, isAgreed: true },
      { count: 1, doubt: 'agreed' },
    ],
    [{ attempts: 0, isAgreed: true }, undefined],
  ] as const)('attempts of %j are %j', ([former, attempts]) => {
    const [call] = read({ calls: [archive], requests: [{ ...archive, key: 'a', ...waiting, ...former, of: 0 }] }).calls;
    expect(call?.requests).toEqual([{ ...archive, key: 'a', ...waiting, attempts }]);
  });

  test('a reply that names the status that follows it goes on with it', () => {
    const args = { ids: [1], body: 'It goes out today.', messageId: null };
    const named = { name: 'message.reply', args: { ...args, thenStatus: 2 } };
    const takeBack = { name: 'message.take-back', args: { ...args, thenStatus: 1 } };
    const requests = [{ ...named, key: 'a', ...waiting, of: 0 }];
    const [call] = read({ calls: [named], inverse: [[takeBack]], requests }).calls;
    const followed = (id: number) => ({
      ...args,
      following: [{ ...status, args: { ids: [1], conversation_status_id: id } }],
    });
    expect(call).toMatchObject({
      args: followed(2),
      inverse: [{ args: followed(1) }],
      requests: [{ args: followed(2) }],
    });
  });
});
