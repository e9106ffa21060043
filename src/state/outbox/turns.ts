import { touchedBy } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { SetField } from '../conflict.ts';
import type { PendingChange } from '../world.ts';

/** The changes that wait, in their order: decides which of them have to wait for earlier ones. */
export interface Turns {
  /** Whether a change waits for an earlier one; from now on the later ones wait for this one. */
  waits(entry: PendingChange): boolean;
}

/**
 * A change waits for every earlier one of the same conversation. But while the agent is asked about a conflict, only
 * the changes of the same field wait for the answer: notes and tags go on.
 */
export function createTurns(underWay: readonly PendingChange[]): Turns {
  const taken = new Set(underWay.flatMap(touched));
  const fields = new Set<string>();
  return {
    waits: entry => {
      const ids = touched(entry);
      const { sets, touched: others } = changeOf(entry.name)!;
      const places = ids.map(id => placeOf(id, sets));
      const isTaken = ids.some(id => taken.has(id));
      const isAsked = places.some(place => fields.has(place)) || (others !== undefined && ids.some(isAskedIn(fields)));
      // A waiting quiet change does not delay the agent's changes.
      if (entry.isQuiet) return isTaken;
      if (sets !== undefined && (entry.conflict || (isAsked && !isTaken)))
        for (const place of places) fields.add(place);
      else for (const id of ids) taken.add(id);
      return isTaken || isAsked;
    },
  };
}

function touched(entry: PendingChange): readonly number[] {
  return touchedBy(changeOf(entry.name)!, entry);
}

function placeOf(id: number, field: SetField | undefined): string {
  return `${id} ${field}`;
}

function isAskedIn(fields: ReadonlySet<string>): (id: number) => boolean {
  const ids = new Set([...fields].map(place => Number(place.split(' ', 1)[0])));
  return id => ids.has(id);
}
