import { t } from '../../text/safe.ts';
import { callIds, withoutIds } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import { revealed } from '../list/ghosts.ts';
import { takingBackNotice, undoneNotice } from '../notices/words.ts';
import {
  callsLeft,
  closed,
  isTakenBack,
  journalOf,
  type OperationCall,
  pendingOf,
  redoable,
  requestsOf,
  takenBack,
  turnOf,
  undoable,
} from '../operations/operation.ts';
import { make, withMade } from '../outbox/commit.ts';
import { argsForOne, holds, isLoaded, less } from '../outbox/journal.ts';
import { isFinal, whyNotWithdrawn, withoutPending } from '../outbox/withdraw.ts';
import { hasWrittenWords, putBackInDraft } from '../outbox/written-words.ts';
import { whyReadOnly } from '../read-only.ts';
import type { ChangeCall, Drafts, Notice, Operation, PendingChange, Visible, World } from '../world.ts';

/** The same for operations of the journal, which come after each other: the newest first. */
export function undoThese(desk: Desk, operations: readonly Operation[]): void {
  for (const { id } of operations) {
    const operation = undoable(desk.world().operations).find(one => one.id === id);
    if (operation) undo(desk, operation);
    // The acts below it have to stay, too.
    if (!desk.world().operations.some(one => one.id === id && isTakenBack(one))) return;
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
  const newest = journalOf(operations).findLast(one => !isTakenBack(one));
  if (!newest || newest === since || callsLeft(newest).length > 0) return undefined;
  const requests = requestsOf(newest);
  return requests.length > 0 && requests.every(({ state }) => state === 'refused') ? newest : undefined;
}

/** Says that there is nothing to take back; the next `z` reaches the act before. */
function passBy(desk: Desk, { id, title }: Operation, before: Operation | undefined): void {
  const { keyNames } = desk.world();
  const next = before === undefined ? t`` : t` · ${keyNames.undo} again undoes: ${before.title}`;
  desk.set({
    operations: replaced(desk.world(), id, one => takenBack(one, 0)),
    notice: { tone: 'problem', text: t`${title}: refused, nothing to take back${next}` },
  });
}

function takeBack(desk: Desk, operation: Operation): void {
  const dropped = withdrawable(desk.world(), operation);
  desk.store.setState(withoutPending(desk.world(), dropped));
  const world = desk.world();
  const { id } = operation;
  const withdrawn = operation.calls.map(({ requests }) => new Set(dropped.filter(isIn(requests)).flatMap(callIds)));
  const { calls } = world.operations.find(one => one.id === id) ?? operation;
  const rest = calls.map((call, at) => less(call, withdrawn[at]!));
  const { steps, isOverruled } = stepsBack(world, rest);
  const undone = withdrawn.map((ids, at) => ids.union(idsIn(steps.filter(({ takesBack }) => takesBack === at))));
  const all = new Set(undone.flatMap(ids => [...ids]));
  const asked = idsIn(steps.filter(({ name }) => changeOf(name)?.restores));
  const isAllWithdrawn = rest.every(({ args }) => args.ids.length === 0);
  const count = isAllWithdrawn ? operation.count : Math.min(operation.count, all.size);
  const operations = replaced(world, id, one => {
    if (asked.size > 0) return closed(takenBack(one, 0));
    return count === 0 ? closed(one) : takenBack(one, nextTurn(world));
  });
  const drafts = rest.reduce<Drafts>(
    (held, call, at) =>
      putBackInDraft(
        held,
        call,
        callIds(call).filter(one => undone[at]!.has(one) && !asked.has(one)),
      ),
    world.drafts,
  );
  const marked = { ...world, operations, drafts };
  const made = steps.length > 0 ? withMade(desk, marked, { calls: steps, undoes: id }).world : marked;
  desk.store.setState({ ...made, notice: noticeOf(world, operation, count, { isAsked: asked.size > 0, isOverruled }) });
  desk.set({ list: revealed(desk.world(), all) });
  desk.wake();
}

function isIn(requests: OperationCall['requests']) {
  return (one: PendingChange): boolean => requests.includes(one);
}

function noticeOf(
  world: World,
  operation: Operation,
  count: number,
  { isAsked, isOverruled }: { readonly isAsked: boolean; readonly isOverruled: boolean },
): Notice {
  // Only the help center knows whether it is undone. Made again meanwhile, it could be done twice.
  if (isAsked) return takingBackNotice(operation);
  return undoneNotice(world, operation, count, { isDraft: operation.calls.some(hasWrittenWords), isOverruled });
}

function nextTurn({ operations }: World): number {
  return Math.max(0, ...operations.map(turnOf)) + 1;
}

/** The calls that the help center has never received. */
function withdrawable(world: World, operation: Operation): readonly PendingChange[] {
  const dropped: PendingChange[] = [];
  let { pending } = world;
  for (const change of pendingOf([operation]).toReversed()) {
    if (change.isFollowing || whyNotWithdrawn({ ...world, pending }, change.key)) continue;
    pending = pending.filter(other => other !== change);
    dropped.push(change);
  }
  return dropped;
}

/** A call that undoes the one at the index `takesBack` of an operation. */
interface StepBack extends ChangeCall {
  readonly takesBack: number;
}

function idsIn(steps: readonly StepBack[]): ReadonlySet<number> {
  return new Set(steps.flatMap(callIds));
}

/**
 * The calls that undo these of an operation, the last one first: none for conversations where a call no longer holds, as
 * far as can be seen, or is undone already.
 */
function stepsBack(world: World, calls: readonly OperationCall[]) {
  const steps: StepBack[] = [];
  let isOverruled = false;
  let seen: Visible = world;
  for (const [takesBack, done] of [...calls.entries()].reverse()) {
    const overruled = callIds(done).filter(id => isLoaded(world, id) && !holds(seen, done, id));
    const isOnItsWay = done.requests.some(one => one.state !== 'refused' && !one.isFollowing);
    isOverruled ||= overruled.length > 0;
    for (const call of done.inverse) {
      const { apply } = changeOf(call.name)!;
      const isIdle = (id: number): boolean =>
        !isOnItsWay && isLoaded(world, id) && apply(seen, argsForOne(call, id)) === seen;
      const left = withoutIds(call, new Set([...overruled, ...callIds(call).filter(isIdle)]));
      if (!left) continue;
      seen = apply(seen, left.args);
      steps.push({ ...left, takesBack });
    }
  }
  return { steps, isOverruled };
}
