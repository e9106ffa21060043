import * as v from 'valibot';
import type { Fields } from '../../contract/described.ts';
import { namedOption, type Option } from '../../keys/option.ts';
import { endpointOf, writeName } from '../../state/administration/calls.ts';
import { type FieldKind, type Members, type ResourceKind, resourceOf } from '../../state/administration/resources.ts';
import type { World } from '../../state/world.ts';
import { type SafeBlock, type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: SafeText;
  readonly kind: FieldKind;
  readonly of?: Members | undefined;
  /** The contract's rule for its value. */
  readonly schema: v.GenericSchema;
  /** The contract's words for it. */
  readonly meaning: SafeText;
}

function describedIn(body: v.GenericSchema): Fields {
  return (v.getMetadata(body) as { fields: Fields }).fields;
}

/** The contract's words for a field of a body. */
export function fieldMeaning(body: v.GenericSchema, name: string): SafeText {
  return safeLine(describedIn(body)[name]?.[1] ?? '');
}

/** The fields of a resource's form, in the order of the contract's body that makes it (`isNew`) or changes it. */
export function fieldsOf(kind: ResourceKind, isNew: boolean): readonly FormField[] {
  const labels = resourceOf(kind).fields;
  const { body } = endpointOf(writeName(kind, isNew));
  return Object.entries(describedIn(body!)).flatMap(([name, [schema, meaning]]) => {
    const [label, kind, of] = labels?.[name] ?? [];
    if (label === undefined || kind === undefined) return [];
    return [{ name, label, kind, of, schema, meaning: safeLine(meaning) }];
  });
}

/** The values of a form by the names of the contract. A field without a value is not sent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** The values of a form whose parts hold these texts. */
export function valuesOf(
  fields: readonly FormField[],
  held: Readonly<Record<string, string>>,
  initial: FormValues,
): FormValues {
  return Object.fromEntries(
    fields.map(field => [field.name, readValue(field, held[field.name] ?? '', initial[field.name])]),
  );
}

/** A part's text as the value that is sent. A field that had no value, and got none, stays as it was. */
function readValue({ kind }: FormField, text: string, was: unknown): unknown {
  const line = text.trim();
  const isEmpty = line === '' || (kind === 'flag' && line === 'false');
  if (isEmpty && (was === undefined || was === null)) return was;
  if (kind === 'members') return line.split(',').filter(Boolean).map(Number);
  if (kind === 'flag') return line === 'true';
  if (kind === 'list' || kind === 'addresses') return line.split(/[\s,]+/).filter(Boolean);
  if (kind === 'text' || kind === 'secret') return text;
  if (kind === 'day') return line || null;
  return kind === 'number' && /^\d{1,15}$/.test(line) ? Number(line) : line;
}

/** A field's value as the text of its part. */
export function editedText({ kind }: FormField, value: unknown): SafeBlock {
  const separator = kind === 'addresses' ? '\n' : kind === 'members' ? ',' : ', ';
  return safeBlock(Array.isArray(value) ? value.join(separator) : String(value ?? ''));
}

/** The choices of a field that is changed on its row. */
export function choicesOf({ kind, schema }: FormField): readonly Option[] {
  const { wrapped, options = [] } = schema as {
    wrapped?: { options?: readonly string[] };
    options?: readonly string[];
  };
  const [yes, no] = [
    { id: 'true', label: t`yes` },
    { id: 'false', label: t`no` },
  ];
  if (kind === 'flag') return [yes, no];
  return (wrapped?.options ?? options).map(id => ({ id, label: safeLine(id) }));
}

/** Those who can be members, by their ids. */
export function membersOf({ base }: World, of: Members): readonly Option[] {
  if (of === 'inboxes') return base.inboxes.map(one => namedOption(one));
  if (of === 'teams')
    return (base.teams ?? []).map(one => namedOption(one, { detail: t`${one.agent_ids.length} agents` }));
  return base.agents.map(one => namedOption(one, { detail: one.disabled ? t`disabled` : one.email }));
}

/** The fields whose values differ, by name. */
export function changedIn(values: FormValues, initial: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSameValue(value, initial[name])));
}

/** Whether two values of a field are the same. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
