import { changeOf } from '../changes/list.ts';
import { isUndoable, narrowed, operationOf, outOfTurn } from '../operation.ts';
import type { ChangeCall, Operation, Visible } from '../world.ts';

/**
 * The operations with one more. If it can be undone, Z no longer reaches those that were taken back, unless it is one of
 * them (`keepsTakenBack`).
 */
export function withOperation(
  operations: readonly Operation[],
  added: Operation,
  keepsTakenBack = false,
): readonly Operation[] {
  return [...(keepsTakenBack || !isUndoable(added) ? operations : operations.map(outOfTurn)), added];
}

/**
 * The operations after the pending call with this key was refused for some conversations: undoing its operation, or
 * making again the one that it takes back, skips those.
 */
export function forget(operations: readonly Operation[], key: string, ids: ReadonlySet<number>): readonly Operation[] {
  const of = operations.flatMap(({ requests }) => requests).find(one => one.key === key)?.of;
  return editWith(operations, key, operation => {
    const refused = operation.calls[of ?? -1]?.args.ids.filter(id => ids.has(id)) ?? [];
    if (refused.length === 0) return operation;
    const left = less(operation, of!, ids);
    // Another call of it may still change the same conversation.
    const lost = refused.filter(id => !left.calls.some(call => call.args.ids.includes(id))).length;
    return { ...left, count: Math.max(0, operation.count - lost) };
  });
}

/** An operation whose call at this index, with its inverse, is without these conversations. */
export function less(operation: Operation, index: number, ids: ReadonlySet<number>): Operation {
  const left = (call: ChangeCall): ChangeCall =>
    narrowed(
      call,
      call.args.ids.filter(id => !ids.has(id)),
    );
  return {
    ...operation,
    calls: operation.calls.map((call, at) => (at === index ? left(call) : call)),
    inverse: operation.inverse.map((calls, at) =>
      at === index ? calls.map(left).filter(({ args }) => args.ids.length > 0) : calls,
    ),
  };
}

/** The operations in which the calls of the one with this key follow conversations that were merged away. */
export function follow(
  operations: readonly Operation[],
  key: string,
  moves: ReadonlyMap<number, number>,
): readonly Operation[] {
  const moved = <Call extends ChangeCall>(call: Call): Call =>
    call.args.ids.some(id => moves.has(id))
      ? narrowed(call, [...new Set(call.args.ids.map(id => moves.get(id) ?? id))])
      : call;
  return editWith(operations, key, operation => ({
    ...operation,
    calls: operation.calls.map(moved),
    inverse: operation.inverse.map(calls => calls.map(moved)),
  }));
}

/** The operations with an edit of the one that a pending call belongs to, and of the one that it takes back. */
function editWith(
  operations: readonly Operation[],
  key: string,
  edit: (operation: Operation) => Operation,
): readonly Operation[] {
  const own = operationOf(operations, key);
  return operations.map(one => (one === own || (own && one.id === own.undoes) ? edit(one) : one));
}

/** A call's arguments for one of its conversations. */
export function oneOf(call: ChangeCall, id: number): ChangeCall['args'] {
  return narrowed(call, [id]).args;
}

/** Whether a conversation is in memory. */
export function isLoaded(visible: Visible, id: number): boolean {
  return visible.base.conversations.has(id);
}

/** Whether a call's effect on a conversation holds, as far as can be seen. */
export function holds(visible: Visible, call: ChangeCall, id: number): boolean {
  const change = changeOf(call.name)!;
  const args = oneOf(call, id);
  return change.holds ? change.holds(args, visible, id) : change.apply(visible, args) === visible;
}
