import { type SafeText, t } from '../../text/safe.ts';
import type { Conversation, Message, Note } from '../world.ts';

/**
 * The kind of a line of the detail: the first line of an entry (`head`), its text, text with something left out
 * (`short`: the middle of a link, the end of a line of code), a quotation or signature shown in full, a passage folded
 * into one line (`fold`), an attachment, an event (`event`), a mail that was not delivered (`failure`), or an empty line.
 * `more`: earlier messages are not loaded; `rest`: the rest of a message is not.
 */
export type LineRole =
  | 'head'
  | 'text'
  | 'short'
  | 'quote'
  | 'signature'
  | 'fold'
  | 'attachment'
  | 'event'
  | 'failure'
  | 'gap'
  | 'more'
  | 'rest';

/** The voice of an entry; `note`: agents to agents, `side`: with a third party, which the customer does not see. */
export type Voice = 'customer' | 'agent' | 'note' | 'side';

/** The passages shown in full, by key (`message:12/1`). */
export type Opened = ReadonlySet<string> | 'all';

/** The author of a head, its number and its time, each whole: a head is drawn at its width, and said without one. */
export interface Byline {
  /** Whose words follow: `customer`, `agent`, `note`. */
  readonly label: SafeText;
  /** With the address, if the name alone could mislead. */
  readonly name: SafeText;
  /** The desk's words about the author that the label does not say: `unverified`. */
  readonly marks: readonly SafeText[];
  /** `2 of 4`; empty if it is not known. */
  readonly number: SafeText;
  /** The time, or how far a mail has come. */
  readonly when: SafeText;
  /** The beginning of a message that is folded into its head. */
  readonly begins?: SafeText;
}

/** One line of the detail at the pane's width. */
export interface DetailLine {
  /** The entry it belongs to (`message:12`, `note:3`); null between entries. */
  readonly entryKey: string | null;
  readonly role: LineRole;
  /**
   * Whose words these are, shown by a sign in two reserved columns at the left: no text can imitate a head or a note.
   * Null for the desk's own words, such as the head of a message.
   */
  readonly voice: Voice | null;
  readonly text: SafeText;
  /** The text at the right edge of the same line. */
  readonly right: SafeText | null;
  /** Of the head of a message or a note. */
  readonly by?: Byline;
  /** To whom the entry went, before `right`. */
  readonly to?: SafeText;
  /** A key that helps here, behind `right`: on the screen alone. */
  readonly hint?: SafeText;
  /** The passage that Enter opens or folds here, as in `Detail.opened`. */
  readonly foldKey: string | null;
  /** The conversation that it lists: the sign of its state stands before the text. */
  readonly row?: Conversation;
}

/** A line that is not a note's and opens nothing. */
export function detailLine(
  entryKey: string | null,
  role: LineRole,
  text: SafeText,
  right: SafeText | null = null,
): DetailLine {
  return { entryKey, role, voice: null, text, right, foldKey: null };
}

/** Whose words an entry is; the help center's own messages count as an agent's. */
export function voiceOf(entry: Message | Note): Voice {
  if ('details' in entry) return 'note';
  if (entry.side) return 'side';
  const type = authorType(entry);
  return type === 'agent' || type === 'system' ? 'agent' : 'customer';
}

const LABELS = { customer: t`customer`, agent: t`agent`, note: t`note`, side: t`third party` } as const;

/** Whose words an entry is, in words; unlike its voice, the help center's own messages are not an agent's. */
export function voiceLabel(entry: Message | Note): SafeText {
  const type = 'details' in entry ? 'note' : authorType(entry);
  if (type === 'system') return t`help center`;
  return type === 'agent' ? LABELS.agent : LABELS[voiceOf(entry)];
}

/** The author of a message; null if another help center does not say. */
export function authorType({ author, kind }: Message): Message['kind'] {
  return author.type ?? kind;
}
