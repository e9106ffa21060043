import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { fillIn, walkOn } from '../../keys/complete-words.ts';
import { closeOverlay, fieldOverlay, inEditor, openOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { draftOf } from '../../state/drafts.ts';
import { type AttachedFile, filesInWords } from '../../state/files/attached-file.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { mentionAt, mentionable, mentionsIn } from '../../state/mentions.ts';
import { whyLacking } from '../../state/offers.ts';
import { whyNot } from '../../state/outbox/commit.ts';
import { draftFiles } from '../../state/outbox/draft-files.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { threadOf } from '../../state/visible.ts';
import type { Note, World } from '../../state/world.ts';
import { safeBlock, t } from '../../text/safe.ts';
import { openFiles, openPath } from './attach-box.ts';
import { openCommands } from './command.ts';
import { beginDraft, keepDraft, openDraft, sayKept } from './field-draft.ts';
import { whyUnfilled } from './put-in.ts';
import { completeSaved, openSaved } from './saved-reply.ts';
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
    partKey: (desk, overlay, { box }) => {
      if (box === 'box.attach') openPath(desk, 'note', overlay.targets);
      else if (box === 'box.saved') openSaved(desk, overlay);
      else if (box === 'box.command') openCommands(desk, overlay);
      else return false;
      return true;
    },
    complete: completeNote,
    attached: (world, { targets }) => filesInWords(filesOf(world, targets)),
    submit: (desk, { targets, draft }) => {
      const details = safeBlock(draft.text.trimEnd());
      const files = filesOf(desk.world(), targets);
      const notes = targets.map(id => ({
        ids: [id],
        details,
        ...mentioned(desk.world(), id, details),
        ...(files.length > 0 ? { files: [...files] } : {}),
      }));
      const problem =
        whyUnfilled(desk.world(), details) ?? (notes.length === 0 ? undefined : whyNot('note.add', notes[0]));
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

/** The agents whom a note mentions; nothing if neither it nor its former text mentions any, or if they hear of nothing. */
function mentioned(world: World, id: number, details: string, former = ''): { mentions?: number[] } {
  const agents = mentionable(world, id);
  const mentions = mentionsIn(details, agents);
  const isNeeded = mentions.length > 0 || mentionsIn(former, agents).length > 0;
  return isNeeded && whyLacking(world, 'mentions') === undefined ? { mentions: [...mentions] } : {};
}

/** Completes the name behind `;` or `@`; elsewhere Tab leads to the files. */
function completeNote(desk: Desk, overlay: FieldOverlay, step: 1 | -1): void {
  if (step === 1 && completeSaved(desk, overlay)) return;
  const { targets, draft } = overlay;
  const mention = mentionAt(draft.text.slice(0, draft.cursor), mentionable(desk.world(), targets[0]));
  if (!walkOn(desk, overlay, step)) {
    if (mention === undefined) {
      openFiles(desk, 'note', targets);
      return;
    }
    const [from, to] = [mention.from, draft.cursor];
    fillIn(desk, overlay, { from, to, texts: mention.names.map(name => `@${name} `) }, step);
  }
  const now = topOverlay(desk.world());
  if (now?.kind === 'field') keepDraft(desk, 'note', targets[0], draft.text, now.draft.text);
}

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
  help: t`Changes the selected note of your own`,
  scope: 'detail',
  words: ['change', 'correct', 'comment'],
  writes: true,
  unavailable: world => {
    const [down, up] = [world.keyNames['cursor.down'], world.keyNames['cursor.up']];
    if (!selectedOwnNote(world)) return t`No note of yours is selected: ${down} and ${up} go from entry to entry.`;
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
      const names = mentioned(desk.world(), id!, details, data.former);
      const args = { ids: [id!], noteId: data.noteId, details, former: data.former, ...names };
      const problem = whyNot('note.update', args);
      if (details.trim() === '' && !hasFiles(desk.world(), id!, data))
        say(desk, t`A note needs some text: ${desk.world().keyNames['entry.delete']} deletes it.`);
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
