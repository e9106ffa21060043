import { addressKey } from '../../text/address-form.ts';
import { cut } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { editedText, type FormField, type FormValues, isSameValue } from './fields.ts';

/** Two texts and their words fit into one line. */
const SHOWN_COLUMNS = 24;

/** A form over the present resource. */
interface Rebased {
  readonly initial: FormValues;
  readonly values: FormValues;
  /** Why fields should be looked at again, by name: they are sent if the form is saved once more. */
  readonly faults: Readonly<Record<string, SafeText>>;
}

type List = readonly (string | number)[];

/** A field after it was rebased. `isKept`: its present value is unknown, so the next try asks again. */
interface One<Value = unknown> {
  readonly value: Value;
  readonly fault?: SafeText | undefined;
  readonly isKept?: true;
}

/**
 * The agent's changes in a form, applied to the present resource, so that nothing is taken back that another admin did
 * meanwhile. A field that both changed has a fault.
 */
export function rebase(
  fields: readonly FormField[],
  { initial, values }: Pick<Rebased, 'initial' | 'values'>,
  now: FormValues,
): Rebased {
  const rebased = fields.map(field => {
    const [was, mine, is] = [initial, values, now].map(side => side[field.name]);
    return [field.name, rebaseField(field, was, mine, is)] as const;
  });
  const kept = rebased.filter(([, { isKept }]) => isKept).map(([name]) => [name, initial[name]]);
  return {
    initial: { ...now, ...Object.fromEntries(kept) },
    values: Object.fromEntries(rebased.map(([name, { value }]) => [name, value])),
    faults: Object.fromEntries(rebased.flatMap(([name, { fault }]) => (fault === undefined ? [] : [[name, fault]]))),
  };
}

function rebaseField(field: FormField, was: unknown, mine: unknown, is: unknown): One {
  if (isSameValue(was, mine)) return { value: is };
  if (isSameValue(was, is) || isSameValue(mine, is)) return { value: mine };
  if (is === null) return { value: mine, isKept: true, fault: t`the help center does not say now who is in it` };
  if (field.kind === 'addresses') return rebaseAddresses((was ?? []) as string[], mine as string[], is as string[]);
  if (Array.isArray(mine)) return { value: merged((was ?? []) as List, mine, is as List) };
  const [yours, theirs] = [mine, is].map(value => cut(safeLine(editedText(field, value)), SHOWN_COLUMNS));
  return { value: mine, fault: t`you wrote ${yours!}, another admin wrote ${theirs!}` };
}

/** The present list without the entries that the agent took out, and with those that the agent added. */
function merged<One extends string | number>(was: readonly One[], mine: readonly One[], is: readonly One[]): One[] {
  const added = minus(mine, [...was, ...is]);
  return [...minus(is, minus(was, mine)), ...added];
}

function minus<One extends string | number>(list: readonly One[], others: readonly One[]): One[] {
  const keys = new Set(others.map(listKey));
  return list.filter(one => !keys.has(listKey(one)));
}

function listKey(one: string | number): string {
  return addressKey(String(one));
}

/**
 * The same for addresses, the first of which is the primary one: the agent's choice, otherwise the present one. Another
 * admin may have chosen too, or removed an address for which the agent wrote another one.
 */
export function rebaseAddresses(was: readonly string[], mine: readonly string[], is: readonly string[]): One<string[]> {
  const both = merged(was, mine, is);
  const [before, wanted, primary] = [was, mine, is].map(([first]) => first);
  const isChosen = before !== undefined && wanted !== undefined && listKey(wanted) !== listKey(before);
  const value = isChosen ? [wanted, ...minus(both, [wanted])] : both;
  const [gone] = minus(was, is).filter(one => minus([one], mine).length > 0 || (isChosen && one === wanted));
  const isInstead = minus(mine, was).length > 0 || (isChosen && gone === wanted);
  if (gone !== undefined && isInstead) return { value, fault: t`${safeLine(gone)} is gone: another admin removed it` };
  const isOthers = before !== undefined && primary !== undefined && listKey(primary) !== listKey(before);
  const isTaken = isOthers && (minus(was, mine).some(one => listKey(one) === listKey(primary)) || isChosen);
  const isAgreed = wanted !== undefined && primary !== undefined && listKey(wanted) === listKey(primary);
  return isTaken && !isAgreed ? { value, fault: t`another admin made ${safeLine(primary)} primary` } : { value };
}
