import type { Action } from '../../keys/action.ts';
import { inEditor } from '../../keys/in-editor.ts';
import { closeOverlay, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { type AttachedFile, filesInWords } from '../../state/files/attached-file.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyNot } from '../../state/outbox/commit.ts';
import { draftFiles } from '../../state/outbox/draft-files.ts';
import { draftOf } from '../../state/outbox/drafts.ts';
import type { World } from '../../state/world.ts';
import { safeBlock, t } from '../../text/safe.ts';
import { ATTACH_KEY, openFiles, openPath } from './attach-box.ts';
import { beginDraft, keepDraft, openDraft, sayKept } from './field-draft.ts';
import { named, whyNoNote } from './targets.ts';

export const noteWrite: Action<'note.write'> = {
  id: 'note.write',
  title: t`Internal note`,
  help: t`Writes a note that only agents read`,
  scope: 'conversations',
  keys: ['n'],
  words: ['comment', 'internal', 'write'],
  writes: true,
  hint: t`note`,
  unavailable: whyNoNote,
  run: desk => openDraft(desk, 'note', noteWrite, targetsOf(desk.world())),
  field: {
    title: (_world, { targets }) => named(targets),
    verb: t`send`,
    isMultiline: true,
    audience: t`NOTE · agents only`,
    escape: t`keeps the draft`,
    keep: (desk, { targets, draft }, former) => keepDraft(desk, 'note', targets[0], former, draft.text),
    leave: (desk, { targets }) => sayKept(desk, 'note', targets[0]),
    tab: t`files`,
    partKey: (desk, { targets }, { name }) => {
      if (name === ATTACH_KEY) openPath(desk, 'note', targets);
      return name === ATTACH_KEY;
    },
    complete: (desk, { targets }) => openFiles(desk, 'note', targets),
    attached: (world, { targets }) => filesInWords(filesOf(world, targets)),
    submit: (desk, { targets, draft }) => {
      const details = safeBlock(draft.text.trimEnd());
      const files = filesOf(desk.world(), targets);
      const notes = targets.map(id => ({ ids: [id], details, ...(files.length > 0 ? { files: [...files] } : {}) }));
      const problem = notes.length === 0 ? undefined : whyNot('note.add', notes[0]);
      if (draft.text.trim() === '' && files.length === 0) say(desk, t`Nothing is written yet: the note was not sent.`);
      else if (problem) say(desk, problem);
      else {
        // The change itself deletes the draft; until then a kill finds it saved.
        desk.commitEach('note.add', notes, { text: t`Noted on ${named(targets)}`, short: t`Noted ${targets.length}` });
        closeOverlay(desk);
      }
    },
  },
};

/** The files of a draft of several conversations belong to the first one, as its text does. */
function filesOf({ drafts }: World, [id]: readonly number[]): readonly AttachedFile[] {
  return id === undefined ? [] : draftFiles(drafts, 'note', id);
}

export const noteWriteEditor: Action<'note.write-editor'> = {
  id: 'note.write-editor',
  title: t`Internal note in $EDITOR`,
  help: t`Writes a note in your editor; the note box then sends it`,
  scope: 'conversations',
  keys: ['N'],
  writes: true,
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
