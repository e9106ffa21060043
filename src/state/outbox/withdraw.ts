import { type SafeText, t } from '../../text/safe.ts';
import { withFreshInverses } from '../changes/derive.ts';
import { allIdsOf, callIds } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import { editPending } from '../operations/edit.ts';
import { madeByAgent, pendingOf } from '../operations/operation.ts';
import type { ChangeCall, Operation, PendingChange, World } from '../world.ts';
import { forgetRefused } from './journal.ts';
import { hasWrittenWords, putBackInDraft } from './written-words.ts';

/**
 * Why a pending change can no longer be dropped; undefined if the help center has never received it and no later one
 * builds on it. A change that is held, or that asks, can always be dropped. `isSure`: the agent drops it even if the
 * help center may have it.
 */
export function whyNotWithdrawn(world: World, key: string, isSure = false): SafeText | undefined {
  const change = world.pending.find(other => other.key === key);
  if (!change) return t`It has been sent. ${world.keyNames.undo} takes it back.`;
  const isOnItsWay = change.state === 'sending' && !change.isUploading;
  if (isOnItsWay || (mayBeHeard(change) && !isSure)) {
    return t`The help center may have it already. ${world.keyNames.undo} takes it back once it has answered.`;
  }
  if (change.state === 'held' || change.state === 'asks' || !isBuiltOn(world, change)) return undefined;
  return t`A later change of the same conversation builds on it: take that one first.`;
}

/** Whether it was held, and was sent since: its effect stays. */
export function isFinal(world: World, operation: Operation): boolean {
  const [held] = pendingOf([operation]);
  return operation.isHeld === true && (held === undefined || whyNotWithdrawn(world, held.key) !== undefined);
}

/**
 * The world without changes that were never sent: their words are drafts again, and later changes are applied again.
 * Their operations can still be undone or made again.
 */
export function withoutPending(world: World, dropped: readonly PendingChange[]): World {
  const keys = new Set(dropped.map(({ key }) => key));
  const operations = editPending(world.operations, change => (keys.has(change.key) ? [] : [change]));
  const drafts = dropped.reduce((held, change) => putBackInDraft(held, change, callIds(change)), world.drafts);
  const left = { ...world, operations, drafts };
  return dropped.some(change => isBuiltOn(world, change)) ? withFreshInverses(left) : left;
}

/** Whether the help center may have carried it out. One that asks does not count: a read has found nothing of it. */
export function mayBeHeard(change: PendingChange): boolean {
  const { state, attempts } = change;
  if (state === 'sending') return !change.isUploading || attempts!.count > 1;
  return state !== 'asks' && attempts !== undefined;
}

/** Drops a change that was never sent, so that neither `z` nor `Z` knows of it; or says why it cannot. */
export function withdraw(desk: Desk, key: string, isSure = false): void {
  const world = desk.world();
  const problem = whyNotWithdrawn(world, key, isSure);
  const change = world.pending.find(other => other.key === key);
  if (problem !== undefined || !change) {
    desk.notify({ tone: 'problem', text: t`Not taken back: ${problem ?? t``}` });
    return;
  }
  const operations = forgetRefused(world.operations, key, new Set(callIds(change)));
  desk.store.setState(withoutPending({ ...world, operations }, [change]));
  const kept = hasWrittenWords(change) ? t` · ${world.keyNames['draft.list']} has its text` : t``;
  desk.notify({ tone: 'done', text: t`Not sent: ${titleOf(change, world)}${kept}` });
  desk.wake();
}

/** A pending change as its notice named it; its internal name if this version does not know it. */
export function titleOf(change: ChangeCall, world: World): SafeText {
  return changeOf(change.name)?.title(change.args, world).text ?? t`a change`;
}

/** Whether a later pending change touches a conversation of this one. */
function isBuiltOn({ pending }: World, change: PendingChange): boolean {
  const touched = new Set(idsTouchedBy(change));
  const later = madeByAgent(pending.slice(pending.indexOf(change) + 1));
  return later.some(other => idsTouchedBy(other).some(id => touched.has(id)));
}

function idsTouchedBy(change: PendingChange): readonly number[] {
  const known = changeOf(change.name);
  return known ? allIdsOf(known, change) : callIds(change);
}
