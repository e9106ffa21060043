import type { Action } from '../../keys/action.ts';
import { openSheet } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { Copied } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { type PlainText, plainText } from './plain-text.ts';

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
