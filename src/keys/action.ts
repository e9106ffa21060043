import type * as v from 'valibot';
import type { Desk } from '../state/desk.ts';
import type { BoxKeyId, FieldOverlay } from '../state/overlay.ts';
import type { World } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';
import type { AnyFlow } from './script.ts';

/** Where an action's keys work: `conversations` is the list and the detail. */
export type Scope = 'everywhere' | 'conversations' | 'list' | 'detail' | 'inboxes';

/** A text to write; `Data` is its input. */
export interface Field<Data = undefined> {
  title(world: World, overlay: FieldOverlay<Data>): SafeText;
  /** The effect of Enter (in a box of many lines, Ctrl-d), as a word for the foot. */
  readonly verb: SafeText;
  /** Who will read it, for the footer; absent if only the agent does. */
  readonly audience?: SafeText;
  /** It takes many lines: Enter breaks the line, Ctrl-d at the end submits. */
  readonly isMultiline?: true;
  /** In place of the list's head instead of in a box. */
  readonly isHead?: true;
  /** It is typed in the last line of the screen instead of in a box, behind these words; a narrow line has no `lead`. */
  lastLine?(world: World, overlay: FieldOverlay<Data>): { readonly lead: SafeText; readonly made: SafeText };
  /** What Esc does with the text, as words for the foot. */
  readonly escape?: SafeText;
  /** What the text has to be, shown below it while nothing is wrong. */
  rule?(world: World, overlay: FieldOverlay<Data>): SafeText;
  /** Why the text is not right, shown below it as it is typed; such a text is not submitted. */
  check?(world: World, overlay: FieldOverlay<Data>): SafeText | undefined;
  submit(desk: Desk, overlay: FieldOverlay<Data>): void;
  /**
   * A key that another part of its box takes, such as the line of its recipients; returns whether it took the key.
   * `submit` is what the key that submits the text does.
   */
  partKey?(desk: Desk, overlay: FieldOverlay<Data>, stroke: KeyStroke, submit: () => void): boolean;
  /** The agent has scrolled to the end of the thread behind the box. */
  sawEnd?(desk: Desk, overlay: FieldOverlay<Data>): void;
  /** The same for a paste. */
  partPaste?(desk: Desk, overlay: FieldOverlay<Data>, text: string): boolean;
  /** Where Tab leads in a box of many lines, as a word for its foot. */
  readonly tab?: SafeText;
  /** The files that go with the text, for a row below it; empty if there are none. */
  attached?(world: World, overlay: FieldOverlay<Data>): SafeText;
  /** The effect of Tab (-1: Shift-Tab): completes the word before the cursor, or leads to a further part. */
  complete?(desk: Desk, overlay: FieldOverlay<Data>, step: 1 | -1): void;
  /** The effect of ↑ (-1) and ↓ in a field of one line: brings an earlier line back. */
  recall?(desk: Desk, overlay: FieldOverlay<Data>, step: 1 | -1): void;
  /**
   * Called after each edit, so that typed text outlives the box and the process; `former` is the text before the edit.
   */
  keep?(desk: Desk, overlay: FieldOverlay<Data>, former: string): void;
  /** Called when Esc has closed the box. */
  leave?(desk: Desk, overlay: FieldOverlay<Data>): void;
}

/**
 * How the input of a box comes back in the next desk: checked by its `form`, or made `anew`. A box that cannot come back
 * says why, as the end of a sentence about it.
 */
export type KeptInput<Data> =
  | { readonly form: v.GenericSchema<unknown, Data> }
  | { readonly anew: (desk: Desk, targets: readonly number[]) => Data }
  | { readonly whyNot: SafeText };

/** A box without input comes back by itself; every other one needs an answer. */
export type Lasting<Data> = [Data] extends [undefined] ? unknown : { readonly kept: KeptInput<Data> };

interface AnyLasting {
  readonly kept?: KeptInput<unknown>;
}

/** The input of an action's boxes, besides the conversations the keys act on. */
interface BoxData {
  readonly field: unknown;
}

/** The input of a box; undefined if it has none. */
type Given<Data, Box extends keyof BoxData> = Data extends { readonly [Key in Box]: infer Of } ? Of : undefined;

interface ActionBase<Id extends string = string> {
  /** `conversation.archive`: never changes, because keys are bound to it. */
  readonly id: Id;
  readonly title: SafeText;
  /** A line for the help: at most 60 characters, without a full stop. */
  readonly help: SafeText;
  /** Everywhere if it is absent. */
  readonly scope?: Scope;
  /** Key names (`terminal/input/key.ts`); the keys of a sequence are separated by a space (`g g`). Without any, only the palette has it. */
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

/**
 * One thing that an agent can do. Keymap, help, footer, palette and the guide's table are derived from it. `Id` is its
 * id, from which `ActionId` is made; `Data` is the input of its boxes, if any.
 */
export interface Action<Id extends string = string, Data extends Partial<BoxData> = Record<never, never>>
  extends ActionBase<Id> {
  readonly field?: Field<Given<Data, 'field'>> & Lasting<Given<Data, 'field'>>;
}

/** Any action, whatever the input of its boxes. */
export interface AnyAction extends ActionBase {
  readonly field?: Field<unknown> & AnyLasting;
}

/** Input from the terminal: one key by its name (`terminal/input/key.ts`), or one paste kept whole. */
export type Stroke =
  | { readonly kind: 'key'; readonly name: string; readonly text?: string }
  | { readonly kind: 'paste'; readonly text: string };

/** A stroke that is a key. `box`: what it means in a box, if it is one of the keys there that have ids. */
export type KeyStroke = Extract<Stroke, { kind: 'key' }> & { readonly box?: BoxKeyId };
