import { without } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import { closed, isUndoable, narrowed, operationOf, undoable } from '../operation.ts';
import type { ChangeCall, Operation, Visible } from '../world.ts';

/** How many operations can be undone. */
const MAX_UNDONE = 100;

/**
 * The operations with one more. If it can be undone, those that were taken back can no longer be made again, unless it
 * is one of them (`keepsTakenBack`).
 */
export function withOperation(
  operations: readonly Operation[],
  added: Operation,
  keepsTakenBack = false,
): readonly Operation[] {
  if (!isUndoable(added)) return [...operations, added];
  const [oldest] = undoable(operations)
    .slice(0, -MAX_UNDONE + 1)
    .slice(-1);
  const isOver = (one: Operation): boolean => one === oldest || (one.takenBack !== undefined && !keepsTakenBack);
  return [...operations.map(one => (isOver(one) ? closed(one) : one)), added];
}

/**
 * The operations after the pending call with this key was refused for some conversations: undoing its operation, or
 * making again the one that it takes back, skips those.
 */
export function forget(operations: readonly Operation[], key: string, ids: ReadonlySet<number>): readonly Operation[] {
  const less = (calls: readonly ChangeCall[]): readonly ChangeCall[] => calls.flatMap(call => without(call, ids) ?? []);
  return editWith(operations, key, operation => {
    const lost = operation.calls.flatMap(({ args }) => args.ids).filter(id => ids.has(id)).length;
    const left = { ...operation, calls: less(operation.calls), inverse: less(operation.inverse) };
    const isLeft = left.calls.length > 0 && (left.inverse.length > 0 || left.isHeld === true);
    return isLeft ? { ...left, count: Math.max(0, operation.count - lost) } : closed(operation);
  });
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
    inverse: operation.inverse.map(moved),
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
