import type { Desk } from '../state/context.ts';
import type { FieldOverlay, PickerOverlay, QuestionOverlay, SheetOverlay } from '../state/overlay.ts';
import type { World } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';

/** Where an action's keys work: `conversations` is the list and the detail. */
export type Scope = 'everywhere' | 'conversations' | 'list' | 'detail' | 'inboxes';

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

/**
 * A box to choose from; `Data`: what it is opened with. With `hasFilter`, printables type into a filter line; without,
 * digits and j/k work. Its parts are methods, so that a list can hold boxes of any data.
 */
export interface Picker<Data = undefined> {
  title(world: World, overlay: PickerOverlay<Data>): SafeText;
  readonly hasFilter: boolean;
  /** What Enter does, as a word for the box's foot. */
  readonly verb: SafeText;
  /** What its signs mean, for the foot. */
  legend?(world: World, overlay: PickerOverlay<Data>): SafeText | undefined;
  /** What matches the filter line, best first. */
  options(world: World, overlay: PickerOverlay<Data>): readonly Option[];
  /** Takes a choice; closes the box itself unless it is one that stays. */
  take(desk: Desk, overlay: PickerOverlay<Data>, option: Option): void;
  /** What stands in the box while there is nothing to choose. */
  empty?(world: World, overlay: PickerOverlay<Data>): SafeText;
}

/** A text to write. */
export interface Field {
  readonly title: (world: World, overlay: FieldOverlay) => SafeText;
  /** What Enter (in a box of many lines Ctrl-d) does, as a word for the foot. */
  readonly verb: SafeText;
  /** Who will read it, for the footer; nothing where only the agent does. */
  readonly audience?: SafeText;
  /** It takes many lines: Enter breaks the line, Ctrl-d at the end submits. */
  readonly isMultiline?: true;
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
export interface Question<Data = undefined> {
  title(world: World, overlay: QuestionOverlay<Data>): SafeText;
  lines(world: World, overlay: QuestionOverlay<Data>): readonly SafeText[];
  /** What `y` does, as a word for the foot. */
  readonly verb: SafeText;
  answer(desk: Desk, overlay: QuestionOverlay<Data>): void;
}

/** A page to read. */
export interface Sheet<Data = undefined> {
  title(world: World, overlay: SheetOverlay<Data>): SafeText;
  lines(world: World, overlay: SheetOverlay<Data>): readonly SafeText[];
  /** It stands over the whole width, without a frame: what is copied from the screen is its text alone. */
  readonly isPlain?: true;
  /** The keys that work in it, where there are more than those that scroll. */
  foot?(world: World, overlay: SheetOverlay<Data>): SafeText | undefined;
  enter?(desk: Desk, overlay: SheetOverlay<Data>): void;
  /** More keys of its own, by name. The foot says what they do. */
  readonly keys?: Readonly<Record<string, (desk: Desk) => void>>;
}

/** What the boxes of an action are opened with, besides what the keys act on. */
interface BoxData {
  readonly picker: unknown;
  readonly question: unknown;
  readonly sheet: unknown;
}

/** What a box is opened with; undefined if nothing. */
type Given<Data, Box extends keyof BoxData> = Data extends { readonly [Key in Box]: infer Of } ? Of : undefined;

/** What all actions have in common. */
interface ActionBase<Id extends string = string> {
  /** `conversation.archive`: never changes, keys are bound to it. */
  readonly id: Id;
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
  readonly field?: Field;
}

/**
 * One thing that an agent can do. Keymap, help, footer, palette and the guide's table are derived from it. `Id`: its id,
 * from which `ActionId` is made. `Data`: what its boxes are opened with, if that is something.
 */
export interface Action<Id extends string = string, Data extends Partial<BoxData> = Record<never, never>>
  extends ActionBase<Id> {
  readonly picker?: Picker<Given<Data, 'picker'>>;
  readonly question?: Question<Given<Data, 'question'>>;
  readonly sheet?: Sheet<Given<Data, 'sheet'>>;
}

/** Any action: nothing is known of what its boxes are opened with. */
export interface AnyAction extends ActionBase {
  readonly picker?: Picker<unknown>;
  readonly question?: Question<unknown>;
  readonly sheet?: Sheet<unknown>;
}
