import type { Change, ChangeOutcome } from '../changes/change.ts';
import { callIds } from '../changes/ids.ts';
import { joinOutcomes, SILENT, unsureOf } from '../changes/outcome.ts';
import { isUnsaid } from '../conversation/filled.ts';
import { IdMap } from '../world/id-map.ts';
import type { Conversation, PendingChange, Visible, World } from '../world.ts';
import { argsForOne } from './journal.ts';

/**
 * The outcome, with conversations whose change its answers do not show marked as unsure: another help center may answer
 * a write with the id alone, or with the former conversation. One with versions shows them in its answers.
 */
export function asShown(world: World, change: Change, entry: PendingChange, outcome: ChangeOutcome): ChangeOutcome {
  const foreign = outcome.conversations.filter(({ version }) => version === null);
  if (foreign.length === 0) return outcome;
  const ids = new Set(callIds(entry));
  const isShown = (one: Conversation): boolean => !ids.has(one.id) || shows(world, change, entry, one);
  // The answer to a merge shows the survivor alone.
  const left = change.allIds ? [...ids] : foreign.filter(one => !isShown(one)).map(({ id }) => id);
  if (left.length === 0) return outcome;
  const conversations = outcome.conversations.filter(({ id }) => !left.includes(id));
  return joinOutcomes([{ ...outcome, conversations }, unsureOf(left, SILENT)]);
}

/** Whether a conversation in an answer has the change in it. One that has fewer fields than were known shows nothing. */
function shows({ base }: World, change: Change, entry: PendingChange, one: Conversation): boolean {
  const known = base.conversations.get(one.id);
  if (known && one.unsaid?.some(field => !isUnsaid(known, field))) return false;
  const seen = asRead({ base }, [one]);
  return change.apply(seen, argsForOne(entry, one.id) as never) === seen;
}

/** These conversations as they were read, without the agent's own changes that wait. */
export function asRead({ base }: Pick<Visible, 'base'>, found: readonly Conversation[]): Visible {
  return {
    base: { ...base, conversations: base.conversations.with(found.map(one => [one.id, one])) },
    patch: { conversations: IdMap.empty(), threads: IdMap.empty() },
  };
}
