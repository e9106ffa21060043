import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { columnPolicy } from '../../../../src/center/model/erasure/column-policy.ts';
import { openCenter } from '../../open-center.ts';

/** The columns of texts and bytes of each table, as the database itself has them. */
async function columnsThatHoldWords(): Promise<Record<string, string[]>> {
  const desk = await openCenter();
  onTestFinished(desk.close);
  const { store } = desk.center.context;
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", c.name as "column" from sqlite_schema as m
    join pragma_table_xinfo(m.name) as c on c.type in ('TEXT', 'text', 'BLOB', 'blob', '')
    where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'kysely_%' and m.name not like 'search_%'
    order by 1, 2`.execute(store.reader);
  const found: Record<string, string[]> = {};
  for (const { table, column } of rows) found[table] = [...(found[table] ?? []), column];
  return found;
}

test('says of each table what an erasure does to its texts and bytes: a new column needs its line', async () => {
  const held = await columnsThatHoldWords();
  // Columns of SQLite's own, which hold nothing.
  held.search = held.search!.filter(column => column === 'words');
  const named = Object.entries(columnPolicy).map(([table, columns]) => [table, Object.keys(columns).sort()]);
  expect(Object.fromEntries(named)).toEqual(held);
});
