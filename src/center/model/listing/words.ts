import { sql } from 'kysely';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { searchDialects } from '../../database/search.ts';
import type { Db } from '../../database/tables.ts';
import { wantedWords } from '../search/words.ts';
import type { PageRow, Sql, Wanted } from './conditions.ts';
import { readWay, run, selectFrom, shortestWay, tryFirst } from './ranges.ts';

/** So many conversations that have the words are read and sorted at once. */
const MAX_FOUND = 5_000;
/** In so many rows of a list the words are looked for. */
const MAX_CHECKED = 6_000;

/** PostgreSQL cannot know how few a word has, and would read all conversations to join them: it keeps an offset apart. */
const eachFound = {
  sqlite: sql`conversation`,
  postgres: sql`lateral (select * from conversation where conversation.id = m.id offset 0)`,
} as const;

async function areFew(db: Db, found: Sql): Promise<boolean> {
  const { rows } = await sql`select 1 from ${found} as m limit 1 offset ${MAX_FOUND}`.execute(db);
  return rows.length === 0;
}

/** Whether a filter names so few conversations that their words are read. */
function isNamed({ filter }: Wanted): boolean {
  return filter.ids !== undefined || filter.back !== undefined || filter.mentioned !== undefined;
}

function readFound(db: Db, wanted: Wanted, place: number, found: Sql, kind: DatabaseKind) {
  const from = sql`${found} as m cross join ${eachFound[kind]} as c`;
  return run(db, selectFrom(wanted, place, { from, more: [sql`c.id = m.id`], isFew: true }));
}

/**
 * The conversations of a place that contain all words of a text. The databases collect all that contain a word before they
 * give the first: if these are many, the words are looked for in the first rows of the list, or in a short one.
 */
export async function findWords(db: Db, wanted: Wanted, place: number): Promise<readonly PageRow[]> {
  const { kind, filter } = wanted;
  const all = wantedWords(filter.text);
  const hasParts = await searchDialects[kind].hasParts(db);
  const found = searchDialects[kind].matching(all, hasParts);
  const checking: Wanted = { ...wanted, words: { all, hasParts } };
  if (isNamed(wanted)) return run(db, selectFrom(checking, place, { index: 'none', isFew: true }));
  if (await areFew(db, found)) return readFound(db, wanted, place, found, kind);
  const first = await tryFirst(db, checking, place);
  if (first) return first;
  const way = await shortestWay(db, wanted, place);
  if (!way) return [];
  return way.rows <= MAX_CHECKED ? readWay(db, checking, place, way) : readFound(db, wanted, place, found, kind);
}
