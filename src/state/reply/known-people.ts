import { addressKey } from '../../text/address-form.ts';
import { searchKey } from '../../text/search-key.ts';
import { conversationOf, threadOf } from '../visible.ts';
import type { World } from '../world.ts';
import { lastTyped, type Recipient } from './written-people.ts';

/** Loaded conversations whose customers are looked at. */
const MAX_LOOKED_AT = 2_000;
/** The most people that are offered at once. */
const MAX_OFFERED = 3;

/** Likely people: those of the conversation, then loaded customers. */
function nearPeople(world: World, id: number): readonly Recipient[] {
  const here = conversationOf(world, id);
  const contacts = threadOf(world, id)?.people?.contacts ?? [];
  const requesters = [...world.base.conversations.values().take(MAX_LOOKED_AT)].map(({ requester }) => requester);
  return [here?.requester, ...(here?.participants ?? []), ...contacts, ...requesters].flatMap(one =>
    one?.email ? [{ name: one.name, email: one.email }] : [],
  );
}

/** Whether each word that is typed begins a word of the name or the address. */
function isMeant(typed: string): (one: Recipient) => boolean {
  const wanted = searchKey(typed).split(/\s+/).filter(Boolean);
  return ({ name, email }) => {
    const words = searchKey(`${name} ${email}`).split(/[\s@.<>"]+/);
    const whole = addressKey(email);
    return wanted.every(word => whole.startsWith(word) || words.some(one => one.startsWith(word)));
  };
}

/**
 * The people whom the last words of a line may mean, the nearest first, each address once: those of the conversation,
 * loaded ones, and those `found` elsewhere. None for less than two letters, or once a whole address stands there.
 */
export function meantPeople(world: World, id: number, line: string, found: readonly Recipient[]): readonly Recipient[] {
  const typed = lastTyped(line);
  if (typed.length < 2) return [];
  const isIt = isMeant(typed);
  const people = new Map<string, Recipient>();
  for (const one of [...nearPeople(world, id), ...found]) {
    const key = addressKey(one.email);
    if (typed.toLowerCase().includes(key)) return [];
    if (people.size < MAX_OFFERED && !people.has(key) && isIt(one)) people.set(key, one);
  }
  return [...people.values()];
}
