import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { fillIn, walkOn } from '../../keys/complete-words.ts';
import { back, begin } from '../../keys/flow.ts';
import { textIn } from '../../keys/line-keys.ts';
import type { Completed } from '../../keys/line-part.ts';
import { textFlow } from '../../keys/one-box.ts';
import { inEditor, say } from '../../keys/overlay.ts';
import type { BoxView } from '../../keys/view.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { draftText } from '../../state/drafts/drafts.ts';
import { draftFiles } from '../../state/drafts/files.ts';
import { type AttachedFile, filesInWords } from '../../state/files/attached-file.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyInvalidArgs } from '../../state/outbox/commit.ts';
import { threadOf } from '../../state/visible.ts';
import { mentionAt, mentionable, mentionsIn } from '../../state/words/mentions.ts';
import type { TypedText } from '../../state/world/open-box.ts';
import type { Note, World } from '../../state/world.ts';
import { safeBlock, t } from '../../text/safe.ts';
import { openFiles, openPath } from './attach-box.ts';
import { openCommands } from './command-list.ts';
import { beginDraft, keepDraft, leaveKept, openDraft } from './field-draft.ts';
import { DISCARD, whyUnfilled } from './put-in.ts';
import { completeSaved, openSaved } from './saved-list.ts';
import { conversationsTitle, whyNoNote } from './targets.ts';

export const noteFlow = textFlow({
  id: 'note.write',
  title: ({ targets }) => conversationsTitle(targets),
  verb: t`send`,
  audience: t`NOTE · agents only`,
  escape: () => t`keeps the draft`,
  draft: { kind: 'note' },
  leave: (desk, view) => leaveKept(desk, view, 'note'),
  buttons: {
    files: {
      kind: 'button',
      words: () => t`Attach`,
      key: 'box.attach',
      press: (desk, { targets }) => openFiles(desk, 'note', targets),
      type: (desk, { targets }, path) => openPath(desk, 'note', targets, path),
    },
    discard: DISCARD,
  },
  ownKey: (desk, { targets }, key) => {
    if (key === 'box.attach') openPath(desk, 'note', targets);
    else if (key === 'box.saved') openSaved(desk, targets);
    else if (key === 'box.command') openCommands(desk);
    else return false;
    return true;
  },
  complete: completeNote,
  attached: ({ world, targets }) => filesInWords(filesOf(world, targets)),
  refuse: (desk, { targets }, words) => {
    const [note] = notesOn(desk.world(), targets, words);
    if (words.trim() === '' && filesOf(desk.world(), targets).length === 0)
      return t`Nothing is written yet: the note was not sent.`;
    return whyUnfilled(desk.world(), words.trimEnd()) ?? (note && whyInvalidArgs('note.add', note));
  },
  answer: (desk, words, targets) => {
    // The change itself deletes the draft; until then a kill finds it saved.
    const notes = notesOn(desk.world(), targets, words);
    desk.commitEach('note.add', notes, {
      text: t`Noted on ${conversationsTitle(targets)}`,
      short: t`Noted ${targets.length}`,
    });
  },
});

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
  run: desk => openNote(desk, [...targetsOf(desk.world())]),
  flows: [noteFlow],
};

/** Opens the box of a note on these conversations, with its draft. */
export function openNote(desk: Desk, targets: readonly number[]): void {
  openDraft(desk, 'note', noteFlow, targets);
}

function notesOn(world: World, targets: readonly number[], words: string) {
  const details = safeBlock(words.trimEnd());
  const files = filesOf(world, targets);
  return targets.map(id => ({
    ids: [id],
    details,
    ...mentioned(world, id, details),
    ...(files.length > 0 ? { files: [...files] } : {}),
  }));
}

/** The agents whom a note mentions; nothing if neither it nor its former text mentions any, or if they hear of nothing. */
function mentioned(world: World, id: number, details: string, former = ''): { mentions?: number[] } {
  const agents = mentionable(world, id);
  const mentions = mentionsIn(details, agents);
  const isNeeded = mentions.length > 0 || mentionsIn(former, agents).length > 0;
  return isNeeded && whyLacking(world, 'mentions') === undefined ? { mentions: [...mentions] } : {};
}

/** Completes the name behind `;` or `@`; elsewhere Tab leads to the buttons. */
function completeNote(desk: Desk, { targets }: BoxView<undefined>, written: TypedText, step: 1 | -1): Completed {
  if (step === 1 && completeSaved(desk)) return undefined;
  const { draft } = written;
  const mention = mentionAt(draft.text.slice(0, draft.cursor), mentionable(desk.world(), targets[0]));
  const texts = mention?.names.map(name => `@${name} `) ?? [];
  const begun = mention && fillIn(written, { from: mention.from, to: draft.cursor, texts }, step);
  return walkOn(written, step) ?? begun ?? 'next';
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
  run: desk => void beginNote(desk),
};

async function beginNote(desk: Desk): Promise<void> {
  const targets = targetsOf(desk.world());
  const [id] = targets;
  if (id === undefined) return;
  const { kept, notice } = beginDraft(desk, 'note', id);
  if (notice) desk.notify(notice);
  let former = kept;
  const keep = (saved: string): void => {
    const next = safeBlock(saved.trimEnd());
    keepDraft(desk, 'note', id, former, next);
    former = next;
  };
  const written = await inEditor(desk, former, keep);
  if (written === undefined) return;
  keep(written);
  if (draftText(desk.world(), 'note', id) !== '') openNote(desk, targets);
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

const editFlow = textFlow<Edited>({
  id: 'note.edit',
  input: Edited,
  title: ({ targets }) => t`edit · ${conversationsTitle(targets)}`,
  verb: t`save`,
  audience: t`NOTE · agents only`,
  escape: () => t`keeps a draft`,
  start: ({ data }) => data.former,
  draft: {
    kind: 'note',
    isBeside: true,
    isNew: ({ data }, words) => words.trimEnd() !== data.former.trimEnd(),
  },
  leave: (desk, view) => {
    const isNew = textIn(view.open)!.state.draft.text.trimEnd() !== view.data.former.trimEnd();
    if (isNew) leaveKept(desk, view, 'note');
    else back(desk, view.open);
  },
  buttons: { discard: DISCARD },
  refuse: (desk, { targets: [id], data }, words) => {
    if (words.trim() === '' && !hasFiles(desk.world(), id!, data))
      return t`A note needs some text: ${desk.world().keyNames['entry.delete']} deletes it.`;
    return whyInvalidArgs('note.update', editOf(desk.world(), id!, data, words));
  },
  answer: (desk, words, [id], data) => {
    if (safeBlock(words.trimEnd()) === data.former) say(desk, t`Nothing was changed.`);
    else desk.commit('note.update', editOf(desk.world(), id!, data, words));
  },
});

function editOf(world: World, id: number, { noteId, former }: Edited, words: string) {
  const details = safeBlock(words.trimEnd());
  return { ids: [id], noteId, details, former, ...mentioned(world, id, details, former) };
}

export const noteEdit: Action<'note.edit'> = {
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
    begin(desk, editFlow, { noteId: id, former: details }, [conversation_id]);
  },
  flows: [editFlow],
};

function hasFiles(world: World, conversationId: number, { noteId }: Edited): boolean {
  const note = threadOf(world, conversationId)?.notes.find(({ id }) => id === noteId);
  return note !== undefined && note.attachments.length > 0;
}
