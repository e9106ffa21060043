import type { Action } from '../../keys/action.ts';
import { openSheet, reasonOf, say } from '../../keys/overlay.ts';
import { sheetPage } from '../../keys/sheet-page.ts';
import type { Desk } from '../../state/context.ts';
import { mailLines } from '../../state/mail-lines.ts';
import type { MailState } from '../../state/mail-state.ts';
import { t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';

/** How mail stood when the page was opened. */
interface Seen {
  readonly atMs: number;
  readonly state?: MailState;
}

export const mailShow: Action<'mail.show', { sheet: Seen }> = {
  id: 'mail.show',
  title: t`Mail`,
  help: t`Shows how mail comes and goes, and what is missing`,
  scope: 'everywhere',
  keys: ['g M'],
  words: ['smtp', 'imap', 'relay', 'mailbox', 'send', 'settings', 'lmtp'],
  run: desk => void show(desk),
  sheet: {
    kept: { whyNot: t`gM reads anew how it stands` },
    title: () => t`Mail`,
    // Copying from the screen gets the lines for the settings alone.
    isPlain: true,
    lines: (world, { data: { atMs, state } }) => {
      const { columns } = sheetPage(world.viewport, true);
      return mailLines(world, state, atMs).flatMap(line => (line === '' ? [line] : wrap(line, columns)));
    },
  },
};

async function show(desk: Desk): Promise<void> {
  try {
    const state = await desk.mailState?.();
    openSheet(desk, mailShow, { atMs: desk.now(), ...(state ? { state } : {}) });
  } catch (problem) {
    say(desk, t`How mail stands cannot be read: ${reasonOf(problem)}`);
  }
}
