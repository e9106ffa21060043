import type * as v from 'valibot';
import type { Absence } from '../../client/capabilities.ts';
import type { Client } from '../../client/client.ts';
import type { SafeText } from '../../text/safe.ts';
import type { SetField, Versions } from '../operations/conflict.ts';
import type { ChangeArgs, Refusal } from '../operations/operation.ts';
import type { ChangeCall, Conversation, DraftFields, DraftKind, Message, Note, Visible, World } from '../world.ts';

export type { Absence } from '../../client/capabilities.ts';
export type { Refusal } from '../operations/operation.ts';
export type { ChangeCall, Visible } from '../world.ts';

/** The list of changes adds its names here: this file does not know them, but the inverse of a change names another. */
export interface ChangeList extends Record<never, string> {}

/** The name of a change in `changes/list.ts`: `conversation.archive`. */
export type ChangeName = ChangeList[keyof ChangeList];

/** A call of a change that this version knows. Kept files may hold others. */
export interface OwnCall extends ChangeCall {
  readonly name: ChangeName;
}

/** The context in which a change is sent. */
export interface SendContext {
  /** The versions of the conversations that it was made on: the help center refuses it for one that changed since. */
  readonly versions: Versions;
  /** Reports how many of its conversations are answered. */
  readonly progress: (done: number) => void;
}

/** A conversation for which a change was refused because others changed it, or may have, since. */
export interface Stale extends Refusal {
  /** It has another version. Otherwise the reason may be that it was merged away. */
  readonly isOutdated: boolean;
}

/** The help center's answer to a change, and the conversations for which it was refused. */
export interface ChangeOutcome {
  readonly conversations: readonly Conversation[];
  readonly refused: readonly Refusal[];
  /** Conversations that have to be read first: nothing was done to them. */
  readonly stale?: readonly Stale[];
  /** Conversations for which the answer does not confirm the change, and the words it used instead. */
  readonly unsure?: {
    readonly ids: readonly number[];
    readonly problem: SafeText;
    /** A gateway knew no way to the help center, as it does while that one starts. */
    readonly isUnrouted?: true;
  };
  /** The note that was added; it replaces the provisional one. */
  readonly note?: Note;
  /** The conversation that it has made: lists and counts treat it like a colleague's. */
  readonly madeId?: number;
  /** The message that was added; it replaces the provisional one. */
  readonly message?: Message;
  /**
   * The help center does not have the feature that the change needs: it is switched off for this run, and the reason
   * shown once.
   */
  readonly absent?: Absence;
  /** Conversations that changed more than the answer shows: their loaded parts are read again. */
  readonly reread?: readonly number[];
}

/** The result of a read about a change that was sent before. */
export type Checked = ChangeOutcome | 'notDone' | 'unknown';

/** An earlier attempt to send a change. */
export interface Tried {
  /** When the help center may first have received it, by this machine's clock; milliseconds since 1970. */
  readonly at: number | undefined;
  /** Its conversations, just read. */
  readonly conversations: readonly Conversation[];
}

/** The notice of a change: in full, and in few cells for a slow link. Without a full stop. */
export interface Title {
  readonly text: SafeText;
  readonly short: SafeText;
}

/** The draft that a change was made of: its kind, and what was written in it. */
export type WrittenDraft<Args extends ChangeArgs> = (args: Args) => readonly [DraftKind, DraftFields];

/**
 * A change of conversations, as data: shown at once, sent later, undone by its inverse. `apply` is pure and tolerates
 * missing data; applied a second time, it returns the same values.
 */
export interface Change<Args extends ChangeArgs = ChangeArgs> {
  readonly args: v.GenericSchema<unknown, Args>;
  /** All conversations that it touches, if that is more than `ids`: their changes are sent in order. */
  readonly allIds?: (args: Args) => readonly number[];
  readonly apply: (visible: Visible, args: Args) => Visible;
  /** Carries it out. Throws an `ApiError` if no part of it is known to be done. */
  readonly send: (client: Client, args: Args, key: string, job: SendContext) => Promise<ChangeOutcome>;
  /**
   * Reads whether it is done already: returns its result if it is. Throws an `ApiError` if nothing can be read. By
   * default: done if `apply` changes none of its conversations as read.
   */
  readonly check?: (client: Client, args: Args, tried: Tried) => Promise<Checked>;
  /**
   * Sent twice, it is done twice: if no read can tell whether it was done, the agent is asked in these words. Without
   * it, a second time changes nothing.
   */
  readonly doubt?: SafeText;
  /**
   * The calls that undo it, per item, from the state before; or `hold`: held for `holdMs` and then final; or `none`.
   */
  readonly undo: ((args: Args, before: Visible) => readonly OwnCall[]) | 'hold' | 'none';
  readonly holdMs?: number;
  /**
   * Whether it still holds for a conversation; if not, an undo would revert another agent's change. By default: whether
   * `apply` changes nothing.
   */
  readonly holds?: (args: Args, visible: Visible, id: number) => boolean;
  /** The field that it sets. If another person has set it since, the agent is asked; other fields merge. */
  readonly conflictField?: SetField;
  /** If the customer wrote since, the agent is asked whether they still want it: the verb of that question, `archive`. */
  readonly blockedByReplies?: (args: Args, visible: Visible) => SafeText | undefined;
  /** The same for replies and notes of colleagues. */
  readonly blockedByColleagues?: true;
  /** Fills in values that only the desk knows when the change is made: a note's provisional id. */
  readonly fillIn?: (args: Args, world: World, at: number) => Args;
  /** The arguments after a note or a message was added under its real id; `from` is its provisional one. */
  readonly renamed?: (args: Args, from: number, added: Note | Message) => Args;
  /** The agent's own words in it: they become a draft again if the change is refused, dropped or undone. */
  readonly written?: WrittenDraft<Args>;
  /**
   * Made by the desk, not by the agent. The newest one of a conversation replaces those that
   * wait.
   */
  readonly isQuiet?: true;
  /** The calls that follow once this is done, on its result, and the arguments of this without them. */
  readonly next?: (
    args: Args,
    madeId?: number,
  ) => { readonly args: Args; readonly calls: readonly OwnCall[] } | undefined;
  /**
   * The words that are a draft again once it has been carried out. The change that it undoes leaves its own words alone:
   * until then they may be on their way.
   */
  readonly restores?: WrittenDraft<Args>;
  /** The effect of `z` on it, for its notice; by default it undoes. */
  readonly undoes?: SafeText;
  /** Its `args.files` are uploaded before it is sent, so that each has its `attachmentId` then. */
  readonly uploads?: true;
  /** It can be done again on other conversations; a merge, a note or a title belongs to its own. */
  readonly isRepeatable: boolean;
  /** The notice of the change: `Archived 2 conversations`. */
  readonly title: (args: Args, visible: Visible) => Title;
  /** The notice while a change of many conversations is sent: `Archiving`. */
  readonly doing?: SafeText;
  /** The notice of a refusal: `Not archived`. */
  readonly refusal: SafeText;
}
