import type { Action } from '../../keys/action.ts';
import { closeOverlay, openField, reasonOf, replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { cut } from '../../text/cut.ts';
import { insert } from '../../text/edit.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';

/** At most this many possible names are listed. */
const MAX_NAMED = 30;
const MAX_NAMES_COLUMNS = 200;

export const mailImport: Action<'mail.import'> = {
  id: 'mail.import',
  title: t`Import mail…`,
  help: t`Imports an mbox, Maildir, .eml file or folder; never twice`,
  scope: 'everywhere',
  keys: [],
  words: ['mbox', 'maildir', 'eml'],
  changes: true,
  run: desk => {
    if (desk.importMail) openField(desk, mailImport, '');
    else say(desk, t`Mail is imported where the help center is: frontdesk import PATH`);
  },
  field: {
    title: () => t`Import mail: path of an mbox, a Maildir, an .eml file or a folder`,
    verb: t`import`,
    complete: (desk, overlay) => void complete(desk, overlay),
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

/** Completes the path as a shell does; if several names are possible, lists them. */
async function complete(desk: Desk, overlay: FieldOverlay): Promise<void> {
  const { text, cursor } = overlay.draft;
  const completed = await desk.completePath?.(text.slice(0, cursor));
  if (!completed || topOverlay(desk.world()) !== overlay) return;
  const { path, names } = completed;
  const draft = insert({ text: text.slice(cursor), cursor: 0 }, path);
  if (draft.text !== text) replaceOverlay(desk, { ...overlay, draft });
  if (names.length === 0) say(desk, t`No file or folder begins with that.`);
  else if (names.length > 1) say(desk, cut(join(names.slice(0, MAX_NAMED), t`  `), MAX_NAMES_COLUMNS), 'done');
}

async function take(desk: Desk, path: string): Promise<void> {
  const tell = (text: SafeText) => say(desk, text, 'done');
  const began = desk.elapsed();
  tell(t`Importing ${safeLine(path)}…`);
  try {
    const said = await desk.importMail!(path, tell);
    await refresh(desk);
    tell(said);
  } catch (problem) {
    // A wrong path is reported at once, to be corrected; later the agent is busy with something else.
    if (desk.elapsed() - began < 1_000) openField(desk, mailImport, path);
    say(desk, t`Not imported: ${reasonOf(problem)}`);
  }
}
