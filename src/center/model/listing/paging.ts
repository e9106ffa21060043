import { createHmac, timingSafeEqual } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PathParams } from '../../../contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';
import type { Caller } from '../access.ts';
import { Problem } from '../problem.ts';
import { milliseconds } from '../time.ts';

type SortValue = string | number;

interface Paged {
  readonly endpoint: { readonly path: string };
  readonly params: PathParams;
  readonly query: unknown;
  readonly caller: Caller;
  readonly secret: string;
}

interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: string;
}

/** Which page of a list, in which order. */
export interface Page {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  /** How many rows to ask the database for: one more than the page holds. Undefined for all. */
  readonly take: number | undefined;
  /** The sort value and the id of the previous page's last row. */
  readonly from: readonly [SortValue, SortValue] | undefined;
  /** Cuts the rows to the page, or to `most`; `keyOf` returns a row's sort value and its id. */
  close<Row>(
    rows: readonly Row[],
    keyOf: (row: Row) => readonly [SortValue, SortValue],
    most?: number,
  ): { rows: readonly Row[]; nextCursor: string | null };
}

/** 400 for a `limit` out of range. */
export function badLimit() {
  return new Problem('bad_query', `The limit must be from 1 to ${MAX_PAGE_SIZE}.`, [
    { path: 'limit', message: `must be 1 to ${MAX_PAGE_SIZE}` },
  ]);
}

function badCursor() {
  return new Problem('bad_query', 'The cursor is not one of this list; start again without it.');
}

/** The form of cursors: those of another one are refused. Lists of conversations had milliseconds before. */
const CURSORS = 2;

/** Binds a cursor to the path, the query (without cursor, count and the form and length of entries) and the caller. */
function bound(call: Paged, payload: string): string {
  const {
    cursor: _,
    limit: __,
    count: ___,
    fields: ____,
    body_limit: _____,
    ...query
  } = call.query as Record<string, unknown>;
  const what = JSON.stringify([CURSORS, call.endpoint.path, call.params, query, call.caller.key, payload]);
  return createHmac('sha256', call.secret).update(what).digest('base64url').slice(0, 22);
}

function readCursor(call: Paged, cursor: string): readonly [SortValue, SortValue] {
  const [payload = '', seal = ''] = cursor.split('.');
  const expected = Buffer.from(bound(call, payload));
  const given = Buffer.from(seal);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw badCursor();
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as [SortValue, SortValue];
}

/**
 * Reads `limit`, `cursor` and `sort` of a call. `whole` lists are not cut unless a limit is given. Keyset: rows whose
 * sort value does not change are neither skipped nor repeated while others come and go.
 */
export function openPage(call: Paged, defaultSort: string, whole: 'whole' | 'cut' = 'cut'): Page {
  const query = (call.query ?? {}) as PageQuery;
  if (query.limit !== undefined && (query.limit < 1 || query.limit > MAX_PAGE_SIZE)) throw badLimit();
  const [field, direction] = (query.sort ?? defaultSort).split('.') as [string, 'asc' | 'desc'];
  const limit = query.limit ?? (whole === 'whole' ? undefined : 50);
  return {
    field,
    direction,
    take: limit === undefined ? undefined : limit + 1,
    from: query.cursor === undefined ? undefined : readCursor(call, query.cursor),
    close: (rows, keyOf, most = rows.length) => {
      const length = Math.min(limit ?? most, most);
      if (rows.length <= length) return { rows, nextCursor: null };
      const payload = Buffer.from(JSON.stringify(keyOf(rows[length - 1]!))).toString('base64url');
      return { rows: rows.slice(0, length), nextCursor: `${payload}.${bound(call, payload)}` };
    },
  };
}

/** True for rows after the previous page; `column` and `id` are names of the program, never of a request. */
export function afterCursor(
  { from, direction }: Pick<Page, 'from' | 'direction'>,
  column: string | RawBuilder<unknown>,
  id: string,
): RawBuilder<SqlBool> {
  if (!from) return sql<SqlBool>`1 = 1`;
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  if (column === id) return sql<SqlBool>`${sql.ref(id)} ${beyond} ${from[1]}`;
  const value = typeof column === 'string' ? sql.ref(column) : column;
  return sql<SqlBool>`(${value}, ${sql.ref(id)}) ${beyond} (${from[0]}, ${from[1]})`;
}

type Bounds = Readonly<Record<string, string | undefined>>;

/** The `before[…]` and `after[…]` of a query in milliseconds, as `[field, operator, value]`; both exclusive. */
export function timeBounds(query: {
  readonly before?: Bounds;
  readonly after?: Bounds;
}): [field: string, operator: '<' | '>', value: number][] {
  return (['before', 'after'] as const).flatMap(side =>
    Object.entries(query[side] ?? {}).flatMap(([field, text]) => {
      if (text === undefined) return [];
      return [[field, side === 'before' ? '<' : '>', milliseconds(text)] as [string, '<' | '>', number]];
    }),
  );
}
