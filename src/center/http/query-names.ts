import type * as v from 'valibot';

/** What this module looks at of a schema. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly wrapped?: Shape;
}

/** Whether what stands behind a name, brackets and all, leads to a value of this shape. */
function leadsTo(shape: Shape, rest: string): boolean {
  if (shape.wrapped) return leadsTo(shape.wrapped, rest);
  if (shape.type === 'array') return /^(\[\d*\])?$/.test(rest);
  if (shape.type !== 'object') return rest === '';
  const [, part, deeper] = /^\[([^[\]]*)\](.*)$/s.exec(rest) ?? [];
  return part !== undefined && Object.hasOwn(shape.entries!, part) && leadsTo(shape.entries![part]!, deeper!);
}

/** The names in an address that no part of a query's schema goes by, as they stand there. */
export function unknownNames(given: URLSearchParams, schema: v.GenericSchema): string[] {
  const { entries = {} } = schema as unknown as Shape;
  const isKnown = (written: string): boolean => {
    const at = written.indexOf('[');
    const name = at < 0 ? written : written.slice(0, at);
    return Object.hasOwn(entries, name) && leadsTo(entries[name]!, written.slice(name.length));
  };
  return [...new Set(given.keys())].filter(written => !isKnown(written));
}
