import type { Desk } from '../state/desk.ts';
import { draftKey, fieldOf } from '../state/drafts.ts';
import type { BoxState, ChoicesState, OpenBox, PartState, Written } from '../state/open-box.ts';
import type { BoxKeyId } from '../state/overlay.ts';
import type { Refusal } from '../state/query/values.ts';
import type { DraftKey, DraftKind, World } from '../state/world.ts';
import type { SafeText } from '../text/safe.ts';
import type { Option } from './option.ts';
import { filterOptions, withCursor } from './options.ts';

/** The view for the functions of a box. */
export interface View<Data, Extra = undefined> {
  readonly world: World;
  readonly targets: readonly number[];
  /** The data with which the flow asked the box. */
  readonly data: Data;
  /** The data that the box has read since it opened; undefined until then. */
  readonly extra: Extra | undefined;
  readonly open: OpenBox;
}

/**
 * A text to write: one line, or many, in which Enter breaks the line. Its functions are methods, as those of every part, so
 * that one list can hold boxes of any data.
 */
export interface LinePart<Data, Extra = undefined> {
  readonly kind: 'line' | 'text';
  /** The text that it opens with. */
  start?(view: View<Data, Extra>): string;
  /** The rule for the text, shown below it while it has no fault. */
  rule?(view: View<Data, Extra>, text: string): SafeText;
  /** Why the text is not right, shown below it as it is typed; such a text is not taken. */
  check?(view: View<Data, Extra>, text: string): SafeText | undefined;
  /** Why Enter does not take a text that may only be unfinished. */
  refuse?(desk: Desk, view: View<Data, Extra>, text: string): SafeText | Refusal | undefined;
  /** The meaning of the text so far, beside it in the last line of the screen; empty if it has none yet. */
  made?(view: View<Data, Extra>, text: string): SafeText;
  /** It is drawn as one sign for each character, and the flow is not kept from then on. */
  isSecret?(view: View<Data, Extra>): boolean;
  /**
   * The text is kept as a draft of the first target; with `isNew`, only one that is new. `isBeside`: it joins a draft that
   * is there, instead of beginning with it.
   */
  readonly draft?: {
    readonly kind: DraftKind;
    readonly isBeside?: true;
    isNew?(view: View<Data, Extra>, text: string): boolean;
  };
  /** The files that go with a text of many lines, for a row below it; empty if there are none. */
  attached?(view: View<Data, Extra>): SafeText;
  /** Where Tab leads from a text of many lines, as a word for its foot. */
  readonly tab?: SafeText;
  /** Takes a further key of a text of many lines; false if it means nothing there. */
  ownKey?(desk: Desk, view: View<Data, Extra>, key: BoxKeyId): boolean;
  /** The line after Tab (-1: after Shift-Tab). */
  complete?(desk: Desk, view: View<Data, Extra>, line: Written, step: 1 | -1): Completed | Promise<Completed>;
  /** The line after ↑ (-1) and ↓, which bring an earlier one back. */
  recall?(desk: Desk, view: View<Data, Extra>, line: Written, step: 1 | -1): Completed;
}

/** A line with its word completed; undefined if it stays as it is. */
export type Completed = Written | undefined;

/** A list to choose from. With `hasFilter`, printable keys type into a filter line; without, digits and j/k work. */
export interface ChoicesPart<Data, Extra = undefined> {
  readonly kind: 'choices';
  readonly hasFilter?: true;
  /** Hundreds of choices: a box that has them takes half of the screen, or more. */
  readonly isLong?: true;
  /** The filter text that it opens with. */
  start?(view: View<Data, Extra>): string;
  /** All choices, in their order: `shownOptions` narrows them by the filter line. */
  options(view: View<Data, Extra>, draft: ChoicesState['draft']): readonly Option[];
  /** The meaning of the signs, for the foot. */
  legend?(view: View<Data, Extra>): SafeText | undefined;
  /** The text while there is nothing to choose. */
  empty?(view: View<Data, Extra>): SafeText;
  /** The beginning of what the option at the cursor stands for, below the others. */
  preview?(view: View<Data, Extra>, option: Option): SafeText;
  /** Further keys, in the order of the foot; with a filter line, only such as type nothing. */
  readonly keys?: readonly ChoiceKey<Data, Extra>[];
  /** Applies a choice and leaves the box open; it does not answer then. */
  take?(desk: Desk, view: View<Data, Extra>, option: Option): void;
}

/** A key of a list of choices besides those that move and choose. */
export interface ChoiceKey<Data, Extra = undefined> {
  readonly key: string;
  /** Its effect, as a word for the foot; without it the foot omits the key. */
  readonly word?: SafeText;
  /** `option`: the row at the cursor; undefined if there is none. */
  run(desk: Desk, view: View<Data, Extra>, option: Option | undefined): void;
}

/** Keys that answer, each with its effect. With `isRow`, it stands on a row of its own, otherwise in the foot. */
export interface Button {
  readonly key: string;
  readonly words: SafeText;
  readonly isRow?: true;
}

interface ButtonsPart<Data, Extra> {
  readonly kind: 'buttons';
  buttons(view: View<Data, Extra>): readonly Button[];
}

