import type { SafeText } from '../../text/safe.ts';
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

/** A box over the panes. */
export type Overlay = OpenBox;
