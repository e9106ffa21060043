import { draftKey, draftParts, fieldsIn, withDraftFields } from '../../state/drafts/drafts.ts';
import type { SavedState } from '../../state/kept/storage.ts';
import type { DraftField } from '../../state/world/draft-kinds.ts';
import type { DraftKey, DraftKind, Drafts, Operation } from '../../state/world.ts';
import { operationOf } from './operation-of.ts';
import type { PrepareSql } from './sqlite-file.ts';

/** The saved state of a desk, and the places of the rows of its operations, by their ids. */
export interface SavedKept {
  readonly kept: SavedState;
  readonly places: ReadonlyMap<string, number>;
}

/** The saved state of a new desk. */
export const NOTHING_SAVED: SavedKept = { kept: { operations: [], drafts: new Map() }, places: new Map() };

/** A desk as its row names it. */
export interface DeskRow {
  readonly id: string;
  readonly mark: string;
  readonly terminal: string;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

/** Writes the difference and returns the new saved state. */
export function writeKept(sql: PrepareSql, desk: DeskRow, former: SavedKept, kept: SavedState): SavedKept {
  writeDesk(sql, desk);
  writeDrafts(sql, desk, former.kept.drafts, kept.drafts);
  if (kept.epoch !== former.kept.epoch) writeEpoch(sql, desk.id, kept.epoch);
  return { kept, places: writeOperations(sql, desk.id, former, kept.operations) };
}

/** Writes a desk's sign of life. */
function writeDesk(sql: PrepareSql, { id, mark, terminal, seenAt }: DeskRow): void {
  sql(`insert into desk (id, mark, terminal, beat, seen_at) values (?, ?, ?, 0, ?)
       on conflict do update set seen_at = excluded.seen_at, beat = beat + 1`).run(id, mark, terminal, seenAt);
}

function writeEpoch(sql: PrepareSql, desk: string, epoch: SavedState['epoch']): void {
  sql('delete from epoch where desk = ?').run(desk);
  if (epoch) sql('insert into epoch (desk, value) values (?, ?)').run(desk, epoch);
}

/** Whether it contains nothing that another desk could use. */
export function isEmptyKept({ operations, drafts, place }: SavedState): boolean {
  return place === undefined && operations.length + drafts.size === 0;
}

/** Every part is compared, so that a change of a single part is saved too. */
export function hasSameParts<Parts extends object>(a: Parts, b: Parts): boolean {
  const parts = new Set([...Object.keys(a), ...Object.keys(b)]) as ReadonlySet<unknown> as ReadonlySet<keyof Parts>;
  return [...parts].every(part => a[part] === b[part]);
}

function writeOperations(
  sql: PrepareSql,
  desk: string,
  { kept, places: former }: SavedKept,
  operations: readonly Operation[],
): ReadonlyMap<string, number> {
  const places = placesOf(former, operations);
  if (!places) {
    // Those of another desk came between them.
    sql('delete from operation where desk = ?').run(desk);
    return writeOperations(sql, desk, NOTHING_SAVED, operations);
  }
  const saved = new Map(kept.operations.map(one => [one.id, one]));
  for (const id of saved.keys()) {
    if (!places.has(id)) sql('delete from operation where desk = ? and id = ?').run(desk, id);
  }
  for (const one of operations.filter(operation => saved.get(operation.id) !== operation)) {
    sql(`insert into operation (desk, id, place, value) values (?, ?, ?, ?)
         on conflict do update set value = excluded.value`).run(desk, one.id, places.get(one.id)!, JSON.stringify(one));
  }
  return places;
}

/** The places of these operations, new ones behind all others; undefined if that is not their order. */
function placesOf(former: ReadonlyMap<string, number>, operations: readonly Operation[]) {
  const places = new Map<string, number>();
  let last = Math.max(0, ...former.values());
  let highest = 0;
  for (const { id } of operations) {
    const place = former.get(id) ?? ++last;
    if (place < highest) return undefined;
    highest = place;
    places.set(id, place);
  }
  return places;
}

function writeDrafts(sql: PrepareSql, { id, seenAt }: DeskRow, former: Drafts, drafts: Drafts): void {
  if (former === drafts) return;
  const [saved, rows] = [draftRows(former), draftRows(drafts)];
  for (const key of saved.keys()) {
    if (!rows.has(key)) sql('delete from draft where desk = ? and key = ?').run(id, key);
  }
  for (const [key, text] of rows) {
    if (saved.get(key) === text) continue;
    sql(`insert into draft (desk, key, text, begun_at) values (?, ?, ?, ?)
         on conflict do update set text = excluded.text`).run(id, key, text, seenAt);
  }
}

/** A row for each field: `reply:12` is the text of a reply, `reply-to:12` the people in its To. */
function draftRows(drafts: Drafts): ReadonlyMap<string, string> {
  return new Map(
    fieldsIn(drafts).map(([key, field, text]) => {
      const { kind, id } = draftParts(key);
      return [field === 'text' ? key : `${kind}-${field}:${id}`, text];
    }),
  );
}

/** The draft and the field of such a row. */
export function fieldOfRow(key: string): readonly [DraftKey, DraftField] {
  const [, kind, field = 'text', id] = /^(\w+)(?:-(\w+))?:(.*)$/.exec(key) ?? [];
  return [draftKey(kind as DraftKind, Number(id)), field as DraftField];
}

/** Reads the state of a desk; undefined if there is none. */
export function readKept(sql: PrepareSql, desk: string): SavedState | undefined {
  const row = sql('select seen_at from desk where id = ?').get(desk);
  if (!row) return undefined;
  const operations = sql('select value from operation where desk = ? order by place').all(desk);
  const drafts = sql('select key, text from draft where desk = ?').all(desk);
  const epoch = sql('select value from epoch where desk = ?').get(desk);
  return {
    ...(epoch && { epoch: String(epoch.value) }),
    operations: operations.map(({ value }) => operationOf(String(value))),
    drafts: withDraftFields(
      new Map(),
      drafts.map(({ key, text }) => [...fieldOfRow(String(key)), String(text)] as const),
    ),
    endedAt: Number(row.seen_at),
  };
}
