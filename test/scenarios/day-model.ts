import type { Conversation } from '../../src/contract/model.ts';

/** What a view or a filter lists; `isByWaiting`: those that wait longest first. */
export type View = ((one: Conversation) => boolean) & { readonly isByWaiting?: true };

/** The fields that a verb sets. */
type Fields = Partial<Conversation>;

/** What the next `z` brings back: the former fields of each conversation that the verb changed. */
type Former = ReadonlyMap<number, Fields>;

/**
 * A help center and the list of a desk, as the keys say they are: the keys pressed on the desk are told to it as well,
 * and at the end both must agree. It knows nothing of the desk's own code.
 */
export class DayModel {
  readonly all: Map<number, Conversation>;
  view: View;
  cursor: number;
  /** The marked conversations, each with the view in which it was marked. */
  readonly marks = new Map<number, View>();
  readonly notes = new Map<number, string[]>();
  readonly #journal: Former[] = [];
  /** When each customer asked, which nobody answers: closing and archiving end the wait, undoing brings it back. */
  readonly #asked: Map<number, Conversation['last_message_at']>;
  /** The order of last messages within a second too: a merge gives the target the newest of its parts. */
  readonly #place: Map<number, number>;
  /** Changed by another agent: every change of the desk is refused. */
  readonly #gone = new Set<number>();

  constructor(all: readonly Conversation[], view: View) {
    this.all = new Map(all.map(one => [one.id, { ...one }]));
    this.#asked = new Map(all.map(one => [one.id, one.last_message_at]));
    this.#place = new Map(all.map(one => [one.id, one.id]));
    this.view = view;
    this.cursor = this.rows()[0]!;
  }

  get(id: number): Conversation {
    return this.all.get(id)!;
  }

  /** The listed ids, newest first, or longest waiting first; within a second by id. */
  rows(): readonly number[] {
    const listed = [...this.all.values()].filter(one => one.merged_into === null && this.view(one));
    const when = (one: Conversation) => Date.parse(one.last_message_at);
    const since = (one: Conversation) => Date.parse(one.waiting_since ?? '');
    const byWaiting = (a: Conversation, b: Conversation) => since(a) - since(b) || a.id - b.id;
    const byNews = (a: Conversation, b: Conversation) => when(b) - when(a) || b.id - a.id;
    return listed.sort(this.view.isByWaiting ? byWaiting : byNews).map(({ id }) => id);
  }

  /** A key of a view, or a filter. */
  open(view: View): void {
    this.view = view;
    this.top();
    for (const id of this.rows()) if (this.marks.has(id)) this.marks.set(id, view);
  }

  top(): void {
    this.cursor = this.rows()[0] ?? 0;
  }

  move(delta: number): void {
    const rows = this.rows();
    const at = Math.max(0, Math.min(rows.length - 1, rows.indexOf(this.cursor) + delta));
    this.cursor = rows[at] ?? 0;
  }

  /** `x`: marks or unmarks, and goes down. */
  mark(): void {
    if (!this.marks.delete(this.cursor)) this.marks.set(this.cursor, this.view);
    this.move(1);
  }

  markAll(): void {
    for (const id of this.rows()) this.marks.set(id, this.view);
  }

  invert(): void {
    for (const id of this.rows()) if (!this.marks.delete(id)) this.marks.set(id, this.view);
  }

  /** `V` at the cursor, `down` rows down, `V`. */
  range(down: number): void {
    const rows = this.rows();
    const from = rows.indexOf(this.cursor);
    this.move(down);
    for (const id of rows.slice(from, rows.indexOf(this.cursor) + 1)) this.marks.set(id, this.view);
  }

  targets(): readonly number[] {
    return this.marks.size > 0 ? [...this.marks.keys()] : [this.cursor];
  }

