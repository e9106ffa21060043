import type * as v from 'valibot';
import { Count, OneLine, RequestId } from '../../src/contract/schema.ts';

/** What the suite looks at of a schema. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly (Shape & { readonly metadata?: Limits; readonly requirement?: unknown })[];
}

interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
}

export type Kind = 'text' | 'number' | 'id' | 'count' | 'choice' | 'either' | 'boolean' | 'list' | 'object';

/** One field of a body, at any depth; a list's items are the field with the key 0. */
export interface Field {
  readonly path: readonly (string | number)[];
  /** As an error names it. */
  readonly dotted: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly limits: Limits;
  /** Whether any text of the right length is taken. */
  readonly isFreeText: boolean;
  /** Whether it is a text of one line. */
  readonly isOneLine: boolean;
}

const wrappers = ['optional', 'nullable', 'nullish'];

function unwrapped(shape: Shape): Shape {
  return wrappers.includes(shape.type) && shape.wrapped ? unwrapped(shape.wrapped) : shape;
}

function wrappersOf(shape: Shape): string[] {
  return wrappers.includes(shape.type) && shape.wrapped ? [shape.type, ...wrappersOf(shape.wrapped)] : [];
}

const kinds: Readonly<Record<string, Kind>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  picklist: 'choice',
  union: 'either',
  array: 'list',
  object: 'object',
  record: 'object',
};

function kindOf(shape: Shape): Kind {
  const known = shape as unknown;
  if (known === RequestId) return 'id';
  if (known === Count) return 'count';
  return kinds[shape.type] ?? 'choice';
}

function actionsOf(shape: Shape): NonNullable<Shape['pipe']> {
  return (shape.pipe ?? []).flatMap((one, at) => (at === 0 && one.pipe ? actionsOf(one) : [one]));
}

function limitsOf(shape: Shape): Limits {
  const limits = actionsOf(shape).map(({ type, metadata, requirement }): Limits => {
    if (type === 'min_length') return { minLength: requirement as number };
    if (type === 'max_length') return { maxLength: requirement as number };
    return metadata ?? {};
  });
  return Object.assign({}, ...limits);
}

/** One-line text is checked by a pattern too, but by no other than that of control characters. */
function isFree(shape: Shape): boolean {
  return actionsOf(shape).every(
    ({ type, requirement }) => type !== 'regex' || String(requirement).startsWith('/^[^\\u0000'),
  );
}

function fieldOf(shape: Shape, path: Field['path'], isRequired: boolean): Field {
  const inner = unwrapped(shape);
  const isNullable = wrappersOf(shape).some(type => type !== 'optional');
  const dotted = path.join('.');
  return {
    path,
    dotted,
    kind: kindOf(inner),
    isRequired,
    isNullable,
    limits: limitsOf(inner),
    isFreeText: inner.type === 'string' && isFree(inner),
    isOneLine: (inner.pipe as readonly unknown[] | undefined)?.includes(OneLine) ?? false,
  };
}

function inside(shape: Shape, path: Field['path']): Field[] {
  const inner = unwrapped(shape);
  if (inner.type === 'array' && inner.item)
    return [fieldOf(inner.item, [...path, 0], false), ...inside(inner.item, [...path, 0])];
  return Object.entries(inner.entries ?? {}).flatMap(([key, one]) => [
    fieldOf(one, [...path, key], !wrappersOf(one).some(type => type !== 'nullable')),
    ...inside(one, [...path, key]),
  ]);
}

/** Every field of a body's schema; of a choice of shapes those of the first. */
export function fieldsOf(schema: v.GenericSchema | undefined): Field[] {
  if (!schema) return [];
  const shape = schema as unknown as Shape;
  return inside(shape.type === 'union' ? (shape.options![0] as Shape) : shape, []);
}

/** Values that are of the wrong type for a field. */
export const wrongValues: Readonly<Record<Kind, readonly unknown[]>> = {
  text: [7, true, {}, []],
  number: ['seven', true, {}, []],
  id: ['abc', '', '1.5', '-1', 0, -1, 1.5, true, {}, []],
  count: ['x', '-1', -1, 1.5, true, {}, []],
  choice: ['no such choice', 7, {}, []],
  either: ['no such choice', {}, []],
  boolean: ['true', 1, {}, []],
  list: ['text', 7, {}],
  object: ['text', 7],
};

type Holder = Record<string | number, unknown>;

/** The value at a path of a body; undefined if the body is not that deep. */
export function valueAt(body: unknown, path: Field['path']): unknown {
  return path.reduce<unknown>((at, key) => (at as Holder | undefined)?.[key], body);
}

/** Whether a body holds what a field hangs on. */
export function hasPlaceFor(body: unknown, { path }: Field): boolean {
  const holder = valueAt(body, path.slice(0, -1));
  return typeof holder === 'object' && holder !== null && (path.at(-1) !== 0 || (holder as unknown[]).length > 0);
}

/** A copy of a body with another value at a path; undefined takes the field away. */
export function withValue(body: unknown, path: Field['path'], value: unknown): unknown {
  const copy = structuredClone(body);
  const holder = valueAt(copy, path.slice(0, -1)) as Holder;
  if (value === undefined) delete holder[path.at(-1)!];
  else holder[path.at(-1)!] = value;
  return copy;
}
