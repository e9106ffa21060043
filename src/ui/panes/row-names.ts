import { createIsLikeStaff, withAddress } from '../../state/person-name.ts';
import type { Agent, Conversation, Inbox } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { ShortNames } from './short-names.ts';

type Requester = NonNullable<Conversation['requester']>;

/** The names in the rows of a list. */
export interface RowNames {
  /** The short name of an agent. */
  agent(id: number): SafeText;
  /** A customer's name; with the address if it could be mistaken for one of ours. */
  customer(requester: Requester): SafeText;
}

/** The names of agents and their customers; a customer has so many cells. */
export function rowNamesOf(
  short: ShortNames,
  base: { readonly agents: readonly Agent[]; readonly inboxes: readonly Inbox[] },
  customerColumns: number,
): RowNames {
  const isLikeStaff = createIsLikeStaff({ base });
  return {
    agent: id => short.of.get(id) ?? t`#${id}`,
    customer: requester => {
      const name = requester.name || requester.email || t`Unknown sender`;
      return isLikeStaff(name) ? withAddress({ ...requester, name }, customerColumns) : name;
    },
  };
}
