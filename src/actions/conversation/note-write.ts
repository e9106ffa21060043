import type { Action } from '../../keys/action.ts';
import { closeOverlay, say } from '../../keys/overlay.ts';
import { targetsOf } from '../../state/list/targets.ts';
import { whyNot } from '../../state/outbox/commit.ts';
import { safeBlock, t } from '../../text/safe.ts';
import { keepDraft, openDraft, sayKept } from './field-draft.ts';
import { named, whyNoNote } from './targets.ts';

export const noteWrite: Action<'note.write'> = {
  id: 'note.write',
  title: t`Internal note`,
  help: t`Writes a note that only agents read`,
  scope: 'conversations',
  keys: ['n'],
  words: ['comment', 'internal', 'write'],
  changes: true,
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
    submit: (desk, { targets, draft }) => {
      const details = safeBlock(draft.text.trimEnd());
      const notes = targets.map(id => ({ ids: [id], details }));
      const problem = notes.length === 0 ? undefined : whyNot('note.add', notes[0]);
      if (draft.text.trim() === '') say(desk, t`Nothing is written yet: the note was not sent.`);
      else if (problem) say(desk, problem);
      else {
        // The change itself deletes the draft; until then a kill finds it saved.
        desk.commitEach('note.add', notes, { text: t`Noted on ${named(targets)}`, short: t`Noted ${targets.length}` });
        closeOverlay(desk);
      }
    },
  },
};
