import { begin } from '../../keys/flow.ts';
import { lineIn, putText } from '../../keys/line-keys.ts';
import { say, swapOverlay, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { draftParts } from '../../state/drafts.ts';
import { attachmentIdsOf, sharedFile } from '../../state/files/attached-file.ts';
import { callsOf } from '../../state/macro/calls.ts';
import type { MacroActions } from '../../state/macro/macro.ts';
import { runMacro } from '../../state/macro/run.ts';
import { whyNoReply } from '../../state/mail-out.ts';
import type { OpenBox } from '../../state/open-box.ts';
import { draftFiles, type WithFiles, withFile } from '../../state/outbox/draft-files.ts';
import { markIn } from '../../state/outbox/epoch.ts';
import { stage } from '../../state/outbox/staged.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { isMailBox, mailOf, type ReplyBox } from '../../state/reply/box.ts';
import { markedIn } from '../../state/reply/inserted.ts';
import { valuesFor } from '../../state/reply/saved.ts';
import type { Overlay, SavedReply, World } from '../../state/world.ts';
import { type Draft, insert } from '../../text/edit.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { fillVariables, unfilled, unfilledIn } from '../../text/variables.ts';
import { keepDraft, openReply } from './field-draft.ts';
import { macroQuestion } from './macro-question.ts';
import { nameReply } from './name-reply.ts';

/** The box of a note or a mail, and its text. */
export interface WritingBox {
  readonly overlay: FieldOverlay | OpenBox;
  readonly targets: readonly number[];
  readonly draft: Draft;
  readonly draftKind: WithFiles;
}

/** The box of a note or a mail that has the keys; undefined if none has them. */
export function writingBox(world: World): WritingBox | undefined {
  return writtenIn(topOverlay(world));
}

/** The text in a box, if that is a note or a mail. */
export function writtenIn(overlay: Overlay | undefined): WritingBox | undefined {
  if (overlay?.kind === 'field') {
    const { targets, draft, draftKind } = overlay;
    return { overlay, targets, draft, draftKind };
  }
  const line = overlay?.kind === 'box' ? lineIn(overlay) : undefined;
  if (overlay?.kind !== 'box' || line?.part.kind !== 'text' || line.state.heldAs === undefined) return undefined;
  const { targets } = overlay;
  return { overlay, targets, draft: line.state.draft, draftKind: draftParts(line.state.heldAs).kind as WithFiles };
}

/** Puts another text into the box of a note or a mail, wherever it lies, and into its draft. */
export function rewriteBox(desk: Desk, { overlay, targets, draft: before, draftKind }: WritingBox, draft: Draft): void {
  if (overlay.kind === 'box') putText(desk, overlay, { draft });
  else {
    swapOverlay(desk, overlay, { ...overlay, draft });
    keepDraft(desk, draftKind, targets[0], before.text, draft.text);
  }
}

/** Asks for the name under which the text and the files of a box become a saved reply. */
export function saveBox(desk: Desk, { targets, draft, draftKind }: Omit<WritingBox, 'overlay'>): void {
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
  begin(desk, nameReply, { text: unfilled(draft.text.trimEnd()), attachments, leftOut }, targets);
}

/** Shows the effect of a saved reply of actions alone before it runs on several conversations. */
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
  const { targets, draft: before, draftKind, overlay } = box;
  const filled = fillVariables(text, valuesFor(desk.world(), targets));
  const left = without(before, replaces);
  const draft = insert(left, apart(left, filled), { multiline: true });
  const isMail = overlay.kind === 'field' && isMailBox(overlay);
  rewriteBox(desk, isMail ? { ...box, overlay: goToText(desk, overlay) } : box, draft);
  const [id] = targets;
  if (id !== undefined && attachments.length > 0) {
    const files = attachments.map(sharedFile);
    desk.set({ drafts: files.reduce((drafts, file) => withFile(drafts, draftKind, id, file), desk.world().drafts) });
  }
  const missing = whyUnfilled(desk.world(), draft.text) ?? stageActions(desk, box, actions);
  if (missing) say(desk, missing);
}

function goToText(desk: Desk, overlay: FieldOverlay<ReplyBox>): FieldOverlay {
  const there = { ...overlay, data: { ...overlay.data, part: 'text' as const } };
  swapOverlay(desk, overlay, there);
  return there;
}

/** Lets the actions of a saved reply follow the mail that it is put into. Returns why they do not. */
function stageActions(desk: Desk, box: WritingBox, actions: MacroActions): SafeText | undefined {
  if (Object.values(actions).every(value => value === undefined)) return undefined;
  const { overlay } = box;
  if (overlay.kind !== 'field' || !isMailBox(overlay))
    return t`Its actions follow an answer alone: here they are left out.`;
  const mail = mailOf(overlay);
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
