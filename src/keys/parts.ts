import type { Desk } from '../state/desk.ts';
import type { ChoicesState } from '../state/world/open-box.ts';
import type { BoxKeyId } from '../state/world/overlay.ts';
import type { SafeText } from '../text/safe.ts';
import type { Labelled, LinePart } from './line-part.ts';
import type { Option } from './option.ts';
import type { BoxView } from './view.ts';

/** A list to choose from. With `hasFilter`, printable keys type into a filter line; without, digits and j/k work. */
export interface ChoicesPart<Data, Extra = undefined> extends Labelled {
  readonly kind: 'choices';
  readonly hasFilter?: true;
  /** Hundreds of choices: a box that has them takes half of the screen, or more. */
  readonly isLong?: true;
  /** The filter text that it opens with. */
  start?(view: BoxView<Data, Extra>): string;
  /** All choices, in their order: `shownOptions` narrows them by the filter line. */
  options(view: BoxView<Data, Extra>, draft: ChoicesState['draft']): readonly Option[];
  /** The meaning of the signs, for the foot. */
  legend?(view: BoxView<Data, Extra>): SafeText | undefined;
  /** The text while there is nothing to choose. */
  empty?(view: BoxView<Data, Extra>): SafeText;
  /** The beginning of what the option at the cursor stands for, below the others. */
  preview?(view: BoxView<Data, Extra>, option: Option): SafeText;
  /** Further keys, in the order of the foot; with a filter line, only such as type nothing. */
  readonly keys?: readonly ChoiceKey<Data, Extra>[];
  /** The ids that it answers with as it opens, if not with the one at the cursor. Without `take`, Enter changes them. */
  chosen?(view: BoxView<Data, Extra>): readonly string[];
  /** Only one of them is chosen, and keys change it on the row of the list. */
  readonly isRow?: true;
  /** Applies a choice and leaves the box open; it does not answer then. */
  take?(desk: Desk, view: BoxView<Data, Extra>, option: Option): void;
}

/** A key of a list of choices besides those that move and choose. */
export interface ChoiceKey<Data, Extra = undefined> {
  readonly key: string;
  /** Its effect, as a word for the foot; without it the foot omits the key. */
  readonly word?: SafeText;
  /** `option`: the row at the cursor; undefined if there is none. */
  run(desk: Desk, view: BoxView<Data, Extra>, option: Option | undefined): void;
}

/** Keys that answer, each with its effect. With `isRow`, it stands on a row of its own, otherwise in the foot. */
export interface Button {
  readonly key: string;
  readonly words: SafeText;
  readonly isRow?: true;
}

interface ButtonsPart<Data, Extra> {
  readonly kind: 'buttons';
  buttons(view: BoxView<Data, Extra>): readonly Button[];
}

/** A button, which Enter presses, or a key of its own from any part. It answers the box, unless it has a `press`. */
export interface ButtonPart<Data, Extra = undefined> {
  readonly kind: 'button';
  /** The words on it; absent if it is drawn elsewhere. `typed`: the time that is typed on it, or the usual one. */
  words?(view: BoxView<Data, Extra>, typed: string): SafeText;
  /** As that of a line. */
  isThere?(view: BoxView<Data, Extra>): boolean;
  readonly key?: BoxKeyId;
  /** In place of answering. */
  press?(desk: Desk, view: BoxView<Data, Extra>): void;
  /** Takes ← (-1) and →, which otherwise lead to another part. */
  step?(desk: Desk, view: BoxView<Data, Extra>, step: 1 | -1): void;
  /** A time can be typed on it: the one that it has until then. */
  readonly usual?: string;
  /** Takes what is typed on it, if it has no time. */
  type?(desk: Desk, view: BoxView<Data, Extra>, text: string): void;
  /** Why it does not answer with these words. */
  check?(view: BoxView<Data, Extra>, typed: string): SafeText | undefined;
  /** Its meaning, while it has the keys. */
  made?(view: BoxView<Data, Extra>, typed: string): SafeText;
}

/** A text to read. Alone in its box, it is a page of its own, which keys scroll. */
export interface PagePart<Data, Extra = undefined> {
  readonly kind: 'page';
  /** Its lines for this width; those of a question are wrapped anyway. */
  lines(view: BoxView<Data, Extra>, columns: number): readonly SafeText[];
  /** Its lines as sentences, and its keys as one, if it has columns: line mode says no columns. */
  said?(view: BoxView<Data, Extra>): { readonly lines: readonly SafeText[]; readonly keys: SafeText };
  /** The whole width without a frame, so that copying gets its text alone; or the whole screen, for a short text too. */
  readonly fills?: 'width' | 'screen';
  /** The keys that work in it, if these are not those that scroll. */
  foot?(view: BoxView<Data, Extra>): SafeText | undefined;
  readonly keys?: readonly Pick<ChoiceKey<Data, Extra>, 'key' | 'run'>[];
}