  /** A verb on the marks, or the row under the cursor. Returns those that the help center refuses. */
  verb(change: (one: Conversation) => Fields, ids = this.targets()): readonly number[] {
    const rows = this.rows();
    const former = new Map<number, Fields>();
    for (const id of ids) {
      const one = this.get(id);
      if (this.#gone.has(id)) continue;
      const fields = change(one);
      const names = (Object.keys(fields) as (keyof Conversation)[]).filter(
        name => JSON.stringify(fields[name]) !== JSON.stringify(one[name]),
      );
      if (names.length > 0) former.set(id, Object.fromEntries(names.map(name => [name, one[name]])));
      this.#set(id, fields);
    }
    if (former.size > 0) this.#journal.push(former);
    this.#settle(rows);
    return ids.filter(id => this.#gone.has(id));
  }

  /** `z`. */
  undo(): void {
    const rows = this.rows();
    for (const [id, fields] of this.#journal.pop() ?? []) this.#set(id, fields);
    this.#settle(rows);
  }

  note(text: string): void {
    const id = this.cursor;
    this.notes.set(id, [...(this.notes.get(id) ?? []), text]);
    this.#set(id, { note_count: this.get(id).note_count + 1 });
  }

  /** The desk, or another agent, merges these into one; nothing undoes it. */
  merge(ids: readonly number[], into: number): void {
    for (const id of ids.toSorted((a, b) => a - b)) {
      const [target, source] = [this.get(into), this.get(id)];
      const participants = [...target.participants, ...source.participants];
      const byEmail = new Map(participants.toReversed().map(one => [one.email, one]));
      const newest = this.#place.get(id)! > this.#place.get(into)! ? source : target;
      this.#asked.set(into, [this.#asked.get(into)!, this.#asked.get(id)!].sort()[0]!);
      this.#place.set(into, Math.max(this.#place.get(into)!, this.#place.get(id)!));
      this.#set(into, {
        tags: [...new Set([...target.tags, ...source.tags])].sort(),
        contacts: [...new Set([...target.contacts, ...source.contacts])],
        participants: participants.filter(one => byEmail.get(one.email) === one),
        message_count: target.message_count + source.message_count,
        note_count: target.note_count + source.note_count,
        last_message_at: newest.last_message_at,
        preview: newest.preview,
      });
      this.notes.set(into, [...(this.notes.get(into) ?? []), ...(this.notes.get(id) ?? [])]);
      this.notes.delete(id);
      const emptied = { tags: [], contacts: [], requester: null, participants: [], note_count: 0 };
      this.#set(id, { ...emptied, merged_into: into, message_count: 1 });
      for (const led of this.all.values()) if (led.merged_into === id) this.#set(led.id, { merged_into: into });
      this.marks.delete(id);
    }
  }

  /** Another agent merges it away; the desk does not know, and keeps its mark. */
  mergeElsewhere(id: number, into: number): void {
    const home = this.marks.get(id);
    this.merge([id], into);
    this.#gone.add(id);
    if (home) this.marks.set(id, home);
  }

  /** Another agent changes it; the desk's own changes stay what they are. */
  elsewhere(id: number, fields: Fields): void {
    // A message that came is newer than all others.
    if (fields.last_message_at) this.#place.set(id, Math.max(...this.#place.values()) + 1);
    this.#set(id, fields);
  }

  /** A conversation comes that was not there at the beginning. */
  arrive(one: Conversation): void {
    this.all.set(one.id, { ...one });
    this.#asked.set(one.id, one.last_message_at);
    this.#place.set(one.id, one.id);
  }

  /** `R`, or another view: what is gone has no mark. */
  refresh(): void {
    for (const id of this.#gone) this.marks.delete(id);
  }

  #set(id: number, fields: Fields): void {
    const one = { ...this.get(id), ...fields };
    const isOver = one.archived || one.status === 'closed' || one.merged_into !== null;
    this.all.set(id, { ...one, waiting_since: isOver ? null : this.#asked.get(id)! });
  }

  /** The cursor goes to the next row if its own left; what left the list where it was marked is marked no more. */
  #settle(before: readonly number[]): void {
    const rows = this.rows();
    const isRow = new Set(rows);
    const wasRow = new Set(before);
    for (const [id, home] of this.marks) {
      const view = wasRow.has(id) ? this.view : home;
      if (!this.#gone.has(id) && !view(this.get(id))) this.marks.delete(id);
    }
    if (isRow.has(this.cursor)) return;
    const at = before.indexOf(this.cursor);
    const next = before.slice(at).find(id => isRow.has(id));
    this.cursor = next ?? before.slice(0, at).findLast(id => isRow.has(id)) ?? rows[0] ?? 0;
  }
}
