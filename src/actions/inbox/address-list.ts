import { type SafeText, safeLine, t } from '../../text/safe.ts';

/** An address in the form of an inbox. */
export interface Address {
  readonly email: string;
  readonly status?: 'primary' | 'secondary' | undefined;
  /** The address as it was when the form was opened; absent if the agent added it. It is not sent. */
  readonly was?: string;
}

type Addresses = readonly Address[];

/** A list with the agent's changes, and what another admin's changes do to them, if so. */
interface Rebased {
  readonly value: Addresses;
  readonly fault?: SafeText;
}

/**
 * Applies to the addresses as they are now what the agent changed in `mine`, which were `was` before. An address that
 * the agent changed and another admin removed stays, as one to add, with the fault.
 */
export function rebaseAddresses(was: Addresses, mine: Addresses, now: Addresses): Rebased {
  const former = byEmail(was);
  const own = new Map(mine.flatMap(one => (one.was === undefined ? [] : [[addressKey(one.was), one] as const])));
  const present = byEmail(now);
  const kept = now.flatMap(one => {
    const key = addressKey(one.email);
    if (!former.has(key)) return [one];
    const changed = own.get(key);
    return changed ? [{ ...one, email: changed.email }] : [];
  });
  const gone = mine.filter(one => one.was !== undefined && !present.has(addressKey(one.was)) && isChanged(one, former));
  const added = mine.filter(({ was: old }) => old === undefined);
  const fresh = [...added, ...gone].map(({ email }): Address => ({ email, status: 'secondary' }));
  const value = withPrimary([...byEmail([...kept, ...fresh]).values()], { was, mine, now });
  const fault = faultOf({ was, mine, now }, gone);
  return fault === undefined ? { value } : { value, fault };
}

interface Sides {
  readonly was: Addresses;
  readonly mine: Addresses;
  readonly now: Addresses;
}

function addressKey(email: string): string {
  return email.toLowerCase();
}

/** The first of each, by address. */
function byEmail(addresses: Addresses): ReadonlyMap<string, Address> {
  const found = new Map<string, Address>();
  for (const one of addresses) if (!found.has(addressKey(one.email))) found.set(addressKey(one.email), one);
  return found;
}

function primaryOf(addresses: Addresses): string | undefined {
  const primary = addresses.find(({ status }) => status === 'primary');
  return primary && addressKey(primary.was ?? primary.email);
}

function isChanged(one: Address, former: ReadonlyMap<string, Address>): boolean {
  const before = former.get(addressKey(one.was ?? ''));
  return before?.email !== one.email || (one.status === 'primary' && before.status !== 'primary');
}

/** The agent's choice of the primary address if there is one, else what it is now; never none if that was taken out. */
function withPrimary(value: Addresses, { was, mine, now }: Sides): Addresses {
  const wanted = primaryOf(mine);
  const isChosen = wanted !== primaryOf(was);
  const primary = isChosen ? wanted : primaryOf(now);
  if (!isChosen && primary === undefined) return value;
  const at = value.findIndex(one => addressKey(one.was ?? one.email) === primary || addressKey(one.email) === primary);
  const place = at < 0 && primary !== undefined ? 0 : at;
  return value.map((one, index) => ({ ...one, status: index === place ? 'primary' : 'secondary' }));
}

/** Why the agent should look again before its changes are sent. */
function faultOf({ was, mine, now }: Sides, [gone]: Addresses): SafeText | undefined {
  if (gone) return t`${safeLine(gone.was ?? '')} is gone: another admin removed it`;
  const [before, wanted, primary] = [was, mine, now].map(primaryOf);
  if (primary === undefined || primary === before) return undefined;
  const isTakenOut =
    was.some(({ email }) => addressKey(email) === primary) && !mine.some(one => addressKey(one.was ?? '') === primary);
  const isOther = wanted !== before && wanted !== primary;
  return isTakenOut || isOther ? t`another admin made ${safeLine(primary)} primary` : undefined;
}
