import type { Desk } from '../state/desk.ts';
import { isWriting, keepPlace, scrollBehind } from '../state/detail/move.ts';
import { draftKey } from '../state/drafts.ts';
import { whereAndWhen } from '../state/elsewhere.ts';
import type { BoxKeyId, FieldOverlay } from '../state/overlay.ts';
import { editedMarked } from '../state/reply/inserted.ts';
import { stopCommand } from '../state/sync/running-command.ts';
import { type Draft, insert } from '../text/edit.ts';
import { t } from '../text/safe.ts';
import type { AnyAction, KeyStroke } from './action.ts';
import { BOX_KEYS } from './box-keys.ts';
import type { Bound } from './keymap.ts';
import { settle } from './list-state.ts';
import { inEditor, leaveOverlay, replaceOverlay, say, swapOverlay, topOverlay } from './overlay.ts';
import { boxKey, boxPaste } from './part-keys.ts';
import { stepOf, typed } from './row-keys.ts';

/** Keys that leave an overlay; `q` only where it types nothing. */
const LEAVE = new Set(['esc', 'ctrl-c']);
/** In a text of many lines these scroll what is behind its box. */
const PAGES: Partial<Readonly<Record<BoxKeyId, 1 | -1>>> = { 'box.page-down': 1, 'box.page-up': -1 };

/** Gives a key to the uppermost overlay, which takes every key. */
export function overlayKey(desk: Desk, pressed: KeyStroke, bound: Bound): void {
  const overlay = topOverlay(desk.world());
  if (!overlay) return;
  const box = pressed.box ?? bound.boxKeys.get(pressed.name);
  const stroke = box === undefined ? pressed : { ...pressed, box };
  if (overlay.kind === 'box') {
    boxKey(desk, overlay, stroke);
    return;
  }
  const action = bound.actions.find(({ id }) => id === overlay.actionId);
  const wasWriting = isWriting(desk.world());
  if (stroke.name === 'esc' && wasWriting && desk.world().commands.running?.isInBox) stopCommand(desk);
  else if (LEAVE.has(stroke.name) || !action) leave(desk, overlay, action);
  else fieldKey(desk, stroke, overlay, action);
  settle(desk);
  // What was read behind the box was looked up: its end leads back to the chosen entry.
  if (wasWriting && !isWriting(desk.world())) {
    desk.set({ detail: keepPlace(desk.world(), desk.world().detail, desk.detailLines()) });
  }
}

function leave(desk: Desk, overlay: FieldOverlay, action: AnyAction | undefined): void {
  leaveOverlay(desk);
  action?.field?.leave?.(desk, overlay);
}

/** Inserts a paste into the text field that has the keys; false without one. */
export function overlayPaste(desk: Desk, text: string, { actions }: Bound): boolean {
  const overlay = topOverlay(desk.world());
  if (overlay?.kind === 'box') return boxPaste(desk, overlay, text);
  const action = actions.find(({ id }) => id === overlay?.actionId);
  if (overlay && action && !action.field?.partPaste?.(desk, overlay, text))
    write(desk, overlay, action, insert(overlay.draft, text, { multiline: overlay.multiline }));
  return overlay !== undefined;
}

function write(desk: Desk, overlay: FieldOverlay, action: AnyAction, typed: Draft): void {
  if (overlay.isSending) return;
  const draft = editedMarked(overlay.draft.text, typed);
  const { fault, walk: _ended, ...rest } = overlay;
  const isSame = fault !== undefined && draft.text === overlay.draft.text;
  const written = { ...rest, draft, ...(isSame ? { fault } : {}) };
  replaceOverlay(desk, written);
  action.field?.keep?.(desk, written, overlay.draft.text);
}

