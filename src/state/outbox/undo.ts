import { t } from '../../text/safe.ts';
import { idsOf, without } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import { revealed } from '../list/ghosts.ts';
import { closed, pendingOf, redoable, undoable } from '../operation.ts';
import { whyReadOnly } from '../read-only.ts';
import type { ChangeCall, Drafts, Notice, Operation, PendingChange, Visible, World } from '../world.ts';
import { make, withMade } from './commit.ts';
import { holds, isLoaded, oneOf } from './journal.ts';
import { takingBackNotice, undoneNotice } from './notices.ts';
import { whyNotWithdrawn, withoutPending } from './withdraw.ts';
import { isWritten, returnWords } from './written-words.ts';

/**
 * Undoes the agent's own last operation and says what and for how many conversations; or says why it cannot. A call that
 * was never sent is withdrawn; a sent one is reverted by its inverse, except where another agent has changed it since.
 * Either way the agent's words are a draft again.
 */
export function undo(desk: Desk): void {
  const world = desk.world();
  const operation = undoable(world.operations).at(-1);
  const problem = whyReadOnly(world);
  if (problem) desk.notify({ tone: 'problem', text: problem });
  else if (!operation) desk.notify({ tone: 'problem', text: t`Nothing to undo.` });
  else if (operation.isHeld && isSent(world, operation)) giveUp(desk, operation);
  else takeBack(desk, operation);
}

/** Makes the last undone operation again. */
export function redo(desk: Desk): void {
  const operation = redoable(desk.world().operations).at(-1);
  const problem = whyReadOnly(desk.world());
  if (problem || !operation) {
    desk.notify({ tone: 'problem', text: problem ?? t`Nothing to redo.` });
    return;
  }
  const { id, calls, title } = operation;
  desk.set({ operations: replaced(desk.world(), id, closed) });
  make(desk, { calls, by: 'redo', ...(calls.length > 1 ? { title: { text: title, short: title } } : {}) });
}

function replaced({ operations }: World, id: string, edit: (operation: Operation) => Operation): readonly Operation[] {
  return operations.map(one => (one.id === id ? edit(one) : one));
}

function isSent(world: World, operation: Operation): boolean {
  const [held] = pendingOf([operation]);
  return held === undefined || whyNotWithdrawn(world, held.key) !== undefined;
}

/** A held change that was sent is final: the next `z` reaches the operation before it. */
function giveUp(desk: Desk, { id, title }: Operation): void {
  desk.set({
    operations: replaced(desk.world(), id, closed),
    notice: { tone: 'problem', text: t`${title} was sent and cannot be undone.` },
  });
}

function takeBack(desk: Desk, operation: Operation): void {
  const dropped = withdrawable(desk.world(), operation);
  const withdrawn = new Set(dropped.flatMap(idsOf));
  desk.store.setState(withoutPending(desk.world(), dropped));
  const world = desk.world();
  const { id, requests, calls, inverse } = world.operations.find(one => one.id === operation.id) ?? operation;
  const rest = { ...operation, requests, calls: less(calls, withdrawn), inverse: less(inverse, withdrawn) };
  const overruled = overruledIds(world, rest);
  const undoing = stillToUndo(world, rest, overruled);
  const undone = new Set([...withdrawn, ...undoing.flatMap(idsOf)]);
  const asked = new Set(undoing.filter(({ name }) => changeOf(name)?.restores).flatMap(idsOf));
  const count = rest.calls.length === 0 ? operation.count : Math.min(operation.count, undone.size);
  const operations = replaced(world, id, one =>
    asked.size > 0 || count === 0 ? closed(one) : { ...one, takenBack: nextTakenBack(world) },
  );
  const isBack = (one: number): boolean => undone.has(one) && !asked.has(one);
  const drafts = rest.calls.reduce<Drafts>(
    (held, call) => returnWords(held, call, idsOf(call).filter(isBack)),
    world.drafts,
  );
  const marked = { ...world, operations, drafts };
  const made = undoing.length > 0 ? withMade(desk, marked, { calls: undoing, undoes: id }).world : marked;
  desk.store.setState({ ...made, notice: noticeOf(operation, count, { asked, overruled }) });
  desk.set({ list: revealed(desk.world(), undone) });
  desk.wake();
}

function noticeOf(
  operation: Operation,
  count: number,
  { asked, overruled }: { readonly asked: ReadonlySet<number>; readonly overruled: ReadonlySet<number> },
): Notice {
  // Only the help center knows whether it is undone. Made again meanwhile, it could be done twice.
  if (asked.size > 0) return takingBackNotice(operation);
  const isDraft = operation.calls.some(isWritten);
  return undoneNotice(operation, count, { isDraft, isOverruled: overruled.size > 0 });
}

function nextTakenBack({ operations }: World): number {
  return (redoable(operations).at(-1)?.takenBack ?? 0) + 1;
}

/** The calls that the help center has never received. */
function withdrawable(world: World, operation: Operation): readonly PendingChange[] {
  const dropped: PendingChange[] = [];
  let { pending } = world;
  for (const change of pendingOf([operation]).toReversed()) {
    if (whyNotWithdrawn({ ...world, pending }, change.key)) continue;
    pending = pending.filter(other => other !== change);
    dropped.push(change);
  }
  return dropped;
}

function less(calls: readonly ChangeCall[], ids: ReadonlySet<number>): readonly ChangeCall[] {
  return ids.size === 0 ? calls : calls.flatMap(call => without(call, ids) ?? []);
}

/** The conversations for which the change no longer holds, as far as can be seen. */
function overruledIds(world: World, { calls }: Operation): ReadonlySet<number> {
  return new Set(calls.flatMap(call => idsOf(call).filter(id => isLoaded(world, id) && !holds(world, call, id))));
}

/** The remaining inverse calls: none for conversations where the change no longer holds, or is undone already. */
function stillToUndo(world: World, operation: Operation, overruled: ReadonlySet<number>): readonly ChangeCall[] {
  const isOnItsWay = pendingOf([operation]).length > 0;
  let seen: Visible = world;
  return operation.inverse.flatMap(call => {
    const change = changeOf(call.name)!;
    const idle = idsOf(call).filter(
      id => !isOnItsWay && isLoaded(world, id) && change.apply(seen, oneOf(call, id)) === seen,
    );
    const left = without(call, new Set([...overruled, ...idle]));
    if (!left) return [];
    seen = change.apply(seen, left.args);
    return [left];
  });
}
