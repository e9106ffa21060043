import * as v from 'valibot';
import { detailsOf } from '../../contract/faults.ts';
import type { Action } from '../../keys/action.ts';
import { begin, closeBox } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { choice, question } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { leaveOverlay, say, topOverlay } from '../../keys/overlay.ts';
import { boxOn } from '../../keys/parts.ts';
import { ask, type Flow, flow } from '../../keys/script.ts';
import type { Reply } from '../../state/administration/administer.ts';
import type { Desk } from '../../state/desk.ts';
import type { OpenBox } from '../../state/open-box.ts';
import type { ActionId } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { shownFault } from '../conversation/fault.ts';
import { mayChange } from './administering.ts';
import {
  changedIn,
  editedText,
  type FormData,
  type FormField,
  type FormValues,
  fillIn,
  formName,
  formOf,
  KeptForm,
  nextValue,
  shownValue,
  typedValue,
} from './fields.ts';
import { rebase } from './rebase.ts';

/** The field of a form that is being written, by name; `id` as in the form. */
interface Written {
  readonly name: string;
  readonly id: number | null;
}

/** An action with a form. */
export interface FormAction<Id extends string> extends Action<Id> {
  readonly form: Flow<FormData>;
}

type Fault = readonly [field: string, message: string];

/** A form: its fields, and the calls that carry out the changes. */
interface Form {
  /** The kind of resource: `inbox`. */
  readonly noun: SafeText;
  /** `id`: null for something new. */
  readonly fields: (id: number | null) => readonly FormField[];
  /** Why nothing can be changed; by default an agent who is no admin changes nothing. */
  readonly whyNot?: (world: World) => SafeText | undefined;
  /** The body that the help center takes for a new one. */
  readonly body: v.GenericSchema;
  /** Faults of several fields together, which each of them alone does not have. */
  readonly faultsIn?: (values: FormValues) => readonly Fault[];
  /** The result of the values as typed, shown in place of the field's meaning. */
  readonly outcome?: (name: string, values: FormValues, now: number) => SafeText | undefined;
  /** Opens the box of a field that has one. */
  readonly openBox?: (desk: Desk, field: FormField) => void;
  /** Reads the present resource, so that only the agent's own changes are sent. */
  readonly now?: (desk: Desk, id: number) => Promise<Reply<object>>;
  readonly save: (desk: Desk, id: number | null, values: FormValues, key: string) => Promise<Reply<unknown>>;
  /** Reads again the resources that a saved form changes. */
  readonly reread: (desk: Desk) => Promise<void>;
}

/** A form, with the id of the action that opens it. */
type FormPlan = Form & { readonly id: ActionId };

/**
 * A box of fields with their values. All of it is sent with one request when the box is left: that is done or nothing,
 * and a field can be corrected before anybody sees it. A refusal keeps the box with what was filled in.
 */
export function formAction<Id extends ActionId>(action: Action<Id>, fields: Form): FormAction<Id> {
  const plan = { ...fields, id: action.id };
  const saving = saveQuestion(
    `${action.id}.save`,
    world => t`Save ${formName(world) || plan.noun}?`,
    (desk, open) => save(desk, plan, open),
  );
  const writing = writingFlow(plan);
  const form = formFlow(plan, saving, writing);
  return { ...action, form, flows: [form, saving, writing] };
}

function formFlow(plan: FormPlan, saving: Flow, writing: Flow<Written>): Flow<FormData> {
  return choice<FormData>({
    id: plan.id,
    input: KeptForm,
    title: ({ world, data }) => titleOf(plan.noun, world, data),
    verb: t`edit`,
    escape: ({ data }) => (isChanged(data) ? ASKS : undefined),
    options: ({ data }) => plan.fields(data.id).map(field => optionOf(field, withFaults(plan, data))),
    take: (desk, { data }, { id }) => {
      const field = plan.fields(data.id).find(({ name }) => name === id);
      if (field && !data.isSending && mayChange(desk, plan.whyNot)) change(desk, plan, writing, data, field);
    },
    leave: (desk, { data }) => {
      if (data.isSending || !isChanged(data)) leaveOverlay(desk);
      else if (mayChange(desk, plan.whyNot)) begin(desk, saving);
    },
  });
}

