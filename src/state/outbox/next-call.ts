import type { Outcome } from '../change.ts';
import { changeOf } from '../changes/list.ts';
import { IdMap } from '../id-map.ts';
import type { PendingChange, World } from '../world.ts';
import { madeOn } from './made-on.ts';
import { withAnswer } from './with-answer.ts';

/**
 * The world after the help center answered a change and what is to follow it: that is pending from now on, in the place
 * of the change and under a key of its own. Nothing follows a change that was refused.
 */
export function withAnswerAndNext(world: World, entry: PendingChange, outcome: Outcome, newKey: () => string): World {
  const next = changeOf(entry.name)?.next?.(entry.args as never);
  if (!next || outcome.refused.length > 0) return withAnswer(world, entry, outcome);
  const at = world.pending.indexOf(entry);
  const answered = withAnswer(world, { ...entry, args: next.args }, outcome);
  const asAnswered = {
    base: answered.base,
    patch: { conversations: IdMap.empty<never>(), threads: IdMap.empty<never>() },
  };
  const following: PendingChange = {
    key: newKey(),
    ...next.call,
    at: entry.at,
    state: 'waiting',
    attempts: 0,
    problem: null,
    ...madeOn(asAnswered, changeOf(next.call.name), next.call),
  };
  return { ...answered, pending: answered.pending.toSpliced(at, 0, following) };
}
