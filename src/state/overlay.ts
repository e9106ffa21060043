import type { Draft } from '../text/edit.ts';
import type { SafeText } from '../text/safe.ts';
import type { OpenBox } from './open-box.ts';

/** Filled in by the list of actions: this folder may not import it, but holds its ids. */
export interface ActionList extends Record<never, string> {}

/** The id of an action in `actions/index.ts`: `conversation.archive`. */
export type ActionId = ActionList[keyof ActionList];

/** Filled in by `keys/box-keys.ts`, in the same way. */
export interface BoxKeyList extends Record<never, string> {}

/** The id of a key inside boxes: `box.send`. */
export type BoxKeyId = BoxKeyList[keyof BoxKeyList];

/**
 * The first key of each action, and each key inside boxes, as a person reads it: `gd`. Sentences name them by their ids and
 * get the key here.
 */
export type KeyNames = Readonly<Record<ActionId | BoxKeyId, SafeText>>;

/** A walk of a text field through several texts; any key but those of the walk ends it. */
export interface Walk {
  /** The keys that go on: Tab through completions, the arrows through earlier lines. */
  readonly by: 'tab' | 'arrows';
  /** The draft before it began. */
  readonly from: Draft;
  readonly drafts: readonly Draft[];
  readonly index: number;
}

/** The drafts of mails. */
export const mailKinds = ['reply', 'forward'] as const;
export type MailKind = (typeof mailKinds)[number];

/** What can be written and not sent yet. */
export const draftKinds = ['note', 'title', ...mailKinds] as const;
export type DraftKind = (typeof draftKinds)[number];

/** What is written in a draft. All but the text belong to mails; a note has files, too. */
export type DraftField = 'text' | 'to' | 'cc' | 'bcc' | 'subject' | 'inbox' | 'files' | 'message' | 'following';

/** The key of a draft: its kind and its conversation. */
export type DraftKey = `${DraftKind}:${number}`;
/** What is written in a draft: no field is there without a text. */
export type DraftFields = Readonly<Partial<Record<DraftField, string>>>;
/** What was written and not sent. A draft on several conversations belongs to the first one. */
export type Drafts = ReadonlyMap<DraftKey, DraftFields>;

/** A draft that the agent has discarded. */
export interface Discarded {
  readonly key: DraftKey;
  readonly fields: DraftFields;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The state of a text field. `data`: its input. */
export interface FieldOverlay<Data = unknown> {
  readonly kind: 'field';
  readonly actionId: ActionId;
  readonly targets: readonly number[];
  readonly draft: Draft;
  readonly multiline: boolean;
  readonly walk?: Walk | undefined;
  /** Its text is kept as this draft of its first target. */
  readonly draftKind?: DraftKind;
  /** Its text was a draft before the box opened. */
  readonly isDraft?: true;
  /** Its text is drawn as one sign for each character. */
  readonly isSecret?: true;
  /** Why the text was not taken when it was sent; until it is edited. */
  readonly fault?: SafeText;
  /** The text is on its way to the help center: until the answer, only Esc works. */
  readonly isSending?: true;
  readonly data: Data;
}

/** An overlay over the panes. Its action defines title, options and meaning; this is only its state. */
export type Overlay = FieldOverlay | OpenBox;
