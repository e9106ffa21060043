import { EventName } from '../contract/history.ts';
import { ExtraFlag, ExtraIds, Id, Paragraphs, Timestamp, Unshown } from '../contract/schema.ts';
import { safeBlock, safeLine } from '../text/safe.ts';
import type { ListTotal } from './model.ts';

/** The parts of a valibot schema that reading an answer needs. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly value?: Schema;
  readonly options?: readonly unknown[];
}
type KnownFields = Readonly<Record<string, unknown>>;
type Decoder = (value: unknown, known: KnownFields) => unknown;

/** The result of a decoder for a resource without an id, which cannot be shown. */
export const unusable = Symbol('unusable');

/**
 * Turns an answer of any help center into the desk's form, following the contract's schema: texts safe, times in
 * milliseconds, numeric strings as numbers. A missing value, or one of another type, becomes null, '', false or [].
 * Only a resource without its `id` is `unusable`. `known` holds ids from the request, for answers that omit them.
 */
export type Decode = (schema: object, value: unknown, known?: KnownFields) => unknown;

interface DecodeOptions {
  /** How a number in the place of a time is meant; by default small ones are seconds. */
  readonly times?: 'milliseconds';
}

/** Makes a decoder that prepares each schema once. */
export function createDecode({ times }: DecodeOptions = {}): Decode {
  const decoders = new WeakMap<object, Decoder>();
  const timeOf = times === undefined ? readTime : readMilliseconds;
  const decoderOf = (schema: Schema): Decoder => {
    const found = decoders.get(schema) ?? (is(schema, Timestamp) ? timeOf : build(schema, decoderOf));
    decoders.set(schema, found);
    return found;
  };
  return (schema, value, known = {}) => decoderOf(schema as Schema)(value, known);
}

function build(schema: Schema, decoderOf: (schema: Schema) => Decoder): Decoder {
  // Not read: making a megabyte of HTML safe would delay keys, and it is never shown.
  if (is(schema, Unshown)) return () => null;
  if (is(schema, EventName)) return value => safeLine(nameOrText(value));
  if (is(schema, Paragraphs)) return value => safeBlock(nameOrText(value));
  if (is(schema, ExtraFlag)) return value => (value === undefined || value === null ? null : readFlag(value));
  if (is(schema, ExtraIds)) {
    const readIds = readArray(decoderOf(schema.item!), true);
    return value => (value === undefined || value === null ? null : readIds(value, {}));
  }
  switch (schema.type) {
    case 'string':
      return value => safeLine(nameOrText(value));
    case 'number':
      return readNumber;
    case 'boolean':
      return readFlag;
    case 'picklist':
      return value => (schema.options?.includes(value) ? value : null);
    case 'nullable':
    case 'optional':
      return readWrapped(schema, decoderOf(schema.wrapped!));
    case 'array':
      return readArray(decoderOf(schema.item!), is(schema.item!, Id));
    case 'record':
      return readRecord(decoderOf(schema.value!));
    case 'object':
      return readObject(Object.entries(schema.entries!).map(([name, entry]) => [name, decoderOf(entry), entry]));
    default:
      return value => readUnknown(value, 0);
  }
}

function readFlag(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}
function is(schema: Schema, other: object): boolean {
  return (schema as object) === other;
}
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A whole resource instead of its name counts as its name. */
function nameOrText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return isRecord(value) && typeof value.name === 'string' ? value.name : '';
}

