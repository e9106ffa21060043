import type { Kept } from '../../state/kept.ts';
import type { Owner } from './owner.ts';

/** The contents of a file of an earlier version. `owner` is null in the earliest ones, which did not record it. */
export interface FormerText {
  readonly kept: Kept;
  readonly owner: Owner | null;
  /** When it was written; milliseconds since 1970. Undefined in the earliest ones. */
  readonly savedAt: number | undefined;
}

/** Reads it. Throws if it is damaged. */
export function readFormerText(text: string): FormerText {
  const { pending, journal, drafts, refused = [], owner = null, savedAt } = JSON.parse(text);
  const lists = [pending, drafts, refused, journal.undo, journal.redo];
  if (!lists.every(Array.isArray)) throw new Error('This is no kept state.');
  return { kept: { pending, journal, drafts: new Map(drafts), refused }, owner, savedAt };
}
