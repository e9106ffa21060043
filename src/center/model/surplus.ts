import * as v from 'valibot';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import { contract } from '../../contract/index.ts';
import { nearest } from '../../text/nearest.ts';

/** The parts of a schema that this module reads. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly Shape[];
}

type Path = readonly (string | number)[];

/** A field of a body that its call does not take, and the names beside it that the call takes. */
interface Surplus {
  readonly path: Path;
  readonly beside: readonly string[];
}

/** A body can hold thousands of names, each as long as the body. */
const MAX_TOLD = 20;
const MAX_SAID_LENGTH = 80;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The schema within `optional` and the like; of several choices, the one that the value is. */
function shapeOf(schema: Shape, value: unknown): Shape {
  const { type, wrapped, options } = schema;
  if (wrapped) return shapeOf(wrapped, value);
  if (type !== 'union' || !options) return schema;
  const meant = options.find(one => v.is(one as unknown as v.GenericSchema, value));
  const other = options.find(({ type }) => type === (Array.isArray(value) ? 'array' : 'object'));
  return (meant ?? other) ? shapeOf((meant ?? other)!, value) : schema;
}

function* surplusIn(schema: Shape, value: unknown, path: Path = []): Generator<Surplus> {
  if (!isObject(value)) return;
  const { entries, item } = shapeOf(schema, value);
  if (item && Array.isArray(value)) for (const [at, one] of value.entries()) yield* surplusIn(item, one, [...path, at]);
  if (!entries || Array.isArray(value)) return;
  const beside = Object.keys(entries);
  for (const [name, one] of Object.entries(value))
    if (Object.hasOwn(entries, name)) yield* surplusIn(entries[name]!, one, [...path, name]);
    else yield { path: [...path, name], beside };
}

/** The paths of a body where a list is in place of an object, which no schema refuses. */
export function listsForObjects(schema: unknown, value: unknown, path: Path = []): ErrorDetail[] {
  if (!isObject(value)) return [];
  const { type, entries, item } = shapeOf(schema as Shape, value);
  if ((type === 'object' || type === 'record') && Array.isArray(value))
    return [{ path: path.join('.'), message: 'must be an object' }];
  const inner = item && Array.isArray(value) ? value.map((one, at) => [item, one, at] as const) : [];
  const fields = Object.entries(entries ?? {}).map(([name, field]) => [field, value[name], name] as const);
  return [...inner, ...fields].flatMap(([field, one, name]) => listsForObjects(field, one, [...path, name]));
}

function bodyNames({ body }: Endpoint): readonly string[] {
  const { entries, options = [] } = (body ?? {}) as Partial<Shape>;
  return [entries, ...options.map(option => option.entries)].flatMap(one => Object.keys(one ?? {}));
}

/** The calls about the same resource. */
function siblingsOf(endpoint: Endpoint): readonly Endpoint[] {
  const groups = Object.values(contract) as readonly Readonly<Record<string, Endpoint>>[];
  return Object.values(groups.find(group => Object.values(group).includes(endpoint)) ?? {});
}

/** The names at this place that the answer has, and at the top those that any call about the resource takes. */
function namesAt(endpoint: Endpoint, path: Path): readonly string[] {
  let shape: Shape | undefined = endpoint.answer as unknown as Shape | undefined;
  for (const part of path.slice(0, -1)) {
    const inner = shape && shapeOf(shape, {});
    shape = typeof part === 'number' ? inner?.item : inner?.entries?.[part];
  }
  const shown = Object.keys((shape && shapeOf(shape, {}))?.entries ?? {});
  const writes = endpoint.gives === 'nothing' || path.length > 1 ? [] : siblingsOf(endpoint);
  return [...shown, ...writes.flatMap(one => [...bodyNames(one), ...(one.sets ?? [])])];
}

function said(path: Path): string {
  return path.map(part => String(part).slice(0, MAX_SAID_LENGTH)).join('.');
}

function unknownWords(name: string, beside: readonly string[]): string {
  const meant = nearest(name, beside);
  if (meant !== undefined) return `is not a field of this call; did you mean ${meant}?`;
  return `is not a field of this call; it takes ${beside.join(', ')}`;
}

