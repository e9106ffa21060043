import type { Desk } from '../state/context.ts';
import { refresh } from '../state/sync.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { closeOverlay, openField, say } from './overlay.ts';
import { reasonOf } from './reason-of.ts';

export const mailImport: Action = {
  id: 'mail.import',
  title: t`Import mail…`,
  help: t`Turns an mbox, a Maildir, an .eml file or a folder of them into conversations; importing twice doubles nothing.`,
  scope: 'everywhere',
  keys: [],
  words: ['mbox', 'maildir', 'eml'],
  changes: true,
  run: desk => {
    if (desk.importMail) openField(desk, 'mail.import', '');
    else say(desk, t`Mail is imported where the help center is: frontdesk import PATH`);
  },
  field: {
    title: () => t`Import mail: path of an mbox, a Maildir, an .eml file or a folder`,
    verb: t`import`,
    submit: (desk, { draft }) => {
      const path = draft.text.trim();
      if (path === '') say(desk, t`A path is needed, such as ~/support.mbox`);
      else {
        closeOverlay(desk);
        void take(desk, path);
      }
    },
  },
};

async function take(desk: Desk, path: string): Promise<void> {
  const tell = (text: SafeText) => say(desk, text, 'done');
  const began = desk.elapsed();
  tell(t`Importing ${safeLine(path)}…`);
  try {
    const said = await desk.importMail!(path, tell);
    await refresh(desk);
    tell(said);
  } catch (problem) {
    // A wrong path is told of at once and is there to be put right; later the agent is at something else.
    if (desk.elapsed() - began < 1_000) openField(desk, 'mail.import', path);
    say(desk, t`Not imported: ${reasonOf(problem)}`);
  }
}
