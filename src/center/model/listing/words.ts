import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { searchDialects } from '../../database/search.ts';
import { areFew, chunks } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import { wantedWords } from '../search/words.ts';
import type { PageRow, Sql, Wanted } from './conditions.ts';
import { readWay, runQuery, selectFrom, shortestWay, together, tryFirst, WINDOW_ROWS } from './ranges.ts';

/** This many conversations with the words are read and sorted at once. */
const MAX_FOUND = 5_000;
/** In this many rows of a list the words are looked for. */
const MAX_CHECKED = 6_000;

/** PostgreSQL cannot know how few a word has, and would read all conversations to join them: it keeps an offset apart. */
const eachFound = {
  sqlite: sql`conversation`,
  postgres: sql`lateral (select * from conversation where conversation.id = m.id offset 0)`,
} as const;

/** Whether a filter names so few conversations that their words are read. */
function isNamed({ filter: { ids, back, mentioned, followed } }: Wanted): boolean {
  return [ids, back, mentioned, followed].some(named => named !== undefined);
}

function readFound(db: Db, wanted: Wanted, place: number, found: Sql) {
  const from = sql`${found} as m cross join ${eachFound[wanted.kind]} as c`;
  return runQuery(db, wanted, selectFrom(wanted, place, { from, more: [sql`c.id = m.id`], isFew: true }));
}

/** The same of many: SQLite, which blocks the process, reads some of them at a time. */
async function readMany(db: Db, wanted: Wanted, place: number, found: Sql): Promise<readonly PageRow[]> {
  if (wanted.kind === 'postgres') return readFound(db, wanted, place, found);
  const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from ${found}`.execute(db);
  return together(chunks(JSON.parse(rows[0]!.ids) as number[], WINDOW_ROWS), wanted.page, async ids => {
    await nextTurn();
    return readFound(db, wanted, place, sql`(select value as id from json_each(${JSON.stringify(ids)}))`);
  });
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
  if (isNamed(wanted)) return runQuery(db, wanted, selectFrom(checking, place, { index: 'none', isFew: true }));
  if (await areFew(db, sql`${found} as m`, MAX_FOUND)) return readFound(db, wanted, place, found);
  const first = await tryFirst(db, checking, place);
  if (first) return first;
  const way = await shortestWay(db, wanted, place);
  if (!way) return [];
  return way.rows <= MAX_CHECKED ? readWay(db, checking, place, way) : readMany(db, wanted, place, found);
}
