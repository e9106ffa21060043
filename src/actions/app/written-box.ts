import type { LinePart } from '../../keys/line-part.ts';
import { boxOn } from '../../keys/parts.ts';
import type { BoxView } from '../../keys/view.ts';
import type { Desk } from '../../state/desk.ts';
import { type SafeText, t } from '../../text/safe.ts';

type Line<Data> = Omit<LinePart<Data>, 'kind'>;

/** A box of one line that is not empty. */
export function writtenBox<Data>(
  id: string,
  verb: SafeText,
  title: (view: BoxView<Data>) => SafeText,
  { refuse, ...more }: Line<Data> = {},
) {
  const notEmpty = (desk: Desk, view: BoxView<Data>, text: string) =>
    text.trim() === '' ? t`Nothing is written yet.` : refuse?.(desk, view, text);
  return boxOn<Data>()({ id, title, verb, parts: { text: { ...more, kind: 'line', refuse: notEmpty } } });
}
