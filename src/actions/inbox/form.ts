import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin, replaceBox } from '../../keys/flow.ts';
import type { Option } from '../../keys/option.ts';
import { topOverlay } from '../../keys/overlay.ts';
import { heldIn } from '../../keys/part-state.ts';
import { type Box, type BoxPart, boxOn } from '../../keys/parts.ts';
import { askBox, type CallResult, type Flow, flow, readOnce } from '../../keys/script.ts';
import { rereadAndSay, sendOnce } from '../../keys/sent-line.ts';
import type { BoxView } from '../../keys/view.ts';
import { type AdministrationReply, resourceNow, writeResource } from '../../state/administration/administer.ts';
import { type ResourceKind, resources } from '../../state/administration/resources.ts';
import type { Desk } from '../../state/desk.ts';
import type { World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { shownFault } from '../conversation/fault.ts';
import { whyFixed, whyNoChange } from './administering.ts';
import {
  changedIn,
  choicesOf,
  editedText,
  type FormField,
  type FormValues,
  fieldsOf,
  isSameValue,
  membersOf,
  valuesOf,
} from './fields.ts';
import { rebase } from './rebase.ts';

const KeptValues = v.record(v.string(), v.unknown());
const KeptForm = v.object({
  /** The id of the changed resource; null for a new one. */
  id: v.nullable(v.number()),
  /** The resource as the help center last said it. */
  initial: KeptValues,
  /** The values that the form opens with, if they are not the same. */
  values: v.exactOptional(KeptValues),
});
type FormData = v.InferOutput<typeof KeptForm>;
const Renewed = v.object({ initial: KeptValues, values: KeptValues });
type Renewed = v.InferOutput<typeof Renewed>;

/** An action with a form. */
export interface FormAction<Id extends string> extends Action<Id> {
  readonly form: Flow<FormData>;
}

/** A form: its fields, and the calls that carry out the changes. */
interface Form {
  readonly noun: SafeText;
  /** `isNew`: those of something that is made. */
  readonly fields: (isNew: boolean) => readonly FormField[];
  /** Why this agent cannot change it; by default only admins can. */
  readonly fixed?: (world: World) => SafeText | undefined;
  /** Faults of several fields together, which each of them alone does not have. */
  readonly faultsIn?: (values: FormValues) => readonly (readonly [field: string, message: string])[];
  /** The result of the values as typed, shown in place of the field's meaning. */
  readonly outcome?: (name: string, values: FormValues, now: number) => SafeText | undefined;
  /** Reads the present resource, so that only the agent's own changes are sent. */
  readonly now: (desk: Desk, id: number) => Promise<AdministrationReply<object>>;
  readonly save: (
    desk: Desk,
    id: number | null,
    values: FormValues,
    key: string,
  ) => Promise<AdministrationReply<unknown>>;
  /** Reads again the resources that a saved form changes. */
  readonly reread: (desk: Desk) => Promise<void>;
}

type FormView = BoxView<FormData>;

/** An action; without a `run` it makes a new resource, which admins can. */
type GivenAction<Id extends string> = Omit<Action<Id>, 'run'> & Partial<Pick<Action<Id>, 'run'>>;

/**
 * A box of a resource's fields with their values, as the table has them unless `own` says otherwise. All of it is sent with
 * one request: that is done or nothing, and a field can be corrected before anybody sees it. A refusal leads back to what
 * was filled in.
 */
export function formAction<Id extends string>(
  kind: ResourceKind,
  action: GivenAction<Id>,
  own: Partial<Form> & Pick<Form, 'reread'>,
): FormAction<Id> {
  const plan: Form = {
    noun: resources[kind].noun,
    fields: isNew => fieldsOf(kind, isNew),
    now: (desk, id) => resourceNow(desk, kind, id),
    save: (desk, id, values, key) => writeResource(desk, kind, id, values, { key }),
    ...own,
  };
  const boxes = [true, false].map(isNew => formBox(`${action.id}${isNew ? '.new' : ''}`, plan, plan.fields(isNew)));
  const form = flow<FormData>({
    id: action.id,
    takesText: true,
    input: KeptForm,
    *script(data) {
      const { id, initial } = data;
      const fields = plan.fields(id === null);
      const typed = valuesOf(fields, yield* askBox(boxes[id === null ? 0 : 1]!, data), initial);
      const mine =
        id === null ? { initial, values: typed } : yield* readOnce(Renewed, desk => renew(desk, plan, data, typed));
      const changed = changedIn(mine.values, mine.initial);
      const done = { done: t`Saved ${safeLine(String(typed.name))}`, reread: plan.reread };
      if (id !== null && Object.keys(changed).length === 0) return desk => void rereadAndSay(desk, done);
      return yield* sendOnce(changed, (desk, key) => plan.save(desk, id, changed, key), done);
    },
  });
  const run = (desk: Desk) => openForm(desk, { form }, null, {});
  const making = { writes: true, unavailable: whyNoChange } as const;
  return { run, ...(action.run ? {} : making), ...action, form, flows: [form] };
}

function formBox(
  id: string,
  plan: Form,
  fields: readonly FormField[],
): Box<FormData, Record<string, BoxPart<FormData>>> {
  const nameIn = (view: FormView) => safeLine(heldIn(view.open.state).name ?? '');
  return boxOn<FormData>()({
    id,
    title: view => {
      const { id } = view.data;
      return id === null ? join([t`New`, plan.noun, nameIn(view)].filter(Boolean), t` `) : nameIn(view) || t`#${id}`;
    },
    verb: t`save`,
    asks: {
      question: view => t`Save ${nameIn(view) || plan.noun}?`,
      changed: view => Object.keys(changedIn(valuesIn(fields, view), view.data.initial)),
    },
    fixed: ({ world }) => (plan.fixed ?? whyFixed)(world),
    parts: {
      ...Object.fromEntries(fields.map(field => [field.name, partOf(plan, fields, field)])),
      save: { kind: 'buttons', buttons: () => [{ key: 'enter', words: t`Save` }] },
    },
  });
}

function valuesIn(fields: readonly FormField[], { open, data }: FormView): FormValues {
  return valuesOf(fields, heldIn(open.state), data.initial);
}

function partOf(plan: Form, fields: readonly FormField[], field: FormField): BoxPart<FormData> {
  const { name, label, kind, of, meaning } = field;
  const start = ({ data: { values, initial } }: FormView) => editedText(field, (values ?? initial)[name]);
  const chosen = (view: FormView) => start(view).split(',').filter(Boolean);
  if (kind === 'flag' || kind === 'choice')
    return { kind: 'choices', label, isRow: true, chosen, options: () => choicesOf(field) };
  if (of) {
    const isUnknown = ({ data }: FormView) => data.initial[name] === null;
    return {
      kind: 'choices',
      label,
      hasFilter: true,
      chosen,
      options: view => (isUnknown(view) ? [] : ticked(membersOf(view.world, of), heldIn(view.open.state)[name])),
      empty: view => (isUnknown(view) ? t`The help center does not say who is in it.` : t`No name matches.`),
    };
  }
  return {
    kind: kind === 'text' || kind === 'addresses' ? 'text' : 'line',
    label,
    start,
    isSecret: () => kind === 'secret',
    rule: (view, text) =>
      (text.trim() === '' ? undefined : plan.outcome?.(name, valuesIn(fields, view), view.world.now)) ?? meaning,
    check: (view, text) => faultOf(plan, field, valuesIn(fields, view), text, view.data),
  };
}

function ticked(options: readonly Option[], held = '') {
  const chosen = new Set(held.split(','));
  return options
    .toSorted((a, b) => a.label.localeCompare(b.label))
    .map(option => ({ ...option, sign: chosen.has(option.id) ? t`✓` : t` ` }));
}

/** The fault of a field that was changed. Faults that existed before are not reported. */
function faultOf(plan: Form, field: FormField, values: FormValues, text: string, { id, initial }: FormData) {
  const { name, schema } = field;
  const value = values[name];
  if (text.trim() === '' && id === null && !v.is(schema, '') && !v.is(schema, undefined)) return t`is required`;
  const own = isSameValue(value, initial[name]) ? undefined : shownFault(schema, value);
  const together = (of: FormValues) => plan.faultsIn?.(of).find(([wrong]) => wrong === name)?.[1];
  const found = own ?? (together(initial) === undefined ? together(values) : undefined);
  return found === undefined ? undefined : safeLine(found);
}

/** The form over the present resource. What both changed is asked about once: the form begins again with it. */
async function renew(
  desk: Desk,
  plan: Form,
  { id, initial }: FormData,
  typed: FormValues,
): Promise<CallResult<Renewed>> {
  const now = await plan.now(desk, id!);
  if ('reason' in now) return { fault: now.reason, isTransient: now.isTransient, faults: {} };
  const fields = plan.fields(false);
  const { faults, ...value } = rebase(fields, { initial, values: typed }, now.value as FormValues);
  const wrong = fields.find(({ name }) => faults[name] !== undefined);
  if (!wrong) return { value };
  const { keyNames } = desk.world();
  return {
    fault: t`${wrong.label}: ${faults[wrong.name]!} · ${keyNames['box.send']} sends yours`,
    faults,
    input: { id, ...value },
  };
}

/** Opens a form for the resource with this id, or for a new one; the keys go to the field `at`, or to the first. */
export function openForm(
  desk: Desk,
  { form }: { readonly form: Flow<FormData> },
  id: number | null,
  initial: FormValues,
  at?: string,
): void {
  begin(desk, form, { id, initial }, []);
  const open = topOverlay(desk.world());
  if (at !== undefined && open?.kind === 'box') replaceBox(desk, { ...open, state: { ...open.state, at } });
}
