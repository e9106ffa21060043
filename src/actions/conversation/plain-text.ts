import type { Action } from '../../keys/action.ts';
import { openSheet } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { Copied } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { whyNoEntry, withEntryText } from './entry-text.ts';

export const messagePlain: Action<'message.plain', { sheet: PlainText }> = {
  id: 'message.plain',
  title: t`Plain text of the message`,
  help: t`Fills the screen with the message’s text, without borders`,
  scope: 'conversations',
  keys: ['y p'],
  words: ['select', 'copy', 'raw'],
  unavailable: whyNoEntry,
  run: desk => withEntryText(desk, t`shown`, entry => openSheet(desk, messagePlain, plainText(entry))),
  sheet: {
    kept: { whyNot: t`it only showed a text` },
    title: (_world, { data }) => data.title,
    lines: ({ viewport }, { data }) => data.lines(viewport.columns),
    isPlain: true,
    isFull: true,
  },
};

/** Over a slow link a longer text, in UTF-16 units, would keep the link busy for seconds. */
const MAX_SLOW = 2_000;

export const copyShow: Action<'copy.show', { sheet: PlainText }> = {
  id: 'copy.show',
  title: t`Show what was copied`,
  help: t`Shows the last copied text without borders, to select it`,
  scope: 'everywhere',
  keys: ['y y'],
  words: ['clipboard', 'paste'],
  unavailable: ({ copied }) => (copied === null ? t`Nothing was copied yet: y and one more key copies.` : undefined),
  run: desk => {
    const { copied } = desk.world();
    if (copied !== null) openSheet(desk, copyShow, plainText(copied));
  },
  sheet: {
    kept: { whyNot: t`it only showed a text` },
    title: (_world, { data }) => data.title,
    lines: ({ viewport }, { data }) => data.lines(viewport.columns),
    isPlain: true,
  },
};

/**
 * Copies a text: to the terminal's clipboard if that may take it, otherwise it is shown, so that the agent can select
 * it. No terminal says whether it took a text.
 */
export function copyText(desk: Desk, copied: Copied): void {
  desk.set({ copied });
  const isTooLong = desk.world().link === 'slow' && copied.text.length > MAX_SLOW;
  if (isTooLong || !desk.copy(copied.text)) {
    const reason = isTooLong ? t`too long to copy over this link` : t`not copied by this terminal`;
    openSheet(desk, copyShow, plainText({ ...copied, what: t`${copied.what} (${reason}): select it here` }));
    return;
  }
  desk.notify({ tone: 'done', text: t`Copied ${copied.what} · yy shows it`, short: t`Copied · yy shows it` });
}

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
