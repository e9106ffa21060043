import type { Action } from '../../keys/action.ts';
import { inEditor } from '../../keys/in-editor.ts';
import type { Desk } from '../../state/context.ts';
import { targetsOf } from '../../state/list/targets.ts';
import { draftOf } from '../../state/outbox/drafts.ts';
import { safeBlock, t } from '../../text/safe.ts';
import { beginDraft, keepDraft, openDraft } from './field-draft.ts';
import { noteWrite } from './note-write.ts';
import { whyNoNote } from './targets.ts';

export const noteWriteEditor: Action<'note.write-editor'> = {
  id: 'note.write-editor',
  title: t`Internal note in $EDITOR`,
  help: t`Writes a note in your editor; the note box then sends it`,
  scope: 'conversations',
  keys: ['N'],
  changes: true,
  unavailable: whyNoNote,
  run: desk => void write(desk),
};

async function write(desk: Desk): Promise<void> {
  const targets = targetsOf(desk.world());
  const [id] = targets;
  if (id === undefined) return;
  const { kept, notice } = beginDraft(desk, 'note', id);
  if (notice) desk.notify(notice);
  let former = kept;
  const keep = (saved: string): void => {
    const text = safeBlock(saved.trimEnd());
    keepDraft(desk, 'note', id, former, text);
    former = text;
  };
  const written = await inEditor(desk, former, keep);
  if (written === undefined) return;
  keep(written);
  if (draftOf(desk.world(), 'note', id) !== '') openDraft(desk, 'note', noteWrite, targets);
}
