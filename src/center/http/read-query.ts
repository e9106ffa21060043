import type * as v from 'valibot';
import { cleanText } from '../model/clean-text.ts';

/** The parts of a schema that this module reads. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
}

function unwrapped(shape: Shape): Shape {
  return shape.wrapped ? unwrapped(shape.wrapped) : shape;
}

function valuesOf(given: URLSearchParams, name: string): string[] {
  const found: string[] = [];
  for (const [key, value] of given)
    if (key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length))))
      found.push(cleanText(value));
  return found;
}

function partOf(given: URLSearchParams, name: string, shape: Shape): string | string[] | undefined {
  if (shape.type === 'array') {
    const values = valuesOf(given, name);
    return values.length > 0 ? values : undefined;
  }
  const value = given.getAll(name).at(-1);
  return value === undefined ? undefined : cleanText(value);
}

function partsOf(given: URLSearchParams, name: string, shape: Shape): Record<string, unknown> | undefined {
  const parts = Object.entries(shape.entries ?? {}).flatMap(([part, entry]) => {
    const value = partOf(given, `${name}[${part}]`, unwrapped(entry));
    return value === undefined ? [] : [{ [part]: value }];
  });
  return parts.length > 0 ? Object.assign({}, ...parts) : undefined;
}

/**
 * The query of an address in the shape of its schema: lists from `name[]=`, `name[0]=` or `name=`, repeated or single;
 * parts from `name[part]=`, or `name[part][]=` for lists; of any other name the last value. Unknown names are left out.
 */
export function readQuery(given: URLSearchParams, schema: v.GenericSchema): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries((schema as unknown as Shape).entries ?? {})) {
    const shape = unwrapped(entry);
    if (shape.type === 'array') {
      const values = valuesOf(given, name);
      if (values.length > 0) query[name] = values;
    } else if (shape.type === 'object') {
      const parts = partsOf(given, name, shape);
      if (parts) query[name] = parts;
    } else {
      const value = given.getAll(name).at(-1);
      if (value !== undefined) query[name] = cleanText(value);
    }
  }
  return query;
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
