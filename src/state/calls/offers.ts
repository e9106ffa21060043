import type { Capabilities, Capability, Offers } from '../../client/capabilities.ts';
import type { SafeText } from '../../text/safe.ts';

/** A desk's knowledge of its help center. */
interface Knowing {
  readonly client: { readonly capabilities: Pick<Capabilities, 'absence'> };
  readonly world: () => { readonly offers: Offers };
  readonly set: (known: { readonly offers: Offers }) => void;
}

/** Why the help center lacks something, as a sentence; undefined if it has it, and until it is known. */
export function whyLacking({ offers }: { readonly offers: Offers }, offer: Capability): SafeText | undefined {
  const known = offers[offer];
  return known === true ? undefined : known;
}

/**
 * Notes for this run that the help center lacks something: it is not asked for that again. Returns the reason, by default
 * in the words of the client.
 */
export function noteLack(desk: Knowing, offer: Capability, why?: SafeText): SafeText {
  const reason = why ?? desk.client.capabilities.absence(offer).reason;
  desk.set({ offers: { ...desk.world().offers, [offer]: reason } });
  return reason;
}
