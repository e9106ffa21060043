import { t } from '../../text/safe.ts';
import { idsOf, without } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import { revealed } from '../list/ghosts.ts';
import { callsLeft, closed, journalOf, pendingOf, redoable, undoable } from '../operation.ts';
import { whyReadOnly } from '../read-only.ts';
import type { ChangeCall, Drafts, Notice, Operation, PendingChange, Visible, World } from '../world.ts';
import { make, withMade } from './commit.ts';
import { holds, isLoaded, less, oneOf } from './journal.ts';
import { takingBackNotice, undoneNotice } from './notices.ts';
import { isFinal, whyNotWithdrawn, withoutPending } from './withdraw.ts';
import { isWritten, putBackInDraft } from './written-words.ts';

/** The same for operations of the journal, which come after each other: the newest first. */
export function undoThese(desk: Desk, operations: readonly Operation[]): void {
  for (const { id } of operations) {
    const operation = undoable(desk.world().operations).find(one => one.id === id);
    if (operation) undo(desk, operation);
    // The acts below it have to stay, too.
    if (desk.world().operations.find(one => one.id === id)?.takenBack === undefined) return;
  }
}

/**
 * Undoes an operation of the agent's own, by default the last one, and shows the act and the number of conversations;
 * or says why it cannot. A call that was never sent is withdrawn; a sent one is reverted by its inverse, except where
 * another agent has changed it since. Either way the agent's words are a draft again.
 */
export function undo(desk: Desk, chosen?: Operation): void {
  const world = desk.world();
  const operation = chosen ?? undoable(world.operations).at(-1);
  const refused = chosen ? undefined : refusedSince(world, operation);
  const problem = whyReadOnly(world);
  if (problem) desk.notify({ tone: 'problem', text: problem });
  else if (refused) passBy(desk, refused, operation);
  else if (!operation) desk.notify({ tone: 'problem', text: t`Nothing to undo.` });
  else if (isFinal(world, operation)) giveUp(desk, operation);
  else takeBack(desk, operation);
}

/** Makes an undone operation again; by default the last one. */
export function redo(desk: Desk, operation = redoable(desk.world().operations).at(-1)): void {
  const problem = whyReadOnly(desk.world());
  if (problem || !operation) {
    desk.notify({ tone: 'problem', text: problem ?? t`Nothing to redo.` });
    return;
  }
  const { id, title } = operation;
  const calls = callsLeft(operation);
  desk.set({ operations: replaced(desk.world(), id, closed) });
  make(desk, { calls, by: 'redo', ...(calls.length > 1 ? { title: { text: title, short: title } } : {}) });
}

function replaced({ operations }: World, id: string, edit: (operation: Operation) => Operation): readonly Operation[] {
  return operations.map(one => (one.id === id ? edit(one) : one));
}

/** A held change that was sent is final: the next `z` reaches the operation before it. */
function giveUp(desk: Desk, { id, title }: Operation): void {
  desk.set({
    operations: replaced(desk.world(), id, closed),
    notice: { tone: 'problem', text: t`${title} was sent and cannot be undone.` },
  });
}

/** The last thing that the agent did after this one, if all of it was refused: the agent means that. */
function refusedSince({ operations }: World, since: Operation | undefined): Operation | undefined {
  const newest = journalOf(operations).findLast(one => one.takenBack === undefined);
  if (!newest || newest === since || callsLeft(newest).length > 0 || newest.requests.length === 0) return undefined;
  return newest.requests.every(({ state }) => state === 'refused') ? newest : undefined;
}

/** Says that there is nothing to take back; the next `z` reaches the act before. */
function passBy(desk: Desk, { id, title }: Operation, before: Operation | undefined): void {
  const { keyNames } = desk.world();
  const next = before === undefined ? t`` : t` · ${keyNames.undo} again undoes: ${before.title}`;
  desk.set({
    operations: replaced(desk.world(), id, one => ({ ...one, takenBack: 0 })),
    notice: { tone: 'problem', text: t`${title}: refused, nothing to take back${next}` },
  });
}

