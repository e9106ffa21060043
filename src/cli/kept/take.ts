import { basename } from 'node:path';
import type { SavedState } from '../../state/kept/storage.ts';
import type { ChangeCall } from '../../state/world.ts';
import type { Owner } from './owner.ts';
import { type DeskRow, readKept, type SavedKept, writeKept } from './rows.ts';
import { carrySent, sentOf } from './sent.ts';
import type { PrepareSql } from './sqlite-file.ts';

/** The state of other desks, joined with this desk's: the result, and the changes that are not in it. */
export interface Merged {
  readonly kept: SavedState;
  /** Changes that this version does not know. */
  readonly unknown: readonly ChangeCall[];
}

/** Joins the state of other desks with this desk's. It may be called again if the transaction fails. */
export type Merge = (left: readonly SavedState[]) => Merged;

/** The state in another file for this agent, by a name that says whether it was taken over before. */
export interface Brought {
  readonly name: string;
  readonly kept: SavedState;
}

interface Takings {
  /** Ended desks of this file. */
  readonly desks: readonly string[];
  readonly brought: readonly Brought[];
  readonly merge: Merge;
}

/**
 * Moves the state of ended desks and of other files to this desk, unless another desk was quicker. Returns this desk's
 * saved state; undefined if there was none to move. It runs in a transaction.
 */
export function takeInto(
  sql: PrepareSql,
  desk: DeskRow,
  former: SavedKept,
  { desks, brought, merge }: Takings,
): SavedKept | undefined {
  const fresh = brought.filter(({ name }) => noteSource(sql, name)).map(({ kept }) => kept);
  const left = [...fresh, ...desks.flatMap(id => readKept(sql, id) ?? [])];
  if (left.length === 0) return undefined;
  const sent = desks.map(id => sentOf(sql, id));
  for (const id of desks) {
    leavePlace(sql, id);
    endDesk(sql, id, true);
  }
  const { kept, unknown } = merge(left);
  for (const change of unknown) sql('insert into strange (value) values (?)').run(JSON.stringify(change));
  const saved = writeKept(sql, desk, former, kept);
  for (const one of sent) carrySent(sql, desk.id, one);
  return saved;
}

/** The name of a desk's state, among all that can be taken over. */
export function sourceName({ path, id }: { readonly path: string; readonly id: string }): string {
  return `${basename(path)}/${id}`;
}

/** Whether this desk is still in the file: another one may have taken it over. */
export function hasDesk(sql: PrepareSql, id: string): boolean {
  return sql('select 1 from desk where id = ?').get(id) !== undefined;
}

/** Notes that this source is here from now on; false if it was here before. */
export function noteSource(sql: PrepareSql, name: string): boolean {
  return sql('insert into source (name) values (?) on conflict do nothing').run(name).changes > 0;
}

/** Records whose file it is, and that an agent has this token. */
export function noteOwner(sql: PrepareSql, owner: Owner, tokenHash: string): void {
  sql('delete from owner').run();
  sql('insert into owner (value) values (?)').run(JSON.stringify(owner));
  if ('agent' in owner) sql('insert into token (hash) values (?) on conflict do nothing').run(tokenHash);
}

/** Removes a desk with all that it keeps, or marks it as ended. */
export function endDesk(sql: PrepareSql, id: string, isEmpty: boolean): void {
  sql(isEmpty ? 'delete from desk where id = ?' : `update desk set mark = '' where id = ?`).run(id);
}

/** Writes the place of a desk. */
export function writePlace(sql: PrepareSql, desk: string, place: unknown): void {
  sql('update desk set place = ? where id = ?').run(JSON.stringify(place), desk);
}

/** Leaves the place of an ended desk to the next one that starts; only the newest is kept. */
function leavePlace(sql: PrepareSql, desk: string): void {
  const row = sql('select place, seen_at from desk where id = ? and place is not null').get(desk);
  if (!row) return;
  sql('delete from place where seen_at <= ?').run(row.seen_at!);
  sql('insert into place select ?, ? where not exists (select 1 from place)').run(row.place!, row.seen_at!);
}

/** Takes the newest place that these ended desks and earlier ones left. Undefined if they left no place. */
export function takePlace(sql: PrepareSql, ended: readonly string[]): unknown {
  for (const id of ended) {
    leavePlace(sql, id);
    sql('update desk set place = null where id = ?').run(id);
  }
  const row = sql('select value from place').get();
  sql('delete from place').run();
  return row && JSON.parse(String(row.value));
}
