import { cut } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { type Address, rebaseAddresses } from './address-list.ts';
import { type FormData, type FormValues, isSame } from './draft.ts';
import { type FormField, shownValue } from './fields.ts';

/** Two texts and their words fit into one line. */
const SHOWN_COLUMNS = 24;

type Rebased = Pick<FormData, 'initial' | 'values' | 'faults'>;
type Ids = readonly number[];

/** A field after it was rebased. `isKept`: nobody knows what it is now, so that the next try asks again. */
interface One {
  readonly value: unknown;
  readonly fault?: SafeText;
  readonly isKept?: true;
}

/**
 * What the agent did in a form, applied to what is there now, so that nothing is taken back that another admin did
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
