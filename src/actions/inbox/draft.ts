import * as v from 'valibot';
import { KeptLine } from '../../keys/kept-forms.ts';
import { openOverlay, swapOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { ActionId, Overlay, PickerOverlay } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';

/** The values of a form by the names of the contract. A field without a value is not sent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** A form being filled in: nothing of it is sent before it is left. */
export interface FormData {
  /** The id of what is changed; null for something new. */
  readonly id: number | null;
  readonly initial: FormValues;
  readonly values: FormValues;
  /** Why fields were not taken, by name. */
  readonly faults: Readonly<Record<string, SafeText>>;
  readonly isSending?: true;
  /** The last body that was sent, with the key under which it is carried out once. */
  readonly sentAs?: { readonly body: string; readonly key: string } | undefined;
}

const KeptValues = v.record(v.string(), v.unknown());
/** A form in the next desk: without what was on its way. */
export const KeptForm = v.object({
  id: v.nullable(v.number()),
  initial: KeptValues,
  values: KeptValues,
  faults: v.record(v.string(), KeptLine),
  sentAs: v.optional(v.object({ body: v.string(), key: v.string() })),
});

/** The state of a form. */
export type FormOverlay = PickerOverlay<FormData>;

/** Opens a form of an action. */
export function openForm(desk: Desk, actionId: ActionId, id: number | null, values: FormValues): void {
  const data: FormData = { id, initial: values, values, faults: {} };
  openOverlay(desk, { kind: 'picker', actionId, targets: [], index: 0, draft: null, data });
}

function isForm(overlay: Overlay): overlay is FormOverlay {
  const { data } = overlay as { data?: unknown };
  return overlay.kind === 'picker' && typeof data === 'object' && data !== null && 'faults' in data;
}

/** The form that is open, perhaps below one of its boxes. */
export function formOf({ overlays }: World): FormData | undefined {
  return overlays.findLast(isForm)?.data;
}

/** The name in the open form, for a title. */
export function formName(world: World): SafeText {
  return safeLine(String(formOf(world)?.values.name ?? ''));
}

/** Puts a value into the open form; an earlier refusal of it is dropped. With a secret, the form is one. */
export function fillIn(desk: Desk, name: string, value: unknown, isSecret = false): void {
  const form = desk.world().overlays.findLast(isForm);
  if (!form) return;
  const { [name]: _, ...faults } = form.data.faults;
  const data = { ...form.data, faults, values: { ...form.data.values, [name]: value } };
  const filled: Overlay = { ...form, data, ...(isSecret ? { isSecret: true as const } : {}) };
  swapOverlay(desk, form, filled);
}

/** What the agent changed, by name. */
export function changedIn({ values, initial }: FormData): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, initial[name])));
}

/** Whether two values of a field are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
