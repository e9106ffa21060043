import type { Action } from '../../keys/action.ts';
import { openSheet } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';
import { whyNoEntry, withEntryText } from './entry-text.ts';
import { type PlainText, plainText } from './plain-text.ts';

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
