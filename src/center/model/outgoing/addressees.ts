import type { Correspondent } from './letter.ts';

/** A person as a request names them. */
export interface Addressee {
  readonly name?: string | undefined;
  readonly email: string;
}

/** Whom a request names; an absent list follows from the answered message. */
export interface Named {
  readonly to?: readonly Addressee[] | undefined;
  readonly cc?: readonly Addressee[] | undefined;
  readonly bcc?: readonly Addressee[] | undefined;
}

/** The message that is answered, as far as it says who gets the answer. */
export interface Addressing {
  /** Its author; null if their address is unknown. */
  readonly writer: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
}

/** Who gets a mail. */
export interface Addressees {
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly bcc: readonly Correspondent[];
}

/** A name that only repeats the address says nothing. */
function correspondent({ name = '', email }: Addressee): Correspondent {
  return { name: name.toLowerCase() === email.toLowerCase() ? '' : name, email };
}

/**
 * Who gets the answer to a message: its author, and the others in its To and Cc as a copy. The answer to a message of
 * ours goes to those who got that one, and else to the requester. Each address counts once; ours only if it is named.
 */
export function addresseesOf(
  answered: Addressing,
  requester: Correspondent | null,
  named: Named,
  isOurs: (address: string) => boolean,
): Addressees {
  const outside = (people: readonly Addressee[]) => people.filter(({ email }) => !isOurs(email.toLowerCase()));
  const first = [answered.writer ? [answered.writer] : [], answered.to, requester ? [requester] : []].map(outside);
  const taken = new Set<string>();
  const once = (people: readonly Addressee[]) =>
    people.map(correspondent).filter(({ email }) => {
      const isNew = !taken.has(email.toLowerCase());
      taken.add(email.toLowerCase());
      return isNew;
    });
  const to = once(named.to ?? first.find(people => people.length > 0) ?? []);
  const cc = once(named.cc ?? outside([...answered.to, ...answered.cc]));
  return { to, cc, bcc: once(named.bcc ?? []) };
}
