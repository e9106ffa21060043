import type { Desk } from '../state/desk.ts';
import type { FilterProblem } from '../state/query/find-named.ts';
import type { TypedText } from '../state/world/open-box.ts';
import type { DraftKind } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';
import type { BoxView } from './view.ts';

/** A part with a name. */
export interface Labelled {
  /** Before it, in a box of several parts. Such a box is a form unless it has a place: each part is a row of it. */
  readonly label?: SafeText;
}

/**
 * A text to write: one line, or many, in which Enter breaks the line. Its functions are methods, as those of every part, so
 * that one list can hold boxes of any data.
 */
export interface LinePart<Data, Extra = undefined> extends Labelled {
  readonly kind: 'line' | 'text';
  /** The text that it opens with. */
  start?(view: BoxView<Data, Extra>): string;
  /** The rule for the text, shown below it while it has no fault. */
  rule?(view: BoxView<Data, Extra>, text: string): SafeText;
  /** Why the text is not right, shown below it as it is typed; such a text is not taken. */
  check?(view: BoxView<Data, Extra>, text: string): SafeText | undefined;
  /** Why Enter does not take a text that may only be unfinished. */
  refuse?(desk: Desk, view: BoxView<Data, Extra>, text: string): SafeText | FilterProblem | undefined;
  /** The meaning of the text so far, beside it in the last line of the screen; empty if it has none yet. */
  made?(view: BoxView<Data, Extra>, text: string): SafeText;
  /** It is drawn as one sign for each character, and the flow is not kept from then on. */
  isSecret?(view: BoxView<Data, Extra>): boolean;
  /** It is in the box now; by default always. */
  isThere?(view: BoxView<Data, Extra>): boolean;
  /** A box with little room leaves it out while it is empty. */
  readonly isOptional?: true;
  /** The text while other parts have the keys, if it is not drawn as it was typed. */
  shown?(view: BoxView<Data, Extra>, text: string, columns: number): SafeText;
  /** The text is kept outside of the box, which follows it: more may be read, or return to it, while the box is open. */
  readonly kept?: {
    text(view: BoxView<Data, Extra>): string;
    write(desk: Desk, view: BoxView<Data, Extra>, text: string): void;
  };
  /** The text was only proposed: typing at its end replaces it. */
  isProposed?(view: BoxView<Data, Extra>, typed: string): boolean;
  /** Called after each edit. */
  wrote?(desk: Desk, view: BoxView<Data, Extra>, line: TypedText): void;
  /**
   * The text is kept as a draft of the first target; with `isNew`, only one that is new. `isBeside`: it joins a draft that
   * is there, instead of beginning with it.
   */
  readonly draft?: {
    readonly kind: DraftKind;
    readonly isBeside?: true;
    isNew?(view: BoxView<Data, Extra>, text: string): boolean;
  };
  /** The files that go with a text of many lines, for a row below it; empty if there are none. */
  attached?(view: BoxView<Data, Extra>): SafeText;
  /** The text that will follow a text of many lines, below it if there is room. */
  after?(view: BoxView<Data, Extra>, columns: number): readonly SafeText[];
  /** The line after Tab (-1: after Shift-Tab). */
  complete?(desk: Desk, view: BoxView<Data, Extra>, line: TypedText, step: 1 | -1): Completed | Promise<Completed>;
  /** The line after ↑ (-1) and ↓, which bring an earlier one back. */
  recall?(desk: Desk, view: BoxView<Data, Extra>, line: TypedText, step: 1 | -1): Completed;
}

/** A line with its word completed; undefined if it stays as it is; `next` if there is no word: Tab leads on. */
export type Completed = TypedText | 'next' | undefined;
