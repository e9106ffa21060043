import type { Person } from '../../../intake/mime/address.ts';
import type { Mail } from '../../../intake/mime/parse-mail.ts';

/** A person with an address. */
export interface Reachable extends Person {
  readonly email: string;
}

/** Whether the person has an address. */
export function isReachable(person: Person): person is Reachable {
  return person.email !== null;
}

/**
 * The person in From; undefined if it names none or several, because others may read it differently. A name that was
 * torn by its comma (`Quinn, Zoe <zoe@there>`) is no further person.
 */
export function soleAuthor({ authors }: Pick<Mail, 'authors'>): Reachable | undefined {
  const claimed = authors.filter(person => isReachable(person) || person.name.includes('@'));
  const [first, ...others] = claimed;
  if (!first || !isReachable(first)) return undefined;
  const isSame = ({ email }: Person) => email?.toLowerCase() === first.email.toLowerCase();
  return others.every(isSame) ? first : undefined;
}
