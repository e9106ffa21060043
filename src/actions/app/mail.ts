import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { completePathLine } from '../../keys/complete-path.ts';
import { begin } from '../../keys/flow.ts';
import { lineFlow, pageFlow } from '../../keys/one-box.ts';
import { messageLine, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { type MailState, mailLines } from '../../state/mail/lines.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';

/** How mail stood when the page was opened. */
interface OpenedMailState {
  readonly atMs: number;
  readonly state?: MailState;
}

const mailPage = pageFlow<OpenedMailState>({
  id: 'mail.show',
  lost: t`the state of mail is read each time`,
  title: () => t`Mail`,
  // Copying from the screen gets the lines for the settings alone.
  fills: 'width',
  lines: ({ world, data: { atMs, state } }, columns) =>
    mailLines(world, state, atMs).flatMap(line => (line === '' ? [line] : wrap(line, columns))),
});

export const mailShow: Action<'mail.show'> = {
  id: 'mail.show',
  title: t`Mail`,
  help: t`Shows the state of mail, and missing settings`,
  keys: ['g M'],
  words: ['smtp', 'imap', 'relay', 'mailbox', 'send', 'settings', 'lmtp'],
  run: desk => void show(desk),
  flows: [mailPage],
};

async function show(desk: Desk): Promise<void> {
  try {
    const state = await desk.hooks.mailState?.();
    begin(desk, mailPage, { atMs: desk.now(), ...(state ? { state } : {}) });
  } catch (problem) {
    say(desk, t`How mail stands cannot be read: ${messageLine(problem)}`);
  }
}

/** `path`: what is written already. */
const MailPath = v.object({ path: v.string() });

const pathLine = lineFlow<v.InferOutput<typeof MailPath>>({
  id: 'mail.import',
  input: v.optional(MailPath, { path: '' }),
  title: () => t`Import mail: path of an mbox, Maildir, .eml; flags as in the shell`,
  verb: t`import`,
  start: ({ data }) => data.path,
  complete: (desk, _view, written) => completePathLine(desk, written),
  refuse: (_desk, _view, text) => (text.trim() === '' ? t`A path is needed, such as ~/support.mbox` : undefined),
  answer: (desk, text) => void take(desk, text.trim()),
});

export const mailImport: Action<'mail.import'> = {
  id: 'mail.import',
  title: t`Import mail…`,
  help: t`Imports an mbox, Maildir, .eml file or folder; never twice`,
  words: ['mbox', 'maildir', 'eml'],
  writes: true,
  run: desk => {
    if (desk.hooks.importMail) begin(desk, pathLine, { path: '' });
    else say(desk, t`Mail is imported where the help center is: frontdesk import PATH`);
  },
  flows: [pathLine],
};

async function take(desk: Desk, path: string): Promise<void> {
  const tell = (text: SafeText) => say(desk, text, 'done');
  const began = desk.elapsed();
  tell(t`Importing ${safeLine(path)}…`);
  try {
    const said = await desk.hooks.importMail!(path, tell);
    await refresh(desk);
    tell(said);
  } catch (problem) {
    // A wrong path is reported at once, so that it can be corrected; later the agent is busy with something else.
    if (desk.elapsed() - began < 1_000) begin(desk, pathLine, { path });
    say(desk, t`Not imported: ${messageLine(problem)}`);
  }
}