export type BoxPart<Data, Extra = undefined> =
  | LinePart<Data, Extra>
  | ChoicesPart<Data, Extra>
  | ButtonsPart<Data, Extra>
  | ButtonPart<Data, Extra>
  | PagePart<Data, Extra>;

type Parts<Data, Extra> = Readonly<Record<string, BoxPart<Data, Extra>>>;

/** A box made of parts, in the order of reading: Tab goes through them in that order. */
export interface Box<Data, Its extends Parts<Data, Extra>, Extra = undefined> {
  readonly id: string;
  title(view: BoxView<Data, Extra>): SafeText;
  /** Its readers; absent if only the agent reads it. */
  readonly audience?: SafeText;
  /** They are not of the team: its title says so in another look. */
  readonly goesOut?: true;
  /** The effect of its answer, as a word for the foot. */
  readonly verb: SafeText;
  /** It may be about something else tomorrow, and one key answers it: it never comes back, and Enter does not answer it. */
  readonly isQuestion?: true;
  readonly parts: Its;
  /** In the head of the list or the last line of the screen, with one line; or at the foot of the detail, with a text. */
  readonly place?: 'head' | 'last' | 'foot';
  /** The part that has the keys as it opens, if that is not the first one. */
  first?(view: BoxView<Data, Extra>): string;
  /** Called before each key, as more may have been read by then. */
  follow?(desk: Desk, view: BoxView<Data, Extra>): void;
  /** Takes a key that has an id, in any of its parts; false if it means nothing there. */
  ownKey?(desk: Desk, view: BoxView<Data, Extra>, key: BoxKeyId): boolean;
  /** Why its answer is not taken, once each part is right. */
  whyNot?(desk: Desk, view: BoxView<Data, Extra>, given: BoxAnswer<Its>): SafeText | undefined;
  /** A row above a text of many lines. `isBrief`: only what the agent has to know. */
  aside?(view: BoxView<Data, Extra>, columns: number, isBrief: boolean): SafeText;
  /** Further effects of its answer, beside the verb in the foot; empty if there are none. */
  also?(view: BoxView<Data, Extra>): SafeText;
  /** It leaves out what is empty or only said. */
  isThrifty?(view: BoxView<Data, Extra>): boolean;
  /** The agent has scrolled to the end of what is behind it. */
  sawEnd?(desk: Desk, view: BoxView<Data, Extra>): void;
  /** Esc asks this question before what was filled in is dropped; `changed` names the parts that hold it. */
  readonly asks?: {
    question(view: BoxView<Data, Extra>): SafeText;
    changed(view: BoxView<Data, Extra>): readonly string[];
  };
  /** Why this agent can change nothing in it. */
  fixed?(view: BoxView<Data, Extra>): SafeText | undefined;
  /** The effect of Esc, as words for the foot, if it does more than go back. */
  escape?(view: BoxView<Data, Extra>): SafeText | undefined;
  /** In place of leading back, on Esc and `q`. */
  leave?(desk: Desk, view: BoxView<Data, Extra>): void;
  /** Reads what it shows beside its data. `show` does nothing once another box is asked. */
  load?(desk: Desk, view: BoxView<Data, Extra>, show: (extra: Extra) => void, isOpen: () => boolean): void;
}

/** Any box. */
export type AnyBox = Box<unknown, Parts<unknown, unknown>, unknown>;
export type AnyPart = BoxPart<unknown, unknown>;
export type AnyView = BoxView<unknown, unknown>;

/** The answer of a box: the text of a line, the id of a choice, the key of a button or the time on one that was pressed. */
export type BoxAnswer<Its> = { readonly [Key in keyof Its as Its[Key] extends { kind: 'page' } ? never : Key]: string };

/** Makes a box on this data; what it reads is an `Extra`. */
export function boxOn<Data, Extra = undefined>() {
  return <const Its extends Parts<Data, Extra>>(box: Box<Data, Its, Extra>): Box<Data, Its, Extra> => box;
}

/** Whether it is a text to write. */
export function isLinePart(part: AnyPart): part is LinePart<unknown, unknown> {
  return part.kind === 'line' || part.kind === 'text';
}

/** Whether its parts are the rows of a form. */
export function isForm({ place, parts }: AnyBox): boolean {
  return place === undefined && Object.values(parts).some(part => 'label' in part && part.label !== undefined);
}
