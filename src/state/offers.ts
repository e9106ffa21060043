import type { EndpointName } from '../contract/index.ts';
import type { SafeText } from '../text/safe.ts';

/** The extensions that a help center may lack: some by a name of their own, the others by their call. */
export type Offer =
  | EndpointName
  | 'me'
  | 'agents'
  | 'statuses'
  | 'tags'
  | 'contacts'
  | 'contactUpdate'
  | 'contactRemoval'
  | 'notes'
  | 'messages'
  | 'history'
  | 'reviews'
  | 'read'
  | 'onceKeys'
  | 'deliver'
  | 'firstMessage'
  | 'sendAt'
  | 'mentions'
  | 'later'
  | 'spam'
  | 'counts'
  | 'htmlText'
  | 'source';

/** Offers that another way replaces, or that are lacking: asking again would get the same answer. */
const SETTLED: readonly Offer[] = [
  'onceKeys',
  'deliver',
  'firstMessage',
  'sendAt',
  'mentions',
  'later',
  'spam',
  'counts',
  'htmlText',
  'source',
];

/** The offers after the agent asked to read everything again: a lacking call is tried once more. */
export function triedAgain(offers: Offers): Offers {
  const isKept = ([name, offer]: [string, SafeText | true]): boolean =>
    offer === true || SETTLED.includes(name as Offer);
  return Object.fromEntries((Object.entries(offers) as [string, SafeText | true][]).filter(isKept));
}

/** The help center's extensions in this run; a reason for each that is missing. */
export type Offers = Readonly<Partial<Record<Offer, SafeText | true>>>;

/** A desk's knowledge of its help center. */
interface Knowing {
  readonly world: () => { readonly offers: Offers };
  readonly set: (known: { readonly offers: Offers }) => void;
}

/** Why the help center lacks something, as a sentence; undefined if it has it, and until it is known. */
export function whyLacking({ offers }: ReturnType<Knowing['world']>, offer: Offer): SafeText | undefined {
  const known = offers[offer];
  return known === true ? undefined : known;
}

/** Notes for this run that the help center lacks something: it is not asked for that again. */
export function noteLack(desk: Knowing, offer: Offer, reason: SafeText): void {
  desk.set({ offers: { ...desk.world().offers, [offer]: reason } });
}