/** A whole resource instead of its id counts as its id. */
function readNumber(value: unknown): number | null {
  const plain = isRecord(value) ? value.id : value;
  const number = typeof plain === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(plain.trim()) ? Number(plain) : plain;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** ISO 8601 with or without an offset (UTC if absent), or seconds or milliseconds since 1970. */
function readTime(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? (Math.abs(value) < 1e11 ? value * 1000 : value) : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(' ', 'T');
  const at = Date.parse(text.includes('T') ? `${text}${missingZone(text)}` : text);
  return Number.isNaN(at) ? null : at;
}

/** The rest that `Date.parse` needs after a time: PostgreSQL writes whole hours without their minutes, `+02`. */
function missingZone(text: string): string {
  if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return '';
  return /[+-]\d\d$/.test(text) ? ':00' : 'Z';
}

/** A time as the desk holds it. */
function readMilliseconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function readWrapped(schema: Schema, inner: Decoder): Decoder {
  return (value, known) => {
    if (value === null && schema.wrapped?.type === 'nullable') return null;
    if (value === null || value === undefined) return schema.type === 'nullable' ? null : undefined;
    const read = inner(value, known);
    return read === unusable ? null : read;
  };
}

function readArray(inner: Decoder, isOfIds: boolean): Decoder {
  return (value, known) => {
    if (!Array.isArray(value)) return [];
    const read = value.map(item => inner(item, known)).filter(item => item !== unusable && item !== null);
    return isOfIds ? read.filter(isId) : read;
  };
}

function readRecord(inner: Decoder): Decoder {
  return (value, known) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [safeLine(name), inner(item, known)]))
      : {};
}

function readObject(entries: readonly (readonly [string, Decoder, Schema])[]): Decoder {
  return (value, known) => {
    const given = isRecord(value) ? value : typeof value === 'string' ? { name: value } : {};
    const read: Record<string, unknown> = {};
    for (const [name, decoder, schema] of entries) {
      const own = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
      const field = decoder(own ?? known[name] ?? own, known);
      if ((name === 'id' || name === 'conversation_id') && is(schema, Id) && !isId(field)) return unusable;
      read[name] = field === unusable ? null : field;
    }
    return read;
  };
}

/** Values that the contract leaves open (a history entry's `from` and `to`), made safe; deeper nesting becomes null. */
function readUnknown(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return safeLine(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (depth > 3) return null;
  if (Array.isArray(value)) return value.slice(0, 100).map(item => readUnknown(item, depth + 1));
  if (!isRecord(value)) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [safeLine(name), readUnknown(item, depth + 1)]),
  );
}

/** The names under which a path's resources may stand: `/conversations/{id}/notes` gives `notes`, `note`. */
export function resourceNames(path: string): readonly string[] {
  const last = path.split('/').findLast(part => part !== '' && !part.startsWith('{')) ?? '';
  const plural = last.replaceAll('-', '_');
  return [plural, plural.replace(/(e(?=s$))?s$/, (_, e) => (e && /[xs]es$/.test(plural) ? '' : (e ?? '')))];
}

/** A list: bare, or under `data`, `items` or the resource's name, or undefined. */
export function findList(body: unknown, names: readonly string[], depth = 0): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isRecord(body) || depth > 1) return undefined;
  for (const name of ['data', 'items', ...names]) {
    const found = findList(body[name], names, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The `meta` of a list's answer, or the answer itself; empty if it is a bare list. */
export function metaOf(body: unknown): KnownFields {
  if (!isRecord(body)) return {};
  return isRecord(body.meta) ? body.meta : body;
}

/** The cursor of the next page, or null, or if the answer does not say. */
export function findNextCursor(body: unknown): string | null {
  const cursor = metaOf(body).next_cursor;
  return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number' ? String(cursor) : null;
}

/** The number of all that a list's filter matches; null if the answer does not say. */
export function findTotal(body: unknown): ListTotal | null {
  const meta = metaOf(body);
  const number = Number(meta.total ?? Number.NaN);
  const isMore = meta.total_is_more === true;
  return Number.isSafeInteger(number) && number >= 0 ? { number, isMore } : null;
}

/** One resource: bare, or under `data` or the resource's name, or undefined. */
export function findOne(body: unknown, names: readonly string[]): KnownFields | undefined {
  if (!isRecord(body)) return undefined;
  for (const name of ['data', ...names]) {
    const inner = body[name];
    if (isRecord(inner)) return inner;
  }
  return body;
}
