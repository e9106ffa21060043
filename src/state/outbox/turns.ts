import { allIdsOf } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { ChangeCall, PendingChange } from '../world.ts';

/**
 * Whether a change can be sent: now; after an earlier one (`later`); after the agent has answered a question; or, for a
 * change of many, for all but these conversations, which wait for an answer.
 */
export type SendTurn = 'now' | 'later' | 'asked' | ReadonlySet<number>;

/** The changes that wait, in their order: decides which of them have to wait for earlier ones. */
export interface SendTurns {
  /** The turn of a change; from now on the later ones wait for this one. */
  turnOf(entry: PendingChange): SendTurn;
}

/**
 * A change waits for every earlier one of the same conversation. But while the agent is asked about one, only changes of
 * the same thing wait for the answer: a question about a status stops no note. A merge waits for every question.
 */
export function createTurns(underWay: readonly PendingChange[]): SendTurns {
  const taken = new Set(underWay.flatMap(touched));
  const asked = new Map<number, Set<string>>();
  const ask = (ids: readonly number[], things: readonly string[]): void => {
    for (const id of ids) asked.set(id, new Set([...(asked.get(id) ?? []), ...things]));
  };
  return {
    turnOf: entry => {
      const ids = touched(entry);
      const isWhole = changeOf(entry.name)!.allIds !== undefined;
      const things = thingsOf(entry);
      const behind = ids.filter(id => {
        const open = asked.get(id);
        return open !== undefined && (isWhole || things.some(thing => open.has(thing)));
      });
      const isTaken = ids.some(id => taken.has(id));
      // A waiting quiet change does not delay the agent's changes.
      if (entry.by === 'desk') return isTaken ? 'later' : 'now';
      const isOpen = entry.state === 'asks';
      if (!isOpen && (isTaken || behind.length === 0)) {
        for (const id of ids) taken.add(id);
        return isTaken ? 'later' : 'now';
      }
      // A change that may have been carried out under its key stays whole.
      if (!isOpen && !isWhole && behind.length < ids.length && !entry.attempts) return new Set(behind);
      ask(ids, things);
      return 'asked';
    },
  };
}

/** The changes that wait until the agent has answered a question about an earlier one. */
export function behindQuestions(pending: readonly PendingChange[]): readonly PendingChange[] {
  const turns = createTurns([]);
  return pending.filter(entry => turns.turnOf(entry) === 'asked' && entry.state === 'waiting');
}

function touched(entry: PendingChange): readonly number[] {
  return allIdsOf(changeOf(entry.name)!, entry);
}

/**
 * The parts of a conversation that a change sets or adds to: a field, its messages, its notes, its tags, its contacts.
 */
function thingsOf({ name, args }: ChangeCall): readonly string[] {
  const { conflictField, allIds: others, next } = changeOf(name)!;
  const then = next?.(args as never)?.calls.flatMap(call => thingsOf(call)) ?? [];
  const [group = name] = name.split('.');
  const own = conflictField ?? (others !== undefined ? name : group === 'conversation' ? 'tags' : group);
  return [own, ...then];
}
