import type { Desk } from '../state/desk.ts';
import type { SafeText } from '../text/safe.ts';
import { ask } from './flow.ts';
import { type Box, type Button, boxOn, type View } from './parts.ts';
import type { Flow } from './script.ts';

/** What is asked in a question: `buttons` are the keys that answer it, by default `y` with the verb. */
interface Question<Data, Extra> extends Pick<Box<Data, never, Extra>, 'id' | 'title' | 'verb' | 'escape' | 'load'> {
  lines(view: View<Data, Extra>): readonly SafeText[];
  buttons?(view: View<Data, Extra>): readonly Button[];
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
    isQuestion: true,
    *script(data, targets) {
      const { answer: key } = yield* ask(box, data);
      return desk => answer(desk, data, targets, key);
    },
  };
}
