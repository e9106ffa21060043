import type { SafeText } from '../../text/safe.ts';

/**
 * What a line of the detail is: the first line of an entry (`head`), its text, a quotation or signature shown in
 * full, a passage folded into one line (`fold`), an attachment, something that happened (`event`), or an empty line.
 * `more`: earlier messages are not loaded.
 */
export type LineRole = 'head' | 'text' | 'quote' | 'signature' | 'fold' | 'attachment' | 'event' | 'gap' | 'more';

/** Who speaks; `note`: agents among themselves. */
export type Voice = 'customer' | 'agent' | 'note';

/** One line of the detail at the pane's width. */
export interface DetailLine {
  /** The entry it belongs to (`message:12`, `note:3`); null: between entries. */
  readonly entryKey: string | null;
  readonly role: LineRole;
  /**
   * Whose words these are, told by a sign at the left for which two columns are kept free: no text can pass for a head or
   * for a note. Null: the desk's own words, such as the head of a message.
   */
  readonly voice: Voice | null;
  readonly text: SafeText;
  /** What stands at the right edge of the same line. */
  readonly right: SafeText | null;
  /** The passage that Enter opens or folds here, as in `Detail.opened`. */
  readonly foldKey: string | null;
}

/** A line that is no note's and opens nothing. */
export function detailLine(
  entryKey: string | null,
  role: LineRole,
  text: SafeText,
  right: SafeText | null = null,
): DetailLine {
  return { entryKey, role, voice: null, text, right, foldKey: null };
}
