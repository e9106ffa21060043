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
export function keptText({ pending, journal, drafts, refused = [] }: Kept, owner: Owner, savedAt: number): string {
  return JSON.stringify({ owner, pending, journal, drafts: [...drafts], refused, savedAt });
}

/** Reads it again, also in the former format. Throws if it is damaged. */
export function readKeptText(text: string): KeptText {
  const { pending, journal, drafts, refused = [], owner = null, savedAt } = JSON.parse(text);
  const lists = [pending, drafts, refused, journal.undo, journal.redo];
  if (!lists.every(Array.isArray)) throw new Error('This is no kept state.');
  return { kept: { pending, journal, drafts: new Map(drafts), refused }, owner, savedAt };
}

/** Whether it contains nothing that another desk could use. */
export function isEmptyKept({ pending, journal, drafts, refused = [] }: Kept): boolean {
  return pending.length + drafts.size + refused.length + journal.undo.length + journal.redo.length === 0;
}
