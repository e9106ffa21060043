import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { closeOverlay, fieldOverlay, openOverlay, say } from '../../keys/overlay.ts';
import { whyLacking } from '../../state/degrade.ts';
import { whyNot } from '../../state/outbox/commit.ts';
import { threadOf } from '../../state/visible.ts';
import type { Note, World } from '../../state/world.ts';
import { safeBlock, t } from '../../text/safe.ts';
import { keepDraft, sayKept } from './field-draft.ts';
import { named } from './targets.ts';

/** The note that is edited, and its text before. */
const Edited = v.object({ noteId: v.number(), former: v.string() });
type Edited = v.InferOutput<typeof Edited>;

/** The agent's own note that is selected in the detail; undefined if it is something else. */
export function selectedOwnNote(world: World): Note | undefined {
  const { pane, me, detail } = world;
  const found = /^note:(-?\d+)$/.exec(detail.entryKey ?? '');
  if (pane !== 'detail' || detail.conversationId === null || !found || me === null) return undefined;
  const note = threadOf(world, detail.conversationId)?.notes.find(({ id }) => id === Number(found[1]));
  return note?.agent_id === me.id ? note : undefined;
}

export const noteEdit: Action<'note.edit', { field: Edited }> = {
  id: 'note.edit',
  title: t`Edit the note`,
  help: t`Changes the selected note of your own (=)`,
  scope: 'detail',
  keys: [],
  words: ['change', 'correct', 'comment'],
  writes: true,
  unavailable: world => {
    if (!selectedOwnNote(world)) return t`No note of yours is selected: j and k go from entry to entry.`;
    return whyLacking(world, 'note.update');
  },
  run: desk => {
    const note = selectedOwnNote(desk.world());
    if (!note) return;
    const { id, conversation_id, details } = note;
    openOverlay(desk, fieldOverlay(noteEdit, [conversation_id], details, { noteId: id, former: details }));
  },
  field: {
    kept: { form: Edited },
    title: (_world, { targets }) => t`edit · ${named(targets)}`,
    verb: t`save`,
    isMultiline: true,
    audience: t`NOTE · agents only`,
    escape: t`keeps a draft`,
    keep: (desk, { targets, draft, data }, former) =>
      keepDraft(desk, 'note', targets[0], newWords(former, data), newWords(draft.text, data)),
    leave: (desk, { targets, draft, data }) => {
      if (newWords(draft.text, data) !== '') sayKept(desk, 'note', targets[0]);
    },
    submit: (desk, { targets: [id], draft, data }) => {
      const details = safeBlock(draft.text.trimEnd());
      const args = { ids: [id!], noteId: data.noteId, details, former: data.former };
      const problem = whyNot('note.update', args);
      if (details.trim() === '' && !hasFiles(desk.world(), id!, data))
        say(desk, t`A note needs some text: D deletes it.`);
      else if (problem) say(desk, problem);
      else {
        closeOverlay(desk);
        if (details === data.former) say(desk, t`Nothing was changed.`);
        else desk.commit('note.update', args);
      }
    },
  },
};

/** The text of the box that is worth keeping; empty if the note is unchanged. */
function newWords(text: string, { former }: Edited): string {
  return text.trimEnd() === former.trimEnd() ? '' : text;
}

function hasFiles(world: World, conversationId: number, { noteId }: Edited): boolean {
  const note = threadOf(world, conversationId)?.notes.find(({ id }) => id === noteId);
  return note !== undefined && note.attachments.length > 0;
}
