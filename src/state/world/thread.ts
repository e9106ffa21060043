import type {
  AttachmentSummary,
  Contact,
  Conversation,
  Earlier,
  HistoryEntry,
  Message,
  Note,
  Review,
} from '../../client/model.ts';
import type { SafeText } from '../../text/safe.ts';

/** The contacts of a conversation, and its requester's other conversations. */
export interface People {
  /** Those whose names and addresses were read. The conversation itself says which contacts it has. */
  readonly contacts: readonly Contact[];
  /** The contact who has these other conversations; null if the conversation has no contact. */
  readonly requesterId: number | null;
  /** The newest of them, newest first. */
  readonly others: readonly Conversation[];
  /** How many others there are; null if the help center does not say it. */
  readonly total: number | null;
  /** The version of the others, for a conditional read. */
  readonly etag: string | null;
  /** Why the others are not known. */
  readonly problem: SafeText | null;
}

/** The data of one conversation for the detail. */
export interface Thread {
  readonly messages: readonly Message[];
  readonly notes: readonly Note[];
  readonly reviews: readonly Review[];
  readonly history: readonly HistoryEntry[];
  /** Absent until they are shown for the first time. */
  readonly people?: People;
  /** The requester's earlier conversations; absent if there are none, or if the help center does not say it. */
  readonly earlier?: Earlier;
  /** The read attachments of notes, which name them by id alone; null if one is gone. Absent: nothing yet. */
  readonly files?: ReadonlyMap<number, AttachmentSummary | null>;
  /** The cursor of older messages; null if all are loaded. */
  readonly nextCursor: string | null;
  /**
   * The version of the conversation at which it was read: it holds at least that. Null if the help center has no
   * versions, or if it was not known.
   */
  readonly version: number | null;
  /** When the help center answered; milliseconds. */
  readonly asOf: number;
  /** It is as an earlier desk read it: this one has not read it yet. */
  readonly isCached?: true;
}

/** The greatest id of these messages or notes; 0 if there are none. */
export function lastId(parts: readonly { readonly id: number }[]): number {
  return parts.reduce((last, { id }) => Math.max(last, id), 0);
}
