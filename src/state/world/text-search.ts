/** A place of the words of a search. */
export interface Match {
  /** The index of the line in which it begins, among the lines with nothing folded. */
  readonly line: number;
  /** Its start and its end in the key of that line's text (`findKey`). */
  readonly from: number;
  readonly to: number;
  /** How much of the next line's key belongs to it. */
  readonly over: number;
}

/** A search in the detail, and its last match. */
export interface Find {
  readonly words: string;
  readonly matches: readonly Match[];
  /** The lines that were searched, with nothing folded: others are another conversation, or another width. */
  readonly all: readonly unknown[];
  /** The index of the last match that was shown. */
  readonly current: number;
  /** The index of its line among the lines shown; null if the agent has moved on since. */
  readonly line: number | null;
  /** The passage that was opened to show it, and is folded again afterwards; null if none. */
  readonly foldKey: string | null;
}
