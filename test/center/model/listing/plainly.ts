import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../../src/center/database/tables.ts';
import {
  all,
  conditionsOf,
  orderOf,
  type PageRow,
  type Wanted,
} from '../../../../src/center/model/listing/conditions.ts';
import { resolveFilters } from '../../../../src/center/model/listing/filter.ts';
import { countMatches, findPage } from '../../../../src/center/model/listing/find.ts';
import { together } from '../../../../src/center/model/listing/ranges.ts';
import { wantedWords } from '../../../../src/center/model/search/words.ts';
import type { OpenCenter } from '../../open-center.ts';

const admin = { kind: 'agent', seesAll: true, tokenId: null, key: 'a', name: 'Admin' } as const;

/** What the conditions alone find, with no regard to any index. */
async function plainly(db: Db, wanted: Wanted): Promise<readonly PageRow[]> {
  const { filter, page, kind } = wanted;
  const text = wantedWords(filter.text);
  const words = text.length > 0 ? { words: { all: text, hasParts: false } } : {};
  return together(filter.places, { ...page, take: undefined }, async place => {
    const conditions = all(conditionsOf({ ...wanted, ...words }, place));
    const { rows } = await sql<PageRow>`select c.id, ${sql.ref(`c.${orderOf(page)}`)} as at
      from conversation as c ${sql.raw(kind === 'sqlite' ? 'not indexed' : '')} where ${conditions}`.execute(db);
    return rows;
  });
}

/** The same query as a handler gets it: flags are texts. */
function asked(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'due_within' ? String(value) : value,
    ]),
  );
}

/** The first pages of an admin's list and its number are those of the conditions alone. */
export async function expectPlain(
  desk: OpenCenter,
  query: Readonly<Record<string, unknown>>,
  field: string,
  direction: 'asc' | 'desc',
): Promise<void> {
  await desk.center.read(async ({ db, kind, now }) => {
    const caller = { ...admin, agentId: desk.adminId };
    const found = await resolveFilters({ db, now }, { ...asked(query), order: field } as never, caller);
    const page = { field, direction, take: 51, from: undefined, close: undefined as never };
    const plain = await together(found, { ...page, take: undefined }, filter => plainly(db, { filter, page, kind }));
    const expected = plain.map(({ id }) => id);
    const what = JSON.stringify({ ...query, field, direction });
    let from: readonly [number, number] | undefined;
    for (const start of [0, 51, 102]) {
      const rows = await findPage(db, { page: { ...page, from }, kind }, found);
      expect(
        rows.map(({ id }) => id),
        what,
      ).toEqual(expected.slice(start, start + 51));
      from = rows.length < 51 ? from : [rows[50]!.at, rows[50]!.id];
      if (rows.length < 51) break;
    }
    const number = await countMatches(db, { page: { ...page, take: 10_000 }, kind }, found);
    expect([what, number]).toEqual([what, Math.min(expected.length, 10_000)]);
  });
}
