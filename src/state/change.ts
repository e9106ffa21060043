import type * as v from 'valibot';
import type { Client } from '../client/client.ts';
import type { SafeText } from '../text/safe.ts';
import type { Refusal } from './pending.ts';
import type { ChangeCall, Conversation, DraftKind, Note, Offer, Visible, World } from './world.ts';

export type { Refusal } from './pending.ts';
export type { ChangeCall, Visible } from './world.ts';

/** What the list of changes adds about itself: this file does not know it, but the inverse of a change names another. */
export interface ChangeList extends Record<never, string> {}

/** The name of a change in `changes/list.ts`: `conversation.archive`. */
export type ChangeName = ChangeList[keyof ChangeList];

/** A call of a change that this version knows. What was kept may hold others. */
export interface OwnCall extends ChangeCall {
  readonly name: ChangeName;
}

/** Every change names the conversations that it is about. */
export interface ChangeArgs {
  readonly ids: readonly number[];
}

/** Something that a help center does not offer, and how that is told. */
export interface Absence {
  readonly offer: Offer;
  readonly reason: SafeText;
}

/** What the help center made of a change: what it answered, and which conversations it refused it for. */
export interface Outcome {
  readonly conversations: readonly Conversation[];
  readonly refused: readonly Refusal[];
  /** Conversations for which the answer does not say whether it was done, and what was said instead. */
  readonly unsure?: { readonly ids: readonly number[]; readonly problem: SafeText };
  /** The note that was added, in place of the one shown until then. */
  readonly note?: Note;
  /** What it needs is not there at all: it is switched off for this run, and the reason said once. */
  readonly absent?: Absence;
  /** Conversations of which more has changed than the answer says: what is loaded of them is read again. */
  readonly reread?: readonly number[];
}

/** What a notice says of a change: in full, and in few cells for a slow link. Without a full stop. */
export interface Title {
  readonly text: SafeText;
  readonly short: SafeText;
}

/** The agent's words in a change, and what they are a draft of. */
export interface Written<Args extends ChangeArgs> {
  readonly kind: DraftKind;
  readonly text: (args: Args) => string;
}

/**
 * A change of conversations, as data: shown at once, sent later, taken back by its inverse.
 * `apply` is pure and tolerates what is missing; applied where it already holds, it gives the same values back.
 */
export interface Change<Args extends ChangeArgs = ChangeArgs> {
  readonly args: v.GenericSchema<unknown, Args>;
  /** All conversations that it touches, where that is more than `ids`: what is sent in order. */
  readonly touched?: (args: Args) => readonly number[];
  readonly apply: (visible: Visible, args: Args) => Visible;
  /** Carries it out. Throws an `ApiError` where nothing of it is known to be done. */
  readonly send: (client: Client, args: Args, key: string) => Promise<Outcome>;
  /**
   * Reads whether it is done already. Returns its result, or null if it is not done or if that is unknown. Throws an
   * `ApiError` if nothing can be read. By default: `apply` must change none of its conversations as they were read.
   */
  readonly check?: (client: Client, args: Args) => Promise<Outcome | null>;
  /**
   * What takes it back, per item, given what was seen before; or `hold`: kept back for `holdMs` and then final;
   * or `none`.
   */
  readonly undo: ((args: Args, before: Visible) => readonly OwnCall[]) | 'hold' | 'none';
  readonly holdMs?: number;
  /**
   * Whether it still holds for a conversation; else undoing would undo somebody else's. By default: `apply` is idle.
   */
  readonly holds?: (args: Args, visible: Visible, id: number) => boolean;
  /** Fills in what only the desk can know at the moment of the change: the id of a note until it has its own. */
  readonly fillIn?: (args: Args, world: World, at: number) => Args;
  /** The arguments once a note has got its own id. */
  readonly renamed?: (args: Args, from: number, to: number) => Args;
  /** What the agent wrote in it by hand: it is a draft again if the change is refused, dropped or taken back. */
  readonly written?: Written<Args>;
  /** Made by the desk, not by the agent: `PendingChange.isQuiet`. The newest of a conversation replaces those that wait. */
  readonly isQuiet?: true;
  /** It can be done again elsewhere without a further word; a merge, a note or a title belongs to its conversation. */
  readonly isRepeatable: boolean;
  /** What was done: `Archived 2 conversations`. */
  readonly title: (args: Args, visible: Visible) => Title;
  /** What was not done: `Not archived`. */
  readonly refusal: SafeText;
}
