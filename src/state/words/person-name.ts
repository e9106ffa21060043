import { shownAddress as inLetters, keptAddress } from '../../text/address-form.ts';
import { cut, cutStart, pad } from '../../text/cut.ts';
import { lookAlikeKey } from '../../text/look-alike.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { World } from '../world.ts';

/** A customer's name in answers. The customer chose it. */
export interface CustomerName {
  readonly name: SafeText;
  readonly email: SafeText | null;
}

/** Shorter names of staff occur in too many other names. */
const MAX_SHORT = 3;

/** Words and signs by which the desk's own heads show the author. */
const OURS = /[·▒┃│<>@]|\b(?:note|agents?|help ?(?:center|desk)|support|admin|system)\b/i;

/**
 * Returns a function that decides whether a customer's name can be mistaken for an agent's, an inbox's, or the head of
 * a note.
 */
export function createIsLikeStaff({
  base,
}: {
  readonly base: Pick<World['base'], 'agents' | 'inboxes'>;
}): (name: string) => boolean {
  const names = [...base.agents, ...base.inboxes].map(({ name }) => lookAlikeKey(name)).filter(key => key !== '');
  const long = names.filter(key => key.length > MAX_SHORT);
  const known = new Set(names);
  return name => {
    const key = lookAlikeKey(name);
    return known.has(key) || long.some(one => key.includes(one)) || OURS.test(name.normalize('NFKC'));
  };
}

/**
 * Letters that cannot be mistaken for others, decomposed: those of ASCII, their marks, and scripts that look like no
 * other.
 */
const DISTINCT =
  /^(?:[!-~\u00df\u00e6\u00f8\u0153\u00e5\u0142\u0111\u00fe\u00f0]|[\u0300-\u0308\u030a-\u030c]|[\u0327\u0328]|\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Hang})*$/u;

/** An address with the domain in its own letters; in the form used on the network if these can be mistaken for others. */
function shownAddress(email: SafeText): SafeText {
  const shown = inLetters(email);
  const domain = shown.slice(shown.lastIndexOf('@') + 1);
  if (DISTINCT.test(domain.normalize('NFD'))) return safeLine(shown);
  const kept = keptAddress(email);
  return /^[\x21-\x7e]*$/.test(kept.slice(kept.lastIndexOf('@') + 1))
    ? safeLine(kept)
    : t`${safeLine(kept)} (no valid domain)`;
}

/** An address in brackets, or `<no address>`; without room, its end. */
export function bracketed(email: SafeText | null, columns = Number.POSITIVE_INFINITY): SafeText {
  return cutStart(email === null ? t`<no address>` : t`<${shownAddress(email)}>`, columns);
}

/** A name followed by its address, which always stays visible: the name is cut first, then the address's beginning. */
export function withAddress({ name, email }: CustomerName, columns = Number.POSITIVE_INFINITY): SafeText {
  if (email === name) return cut(shownAddress(email), columns);
  const address = bracketed(email);
  const room = columns - width(address) - 1;
  if (room < 2) return cutStart(address, columns);
  return t`${width(name) > room ? pad(name, room) : name} ${address}`;
}

/** A customer's name, with the address if the name could be mistaken for one of ours. */
export function personName(world: Pick<World, 'base'>, person: CustomerName, columns?: number): SafeText {
  return createPersonName(world)(person, columns);
}

/** The same for many names: our own are prepared once. */
export function createPersonName(world: Pick<World, 'base'>): (person: CustomerName, columns?: number) => SafeText {
  const isLikeStaff = createIsLikeStaff(world);
  return (person, columns) => {
    const name = person.name || person.email || t`Unknown sender`;
    if (!isLikeStaff(name)) return columns === undefined ? name : cut(name, columns);
    return withAddress({ ...person, name }, columns);
  };
}
