import * as v from 'valibot';
import type { Fields } from '../../contract/described.ts';
import { begin } from '../../keys/flow.ts';
import { changeInput } from '../../keys/list-state.ts';
import { KeptLine } from '../../keys/reopen.ts';
import type { Flow } from '../../keys/script.ts';
import type { Desk } from '../../state/desk.ts';
import type { OpenBox } from '../../state/open-box.ts';
import type { Overlay } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';

/**
 * How a field is filled in: `line`, `text` (many lines), `number`, `list` (words apart by commas) and `secret` in a box to
 * write, `flag` and `choice` by Enter, the others in a box of their own.
 */
type FieldKind = 'line' | 'text' | 'number' | 'list' | 'secret' | 'flag' | 'choice' | 'addresses' | 'teams' | 'agents';

/** The label of a field: its name and how it is filled in. */
export type FieldLabels<Name extends string = string> = Readonly<Record<Name, readonly [label: SafeText, FieldKind]>>;

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: SafeText;
  readonly kind: FieldKind;
  /** The contract's rule for its value. */
  readonly schema: v.GenericSchema;
  /** The contract's words for it. */
  readonly meaning: SafeText;
}

function describedIn(body: v.GenericSchema): Fields {
  return (v.getMetadata(body) as { fields: Fields }).fields;
}

/** The contract's words for a field of a body. */
export function meaningOf(body: v.GenericSchema, name: string): SafeText {
  return safeLine(describedIn(body)[name]?.[1] ?? '');
}

/** The fields of a body of the contract, in its order. */
export function fieldsOf(body: v.GenericSchema, labels: FieldLabels): readonly FormField[] {
  return Object.entries(describedIn(body)).flatMap(([name, [schema, meaning]]) => {
    const [label, kind] = labels[name] ?? [];
    return label === undefined || kind === undefined ? [] : [{ name, label, kind, schema, meaning: safeLine(meaning) }];
  });
}

/** A field's typed text as the value that is sent. An optional field without text has none. */
export function typedValue({ kind, schema }: FormField, text: string): unknown {
  if (kind === 'text' || kind === 'secret') return text;
  const line = text.trim();
  if (kind === 'list') return line.split(/[\s,]+/).filter(Boolean);
  if (line === '' && kind !== 'number' && !v.is(schema, '')) return v.is(schema, undefined) ? undefined : line;
  return kind === 'number' && /^\d{1,15}$/.test(line) ? Number(line) : line;
}

/** A field's value as a text to edit. */
export function editedText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined || value === null ? '' : String(value);
}

/** The next value of a field that Enter switches. */
export function nextValue({ kind, schema }: FormField, value: unknown): unknown {
  if (kind === 'flag') return value !== true;
  const options = optionsOf(schema);
  return options[(options.indexOf(value) + 1) % options.length];
}

function optionsOf(schema: v.GenericSchema): readonly unknown[] {
  const { wrapped, options } = schema as { wrapped?: v.GenericSchema; options?: readonly unknown[] };
  return wrapped ? optionsOf(wrapped) : (options ?? []);
}

/** A field's value in a few words. */
export function shownValue({ kind }: FormField, value: unknown): SafeText {
  if (kind === 'flag') return value === true ? t`yes` : t`no`;
  if (kind === 'secret') return value === undefined ? t`unchanged` : t`a new one`;
  if (kind === 'addresses') return shownAddresses(value as readonly { email: string; status?: string }[] | undefined);
  if (kind === 'teams' || kind === 'agents')
    return value === null ? t`not known` : t`${((value ?? []) as readonly unknown[]).length}`;
  const text = safeBlock(editedText(value)).trim();
  return text === '' ? t`–` : safeLine(text.replaceAll(/\s*\n\s*/g, ' '));
}

function shownAddresses(addresses: readonly { email: string; status?: string }[] = []): SafeText {
  const [first] = addresses.toSorted((a, b) => Number(b.status === 'primary') - Number(a.status === 'primary'));
  if (!first) return t`–`;
  const more = addresses.length - 1;
  return more === 0 ? safeLine(first.email) : t`${safeLine(first.email)} +${more}`;
}

/** The values of a form by the names of the contract. A field without a value is not sent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** A form being filled in: nothing of it is sent before it is left. */
export interface FormData {
  /** The id of the changed resource; null for a new one. */
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
/** A form in the next desk: without requests that were on their way. */
export const KeptForm = v.object({
  id: v.nullable(v.number()),
  initial: KeptValues,
  values: KeptValues,
  faults: v.record(v.string(), KeptLine),
  sentAs: v.optional(v.object({ body: v.string(), key: v.string() })),
});

/** Opens a form for the resource with this id, or for a new one. */
export function openForm(
  desk: Desk,
  { form }: { readonly form: Flow<FormData> },
  id: number | null,
  values: FormValues,
): void {
  begin(desk, form, { id, initial: values, values, faults: {} }, []);
}

function isForm(overlay: Overlay): overlay is OpenBox & { readonly input: FormData } {
  const { input } = overlay as { input?: unknown };
  return typeof input === 'object' && input !== null && 'faults' in input;
}

/** The form that is open, perhaps below one of its boxes. */
export function formOf({ overlays }: World): FormData | undefined {
  return overlays.findLast(isForm)?.input;
}

/** The name in the open form, for a title. */
export function formName(world: World): SafeText {
  return safeLine(String(formOf(world)?.values.name ?? ''));
}

/** Puts a value into the open form; an earlier refusal of it is dropped. With a secret, the form is one. */
export function fillIn(desk: Desk, name: string, value: unknown, isSecret = false): void {
  const form = desk.world().overlays.findLast(isForm);
  if (!form) return;
  const { [name]: _, ...faults } = form.input.faults;
  const fill = (data: FormData) => ({ ...data, faults, values: { ...data.values, [name]: value } });
  changeInput(desk, form, fill, { isSecret });
}

/** The fields that the agent changed, by name. */
export function changedIn({ values, initial }: FormData): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, initial[name])));
}

/** Whether two values of a field are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
