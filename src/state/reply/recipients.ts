import { addressKey } from '../../text/address-form.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { isOfSameDomain } from '../../text/same-domain.ts';
import { isFirst } from '../drafts/first-mail.ts';
import { conversationOf, threadOf } from '../visible.ts';
import type { Conversation, Message, World } from '../world.ts';
import type { Recipient } from './written-people.ts';

/** The help center names no more participants: beyond, it is unknown who is ours. */
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

/** In a customer’s mail, people who are not participants are ours as well: the help center leaves out its own. */
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

/** Those that a reply goes to. */
export interface Recipients {
  readonly to: readonly Recipient[];
  readonly cc: readonly Recipient[];
}

/**
 * The message that a reply answers: the one of this id, otherwise the customer’s newest, if possible no machine’s.
 * Never a third party’s.
 */
export function answeredMessage(world: World, id: number, messageId: number | null): Message | undefined {
  const messages = (threadOf(world, id)?.messages ?? []).filter(({ side }) => !side);
  const chosen = messageId === null ? undefined : messages.find(message => message.id === messageId);
  const asked = messages.filter(({ kind }) => kind === 'contact');
  return chosen ?? asked.findLast(({ automatic }) => !automatic) ?? asked.at(-1);
}

/**
 * The id of the answered or forwarded message: the selected one, otherwise the customer’s newest; null if none is
 * loaded. The entry at which the pane began to read does not count: a newer message may have come since.
 */
export function chosenMessage(world: World, id: number, isForward = false): number | null {
  const { pane, detail } = world;
  const isRead = pane === 'detail' && detail.conversationId === id;
  const isChosen = isRead && detail.entryKey !== detail.startKey;
  const chosen = isChosen ? Number(/^message:(\d+)$/.exec(detail.entryKey ?? '')?.[1] ?? 0) : 0;
  const message = threadOf(world, id)?.messages.find(
    one => one.id === chosen && one.kind !== 'system' && (isForward || !one.side),
  );
  return (message ?? messageFor(world, id, isForward))?.id ?? null;
}

/** Whether the help center has a message: one that is on its way has a number of the desk's own, which means nothing there. */
function isThere({ id }: Message): boolean {
  return id > 0;
}

/** The message that a mail is about if none is selected: the one that is answered, or for a forward any that a person wrote. */
export function messageFor(world: World, id: number, isForward: boolean): Message | undefined {
  const newest = (): Message | undefined =>
    threadOf(world, id)?.messages.findLast(one => one.kind !== 'system' && isThere(one));
  return answeredMessage(world, id, null) ?? (isForward ? newest() : undefined);
}

/**
 * Those that a reply goes to if the agent changes nothing: the writer of the message and everybody in its To and Cc,
 * without ours. A message of ours is answered to those that it went to.
 */
export function usualRecipients(world: World, id: number, messageId: number | null): Recipients {
  const conversation = conversationOf(world, id);
  const requester = recipient(conversation?.requester);
  const message = answeredMessage(world, id, messageId);
  if (!message) return { to: requester, cc: [] };
  const isOursAlways = createIsOurs(world);
  const isByAgent = message.kind === 'agent';
  const isOurs = isByAgent ? isOursAlways : createIsOursIn(isOursAlways, conversation);
  const author = recipient(message.author);
  const asked = message.unverified ? [] : (message.reply_to ?? []);
  const wanted = asked.find(one => author.some(({ email }) => isOfSameDomain(one.email, email)));
  const writer = isByAgent ? [] : others(wanted ? [wanted] : author, isOursAlways);
  const [to = []] = [writer, others(message.to, isOurs), requester].filter(people => people.length > 0);
  const named = new Set(to.map(({ email }) => addressKey(email)));
  return { to, cc: others([...message.to, ...message.cc], one => isOurs(one) || named.has(addressKey(one.email))) };
}

/** The third party of a side message: its recipients, or its author. None for any other. */
export function thirdParty(world: World, id: number, messageId: number | null): readonly Recipient[] {
  const message = threadOf(world, id)?.messages.find(one => one.id === messageId && one.side);
  return message ? (message.kind === 'agent' ? message.to : recipient(message.author)) : [];
}

/** The Reply-To of the answered mail, if it is not in `to`: anybody can write any, so it may have to be chosen. */
export function unusedReplyTo(
  world: World,
  id: number,
  messageId: number | null,
  { to }: Pick<Recipients, 'to'> = usualRecipients(world, id, messageId),
): SafeText | undefined {
  const [asked] = answeredMessage(world, id, messageId)?.reply_to ?? [];
  return asked && !to.some(({ email }) => addressKey(email) === addressKey(asked.email)) ? asked.email : undefined;
}

/** Those of these people whom no answer in the conversation went to before, by address; none of a new conversation. */
export function newAddresses(world: World, id: number, people: readonly Recipient[]): ReadonlySet<string> {
  if (isFirst(id)) return new Set();
  const known = new Set<string>();
  for (const { kind, to, cc, side } of threadOf(world, id)?.messages ?? []) {
    if (kind === 'agent' && !side) for (const { email } of [...to, ...cc]) known.add(addressKey(email));
  }
  return new Set(people.map(({ email }) => addressKey(email)).filter(key => !known.has(key)));
}

function recipient(
  person: { readonly name: Recipient['name']; readonly email: Recipient['email'] | null } | null | undefined,
) {
  return person?.email ? [{ name: person.name ?? t``, email: person.email }] : [];
}

/** Each address once, without those that are left out. */
function others(people: readonly Recipient[], isLeftOut: IsOurs): readonly Recipient[] {
  const found = new Map<string, Recipient>();
  for (const one of people) {
    const key = addressKey(one.email);
    if (one.email !== '' && !isLeftOut(one) && !found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}
