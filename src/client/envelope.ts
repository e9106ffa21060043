/** Finds the resources in an answer, whatever the help center wraps around them. */

import type { ListTotal } from './call.ts';

type Body = Readonly<Record<string, unknown>>;
function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names under which a path's resources may stand: `/conversations/{id}/notes` gives `notes`, `note`. */
export function namesOf(path: string): readonly string[] {
  const last = path.split('/').findLast(part => part !== '' && !part.startsWith('{')) ?? '';
  const plural = last.replaceAll('-', '_');
  return [plural, plural.replace(/(e(?=s$))?s$/, (_, e) => (e && /[xs]es$/.test(plural) ? '' : (e ?? '')))];
}

/** A list: bare, or under `data`, `items` or the resource's name, or undefined. */
export function findList(body: unknown, names: readonly string[], depth = 0): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isBody(body) || depth > 1) return undefined;
  for (const name of ['data', 'items', ...names]) {
    const found = findList(body[name], names, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The cursor of the next page, or null, or if the answer does not say. */
export function findNextCursor(body: unknown): string | null {
  if (!isBody(body)) return null;
  const meta = isBody(body.meta) ? body.meta : body;
  const cursor = meta.next_cursor;
  return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number' ? String(cursor) : null;
}

/** The number of all that a list's filter matches; null if the answer does not say. */
export function findTotal(body: unknown): ListTotal | null {
  if (!isBody(body)) return null;
  const meta = isBody(body.meta) ? body.meta : body;
  const number = Number(meta.total ?? Number.NaN);
  const isMore = meta.total_is_more === true;
  return Number.isSafeInteger(number) && number >= 0 ? { number, isMore } : null;
}

/** One resource: bare, or under `data` or the resource's name, or undefined. */
export function findOne(body: unknown, names: readonly string[]): Body | undefined {
  if (!isBody(body)) return undefined;
  for (const name of ['data', ...names]) {
    const inner = body[name];
    if (isBody(inner)) return inner;
  }
  return body;
}
