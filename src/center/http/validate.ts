import * as v from 'valibot';
import type { ErrorDetail } from '../../contract/errors.ts';
import { detailsOf } from '../../contract/faults.ts';
import { Count, EmailAddress, Length, OneLine, pageFields, RequestId } from '../../contract/schema.ts';
import { invalid, Problem } from '../model/problem.ts';
import { listsForObjects } from '../model/surplus.ts';
import { cleanText, keptAddress } from '../model/text-key.ts';

/** The parts of a schema that this module reads. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly v.GenericSchema[];
  readonly pipe?: readonly unknown[];
}

/** The schema within `optional` and the like. */
function unwrapped(shape: Shape): Shape {
  return shape.wrapped ? unwrapped(shape.wrapped) : shape;
}

/** The values of a list, each with the name it was sent with: `name`, `name[]` or `name[0]`. */
function entriesOf(given: URLSearchParams, name: string): (readonly [written: string, value: string])[] {
  return [...given].filter(([key]) => key.startsWith(name) && /^(\[\d*\])?$/.test(key.slice(name.length)));
}

/** A value that is given more than once is a list, which its schema refuses. */
function partOf(given: URLSearchParams, name: string, shape: Shape): string | string[] | undefined {
  const isList = shape.type === 'array';
  const values = (isList ? entriesOf(given, name).map(([, value]) => value) : given.getAll(name)).map(cleanText);
  if (values.length === 0) return undefined;
  return isList || values.length > 1 ? values : values[0];
}

function read(given: URLSearchParams, name: string, shape: Shape): unknown {
  if (shape.type !== 'object') return partOf(given, name, shape);
  const parts = Object.entries(shape.entries ?? {}).flatMap(([part, entry]) => {
    const value = read(given, name === '' ? part : `${name}[${part}]`, unwrapped(entry));
    return value === undefined ? [] : [[part, value] as const];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/**
 * The query of an address in the shape of its schema: lists from `name[]=`, `name[0]=` or `name=`, repeated or single;
 * parts from `name[part]=`, or `name[part][]=` for lists. Unknown names are left out.
 */
function readQuery(given: URLSearchParams, schema: v.GenericSchema): unknown {
  return read(given, '', schema as unknown as Shape) ?? {};
}

/** Whether the part after a name, brackets included, leads to a value of this shape. */
function leadsTo(shape: Shape, rest: string): boolean {
  if (shape.wrapped) return leadsTo(shape.wrapped, rest);
  if (shape.type === 'array') return /^(\[\d*\])?$/.test(rest);
  if (shape.type !== 'object') return rest === '';
  const [, part, deeper] = /^\[([^[\]]*)\](.*)$/s.exec(rest) ?? [];
  return part !== undefined && Object.hasOwn(shape.entries!, part) && leadsTo(shape.entries![part]!, deeper!);
}

/** The names in an address that are not in a query's schema, as written there. */
function unknownNames(given: URLSearchParams, schema: v.GenericSchema): string[] {
  const { entries = {} } = schema as unknown as Shape;
  const isKnown = (written: string): boolean => {
    const at = written.indexOf('[');
    const name = at < 0 ? written : written.slice(0, at);
    return Object.hasOwn(entries, name) && leadsTo(entries[name]!, written.slice(name.length));
  };
  return [...new Set(given.keys())].filter(written => !isKnown(written));
}

/** Converts ids and counts from text to numbers, addresses to their kept form, and trims texts of one line. */
function plain(schema: Shape, value: unknown): unknown {
  const known = schema as unknown;
  if (known === RequestId || known === Count || known === Length) return Number(value);
  if (value === null || value === undefined) return value;
  if (known === EmailAddress) return keptAddress(String(value));
  if (schema.wrapped) return plain(schema.wrapped, value);
  if (schema.type === 'array') return (value as unknown[]).map(one => plain(schema.item!, one));
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(schema.entries![key]!, one)]));
  const option = schema.type === 'union' ? schema.options!.find(one => v.is(one, value)) : undefined;
  if (option) return plain(option as unknown as Shape, value);
  if (typeof value !== 'string') return value;
  return schema.pipe?.includes(OneLine) ? value.trim() : value;
}

