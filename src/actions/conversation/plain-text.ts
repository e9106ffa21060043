import type { Copied } from '../../state/world.ts';
import type { SafeText } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';

/** A text to show without borders. */
export interface PlainText {
  readonly title: SafeText;
  /** Its lines at this width; a long text is wrapped once for each width. */
  lines(columns: number): readonly SafeText[];
}

/** The text as it is shown, with what it is as its title. */
export function plainText({ what, text }: Copied): PlainText {
  let wrapped: { readonly columns: number; readonly lines: readonly SafeText[] } | undefined;
  return {
    title: what,
    lines: columns => {
      if (wrapped?.columns !== columns) wrapped = { columns, lines: wrap(text, Math.max(1, columns)) };
      return wrapped.lines;
    },
  };
}
