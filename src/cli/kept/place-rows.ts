import type { Sql } from './sqlite-file.ts';

/** Writes what a desk has open. */
export function writePlace(sql: Sql, desk: string, place: unknown): void {
  sql('update desk set place = ? where id = ?').run(JSON.stringify(place), desk);
}

/** Leaves the place of an ended desk to the next one that starts; only the newest is kept. */
export function leavePlace(sql: Sql, desk: string): void {
  const row = sql('select place, seen_at from desk where id = ? and place is not null').get(desk);
  if (!row) return;
  sql('delete from place where seen_at <= ?').run(row.seen_at!);
  sql('insert into place select ?, ? where not exists (select 1 from place)').run(row.place!, row.seen_at!);
}

/** Takes the newest place that these ended desks and earlier ones left. Undefined if they left no place. */
export function takePlace(sql: Sql, ended: readonly string[]): unknown {
  for (const id of ended) {
    leavePlace(sql, id);
    sql('update desk set place = null where id = ?').run(id);
  }
  const row = sql('select value from place').get();
  sql('delete from place').run();
  return row && JSON.parse(String(row.value));
}
