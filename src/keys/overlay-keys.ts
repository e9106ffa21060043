import type { Desk } from '../state/desk.ts';
import { isWriting, keepPlace, scrollBehind } from '../state/detail/move.ts';
import { draftKey } from '../state/drafts.ts';
import type { FieldOverlay } from '../state/overlay.ts';
import { editedMarked } from '../state/reply/inserted.ts';
import { stopCommand } from '../state/sync/running-command.ts';
import { type Draft, insert } from '../text/edit.ts';
import type { AnyAction, KeyStroke } from './action.ts';
import { BOX_KEYS } from './box-keys.ts';
import type { Bound } from './keymap.ts';
import { isSentElsewhere, PAGES } from './line-keys.ts';
import { settle } from './list-state.ts';
import { inEditor, leaveOverlay, replaceOverlay, swapOverlay, topOverlay } from './overlay.ts';
import { boxKey, boxPaste } from './part-keys.ts';
import { typed } from './row-keys.ts';

/** Keys that leave an overlay; `q` only where it types nothing. */
const LEAVE = new Set(['esc', 'ctrl-c']);

/** Gives a key to the uppermost overlay, which takes every key. */
export function overlayKey(desk: Desk, pressed: KeyStroke, bound: Bound): void {
  const overlay = topOverlay(desk.world());
  if (!overlay) return;
  const box = pressed.box ?? bound.boxKeys.get(pressed.name);
  const stroke = box === undefined ? pressed : { ...pressed, box };
  const action = overlay.kind === 'box' ? undefined : bound.actions.find(({ id }) => id === overlay.actionId);
  const wasWriting = isWriting(desk.world());
  if (stroke.name === 'esc' && wasWriting && desk.world().commands.running?.isInBox) stopCommand(desk);
  else if (overlay.kind === 'box') boxKey(desk, overlay, stroke);
  else if (LEAVE.has(stroke.name) || !action) leave(desk, overlay, action);
  else fieldKey(desk, stroke, overlay, action);
  if (overlay.kind !== 'box') settle(desk);
  // The agent looked at the thread behind the box: its end leads back to the chosen entry.
  if (wasWriting && !isWriting(desk.world())) {
    desk.set({ detail: keepPlace(desk.world(), desk.world().detail, desk.detailLines()) });
  }
}

function leave(desk: Desk, overlay: FieldOverlay, action: AnyAction | undefined): void {
  leaveOverlay(desk);
  action?.field?.leave(desk, overlay);
}

/** Inserts a paste into the text field that has the keys; false without one. */
export function overlayPaste(desk: Desk, text: string, { actions }: Bound): boolean {
  const overlay = topOverlay(desk.world());
  if (overlay?.kind === 'box') return boxPaste(desk, overlay, text);
  const action = actions.find(({ id }) => id === overlay?.actionId);
  if (overlay && action && !action.field?.partPaste(desk, overlay, text))
    write(desk, overlay, action, insert(overlay.draft, text, { multiline: true }));
  return overlay !== undefined;
}

function write(desk: Desk, overlay: FieldOverlay, action: AnyAction, typed: Draft): void {
  const written = { ...overlay, draft: editedMarked(overlay.draft.text, typed) };
  replaceOverlay(desk, written);
  action.field?.keep(desk, written, overlay.draft.text);
}

function fieldKey(desk: Desk, stroke: KeyStroke, overlay: FieldOverlay, action: AnyAction): void {
  const page = stroke.box ? PAGES[stroke.box] : undefined;
  if (page !== undefined) {
    const lines = desk.detailLines();
    const detail = scrollBehind(desk.world(), lines, page);
    desk.set({ detail });
    if (detail.top + desk.world().viewport.behindRows >= lines.length) action.field?.sawEnd(desk, overlay);
    return;
  }
  // A part of the box may give the keys to another one before it passes the key on.
  const now = (): FieldOverlay => {
    const top = topOverlay(desk.world());
    return top?.kind === 'field' ? top : overlay;
  };
  const isTaken = action.field?.partKey(desk, overlay, stroke, () => submit(desk, now(), action));
  if (!isTaken) textKey(desk, stroke, now(), action);
}

function textKey(desk: Desk, stroke: KeyStroke, overlay: FieldOverlay, action: AnyAction): void {
  const { draft } = overlay;
  const isAtEnd = draft.cursor === draft.text.length;
  // The default key deletes in the middle of a text.
  if (stroke.box === 'box.send' && (isAtEnd || stroke.name !== BOX_KEYS['box.send'].key)) submit(desk, overlay, action);
  else if (stroke.box === 'box.editor') void rewrite(desk, overlay, action);
  else {
    const next = typed(draft, stroke, true);
    if (next !== draft) write(desk, overlay, action, next);
  }
}

function submit(desk: Desk, overlay: FieldOverlay, { field }: AnyAction): void {
  const [id] = overlay.targets;
  if (id === undefined || !isSentElsewhere(desk, draftKey(overlay.draftKind, id))) field?.submit(desk, overlay);
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
    action.field?.keep(desk, written, former);
    former = written.draft.text;
  };
  const text = await inEditor(desk, overlay.draft.text, keep);
  if (text === undefined) return;
  keep(text);
  const edited = withText(text);
  swapOverlay(desk, overlay, edited);
}
