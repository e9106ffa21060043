import type { Desk } from '../state/desk.ts';
import type { BoxKeyId } from '../state/world/overlay.ts';
import type { World } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';
import type { AnyFlow } from './script.ts';

/** Where an action's keys work: `conversations` is the list and the detail. */
export type KeyScope = 'everywhere' | 'conversations' | 'list' | 'detail' | 'inboxes';

/**
 * One thing that an agent can do. Keymap, help, footer, palette and the guide's table are derived from it. `Id` is its
 * id, from which `ActionId` is made.
 */
export interface Action<Id extends string = string> {
  /** `conversation.archive`: never changes, because keys are bound to it. */
  readonly id: Id;
  readonly title: SafeText;
  /** A line for the help: at most 60 characters, without a full stop. */
  readonly help: SafeText;
  /** Everywhere if it is absent. */
  readonly scope?: KeyScope;
  /**
   * Key names (`terminal/input/key.ts`); the keys of a sequence are separated by a space (`g g`). Without any, only the
   * palette has it. `d`, `B`, `P` and `Y` stay free for keys of the user.
   */
  readonly keys?: readonly string[];
  /** Other words that people search it by, in lower case. */
  readonly words?: readonly string[];
  /** The word beside the key in the footer; without it the footer omits the action. */
  readonly hint?: SafeText;
  /** It changes the help center, or sends kept changes: a read-only desk refuses it. */
  readonly writes?: true;
  /** It changes how a screen looks and nothing else: a desk in lines has none. */
  readonly isForScreen?: true;
  /** It needs an answer of the help center at once: a desk that is offline refuses it. */
  readonly needsServer?: true;
  /**
   * Why it cannot act now, as a sentence. Callers use `whyUnavailable`, which adds the reasons common to all actions.
   */
  readonly unavailable?: (world: World) => SafeText | undefined;
  readonly run: (desk: Desk) => void;
  /** The boxes that it asks: first those that `run` begins with. */
  readonly flows?: readonly AnyFlow[];
}

/** Any action. */
export type AnyAction = Action;

/** Input from the terminal: one key by its name (`terminal/input/key.ts`), or one paste kept whole. */
export type Stroke =
  | { readonly kind: 'key'; readonly name: string; readonly text?: string }
  | { readonly kind: 'paste'; readonly text: string };

/** A stroke that is a key. `box`: what it means in a box, if it is one of the keys there that have ids. */
export type KeyStroke = Extract<Stroke, { kind: 'key' }> & { readonly box?: BoxKeyId };
