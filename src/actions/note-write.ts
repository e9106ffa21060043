import { whyNot } from '../state/commit.ts';
import { targetsOf } from '../state/visible.ts';
import { safeBlock, t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { draftOf, keepDraft, whyNoNote } from './note-draft.ts';
import { closeOverlay, openField, say } from './overlay.ts';
import { named } from './targets.ts';

export const noteWrite: Action = {
  id: 'note.write',
  title: t`Internal note`,
  help: t`Writes a note that only agents read, on the conversation or on all that are marked; what is written stays as a draft until it is sent.`,
  scope: 'conversations',
  keys: ['n'],
  hint: t`note`,
  unavailable: whyNoNote,
  run: desk => openField(desk, 'note.write', draftOf(desk.world(), targetsOf(desk.world())[0]), true),
  field: {
    title: (_world, { targets }) => named(targets),
    verb: t`send`,
    audience: t`NOTE · agents only`,
    escape: t`keeps the draft`,
    keep: (desk, { targets, draft }) => keepDraft(desk, targets[0], draft.text),
    submit: (desk, { targets, draft }) => {
      const details = safeBlock(draft.text.trimEnd());
      const notes = targets.map(id => ({ ids: [id], details }));
      const problem = notes.length === 0 ? undefined : whyNot('note.add', notes[0]);
      if (draft.text.trim() === '') say(desk, t`Nothing is written yet: the note was not sent.`);
      else if (problem) say(desk, problem);
      else {
        closeOverlay(desk);
        keepDraft(desk, targets[0], '');
        desk.commitEach('note.add', notes, { text: t`Noted on ${named(targets)}`, short: t`Noted ${targets.length}` });
      }
    },
  },
};
