import type { Desk } from '../state/desk.ts';
import { isWritingInBox, keepEntryInView } from '../state/detail/move.ts';
import { stopCommand } from '../state/sync/running-command.ts';
import type { KeyStroke } from './action.ts';
import type { Bound } from './keymap.ts';
import { topOverlay } from './overlay.ts';
import { boxKey, boxPaste } from './part-keys.ts';
import { inLatin } from './second-alphabet.ts';

/** Gives a key to the uppermost box, which takes every key. */
export function overlayKey(desk: Desk, pressed: KeyStroke, bound: Bound): void {
  const open = topOverlay(desk.world());
  if (!open) return;
  // A text takes the letter that was typed; what compares names takes the Latin one on the same key.
  const name = inLatin(pressed.name);
  const box = pressed.box ?? bound.boxKeys.get(name);
  const stroke = { ...pressed, name, ...(box && { box }) };
  const wasWriting = isWritingInBox(desk.world());
  if (stroke.name === 'esc' && wasWriting && desk.world().commands.running?.isInBox) stopCommand(desk);
  else boxKey(desk, open, stroke);
  // The agent looked at the thread behind the box: its end leads back to the chosen entry.
  if (wasWriting && !isWritingInBox(desk.world())) {
    desk.set({ detail: keepEntryInView(desk.world(), desk.world().detail, desk.detailLines()) });
  }
}

/** Inserts a paste into the text field that has the keys; false without one. */
export function overlayPaste(desk: Desk, text: string): boolean {
  const open = topOverlay(desk.world());
  return open !== undefined && boxPaste(desk, open, text);
}
