import type { Caller } from '../access.ts';
import { tokenNameOf } from '../access.ts';
import type { RingsOf } from './bell.ts';
import type { KeptEvent } from './log.ts';
import type { Visibility } from './visibility.ts';

/** The content of an event for a caller: ids. */
export interface Told {
  readonly inboxes: readonly number[];
  readonly conversations: readonly number[];
  /** Those of the conversations whose rows the caller lacks. */
  readonly rowsOf: readonly number[];
  /** Those that the caller's agent has read, without any other change. */
  readonly read: readonly number[];
  /** Those that the caller knows by the answer to its own write, each as `[id, version]`. */
  readonly versions: readonly (readonly [id: number, version: number])[];
  /** The inboxes in which the conversations were and are: their counts may have changed. */
  readonly homes: readonly number[];
  /** The conversations for which the caller's desk rings. */
  readonly rings: readonly number[];
}

/** What a caller is told of an event, as far as it sees that. */
export function toldOf(event: KeptEvent, sees: Visibility, ringsOf: RingsOf, caller: Caller): Told {
  const { answered } = event;
  const seen = event.conversations.filter(sees.conversation);
  const changed = seen.map(([id]) => id);
  const isChanged = new Set(changed);
  const own = (event.read ?? []).filter(([reader]) => reader === caller.agentId).map(([, id]) => id);
  const read = own.filter(id => !isChanged.has(id));
  const versions = answered?.token === tokenNameOf(caller) ? answered.versions.filter(([id]) => isChanged.has(id)) : [];
  const isAnswered = new Set(versions.map(([id]) => id));
  return {
    inboxes: sees.inboxes(event),
    conversations: [...changed, ...read],
    rowsOf: changed.filter(id => !isAnswered.has(id)),
    read,
    versions,
    homes: [...new Set(seen.flatMap(([, ...homes]) => homes))].filter(sees.home),
    rings: ringsOf(event),
  };
}
