import type { Bound } from '../../keys/keymap.ts';
import { overlayKey, overlayPaste } from '../../keys/overlay-keys.ts';
import type { Desk } from '../../state/desk.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { BoxKeyId } from '../../state/world/overlay.ts';
import type { SafeText } from '../../text/safe.ts';

/** An open box as lines. */
export interface SpokenBox {
  /** Another box, or the same one with another question, has another key. */
  readonly key: string;
  /** Its contents, as they are said when it opens. */
  readonly words: readonly SafeText[];
  /** The possible input. */
  readonly ask: SafeText;
  /** Before the sign of the prompt. */
  readonly prompt: SafeText;
  /** Why the typed line was not accepted. */
  readonly fault?: SafeText;
  /** The input is not echoed. */
  readonly isSecret?: true;
  /** Lines are its text, blank ones too; otherwise a blank one goes back. */
  readonly isText?: true;
  /** The meaning of the numbers that were read out: the next form of the same box takes them over. */
  readonly numbers?: ChoiceNumbers<unknown>;
  /** There is nothing to answer: it is left as soon as it is said. */
  readonly isOnlyRead?: true;
  /** Acts on a typed line and returns the answer in words; `passes`: the line is not for this box. */
  answer(line: string): readonly SafeText[] | 'passes';
  /** Acts on words that were typed behind the action that opened it; it stays open only if it needs more. */
  answerAtOnce(words: string): readonly SafeText[];
}

/** The common words of all boxes. */
export interface Common {
  readonly key: string;
  readonly said: readonly SafeText[];
  readonly verb: SafeText;
  readonly fault?: SafeText;
  /** The box as it is now; undefined if another one is asked, or none. */
  readonly isOpen: () => OpenBox | undefined;
}

/** Desk and actions, as every box needs them. */
export interface BoxContext {
  readonly desk: Desk;
  readonly bound: Bound;
}

/** Presses a key in the uppermost box. */
export function press({ desk, bound }: BoxContext, name: string, text?: string): void {
  overlayKey(desk, { kind: 'key', name, ...(text === undefined ? {} : { text }) }, bound);
}

/** The same for a key that has an id, even if it was rebound. */
export function pressBox({ desk, bound }: BoxContext, box: BoxKeyId): void {
  overlayKey(desk, { kind: 'key', name: '', box }, bound);
}

/** Types a text into the uppermost box. */
export function type({ desk }: BoxContext, text: string): void {
  overlayPaste(desk, text);
}

/**
 * The numbers under which the choices of a box were read out. Each choice keeps its number while the box is open, also in
 * a later list of fewer or other ones: no number means two things.
 */
export interface ChoiceNumbers<Choice> {
  /** The number of a choice, which is about to be read out; a new one if it has none. */
  of(choice: Choice): number;
  /** The choice that was read out with this number. */
  choice(number: number): Choice | undefined;
  /** No choice was read out. */
  isEmpty(): boolean;
}

/** Makes the numbers of a box; `idOf` tells its choices apart. */
export function createNumbers<Choice>(idOf: (choice: Choice) => string): ChoiceNumbers<Choice> {
  const told: Choice[] = [];
  return {
    of: choice => {
      const at = told.findIndex(one => idOf(one) === idOf(choice));
      return at === -1 ? told.push(choice) : at + 1;
    },
    choice: number => told[number - 1],
    isEmpty: () => told.length === 0,
  };
}