/** The call that changes a field: one that says so, or whose body has it, and that creates nothing. */
function changerOf(endpoint: Endpoint, name: string): Endpoint | undefined {
  const others = siblingsOf(endpoint).filter(one => one !== endpoint && one.status !== 201);
  const adding = siblingsOf(endpoint).find(({ sets }) => sets?.includes(name));
  return adding ?? others.find(one => bodyNames(one).includes(name));
}

/** Another field or call that changes a read-only field. */
function adviceFor(endpoint: Endpoint, { path, beside }: Surplus): string {
  const name = String(path.at(-1));
  const own = nearest(name, beside) ?? beside.find(one => name !== 'id' && one.split('_').includes(name));
  if (own !== undefined) return `to change it, set ${own}`;
  const changer = path.length > 1 ? undefined : changerOf(endpoint, name);
  return changer ? `to change it, call ${changer.method} ${changer.path}` : 'leave it out';
}

/** The present value of a refused field, if it is short; the entries of lists have no place of their own. */
function currentWords(path: Path, resource: unknown): string {
  const value = path.some(part => typeof part === 'number') ? undefined : JSON.stringify(at(resource, path));
  return value === undefined || value.length > MAX_SAID_LENGTH ? '' : `; it is ${value}`;
}

/** The value at a path; undefined if there is none. */
function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => (isObject(inner) ? inner[part] : undefined), value);
}

/** Whether a current value has all that is given; an id may be given as text. */
function holds(given: unknown, so: unknown): boolean {
  if (Array.isArray(given) || Array.isArray(so))
    return (
      Array.isArray(given) &&
      Array.isArray(so) &&
      given.length === so.length &&
      given.every((one, i) => holds(one, so[i]))
    );
  if (isObject(given)) return isObject(so) && Object.entries(given).every(([name, one]) => holds(one, so[name]));
  return (given ?? null) === (so ?? null) || (typeof so === 'number' && given === String(so));
}

/** Whether a field repeats its current value; one within a list's entry, whether an entry there is like that. */
function isSo(body: unknown, path: Path, resource: unknown): boolean {
  const index = path.findLastIndex(part => typeof part === 'number');
  if (index < 0) return holds(at(body, path), at(resource, path));
  const entries = at(resource, path.slice(0, index));
  const given = at(body, path.slice(0, index + 1));
  return Array.isArray(entries) && entries.some(one => holds(given, one));
}

/** The fields of a body that its call does not have. */
export interface Beyond {
  /** The faults of fields that no call of the resource knows. */
  readonly unknown: readonly ErrorDetail[];
  /** Whether there are fields that the call does not take and another one knows. */
  readonly hasReadOnly: boolean;
  /** The faults of those that have another value in each of these; absent ones are passed over. */
  untrue(...resources: readonly unknown[]): ErrorDetail[];
}

/** That of a call without a body. */
export const nothingBeyond: Beyond = { unknown: [], hasReadOnly: false, untrue: () => [] };

/** Finds the fields of a body that its call does not have. */
export function beyondOf(endpoint: Endpoint, body: unknown): Beyond {
  const unknown: ErrorDetail[] = [];
  const readOnly: Surplus[] = [];
  for (const one of surplusIn(endpoint.body as unknown as Shape, body)) {
    const name = String(one.path.at(-1));
    if (one.path.length === 1 && endpoint.ignores?.includes(name)) continue;
    const isKnown = namesAt(endpoint, one.path).includes(name);
    if (isKnown) readOnly.push(one);
    else unknown.push({ path: said(one.path), message: unknownWords(name, one.beside) });
    if (unknown.length === MAX_TOLD) break;
  }
  return {
    unknown,
    hasReadOnly: readOnly.length > 0,
    untrue: (...resources) => {
      const present = resources.filter(one => one !== undefined);
      const wrong = readOnly.filter(({ path }) => !present.some(one => isSo(body, path, one)));
      return wrong.slice(0, MAX_TOLD).map(one => {
        const message = `is read-only${currentWords(one.path, present[0])}; ${adviceFor(endpoint, one)}`;
        return { path: said(one.path), message };
      });
    },
  };
}
