import type { Conversation, World } from '../world.ts';
import { addressKey, type Recipient } from './written-people.ts';

/** The help center names no more participants: beyond, it does not say who is ours. */
const MAX_PARTICIPANTS = 200;

/** Says whether an address is ours. */
export type IsOurs = (one: Pick<Recipient, 'email'>) => boolean;

/** Ours are the addresses of inboxes, with any `+tag`, and of agents. */
export function createIsOurs({ base, me }: Pick<World, 'base' | 'me'>): IsOurs {
  const agents = [...base.agents, ...(me ? [me] : [])].map(({ email }) => email ?? '');
  const inboxes = base.inboxes.flatMap(({ emails }) => emails.map(({ email }) => email));
  const own = new Set([...agents, ...inboxes].map(bareKey));
  return ({ email }) => own.has(bareKey(email));
}

/** In a customer’s mail, everybody who is no participant is ours as well: the help center leaves out its own. */
export function createIsOursIn(isOurs: IsOurs, conversation: Conversation | undefined): IsOurs {
  const others = conversation?.participants ?? [];
  const named = new Set(others.map(({ email }) => addressKey(email)));
  const isKnown = others.length > 0 && others.length < MAX_PARTICIPANTS;
  return one => isOurs(one) || (isKnown && !named.has(addressKey(one.email)));
}

function bareKey(email: string): string {
  const key = addressKey(email);
  const at = key.lastIndexOf('@');
  const plus = key.indexOf('+');
  return plus > 0 && plus < at ? key.slice(0, plus) + key.slice(at) : key;
}
