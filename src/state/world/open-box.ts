import type { Draft } from '../../text/edit.ts';
import type { SafeText } from '../../text/safe.ts';
import type { DraftKey } from './draft-kinds.ts';

/** A walk of a text through several texts; any key but those of the walk ends it. */
export interface Walk {
  /** The keys that go on: Tab through completions, the arrows through earlier lines. */
  readonly by: 'tab' | 'arrows';
  /** The draft before it began. */
  readonly from: Draft;
  readonly drafts: readonly Draft[];
  readonly index: number;
}

/** A text that is written. */
export interface TypedText {
  readonly draft: Draft;
  readonly walk?: Walk | undefined;
}

export interface LineState extends TypedText {
  readonly kind: 'line' | 'text';
  /** Its text is kept as this draft. */
  readonly heldAs?: DraftKey;
  /** It was a draft before the box opened. */
  readonly isDraft?: true;
  /** It holds a password or a token: its text never outlives the process. */
  readonly isSecret?: true;
}

/** The state of one part of an open box. */
export type PartState =
  | LineState
  | ChoicesState
  | ButtonState
  | { readonly kind: 'buttons' }
  | { readonly kind: 'page'; readonly top: number };

/** The state of a button. */
export interface ButtonState {
  readonly kind: 'button';
  /** The words of a time that were typed on it. */
  readonly words: string;
}

/** Where the cursor of a list of choices is. */
export interface ChoiceCursor {
  /** The cursor's place when it was put there; its option may have moved since. */
  readonly index: number;
  /** The id of the option that the cursor is on; undefined before there is one. */
  readonly optionId?: string | undefined;
}

export interface ChoicesState extends ChoiceCursor {
  readonly kind: 'choices';
  /** The filter text; null without a filter line. */
  readonly draft: Draft | null;
  /** The option that the filter text named was taken: the next letter begins another text. */
  readonly isTaken?: boolean | undefined;
  /** The ids that the list answers with, in their order, if that is not the one at the cursor. */
  readonly chosen?: readonly string[] | undefined;
}

/** The part that has the keys, and the state of each part. */
export interface BoxState {
  readonly at: string;
  readonly parts: Readonly<Record<string, PartState>>;
}

/** The answers of the parts of a box, by the names of the parts. */
export type Answers = Readonly<Record<string, string>>;

/** A step of a flow: an answer, with its box as it was left; a value that was read; or the mark of an act. */
export type FlowStep =
  | {
      readonly kind: 'asked';
      readonly box: string;
      readonly left: BoxState;
      readonly answer: Answers;
      readonly extra?: unknown;
    }
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'done' };

/** A flow that shows a box. Flow, input and steps say which box that is: nothing else is kept of it, but its state. */
export interface OpenBox {
  readonly kind: 'box';
  /** Identifies it among all boxes; it never changes. */
  readonly self: symbol;
  /** A `Flow` of `keys/flow.ts`. */
  readonly flow: { readonly id: string; readonly lost?: SafeText };
  readonly targets: readonly number[];
  readonly input: unknown;
  readonly steps: readonly FlowStep[];
  /** The question of the flow after these steps, as `keys/flow.ts` worked it out. */
  readonly asked: unknown;
  readonly state: BoxState;
  /** The data that the box has read since it opened; never kept. */
  readonly extra?: unknown;
  /** The last body that was sent, with the key under which it is carried out once; dropped when it is refused. */
  readonly sent?: { readonly body: string; readonly key: string } | undefined;
  /** Why the answer was not taken, until the box is edited. */
  readonly fault?: SafeText | undefined;
  /** Why single parts of it were not taken, by their names, until each is edited. */
  readonly faults?: Readonly<Record<string, SafeText>> | undefined;
  /** The answer is on its way: until the help center answers, only Esc works. */
  readonly isBusy?: true | undefined;
}

/** The states of the boxes of a flow: of the one that is open, and of those that led to it, the last one first. */
export function statesOf({ state, steps }: OpenBox): readonly BoxState[] {
  return [state, ...steps.flatMap(step => (step.kind === 'asked' ? [step.left] : [])).toReversed()];
}

/** The text of many lines that a flow writes as a draft, also while it asks something about it. */
export function writtenBy(open: OpenBox): (LineState & { readonly heldAs: DraftKey }) | undefined {
  const texts = statesOf(open).flatMap(({ parts }) => Object.values(parts));
  return texts.find(
    (part): part is LineState & { heldAs: DraftKey } => part.kind === 'text' && part.heldAs !== undefined,
  );
}
