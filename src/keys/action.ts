import type { Desk } from '../state/context.ts';
import type { Overlay, World } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';

/** Where an action's keys work: `conversations` is the list and the detail. */
export type Scope = 'everywhere' | 'conversations' | 'list' | 'detail' | 'inboxes';

/** Where one is in a picker. */
export type PickerOverlay = Extract<Overlay, { kind: 'picker' }>;
/** Where one is in a text field. */
export type FieldOverlay = Extract<Overlay, { kind: 'field' }>;
/** A question that waits for its answer. */
export type QuestionOverlay = Extract<Overlay, { kind: 'question' }>;
/** Where one is in a page to read. */
export type SheetOverlay = Extract<Overlay, { kind: 'sheet' }>;
/** Where one is in the help or in the palette. */
export type HelpOverlay = Extract<Overlay, { kind: 'help' }>;

/** One choice of a picker. */
export interface Option {
  /** Names the choice among the others; never a position. */
  readonly id: string;
  readonly label: SafeText;
  /** One cell before the label: a digit, a tick. */
  readonly sign?: SafeText;
  /** A few words at the right edge. */
  readonly detail?: SafeText;
}

/** A box to choose from. With `hasFilter`, printables type into a filter line; without, digits and j/k work. */
export interface Picker {
  readonly title: (world: World, overlay: PickerOverlay) => SafeText;
  readonly hasFilter: boolean;
  /** What Enter does, as a word for the box's foot. */
  readonly verb: SafeText;
  /** What its signs mean, for the foot. */
  readonly legend?: (world: World, overlay: PickerOverlay) => SafeText | undefined;
  /** What matches the filter line, best first. */
  readonly options: (world: World, overlay: PickerOverlay) => readonly Option[];
  /** Takes a choice; closes the box itself unless it is one that stays. */
  readonly take: (desk: Desk, overlay: PickerOverlay, option: Option) => void;
  /** What stands in the box while there is nothing to choose. */
  readonly empty?: (world: World, overlay: PickerOverlay) => SafeText;
}

/** A text to write. */
export interface Field {
  readonly title: (world: World, overlay: FieldOverlay) => SafeText;
  /** What Enter (in a box of many lines Ctrl-d) does, as a word for the foot. */
  readonly verb: SafeText;
  /** Who will read it, for the footer; nothing where only the agent does. */
  readonly audience?: SafeText;
  /** In place of the list's head instead of in a box. */
  readonly isHead?: true;
  /** What Esc does with the text, as words for the foot. */
  readonly escape?: SafeText;
  readonly submit: (desk: Desk, overlay: FieldOverlay) => void;
  /** What Tab does: completes what stands before the cursor. */
  readonly complete?: (desk: Desk, overlay: FieldOverlay) => void;
  /** Called after each edit, so that nothing typed is lost with the box or the process; `former`: the text before it. */
  readonly keep?: (desk: Desk, overlay: FieldOverlay, former: string) => void;
  /** Called when Esc has closed the box. */
  readonly leave?: (desk: Desk, overlay: FieldOverlay) => void;
}

/** A question that is answered by `y` alone. */
export interface Question {
  readonly title: (world: World, overlay: QuestionOverlay) => SafeText;
  readonly lines: (world: World, overlay: QuestionOverlay) => readonly SafeText[];
  /** What `y` does, as a word for the foot. */
  readonly verb: SafeText;
  readonly answer: (desk: Desk, overlay: QuestionOverlay) => void;
}

/** A page to read. */
export interface Sheet {
  readonly title: (world: World, overlay: SheetOverlay) => SafeText;
  readonly lines: (world: World, overlay: SheetOverlay) => readonly SafeText[];
  /** It stands over the whole width, without a frame: what is copied from the screen is its text alone. */
  readonly isPlain?: true;
  /** The keys that work in it, where there are more than those that scroll. */
  readonly foot?: (world: World, overlay: SheetOverlay) => SafeText | undefined;
  readonly enter?: (desk: Desk, overlay: SheetOverlay) => void;
  /** More keys of its own, by name. The foot says what they do. */
  readonly keys?: Readonly<Record<string, (desk: Desk) => void>>;
}

/** One thing that an agent can do. Keymap, help, footer, palette and the README's table are derived from it. */
export interface Action {
  /** `conversation.archive`: never changes, keys are bound to it. */
  readonly id: string;
  readonly title: SafeText;
  /** A sentence for the help. */
  readonly help: SafeText;
  readonly scope: Scope;
  /** Key names (`terminal/input/key.ts`); the keys of a sequence are parted by a space (`g g`). */
  readonly keys: readonly string[];
  /** Other words that people look for it by, in small letters. */
  readonly words?: readonly string[];
  /** The word beside the key in the footer; without it the action is not there. */
  readonly hint?: SafeText;
  /** It changes the help center, or sends what is kept: a desk that only reads refuses it. */
  readonly changes?: true;
  /** Why it cannot act now, as a sentence. Ask `whyUnavailable`, which knows the reasons that all have. */
  readonly unavailable?: (world: World) => SafeText | undefined;
  readonly run: (desk: Desk) => void;
  readonly picker?: Picker;
  readonly field?: Field;
  readonly question?: Question;
  readonly sheet?: Sheet;
}
