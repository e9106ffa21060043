import { describe, expect, test } from 'vitest';
import { operationOf } from '../../../src/cli/kept/operation-of.ts';

const archive = { name: 'conversation.archive', args: { ids: [1, 2] } };
const restore = { name: 'conversation.restore', args: { ids: [1, 2] } };
const status = { name: 'conversation.status', args: { ids: [1], conversation_status_id: 2 } };
const waiting = { at: 1, attempts: 0, problem: null, state: 'waiting' } as const;

/** Reads an operation of version 0.1.0. */
function read(more: Record<string, unknown>) {
  const operation = { id: 'a', at: 1, title: 'Did', count: 1, calls: [], inverse: [], requests: [], ...more };
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
    [{ inverse: [[]], takenBack: 2 }, { kind: 'takenBack', turn: 2 }],
    [{ inverse: [[]], takenBack: 0 }, { kind: 'takenBack', turn: 0 }],
    [{}, { kind: 'final', isTakenBack: false }],
    [{ takenBack: 0 }, { kind: 'final', isTakenBack: true }],
  ] as const)('%j is %j', ([former, state]) => {
    expect(read({ calls: [archive], ...former }).state).toEqual(state);
  });

  test('a reply that names the status that follows it goes on with it', () => {
    const args = { ids: [1], body: 'It goes out today.', messageId: null };
    const named = { name: 'message.reply', args: { ...args, thenStatus: 2 } };
    const takeBack = { name: 'message.take-back', args: { ...args, thenStatus: 1 } };
    const requests = [{ ...named, key: 'a', ...waiting, of: 0 }];
    const [call] = read({ calls: [named], inverse: [[takeBack]], requests }).calls;
    const followed = (id: number) => ({ ...args, following: [{ ...status, args: { ids: [1], conversation_status_id: id } }] });
    expect(call).toMatchObject({ args: followed(2), inverse: [{ args: followed(1) }], requests: [{ args: followed(2) }] });
  });
});
