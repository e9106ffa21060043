import type { Kept } from '../../state/kept.ts';
import type { DraftKey, Drafts } from '../../state/world.ts';
import { changedRows, type ListRows } from './list-rows.ts';
import type { Sql } from './sqlite-file.ts';

/** The lists that have a row for each item, and where they are in what is kept. */
const LISTS = {
  pending: kept => kept.pending,
  refused: kept => kept.refused ?? [],
  undo: kept => kept.journal.undo,
  redo: kept => kept.journal.redo,
} satisfies Record<string, (kept: Kept) => readonly unknown[]>;

type ListName = keyof typeof LISTS;

const NAMES = Object.keys(LISTS) as readonly ListName[];

/** What a desk has saved, and where the rows of its lists are. */
export interface SavedKept {
  readonly kept: Kept;
  readonly rows: Readonly<Record<ListName, ListRows<unknown>>>;
}

const noRows: ListRows<unknown> = { items: [], places: [] };

/** What a desk has saved that has saved nothing. */
export const NOTHING_SAVED: SavedKept = {
  kept: { pending: [], journal: { undo: [], redo: [] }, drafts: new Map() },
  rows: { pending: noRows, refused: noRows, undo: noRows, redo: noRows },
};

/** A desk as its row names it. */
export interface DeskRow {
  readonly id: string;
  readonly mark: string;
  readonly terminal: string;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

/** Writes what differs from what was saved. Returns what is saved then. */
export function writeKept(sql: Sql, desk: DeskRow, former: SavedKept, kept: Kept): SavedKept {
  writeDesk(sql, desk);
  writeDrafts(sql, desk, former.kept.drafts, kept.drafts);
  const rows = Object.fromEntries(NAMES.map(name => [name, writeList(sql, desk.id, name, former, kept)]));
  return { kept, rows: rows as SavedKept['rows'] };
}

/** Writes a desk's sign of life. */
function writeDesk(sql: Sql, { id, mark, terminal, seenAt }: DeskRow): void {
  sql(`insert into desk (id, mark, terminal, beat, seen_at) values (?, ?, ?, 0, ?)
       on conflict do update set seen_at = excluded.seen_at, beat = beat + 1`).run(id, mark, terminal, seenAt);
}

/** Whether it contains nothing that another desk could use. */
export function isEmptyKept({ pending, journal, drafts, refused = [], place }: Kept): boolean {
  const { undo, redo } = journal;
  return place === undefined && pending.length + drafts.size + refused.length + undo.length + redo.length === 0;
}

/** Every part is compared, so that a change of a single part is saved too. */
export function isSame<Parts extends object>(a: Parts, b: Parts): boolean {
  const parts = new Set([...Object.keys(a), ...Object.keys(b)]) as ReadonlySet<unknown> as ReadonlySet<keyof Parts>;
  return [...parts].every(part => a[part] === b[part]);
}

function writeList(sql: Sql, desk: string, name: ListName, former: SavedKept, kept: Kept): ListRows<unknown> {
  const { gone, added, rows } = changedRows(former.rows[name], LISTS[name](kept));
  for (const place of gone) sql('delete from entry where desk = ? and list = ? and place = ?').run(desk, name, place);
  for (const [place, item] of added) {
    sql('insert into entry (desk, list, place, value) values (?, ?, ?, ?)').run(
      desk,
      name,
      place,
      JSON.stringify(item),
    );
  }
  return rows;
}

function writeDrafts(sql: Sql, { id, seenAt }: DeskRow, former: Drafts, drafts: Drafts): void {
  if (former === drafts) return;
  for (const key of former.keys()) {
    if (!drafts.has(key)) sql('delete from draft where desk = ? and key = ?').run(id, key);
  }
  for (const [key, text] of drafts) {
    if (former.get(key) === text) continue;
    sql(`insert into draft (desk, key, text, begun_at) values (?, ?, ?, ?)
         on conflict do update set text = excluded.text`).run(id, key, text, seenAt);
  }
}

/** Reads what a desk keeps; undefined if it is not there.  */
export function readKept(sql: Sql, desk: string): Kept | undefined {
  const row = sql('select seen_at from desk where id = ?').get(desk);
  if (!row) return undefined;
  const listOf = (name: ListName): never[] =>
    sql('select value from entry where desk = ? and list = ? order by place')
      .all(desk, name)
      .map(({ value }) => JSON.parse(String(value)) as never);
  const drafts = sql('select key, text from draft where desk = ?').all(desk);
  return {
    pending: listOf('pending'),
    refused: listOf('refused'),
    journal: { undo: listOf('undo'), redo: listOf('redo') },
    drafts: new Map(drafts.map(({ key, text }) => [String(key) as DraftKey, String(text)])),
    endedAt: Number(row.seen_at),
  };
}
