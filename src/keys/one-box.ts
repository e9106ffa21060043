import type * as v from 'valibot';
import type { Desk } from '../state/desk.ts';
import { type SafeText, t } from '../text/safe.ts';
import type { LinePart } from './line-part.ts';
import {
  type Box,
  type BoxPart,
  type Button,
  type ButtonPart,
  boxOn,
  type ChoicesPart,
  type PagePart,
} from './parts.ts';
import { askBox, type Flow } from './script.ts';
import type { BoxView } from './view.ts';

/** Why a question does not come back: it may be about something else tomorrow, and one key answers it. */
export const NOT_ANSWERED = t`it was not answered, so nothing was done`;

type OneBoxFields<Data, Extra> = Pick<
  Box<Data, never, Extra>,
  'id' | 'title' | 'verb' | 'escape' | 'leave' | 'load' | 'ownKey'
>;

/** The content of a question: `buttons` are the keys that answer it, by default `y` with the verb. */
interface Question<Data, Extra> extends OneBoxFields<Data, Extra> {
  lines(view: BoxView<Data, Extra>): readonly SafeText[];
  buttons?(view: BoxView<Data, Extra>): readonly Button[];
}

/** A box that asks a question. Enter does not answer it. */
export function questionBox<Data, Extra = undefined>({ lines, buttons, ...box }: Question<Data, Extra>) {
  const yes = [{ key: 'y', words: box.verb }];
  return boxOn<Data, Extra>()({
    ...box,
    isQuestion: true,
    parts: { text: { kind: 'page', lines }, answer: { kind: 'buttons', buttons: buttons ?? (() => yes) } },
  });
}

/** A flow that asks one question about its input. `answer` gets the key that answered, once the box is closed. */
export function question<Data = undefined, Extra = undefined>({
  answer,
  ...asked
}: Question<Data, Extra> & {
  answer(desk: Desk, data: Data, targets: readonly number[], key: string): void;
}): Flow<Data> {
  const box = questionBox<Data, Extra>(asked);
  return {
    id: asked.id,
    lost: NOT_ANSWERED,
    *script(data, targets) {
      const { answer: key } = yield* askBox(box, data);
      return desk => answer(desk, data, targets, key);
    },
  };
}

/** A list to choose from, alone in its box. Without an `answer`, its choices act by themselves. */
interface Choice<Data, Extra>
  extends OneBoxFields<Data, Extra>,
    Omit<ChoicesPart<Data, Extra>, 'kind'>,
    Pick<Flow<Data>, 'lost'> {
  /** Gets the id of the chosen option, after the box is closed. */
  answer?(desk: Desk, id: string, targets: readonly number[], data: Data): void;
}

/** A line or a text to write, alone in its box. */
export interface OneLineBox<Data, Extra = undefined>
  extends OneBoxFields<Data, Extra>,
    Omit<LinePart<Data, Extra>, 'kind'>,
    Pick<Flow<Data>, 'lost'>,
    Pick<Box<Data, never, Extra>, 'place' | 'audience'> {
  /** Below the text, by their names. */
  readonly buttons?: Readonly<Record<string, ButtonPart<Data, Extra>>>;
  /** Gets the text, once the box is closed. */
  answer(desk: Desk, text: string, targets: readonly number[], data: Data): void;
}

/** The form of the input, unless there is none, or it never comes back. */
export type RestorableInput<Data> = [Data] extends [undefined]
  ? unknown
  : { readonly input: v.GenericSchema<unknown, Data> } | { readonly lost: SafeText };

/** A flow that lets the agent choose once. */
export function choice<Data = undefined, Extra = undefined>(
  asked: Choice<Data, Extra> & RestorableInput<Data>,
): Flow<Data> {
  return alone<Data, Extra>(asked, { ...asked, kind: 'choices' }, asked.hasFilter);
}

/** A flow that asks for one line. */
export function lineFlow<Data = undefined, Extra = undefined>(
  asked: OneLineBox<Data, Extra> & RestorableInput<Data>,
): Flow<Data> {
  return alone<Data, Extra>(asked, { ...asked, kind: 'line' }, true);
}

/** A flow that asks for a text of many lines. */
export function textFlow<Data = undefined, Extra = undefined>(
  asked: OneLineBox<Data, Extra> & RestorableInput<Data>,
): Flow<Data> {
  return alone<Data, Extra>({ place: 'foot', ...asked }, { ...asked, kind: 'text' }, true);
}

/** A page to read, alone in its box. */
interface Page<Data, Extra>
  extends Pick<Box<Data, never, Extra>, 'id' | 'title' | 'load'>,
    Omit<PagePart<Data, Extra>, 'kind'>,
    Pick<Flow<Data>, 'lost'> {}

/** A flow that shows a page about its input. */
export function pageFlow<Data = undefined, Extra = undefined>(
  shown: Page<Data, Extra> & RestorableInput<Data>,
): Flow<Data> {
  return alone<Data, Extra>({ ...shown, verb: t`read` }, { ...shown, kind: 'page' });
}

/** Its box and its part each ignore the fields of the other. */
function alone<Data, Extra>(
  asked: OneBoxFields<Data, Extra> &
    Pick<Flow<Data>, 'lost' | 'input'> &
    Pick<Choice<Data, Extra>, 'answer'> &
    Pick<OneLineBox<Data, Extra>, 'buttons' | 'place'>,
  one: BoxPart<Data, Extra>,
  takesText?: true,
): Flow<Data> {
  const { id, lost, answer, input } = asked;
  const parts = { one, ...asked.buttons };
  const box: Box<Data, { one: BoxPart<Data, Extra> }, Extra> = { ...asked, parts };
  return {
    id,
    ...(lost === undefined ? {} : { lost }),
    ...(input && { input }),
    ...(takesText && { takesText }),
    *script(data, targets) {
      const { one: given } = (yield* askBox(box, data)) as { one: string };
      return desk => answer?.(desk, given, targets, data);
    },
  };
}
