/** The drafts of mails. */
export const mailKinds = ['reply', 'forward'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Whether a draft of this kind is a mail. */
export function isMailKind(kind: string): kind is MailKind {
  return (mailKinds as readonly string[]).includes(kind);
}

/** The kinds of unsent texts. */
export const draftKinds = ['note', 'title', ...mailKinds] as const;
export type DraftKind = (typeof draftKinds)[number];

/** The fields of a draft. All but the text belong to mails; a note has files, too. */
export type DraftField = 'text' | 'to' | 'cc' | 'bcc' | 'subject' | 'inbox' | 'files' | 'message' | 'following';

/** The key of a draft: its kind and its conversation. */
export type DraftKey = `${DraftKind}:${number}`;
/** The texts of a draft: no field is there without a text. */
export type DraftFields = Readonly<Partial<Record<DraftField, string>>>;
/** An unsent text. A draft on several conversations belongs to the first one. */
export type Drafts = ReadonlyMap<DraftKey, DraftFields>;

/** A draft that the agent has discarded. */
export interface Discarded {
  readonly key: DraftKey;
  readonly fields: DraftFields;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The agent's unsent texts. */
export interface WrittenDrafts {
  /** Kept when their box closes, and when the process ends. */
  readonly drafts: Drafts;
  /** The newest first; those of the last day can be brought back. */
  readonly discarded: readonly Discarded[];
}