/** A text to read. Alone in its box, it is a page of its own, which keys scroll. */
export interface PagePart<Data, Extra = undefined> {
  readonly kind: 'page';
  /** Its lines for this width; those of a question are wrapped anyway. */
  lines(view: View<Data, Extra>, columns: number): readonly SafeText[];
  /**
   * The whole width without a frame, so that copying from the screen gets its text alone; or the whole screen, however
   * short the text is.
   */
  readonly fills?: 'width' | 'screen';
  /** The keys that work in it, if these are not those that scroll. */
  foot?(view: View<Data, Extra>): SafeText | undefined;
  readonly keys?: readonly Pick<ChoiceKey<Data, Extra>, 'key' | 'run'>[];
}

export type Part<Data, Extra = undefined> =
  | LinePart<Data, Extra>
  | ChoicesPart<Data, Extra>
  | ButtonsPart<Data, Extra>
  | PagePart<Data, Extra>;

type Parts<Data, Extra> = Readonly<Record<string, Part<Data, Extra>>>;

/** A box made of parts, in the order of reading: Tab goes through them in that order. */
export interface Box<Data, Its extends Parts<Data, Extra>, Extra = undefined> {
  readonly id: string;
  title(view: View<Data, Extra>): SafeText;
  /** Its readers; absent if only the agent reads it. */
  readonly audience?: SafeText;
  /** The effect of its answer, as a word for the foot. */
  readonly verb: SafeText;
  /** It may be about something else tomorrow, and one key answers it: it never comes back, and Enter does not answer it. */
  readonly isQuestion?: true;
  readonly parts: Its;
  /** In the head of the list, or in the last line of the screen, instead of in a frame: it has one line then. */
  readonly place?: 'head' | 'last';
  /** The effect of Esc, as words for the foot, if it does more than go back. */
  escape?(view: View<Data, Extra>): SafeText | undefined;
  /** In place of leading back, on Esc and `q`. */
  leave?(desk: Desk, view: View<Data, Extra>): void;
  /** Reads what it shows beside its data. `show` does nothing once another box is asked. */
  load?(desk: Desk, view: View<Data, Extra>, show: (extra: Extra) => void, isOpen: () => boolean): void;
}

/** Any box. */
export type AnyBox = Box<unknown, Parts<unknown, unknown>, unknown>;
export type AnyPart = Part<unknown, unknown>;
export type AnyView = View<unknown, unknown>;

/** The answer of a box: the text of a line, the id of a choice, the key of a button. */
export type AnswerOf<Its> = { readonly [Key in keyof Its as Its[Key] extends { kind: 'page' } ? never : Key]: string };

/** Makes a box on this data; what it reads is an `Extra`. */
export function boxOn<Data, Extra = undefined>() {
  return <const Its extends Parts<Data, Extra>>(box: Box<Data, Its, Extra>): Box<Data, Its, Extra> => box;
}

/** Whether it is a text to write. */
export function isWritten(part: AnyPart): part is LinePart<unknown, unknown> {
  return part.kind === 'line' || part.kind === 'text';
}

/** The draft that a text is kept as; undefined if it is none. */
export function draftOf({ draft }: LinePart<unknown, unknown>, { targets: [id] }: AnyView): DraftKey | undefined {
  return draft && id !== undefined ? draftKey(draft.kind, id) : undefined;
}

/** The names of the lines that hold a secret. */
export function secretsOf({ parts }: AnyBox, view: AnyView): readonly string[] {
  return Object.keys(parts).filter(name => {
    const part = parts[name]!;
    return isWritten(part) && part.isSecret?.(view);
  });
}

/** The state of a box as it opens. */
export function startOf({ parts }: AnyBox, view: AnyView): BoxState {
  const states = Object.entries(parts).map(([name, part]) => [name, startOfPart(part, view)] as const);
  const [first] = states.find(([, { kind }]) => kind !== 'page') ?? states[0]!;
  return { at: first, parts: Object.fromEntries(states) };
}

function startOfPart(part: AnyPart, view: AnyView): PartState {
  if (part.kind === 'buttons') return { kind: 'buttons' };
  if (part.kind === 'page') return { kind: 'page', top: 0 };
  if (part.kind === 'choices') {
    const text = part.start?.(view) ?? '';
    const state = { kind: 'choices', index: 0, draft: part.hasFilter ? { text, cursor: text.length } : null } as const;
    return withCursor(state, shownOptions(part, view, state.draft), 0);
  }
  const { kind } = part;
  const heldAs = part.draft?.isBeside ? undefined : draftOf(part, view);
  const held = heldAs && (fieldOf(view.world.drafts, heldAs) || undefined);
  const text = held ?? part.start?.(view) ?? '';
  return {
    kind,
    // A name is there already: its address is what is missing.
    draft: { text, cursor: text.endsWith('<>') ? text.length - 1 : text.length },
    ...(heldAs && { heldAs }),
    ...(held !== undefined && { isDraft: true }),
  };
}

/** The choices that the filter line leaves; those that always stay come last. */
export function shownOptions(
  part: ChoicesPart<unknown, unknown>,
  view: AnyView,
  draft: ChoicesState['draft'],
): readonly Option[] {
  const { leaving = [], staying = [] } = Object.groupBy(part.options(view, draft), ({ stays }) =>
    stays ? 'staying' : 'leaving',
  );
  return [...filterOptions(leaving, draft), ...staying];
}
