import type { Desk } from '../state/context.ts';
import { targetsOf } from '../state/visible.ts';
import { safeBlock, t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { inEditor } from './in-editor.ts';
import { draftOf, keepDraft, whyNoNote } from './note-draft.ts';
import { openOverlay } from './overlay.ts';

export const noteWriteEditor: Action = {
  id: 'note.write-editor',
  title: t`Internal note in $EDITOR`,
  help: t`Writes a note in your own editor; it comes back to the note box and is sent from there.`,
  scope: 'conversations',
  keys: ['N'],
  unavailable: whyNoNote,
  run: desk => void write(desk),
};

async function write(desk: Desk): Promise<void> {
  const targets = targetsOf(desk.world());
  const keep = (saved: string) => keepDraft(desk, targets[0], safeBlock(saved.trimEnd()));
  const written = await inEditor(desk, draftOf(desk.world(), targets[0]), keep);
  if (written === undefined) return;
  keep(written);
  const text = safeBlock(written.trimEnd());
  const draft = { text, cursor: text.length };
  if (text !== '') openOverlay(desk, { kind: 'field', actionId: 'note.write', targets, draft, multiline: true });
}