function titleOf(noun: SafeText, world: World, { id }: FormData): SafeText {
  const name = formName(world);
  if (id === null) return name === '' ? t`New ${noun}` : t`New ${noun} ${name}`;
  return name === '' ? t`#${id}` : name;
}

/** The form with the faults that a refusal would name. Faults that existed before are not reported. */
function withFaults({ faultsIn = () => [] }: FormPlan, data: FormData): FormData {
  const before = new Set(data.id === null ? [] : faultsIn(data.initial).map(([name]) => name));
  const found = faultsIn(data.values).filter(([name]) => !before.has(name));
  return {
    ...data,
    faults: { ...Object.fromEntries(found.map(([name, why]) => [name, safeLine(why)])), ...data.faults },
  };
}

function optionOf(field: FormField, { values, initial, faults }: FormData): Option {
  const fault = faults[field.name];
  const isNew = JSON.stringify(values[field.name]) !== JSON.stringify(initial[field.name]);
  return {
    id: field.name,
    label: field.label,
    sign: fault === undefined ? (isNew ? t`*` : t` `) : t`!`,
    detail: fault ?? shownValue(field, values[field.name]),
  };
}

function change(desk: Desk, { openBox }: FormPlan, writing: Flow<Written>, data: FormData, field: FormField) {
  const { name, kind } = field;
  const value = data.values[name];
  if (kind === 'flag' || kind === 'choice') fillIn(desk, name, nextValue(field, value));
  else if (kind === 'addresses' || kind === 'teams' || kind === 'agents') openBox?.(desk, field);
  else begin(desk, writing, { name, id: data.id }, [], data.faults[name]);
}

const WrittenField = v.object({ name: v.string(), id: v.nullable(v.number()) });

/** Writes a field of the form, in one line or in many. */
function writingFlow({ id: actionId, fields, outcome }: FormPlan): Flow<Written> {
  const of = ({ name, id }: Written) => fields(id).find(field => field.name === name);
  const boxes = (['line', 'text'] as const).map(kind =>
    boxOn<Written>()({
      id: `${actionId}.${kind}`,
      title: ({ world, data }) => titleIn(formName(world), of(data)!.label),
      verb: t`take`,
      parts: {
        value: {
          kind,
          start: ({ world, data }) => editedText(formOf(world)?.values[data.name]),
          isSecret: ({ data }) => of(data)!.kind === 'secret',
          rule: ({ world, data }, text) => {
            const { name, meaning } = of(data)!;
            const values = { ...formOf(world)?.values, [name]: typedValue(of(data)!, text) };
            return (text.trim() === '' ? undefined : outcome?.(name, values, world.now)) ?? meaning;
          },
          check: ({ data }, text) => shownFault(of(data)!.schema, typedValue(of(data)!, text)),
        },
      },
    }),
  );
  return flow<Written>({
    id: `${actionId}.write`,
    takesText: true,
    input: v.pipe(
      WrittenField,
      v.check(written => of(written) !== undefined),
    ),
    *script(written) {
      const field = of(written)!;
      const { value } = yield* ask(boxes[field.kind === 'text' ? 1 : 0]!, written);
      return desk => fillIn(desk, field.name, typedValue(field, value), field.kind === 'secret');
    },
  });
}

function titleIn(name: SafeText, label: SafeText): SafeText {
  return name === '' ? label : t`${label} of ${name}`;
}

function isChanged(data: FormData): boolean {
  return Object.keys(changedIn(data)).length > 0;
}

function save(desk: Desk, plan: FormPlan, open: OpenBox): void {
  const data = open.input as FormData;
  const { faults: together } = withFaults(plan, { ...data, faults: {} });
  const faults = { ...together, ...(data.id === null ? missingIn(plan.body, data) : {}) };
  const wrong = plan.fields(data.id).find(({ name }) => faults[name] !== undefined);
  if (!wrong) {
    void saveForm(desk, plan, open);
    return;
  }
  fill(desk, plan, open, { ...data, faults });
  say(desk, t`Not saved: ${wrong.label} ${faults[wrong.name]!}`);
}

