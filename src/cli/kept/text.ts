import type { Kept } from '../../state/kept.ts';
import type { Owner } from './owner.ts';

/** The contents of a kept file. `owner` is null in the former format, which does not record it. */
export interface KeptText {
  readonly kept: Kept;
  readonly owner: Owner | null;
  /** When it was written; milliseconds since 1970. Undefined in the former format. */
  readonly savedAt: number | undefined;
}

/** The file format of a desk's state. */
export function keptText(kept: Kept, owner: Owner, savedAt: number): string {
  const { pending, journal, drafts, refused = [], place } = kept;
  return JSON.stringify({ owner, pending, journal, drafts: [...drafts], refused, savedAt, place });
}

/** Reads it again, also in the former format. Throws if it is damaged. */
export function readKeptText(text: string): KeptText {
  const { pending, journal, drafts, refused = [], owner = null, savedAt, place } = JSON.parse(text);
  const lists = [pending, drafts, refused, journal.undo, journal.redo];
  if (!lists.every(Array.isArray)) throw new Error('This is no kept state.');
  const kept: Kept = { pending, journal, drafts: new Map(drafts), refused, ...(place === undefined ? {} : { place }) };
  return { kept, owner, savedAt };
}

/** Whether it contains nothing that another desk could use. */
export function isEmptyKept({ pending, journal, drafts, refused = [], place }: Kept): boolean {
  const { undo, redo } = journal;
  return place === undefined && pending.length + drafts.size + refused.length + undo.length + redo.length === 0;
}
