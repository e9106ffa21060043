import { begin, boxNow, closeBox, viewOf } from '../../keys/flow.ts';
import { putText, textIn } from '../../keys/line-keys.ts';
import { endProblem, say, topOverlay } from '../../keys/overlay.ts';
import { partDraftKey } from '../../keys/part-state.ts';
import { goTo } from '../../keys/submit.ts';
import type { Desk } from '../../state/desk.ts';
import { draftParts } from '../../state/drafts/drafts.ts';
import { draftFiles, type WithFiles, withFile } from '../../state/drafts/files.ts';
import { attachmentIdsOf, sharedFile } from '../../state/files/attached-file.ts';
import { discard } from '../../state/journal/discard.ts';
import { macroCalls } from '../../state/macro/calls.ts';
import type { ShownMacroActions } from '../../state/macro/macro.ts';
import { stage } from '../../state/outbox/staged.ts';
import { markedIn } from '../../state/reply/inserted.ts';
import { valuesFor } from '../../state/reply/saved.ts';
import { markIn } from '../../state/sync/epoch.ts';
import { isMailKind } from '../../state/world/draft-kinds.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { SavedReply, World } from '../../state/world.ts';
import { type Draft, insert } from '../../text/edit.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { fillVariables, unfilled, unfilledIn } from '../../text/variables.ts';
import { nameReply } from './name-reply.ts';

/** The box of a note or a mail, and its text. */
export interface WritingBox {
  readonly open: OpenBox;
  readonly targets: readonly number[];
  readonly draft: Draft;
  readonly draftKind: WithFiles;
}

/** The box of a note or a mail that has the keys; undefined if none has them. */
export function writingBox(world: World): WritingBox | undefined {
  return writtenIn(topOverlay(world));
}

/** The text in a box, if that is a note or a mail. */
export function writtenIn(open: OpenBox | undefined): WritingBox | undefined {
  const { draft, heldAs } = (open && textIn(open)?.state) ?? {};
  if (!open || !draft || heldAs === undefined) return undefined;
  return { open, targets: open.targets, draft, draftKind: draftParts(heldAs).kind as WithFiles };
}

/** Puts another text into the box of a note or a mail, wherever it lies, and into its draft. */
export function rewriteBox(desk: Desk, { open }: Pick<WritingBox, 'open'>, draft: Draft): void {
  const now = boxNow(desk.world(), open) ?? open;
  putText(desk, now, { draft }, textIn(now)?.name);
}

/** The last button of a note or a mail. */
export const DISCARD = {
  kind: 'button',
  words: () => t`Discard`,
  key: 'box.discard',
  press: (desk: Desk, { open }: { readonly open: OpenBox }) => {
    const view = viewOf(desk.world(), open);
    const { part, state } = textIn(open)!;
    const key = partDraftKey(part, view);
    closeBox(desk, open);
    endProblem(desk);
    if (key === undefined) return;
    const { text } = state.draft;
    const isNew = part.draft?.isNew?.(view, text) !== false;
    // A text that was not a draft from the start may lie in a draft beside another text.
    discard(desk, [key], state.heldAs === undefined ? (isNew ? text : '') : undefined);
  },
} as const;

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
  begin(desk, nameReply, { text: unfilled(draft.text.trimEnd()), attachments, leftOut }, targets);
}

/** Puts a saved reply in at the cursor, in place of some characters before it. Its files go with the text. */
export function putIn(desk: Desk, box: WritingBox, { text, attachments, actions }: SavedReply, replaces: number): void {
  const { targets, draft: before, draftKind, open } = box;
  const filled = fillVariables(text, valuesFor(desk.world(), targets));
  const left = without(before, replaces);
  const draft = insert(left, apart(left, filled), { multiline: true });
  goTo(desk, open, textIn(open)!.name);
  rewriteBox(desk, box, draft);
  const [id] = targets;
  if (id !== undefined && attachments.length > 0) {
    const files = attachments.map(sharedFile);
    desk.set({ drafts: files.reduce((drafts, file) => withFile(drafts, draftKind, id, file), desk.world().drafts) });
  }
  const missing = whyUnfilled(desk.world(), draft.text) ?? stageActions(desk, box, actions);
  if (missing) say(desk, missing);
}

/** Lets the actions of a saved reply follow the mail that it is put into. Returns why they do not. */
function stageActions(
  desk: Desk,
  { draftKind: kind, targets }: WritingBox,
  actions: ShownMacroActions,
): SafeText | undefined {
  if (Object.values(actions).every(value => value === undefined)) return undefined;
  if (!isMailKind(kind)) return t`Its actions follow an answer alone: here they are left out.`;
  const mail = { kind, id: targets[0]! };
  const made = macroCalls(desk.world(), actions, [mail.id], desk.centerNow());
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