function takeBack(desk: Desk, operation: Operation): void {
  const dropped = withdrawable(desk.world(), operation);
  desk.store.setState(withoutPending(desk.world(), dropped));
  const world = desk.world();
  const { id } = operation;
  const { requests } = world.operations.find(one => one.id === id) ?? operation;
  const withdrawn = operation.calls.map((_, index) => new Set(dropped.filter(one => one.of === index).flatMap(idsOf)));
  const rest = withdrawn.reduce((left, ids, index) => less(left, index, ids), { ...operation, requests });
  const { steps, isOverruled } = stepsBack(world, rest);
  const undone = operation.calls.map(
    (_, at) => new Set([...withdrawn[at]!, ...idsIn(steps.filter(({ of }) => of === at))]),
  );
  const asked = idsIn(steps.filter(({ call }) => changeOf(call.name)?.restores));
  const isAllWithdrawn = callsLeft(rest).length === 0;
  const total = new Set(undone.flatMap(ids => [...ids])).size;
  const count = isAllWithdrawn ? operation.count : Math.min(operation.count, total);
  const operations = replaced(world, id, one =>
    asked.size > 0
      ? closed({ ...one, takenBack: 0 })
      : count === 0
        ? closed(one)
        : { ...one, takenBack: nextTakenBack(world) },
  );
  const drafts = rest.calls.reduce<Drafts>(
    (held, call, at) =>
      putBackInDraft(
        held,
        call,
        idsOf(call).filter(one => undone[at]!.has(one) && !asked.has(one)),
      ),
    world.drafts,
  );
  const marked = { ...world, operations, drafts };
  const calls = steps.map(({ call }) => call);
  const made =
    calls.length > 0 ? withMade(desk, marked, { calls, undoes: { id, of: steps.map(({ of }) => of) } }).world : marked;
  desk.store.setState({ ...made, notice: noticeOf(world, operation, count, { isAsked: asked.size > 0, isOverruled }) });
  desk.set({ list: revealed(desk.world(), new Set(undone.flatMap(ids => [...ids]))) });
  desk.wake();
}

function noticeOf(
  world: World,
  operation: Operation,
  count: number,
  { isAsked, isOverruled }: { readonly isAsked: boolean; readonly isOverruled: boolean },
): Notice {
  // Only the help center knows whether it is undone. Made again meanwhile, it could be done twice.
  if (isAsked) return takingBackNotice(operation);
  return undoneNotice(world, operation, count, { isDraft: operation.calls.some(isWritten), isOverruled });
}

function nextTakenBack({ operations }: World): number {
  return (redoable(operations).at(-1)?.takenBack ?? 0) + 1;
}

/** The calls that the help center has never received. */
function withdrawable(world: World, operation: Operation): readonly PendingChange[] {
  const dropped: PendingChange[] = [];
  let { pending } = world;
  for (const change of pendingOf([operation]).toReversed()) {
    if (change.of === undefined || whyNotWithdrawn({ ...world, pending }, change.key)) continue;
    pending = pending.filter(other => other !== change);
    dropped.push(change);
  }
  return dropped;
}

/** A call that undoes the one at this index of an operation. */
interface StepBack {
  readonly call: ChangeCall;
  readonly of: number;
}

function idsIn(steps: readonly StepBack[]): ReadonlySet<number> {
  return new Set(steps.flatMap(({ call }) => idsOf(call)));
}

/**
 * The calls that undo an operation, the last of its calls first: none for conversations where that call no longer holds,
 * as far as can be seen, or is undone already.
 */
function stepsBack(world: World, operation: Operation) {
  const steps: StepBack[] = [];
  let isOverruled = false;
  let seen: Visible = world;
  for (let of = operation.calls.length - 1; of >= 0; of -= 1) {
    const done = operation.calls[of]!;
    const overruled = idsOf(done).filter(id => isLoaded(world, id) && !holds(seen, done, id));
    const isOnItsWay = pendingOf([operation]).some(entry => entry.of === of);
    isOverruled ||= overruled.length > 0;
    for (const call of operation.inverse[of] ?? []) {
      const { apply } = changeOf(call.name)!;
      const isIdle = (id: number): boolean =>
        !isOnItsWay && isLoaded(world, id) && apply(seen, oneOf(call, id)) === seen;
      const left = without(call, new Set([...overruled, ...idsOf(call).filter(isIdle)]));
      if (!left) continue;
      seen = apply(seen, left.args);
      steps.push({ call: left, of });
    }
  }
  return { steps, isOverruled };
}
