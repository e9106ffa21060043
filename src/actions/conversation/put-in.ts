import { begin } from '../../keys/flow.ts';
import { openOverlay, replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { attachmentIdsOf, sharedFile } from '../../state/files/attached-file.ts';
import { callsOf } from '../../state/macro/calls.ts';
import type { MacroActions } from '../../state/macro/macro.ts';
import { runMacro } from '../../state/macro/run.ts';
import { whyNoReply } from '../../state/mail-out.ts';
import { draftFiles, type WithFiles, withFile } from '../../state/outbox/draft-files.ts';
import { markIn } from '../../state/outbox/epoch.ts';
import { stage } from '../../state/outbox/staged.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { isMailBox, mailOf } from '../../state/reply/box.ts';
import { markedIn } from '../../state/reply/inserted.ts';
import { valuesFor } from '../../state/reply/saved.ts';
import type { SavedReply, World } from '../../state/world.ts';
import { type Draft, insert } from '../../text/edit.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { fillVariables, unfilled, unfilledIn } from '../../text/variables.ts';
import { keepDraft, openReply } from './field-draft.ts';
import { macroQuestion } from './macro-question.ts';

/** The box of a note or a mail. */
export type WritingBox = FieldOverlay & { readonly draftKind: WithFiles };

/** The box of a note or a mail that has the keys; undefined if none has them. */
export function writingBox(world: World): WritingBox | undefined {
  const top = topOverlay(world);
  return top?.kind === 'field' && top.multiline && top.draftKind !== undefined ? (top as WritingBox) : undefined;
}

/** A saved reply before it has a name. */
export interface Unnamed {
  readonly text: string;
  readonly actions?: MacroActions | undefined;
  /** The ids of its files. */
  readonly attachments?: readonly number[];
  /** How many files of the box are left out: they are on this machine alone. */
  readonly leftOut?: number;
}

/** Asks for the name under which the text and the files of a box become a saved reply. */
export function saveBox(desk: Desk, { targets, draft, draftKind }: WritingBox): void {
  if (draft.text.trim() === '') {
    say(desk, t`Write the text of the saved reply first.`);
    return;
  }
  if (markedIn(draft.text).length > 0) {
    say(desk, whyUnfilled(desk.world(), draft.text)!);
    return;
  }
  const files = targets.slice(0, 1).flatMap(id => draftFiles(desk.world().drafts, draftKind, id));
  const attachments = attachmentIdsOf(files);
  const leftOut = files.length - attachments.length;
  openName(desk, targets, { text: unfilled(draft.text.trimEnd()), attachments, leftOut });
}

/** Asks for the name under which a text, or what was done, becomes a saved reply. */
export function openName(desk: Desk, targets: readonly number[], data: Unnamed): void {
  const draft = { text: '', cursor: 0 };
  openOverlay(desk, { kind: 'field', actionId: 'reply.list', targets, draft, multiline: false, data });
}

/** What a saved reply of actions alone does to several conversations is shown before. */
function applyMacro(desk: Desk, { name, actions }: SavedReply, targets: readonly number[]): void {
  const macro = { name, actions };
  if (targets.length === 1) runMacro(desk, macro, targets);
  else begin(desk, macroQuestion, macro, targets);
}

/**
 * Uses a saved reply: puts it into the box that has the keys, or into that of an answer to these conversations. One of
 * actions alone is done to them.
 */
export function takeSaved(desk: Desk, reply: SavedReply, targets: readonly number[], replaces = 0): void {
  const isMacro = reply.text.trim() === '' && reply.attachments.length === 0;
  if (isMacro && !writingBox(desk.world())) {
    applyMacro(desk, reply, targets);
    return;
  }
  const why = writingBox(desk.world()) ? undefined : whyNoReply(desk.world(), targets);
  if (why !== undefined) say(desk, why);
  else if (!writingBox(desk.world())) openReply(desk, { id: 'conversation.reply' }, targets);
  const box = writingBox(desk.world());
  if (box) putIn(desk, box, reply, replaces);
}

/** Puts a saved reply in at the cursor, in place of some characters before it. Its files go with the text. */
export function putIn(desk: Desk, box: WritingBox, { text, attachments, actions }: SavedReply, replaces: number): void {
  const { targets, draft: before, draftKind } = box;
  const filled = fillVariables(text, valuesFor(desk.world(), targets));
  const left = without(before, replaces);
  const draft = insert(left, apart(left, filled), { multiline: true });
  replaceOverlay(desk, {
    ...box,
    draft,
    walk: undefined,
    ...(isMailBox(box) ? { data: { ...box.data, part: 'text' } } : {}),
  });
  const [id] = targets;
  keepDraft(desk, draftKind, id, before.text, draft.text);
  if (id !== undefined && attachments.length > 0) {
    const files = attachments.map(sharedFile);
    desk.set({ drafts: files.reduce((drafts, file) => withFile(drafts, draftKind, id, file), desk.world().drafts) });
  }
  const missing = whyUnfilled(desk.world(), draft.text) ?? stageActions(desk, box, actions);
  if (missing) say(desk, missing);
}

/** Lets the actions of a saved reply follow the mail that it is put into. Returns why they do not. */
function stageActions(desk: Desk, box: WritingBox, actions: MacroActions): SafeText | undefined {
  if (Object.values(actions).every(value => value === undefined)) return undefined;
  if (!isMailBox(box)) return t`Its actions follow an answer alone: here they are left out.`;
  const mail = mailOf(box);
  const made = callsOf(desk.world(), actions, [mail.id], desk.centerNow());
  if ('problem' in made) return t`Its actions are left out: ${made.problem}`;
  return stage(desk, mail, made.calls) ? undefined : t`Its actions follow an answer with words: write some first.`;
}

/** A text that does not run into the words around the cursor: at the end of a draft it begins a paragraph. */
function apart({ text, cursor }: Draft, put: string): string {
  const [before, after] = [text.slice(0, cursor), text.slice(cursor)];
  const gap = !/\S$/.test(before) ? '' : after.trim() === '' ? '\n\n' : ' ';
  return `${gap}${put}${/^\S/.test(after) && /\S$/.test(put) ? ' ' : ''}`;
}

function without({ text, cursor }: Draft, characters: number): Draft {
  const from = cursor - characters;
  return { text: text.slice(0, from) + text.slice(cursor), cursor: from };
}

/**
 * Why a text cannot be sent: a variable of a saved reply has no value yet, a command wrote some of it, or it was written
 * before a restore.
 */
export function whyUnfilled({ keyNames }: Pick<World, 'keyNames'>, text: string): SafeText | undefined {
  const mark = markIn(text);
  if (mark !== undefined) return t`Look whether this is still the same conversation, then remove ${safeLine(mark)}.`;
  const commands = markedIn(text);
  if (commands.length > 0)
    return t`Read what ${join(commands, t` and `)} wrote, and change or accept it: ${keyNames['box.command']} accepts it.`;
  const names = unfilledIn(text).map(name => safeLine(`‹${name}›`));
  return names.length === 0
    ? undefined
    : t`Write something in place of ${join(names, t` and `)}: it has no value here.`;
}
