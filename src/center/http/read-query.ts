import type * as v from 'valibot';
import { cleanText } from '../model/clean-text.ts';

/** The parts of a schema that this module reads. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
}

/** The schema within `optional` and the like. */
export function unwrapped<S extends { readonly wrapped?: S }>(shape: S): S {
  return shape.wrapped ? unwrapped(shape.wrapped) : shape;
}

/** The values of a list, each with the name it was sent with: `name`, `name[]` or `name[0]`. */
export function entriesOf(given: URLSearchParams, name: string): (readonly [written: string, value: string])[] {
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
export function readQuery(given: URLSearchParams, schema: v.GenericSchema): unknown {
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
export function unknownNames(given: URLSearchParams, schema: v.GenericSchema): string[] {
  const { entries = {} } = schema as unknown as Shape;
  const isKnown = (written: string): boolean => {
    const at = written.indexOf('[');
    const name = at < 0 ? written : written.slice(0, at);
    return Object.hasOwn(entries, name) && leadsTo(entries[name]!, written.slice(name.length));
  };
  return [...new Set(given.keys())].filter(written => !isKnown(written));
}
