import { addressKey } from '../../text/address-form.ts';
import { cut } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { type FormData, type FormField, type FormValues, isSame, shownValue } from './fields.ts';

/** Two texts and their words fit into one line. */
const SHOWN_COLUMNS = 24;

type Rebased = Pick<FormData, 'initial' | 'values' | 'faults'>;
type Ids = readonly number[];

/** A field after it was rebased. `isKept`: its present value is unknown, so the next try asks again. */
interface One<Value = unknown> {
  readonly value: Value;
  readonly fault?: SafeText;
  readonly isKept?: true;
}

/**
 * The agent's changes in a form, applied to the present resource, so that nothing is taken back that another admin did
 * meanwhile. A field that both changed has a fault: it is sent if the form is left once more.
 */
export function rebase(fields: readonly FormField[], { initial, values }: FormData, now: FormValues): Rebased {
  const rebased = fields.map(field => [field.name, rebaseField(field, initial, values, now)] as const);
  const kept = rebased.filter(([, { isKept }]) => isKept).map(([name]) => [name, initial[name]]);
  return {
    initial: { ...now, ...Object.fromEntries(kept) },
    values: { ...now, ...Object.fromEntries(rebased.map(([name, { value }]) => [name, value])) },
    faults: Object.fromEntries(rebased.flatMap(([name, { fault }]) => (fault === undefined ? [] : [[name, fault]]))),
  };
}

function rebaseField(field: FormField, initial: FormValues, values: FormValues, now: FormValues): One {
  const [was, mine, is] = [initial, values, now].map(side => side[field.name]);
  if (isSame(was, mine)) return { value: is };
  if (isSame(was, is) || isSame(mine, is)) return { value: mine };
  if (field.kind === 'addresses')
    return rebaseAddresses(...([was ?? [], mine, is] as [Address[], Address[], Address[]]));
  if (field.kind === 'teams' || field.kind === 'agents')
    return rebaseMembers(was as Ids, mine as Ids, is as Ids | null);
  const [yours, theirs] = [mine, is].map(value => cut(shownValue(field, value), SHOWN_COLUMNS));
  return { value: mine, fault: t`you wrote ${yours!}, another admin wrote ${theirs!}` };
}

function rebaseMembers(was: Ids = [], mine: Ids, is: Ids | null): One {
  if (is === null) return { value: mine, isKept: true, fault: t`the help center does not say now who is in it` };
  const removed = new Set(was.filter(id => !mine.includes(id)));
  const added = mine.filter(id => !was.includes(id) && !is.includes(id));
  return { value: [...is.filter(id => !removed.has(id)), ...added] };
}

/** An address in the form of an inbox. */
export interface Address {
  readonly email: string;
  readonly status?: 'primary' | 'secondary' | undefined;
  /** The address as it was when the form was opened; absent if the agent added it. It is not sent. */
  readonly was?: string;
}

type Addresses = readonly Address[];

/**
 * Applies the agent's changes, from `was` to `mine`, to the present addresses. An address that the agent changed and
 * another admin removed stays, as one to add, with the fault.
 */
export function rebaseAddresses(was: Addresses, mine: Addresses, now: Addresses): One<Addresses> {
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

/** The agent's choice of the primary address, otherwise the present one; never none if that was taken out. */
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
