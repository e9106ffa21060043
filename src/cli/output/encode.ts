import { Timestamp, Unshown } from '../../contract/schema.ts';

/** The parts of a schema that writing an answer needs. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
}

function is(schema: Schema, other: object): boolean {
  return (schema as object) === other;
}

/** The names of a resource's fields that the client reads, in the contract's order. */
export function fieldNames(schema: object): string[] {
  return Object.entries((schema as Schema).entries ?? {}).flatMap(([name, entry]) =>
    is(entry.wrapped ?? entry, Unshown) ? [] : [name],
  );
}

/**
 * These fields of a resource as the service writes them, except that times have their zone: programs would take them
 * for local times.
 */
export function encodeFields(schema: object, names: readonly string[], resource: object): Record<string, unknown> {
  const { entries = {} } = schema as Schema;
  const given = resource as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map(name => [name, encode(entries[name]!, given[name])]));
}

function encode(schema: Schema, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (is(schema, Timestamp)) return typeof value === 'number' ? isoTimeOrNull(value) : value;
  if (schema.wrapped !== undefined) return encode(schema.wrapped, value);
  if (schema.item !== undefined && Array.isArray(value)) return value.map(item => encode(schema.item!, item));
  return schema.entries === undefined ? value : encodeFields(schema, fieldNames(schema), value as object);
}

/** A time in UTC to the second, with its zone: `2026-11-20T12:00:00Z`; null if no calendar has it. */
export function isoTimeOrNull(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 19)}Z`;
}