/** The faults of texts that a database would not keep as they are. */
function unkept(value: unknown, path: string): ErrorDetail[] {
  if (typeof value === 'string')
    return value === cleanText(value) ? [] : [{ path, message: 'must have no NUL and no half of a character' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => unkept(one, path === '' ? name : `${path}.${name}`));
}

function check(schema: v.GenericSchema, value: unknown): { value: unknown; details: ErrorDetail[] } {
  const result = v.safeParse(schema, value);
  return { value: result.output, details: result.success ? unkept(result.output, '') : detailsOf(result.issues) };
}

/** 422 with these details. */
export function wrongForm(details: readonly ErrorDetail[]): Problem {
  return invalid(...details.map(({ path, message }) => [path, message] as const));
}

/** A body after reading: the faults of its form, and its correct fields. */
export interface ReadBody {
  readonly value: unknown;
  readonly wrong: readonly ErrorDetail[];
}

/** The correct fields, if others are not. */
function rightFields(schema: Shape, given: unknown, wrong: readonly ErrorDetail[]): Record<string, unknown> {
  const names = new Set(wrong.map(({ path }) => path.split('.')[0]!));
  if (typeof given !== 'object' || given === null) return {};
  const right = Object.entries(schema.entries ?? {}).filter(([name]) => Object.hasOwn(given, name) && !names.has(name));
  return Object.fromEntries(
    right.map(([name, entry]) => {
      const field = v.parse(entry as unknown as v.GenericSchema, (given as Record<string, unknown>)[name]);
      return [name, plain(entry, field)];
    }),
  );
}

/** The body for its handler; with faults, only its correct fields. `beyond`: the faults of fields that it does not take. */
export function lookAtBody(schema: v.GenericSchema, given: unknown, beyond: readonly ErrorDetail[] = []): ReadBody {
  // A list would count as an object without any of the fields.
  const lists = listsForObjects(schema, given);
  if (lists[0]?.path === '') return { value: {}, wrong: lists };
  const { value, details } = check(schema, given);
  const wrong = [...new Map([...details, ...lists, ...beyond].map(detail => [detail.path, detail])).values()];
  const shape = schema as unknown as Shape;
  return { value: wrong.length > 0 ? rightFields(shape, given, wrong) : plain(shape, value), wrong };
}

/** An address can hold thousands of names. */
const MAX_NAMES_TOLD = 20;

function unknownDetails(given: URLSearchParams, schema: v.GenericSchema): ErrorDetail[] {
  return unknownNames(given, schema)
    .slice(0, MAX_NAMES_TOLD)
    .map(name => ({ path: name, message: 'is not a parameter of this list' }));
}

/** `before.created_at` as `before[created_at]`, and the values of a list by the names they were sent with, each once. */
function asSpelled(details: readonly ErrorDetail[], schema: v.GenericSchema, given: URLSearchParams): ErrorDetail[] {
  const spelled = details.map(({ path: dotted, message }) => {
    const path = spelling(schema as unknown as Shape, dotted, given);
    const isSeveral =
      given.getAll(path).some(value => value.includes(',')) && isList(schema as unknown as Shape, dotted);
    return { path, message: isSeveral ? `${message}; for several, repeat it: ${path}=…&${path}=…` : message };
  });
  return [...new Map(spelled.map(detail => [detail.path, detail])).values()];
}

function isList(schema: Shape, path: string): boolean {
  let shape: Shape | undefined = schema;
  for (const part of path.split('.')) {
    shape = shape?.entries?.[part] && unwrapped(shape.entries[part]);
    if (shape?.type === 'array') return true;
  }
  return false;
}

function spelling(schema: Shape, path: string, given: URLSearchParams): string {
  const [name = '', ...parts] = path.split('.');
  let shape = unwrapped(schema.entries![name]!);
  let written = name;
  while (shape.type === 'object' && parts.length > 0) {
    const part = parts.shift()!;
    written += `[${part}]`;
    shape = unwrapped(shape.entries![part]!);
  }
  return shape.type === 'array' ? entriesOf(given, written)[Number(parts[0] ?? 0)]![0] : written;
}

/**
 * The query for its handler. Throws `bad_query` for a fault in a page parameter or an unknown name, otherwise
 * `validation_failed`.
 */
export function validateQuery(schema: v.GenericSchema, given: URLSearchParams): unknown {
  const { value, details } = check(schema, readQuery(given, schema));
  const all = asSpelled(details, schema, given);
  const unknown = unknownDetails(given, schema);
  if (unknown.length > 0 || all.some(detail => pageFields.includes(detail.path)))
    throw new Problem('bad_query', 'The query has faults: see the details.', [...unknown, ...all]);
  if (all.length > 0) throw wrongForm(all);
  return plain(schema as unknown as Shape, value);
}
