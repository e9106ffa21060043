import { changeOf } from '../changes/list.ts';
import { editCalls } from '../operations/edit.ts';
import { isUndoable, narrowed, type OperationCall, outOfTurn } from '../operations/operation.ts';
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
 * The operations after the pending change with this key was refused for some conversations: undoing its operation, or
 * making again the one that it takes back, skips those.
 */
export function forgetRefused(
  operations: readonly Operation[],
  key: string,
  ids: ReadonlySet<number>,
): readonly Operation[] {
  const carrier = carrierOf(operations, key);
  return operations.map(operation => {
    const call = operation.id === carrier?.id ? operation.calls[carrier.index] : undefined;
    const refused = call?.args.ids.filter(id => ids.has(id)) ?? [];
    if (refused.length === 0) return operation;
    const left = editCalls(operation, one => (one === call ? less(one, ids) : one));
    // Another call of it may still change the same conversation.
    const lost = refused.filter(id => !left.calls.some(({ args }) => args.ids.includes(id))).length;
    return { ...left, count: Math.max(0, operation.count - lost) };
  });
}

/** The call that a pending change carries out or takes back: its operation, and its index there. */
function carrierOf(operations: readonly Operation[], key: string) {
  for (const { id, undoes = id, calls } of operations)
    for (const [at, { requests, takesBack: index = at }] of calls.entries())
      if (requests.some(one => isPending(one, key) && !one.isFollowing)) return { id: undoes, index };
  return undefined;
}

function isPending({ key, state }: OperationCall['requests'][number], wanted: string): boolean {
  return key === wanted && state !== 'refused';
}

/** A call of an operation, with its inverse, without these conversations. */
export function less(call: OperationCall, ids: ReadonlySet<number>): OperationCall {
  const left = <Call extends ChangeCall>(one: Call): Call =>
    narrowed(
      one,
      one.args.ids.filter(id => !ids.has(id)),
    );
  return { ...left(call), inverse: call.inverse.map(left).filter(({ args }) => args.ids.length > 0) };
}

/**
 * The operations after the pending change with this key followed conversations that were merged away: its operation, and
 * the one that it takes back, follow them too.
 */
export function followMerges(
  operations: readonly Operation[],
  key: string,
  moves: ReadonlyMap<number, number>,
): readonly Operation[] {
  const moved = <Call extends ChangeCall>(call: Call): Call =>
    call.args.ids.some(id => moves.has(id))
      ? narrowed(call, [...new Set(call.args.ids.map(id => moves.get(id) ?? id))])
      : call;
  const own = operations.find(({ calls }) => calls.some(({ requests }) => requests.some(one => isPending(one, key))));
  return operations.map(one =>
    one === own || (own && one.id === own.undoes)
      ? editCalls(one, call => ({ ...moved(call), inverse: call.inverse.map(moved) }))
      : one,
  );
}

/** A call's arguments for one of its conversations. */
export function argsForOne(call: ChangeCall, id: number): ChangeCall['args'] {
  return narrowed(call, [id]).args;
}

/** Whether a conversation is in memory. */
export function isLoaded(visible: Visible, id: number): boolean {
  return visible.base.conversations.has(id);
}

/** Whether a call's effect on a conversation holds, as far as can be seen. */
export function holds(visible: Visible, call: ChangeCall, id: number): boolean {
  const change = changeOf(call.name)!;
  const args = argsForOne(call, id);
  return change.holds ? change.holds(args, visible, id) : change.apply(visible, args) === visible;
}