function fieldKey(desk: Desk, stroke: KeyStroke, overlay: FieldOverlay, action: AnyAction): void {
  const page = overlay.multiline && stroke.box ? PAGES[stroke.box] : undefined;
  if (page !== undefined) {
    const lines = desk.detailLines();
    const detail = scrollBehind(desk.world(), lines, page);
    desk.set({ detail });
    if (detail.top + desk.world().viewport.behindRows >= lines.length) action.field?.sawEnd?.(desk, overlay);
    return;
  }
  // A part of the box may give the keys to another one before it passes the key on.
  const now = (): FieldOverlay => {
    const top = topOverlay(desk.world());
    return top?.kind === 'field' ? top : overlay;
  };
  const isTaken = action.field?.partKey?.(desk, overlay, stroke, () => submit(desk, now(), action));
  if (!isTaken) textKey(desk, stroke, now(), action);
}

function textKey(desk: Desk, stroke: KeyStroke, overlay: FieldOverlay, action: AnyAction): void {
  const { draft, multiline } = overlay;
  const isAtEnd = draft.cursor === draft.text.length;
  // The default key deletes in the middle of a text.
  const sends = stroke.box === 'box.send' && (isAtEnd || stroke.name !== BOX_KEYS['box.send'].key);
  if (multiline ? sends : stroke.name === 'enter') submit(desk, overlay, action);
  else if (multiline && stroke.box === 'box.editor') void rewrite(desk, overlay, action);
  else if (!walkKey(desk, stroke, overlay, action)) {
    const next = typed(draft, stroke, multiline);
    if (next !== draft || overlay.walk) write(desk, overlay, action, next);
  }
}

/** Completes the word, or brings an earlier line back; false if the key does neither here. */
function walkKey(desk: Desk, stroke: KeyStroke, overlay: FieldOverlay, { field }: AnyAction): boolean {
  const { name } = stroke;
  const tab = name === 'tab' ? 1 : name === 'shift-tab' ? -1 : 0;
  const arrow = overlay.multiline ? 0 : stepOf(stroke, false);
  if (tab !== 0 && field?.complete) field.complete(desk, overlay, tab);
  else if (arrow !== 0 && field?.recall) field.recall(desk, overlay, arrow);
  else return false;
  return true;
}

/** A text that is wrong is not sent: the reason stands below it already, and in the footer. */
function submit(desk: Desk, overlay: FieldOverlay, { field }: AnyAction): void {
  if (overlay.isSending) return;
  const fault = field?.check?.(desk.world(), overlay);
  if (fault !== undefined) say(desk, fault);
  else if (!warnOfSent(desk, overlay)) field?.submit(desk, overlay);
}

/** Opens the draft in `$EDITOR`; the text returns to its box even if another overlay has opened meanwhile. */
async function rewrite(desk: Desk, overlay: FieldOverlay, action: AnyAction): Promise<void> {
  const withText = (text: string): FieldOverlay => ({
    ...overlay,
    draft: editedMarked(overlay.draft.text, insert({ text: '', cursor: 0 }, text.trimEnd(), { multiline: true })),
  });
  let former = overlay.draft.text;
  const keep = (saved: string): void => {
    const written = withText(saved);
    action.field?.keep?.(desk, written, former);
    former = written.draft.text;
  };
  const text = await inEditor(desk, overlay.draft.text, keep);
  if (text === undefined) return;
  keep(text);
  const edited = withText(text);
  swapOverlay(desk, overlay, edited);
}

/**
 * If another desk of this agent has sent the beginning of this text, says so once instead of sending it a second time.
 * Returns whether it did.
 */
function warnOfSent(desk: Desk, { draftKind, targets: [id] }: FieldOverlay): boolean {
  if (draftKind === undefined || id === undefined) return false;
  desk.hooks.lookAround?.();
  const key = draftKey(draftKind, id);
  const sent = desk.world().sentElsewhere.get(key);
  if (!sent) return false;
  desk.hooks.forgetSent?.(key);
  const where = whereAndWhen(sent.terminal, sent.at, desk.now());
  desk.notify({
    tone: 'problem',
    text: t`Not sent: your other desk (${where}) has sent its beginning. Send again for all of it.`,
    short: t`Not sent: sent elsewhere (${where})`,
  });
  return true;
}
