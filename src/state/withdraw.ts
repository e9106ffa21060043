import { type SafeText, t } from '../text/safe.ts';
import { changeOf } from './change-list.ts';
import type { Desk } from './context.ts';
import { forget, idsOf } from './journal.ts';
import { recompute } from './recompute.ts';
import { rescue } from './rescue.ts';
import { touchedBy } from './settle.ts';
import { keep } from './storage.ts';
import type { PendingChange, World } from './world.ts';

/** Why a pending change cannot be dropped any more; undefined where the help center has never heard of it. */
export function whyNotWithdrawn({ pending }: World, key: string): SafeText | undefined {
  const index = pending.findIndex(change => change.key === key);
  const change = pending[index];
  if (!change) return t`It has been sent. z takes it back.`;
  if (change.state === 'sending' || change.attempts > 0) {
    return t`The help center may have it already. z takes it back once it has answered.`;
  }
  const touched = new Set(touchedByChange(change));
  const isBuiltOn = pending.slice(index + 1).some(later => touchedByChange(later).some(id => touched.has(id)));
  return isBuiltOn ? t`A later change of the same conversation builds on it: take that one first.` : undefined;
}

/** Drops a change that was never sent, with all that `z` and `Z` know of it; or says why it cannot. */
export function withdraw(desk: Desk, key: string): void {
  const world = desk.world();
  const problem = whyNotWithdrawn(world, key);
  const change = world.pending.find(other => other.key === key);
  if (problem !== undefined || !change) {
    desk.notify({ tone: 'problem', text: t`Not taken back: ${problem ?? t``}` });
    return;
  }
  const pending = world.pending.filter(other => other !== change);
  const journal = forget(world.journal, key, new Set(idsOf(change)));
  const drafts = rescue(world, change, idsOf(change));
  desk.store.setState(recompute({ ...world, pending, journal, drafts }), true);
  const kept = drafts === world.drafts ? t`` : t` · gd has its text`;
  desk.notify({ tone: 'done', text: t`Not sent: ${titleOf(change, world)}${kept}` });
  keep(desk.storage, desk.world());
  desk.wake();
}

/** What a pending change does, as its notice said it; its name where this version does not know it. */
export const titleOf = (change: PendingChange, world: World): SafeText =>
  changeOf(change.name)?.title(change.args as never, world).text ?? t`a change`;

const touchedByChange = (change: PendingChange): readonly number[] => {
  const known = changeOf(change.name);
  return known ? touchedBy(known, change) : idsOf(change);
};
