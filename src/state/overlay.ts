import type { Draft } from '../text/edit.ts';
import type { SafeText } from '../text/safe.ts';
import type { MailKind } from './draft-kinds.ts';
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

/** The state of the box of a mail. `data`: its input. */
export interface FieldOverlay<Data = unknown> {
  readonly kind: 'field';
  readonly actionId: ActionId;
  readonly targets: readonly number[];
  readonly draft: Draft;
  /** Its text is kept as this draft of its first target. */
  readonly draftKind: MailKind;
  /** Its text was a draft before the box opened. */
  readonly isDraft?: true;
  readonly data: Data;
}

/** An overlay over the panes. Its action defines title, options and meaning; this is only its state. */
export type Overlay = FieldOverlay | OpenBox;