/** The fields that a new resource needs and does not have. */
function missingIn(body: v.GenericSchema, data: FormData): FormData['faults'] {
  const { issues = [] } = v.safeParse(body, changedIn(data));
  return Object.fromEntries(detailsOf(issues).map(({ path, message }) => [path.split('.')[0]!, safeLine(message)]));
}

async function saveForm(desk: Desk, plan: FormPlan, open: OpenBox): Promise<void> {
  const form = open.input as FormData;
  changeInput<FormData>(desk, open, () => ({ ...form, isSending: true }));
  const name = formName(desk.world());
  const keep = (data: FormData, reason: SafeText): void => {
    fill(desk, plan, open, data);
    say(desk, t`Not saved: ${reason}`);
  };
  const renewed = await renew(desk, plan, form);
  if ('reason' in renewed) {
    keep(form, renewed.reason);
    return;
  }
  const data = renewed.value;
  const asked = plan.fields(data.id).find(field => data.faults[field.name] !== undefined);
  if (asked) {
    keep(data, t`${asked.label}: ${data.faults[asked.name]!} · Esc, y sends yours`);
    return;
  }
  const reply = await send(desk, plan, data);
  if ('value' in reply) {
    closeBox(desk, open);
    await plan.reread(desk);
    say(desk, t`Saved ${name}`, 'done');
  } else keep({ ...data, faults: reply.faults, ...reply.sentAs }, reply.reason);
}

/** The form over the present resource. A repeated refusal of a field is no longer a question. */
async function renew(desk: Desk, plan: FormPlan, data: FormData): Promise<Reply<FormData>> {
  if (data.id === null || !plan.now) return { value: { ...data, faults: {} } };
  const now = await plan.now(desk, data.id);
  return 'value' in now ? { value: { ...data, ...rebase(plan.fields(data.id), data, now.value as FormValues) } } : now;
}

/** Sends the agent's changes; nothing if another admin made the same already, or an answer was lost. */
async function send(desk: Desk, plan: FormPlan, data: FormData) {
  const changed = changedIn(data);
  if (data.id !== null && Object.keys(changed).length === 0) return { value: undefined };
  const body = JSON.stringify(changed);
  // The same body after a lost answer has the same key: it is carried out once.
  const key = data.sentAs?.body === body ? data.sentAs.key : desk.newKey();
  const reply = await plan.save(desk, data.id, changed, key);
  if ('value' in reply) return reply;
  return { ...reply, sentAs: { sentAs: reply.isTransient ? { body, key } : undefined } };
}

/** Fills a form in, the cursor on the first of its faults. */
function fill(desk: Desk, { fields }: FormPlan, open: OpenBox, data: FormData): void {
  const wrong = fields(data.id).find(({ name }) => data.faults[name] !== undefined);
  changeInput<FormData>(desk, open, () => data, wrong && { at: wrong.name });
}

/** The meaning of Esc in a box in which something was changed, for its foot. */
export const ASKS = t`saves or drops`;

/** The question of Esc there. `save` gets the box below the question. */
export function saveQuestion(
  id: string,
  title: (world: World) => SafeText,
  save: (desk: Desk, below: OpenBox) => void,
): Flow {
  return question({
    id,
    title: ({ world }) => title(world),
    lines: () => [t`Nothing of what you changed is saved yet.`],
    verb: t`save`,
    buttons: () => [
      { key: 'y', words: t`saves it`, isRow: true },
      { key: 'd', words: t`drops it`, isRow: true },
    ],
    escape: () => t`goes on with it`,
    answer: (desk, _data, _targets, key) => {
      if (key === 'd') leaveOverlay(desk);
      else save(desk, topOverlay(desk.world()) as OpenBox);
    },
  });
}
